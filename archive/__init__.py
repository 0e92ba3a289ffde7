"""What was played: history, leaderboards, replays, and the proof that chance was fair."""
