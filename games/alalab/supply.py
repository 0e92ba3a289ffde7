"""Supply of a match: the questions that it takes along, the host's own or some of the bank.

They travel with the match, so that later edits do not reach it.
"""

from msgspec.structs import replace

from accounts.models import User
from games.alalab.bank import drawing, own_questions
from games.alalab.rules import POOL
from games.alalab.values import Options


def supply(options: Options, host: User | None = None) -> Options:
    most = POOL if options.hosted else options.max_questions
    if options.hosted and options.source == "own":
        return replace(options, bank=own_questions.to_ask(host, most))
    return replace(options, bank=drawing.draw(options.questions, most) or None)
