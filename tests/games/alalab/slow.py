"""Who has won, worked out once more from the page of the rules, slowly and another way.

It keeps the whole story of the scores and looks at nothing but that.
"""

WORTH = {"right": +1, "wrong": -1, "yellow": -1, "red": -3}


class Story:
    def __init__(self, players: int) -> None:
        self.rows = [[0] * players]
        self.phase_two = False

    def add(self, player: int, act: str) -> None:
        row = list(self.rows[-1])
        row[player] += WORTH[act]
        self.rows.append(row)
        inside = self.inside()
        if len(inside) < 2:
            self.phase_two = False
        elif all(self.rows[-1][p] >= 12 for p in inside):
            self.phase_two = True

    def inside(self, back: int = 1) -> list[int]:
        """Those with nine or more, now or so many changes ago."""
        return [p for p, points in enumerate(self.rows[-back]) if points >= 9]

    def phase(self) -> int | None:
        return None if len(self.inside()) < 2 else 2 if self.phase_two else 1

    def winner(self) -> int | None:
        now = self.rows[-1]
        match self.phase():
            case None:
                found = [p for p, points in enumerate(now) if points >= 10]
            case 2:
                found = [
                    p
                    for p, points in enumerate(now)
                    if points >= 14 and all(points > now[o] for o in range(len(now)) if o != p)
                ]
            case _:
                found = [p for p in self.inside() if self.wins_by_lead(p)]
        assert len(found) <= 1, "two cannot win"
        return found[0] if found else None

    def wins_by_lead(self, leader: int) -> bool:
        """Eleven at most, two ahead of every other one inside, and it has just become better.

        Better: the leader gained, or whoever was nearest lost and left nobody as near.
        """
        now, before = self.rows[-1], self.rows[-2]
        others = [p for p in self.inside() if p != leader]
        if now[leader] > 11 or any(now[leader] - now[p] < 2 for p in others):
            return False
        if now[leader] > before[leader]:
            return True
        losers = [p for p in range(len(now)) if now[p] < before[p]]
        nearest = max((before[p] for p in self.inside(2) if p != leader), default=None)
        if nearest is None or losers == [leader]:
            return False
        loser = losers[0]
        still_near = any(now[p] == nearest for p in others if p != loser)
        return before[loser] == nearest and not still_near
