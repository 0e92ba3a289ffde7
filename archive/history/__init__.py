"""Match history: what somebody has played, with whom, and how it went."""
