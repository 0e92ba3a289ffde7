"""Bot of Pig: holds at twenty when sharp; gentle, it never dares a third roll or so."""

from collections.abc import Sequence

from games.pig.values import AnyMove, Hold, Roll, View

from games.engine.contract import Chance


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    enough = 20 if level == "sharp" else 8
    return Hold() if view.pot >= enough else Roll()
