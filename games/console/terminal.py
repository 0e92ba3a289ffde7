"""A match in the terminal: people at one keyboard, or against bots. No database, no clock.

Where several people share the keyboard, the screen is wiped before it is passed on, so that a hand
is seen by its owner only. A window in which nobody may know who acts goes round to everybody.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import registry
from games.console import simulating
from games.console.text_view import text_view
from games.engine import codec
from games.engine.chance import chance_for
from games.engine.contract import Outcome, Rules, Seat, gettext_noop
from games.engine.errors import InvalidMove
from games.engine.play import play, start
from games.page.offers import Offer
from games.page.offers import offers_for as offers_of
from games.page.plain_text import plain
from refusals import Refusal
from refusals.wording import words as refusal_words

WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""The screen and what can be scrolled back to."""

STOP = ("q", "quit", "exit")


class Left(Exception):
    """Somebody closed the table: Ctrl-C, the end of the input, or q."""


class Screen:
    """What is read and written. Without a terminal nothing is wiped, only parted by a line."""

    def __init__(self, source: TextIO, out: TextIO, lively: bool | None = None) -> None:
        self.source, self.out = source, out
        self.lively = out.isatty() if lively is None else lively

    def say(self, line: str = "") -> None:
        self.out.write(line + "\n")

    def ask(self, question: str) -> str:
        """One line, or Left."""
        self.out.write(question + " ")
        self.out.flush()
        try:
            line = self.source.readline()
        except KeyboardInterrupt:
            line = ""
        if not line or line.strip().lower() in STOP:
            raise Left
        return line.strip()

    def wipe(self) -> None:
        self.out.write(WIPE if self.lively else "\n" + "─" * 40 + "\n")


class Table:
    """One match: `people` sit at the keyboard, `levels` are the strengths of the bots by seat."""

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        levels: Mapping[int, str],
        options: Any,
        key: bytes,
        screen: Screen,
    ) -> None:
        self.rules, self.names, self.levels = rules, list(names), dict(levels)
        self.players = len(names) - len(rules.extra_seats(options))
        self.key, self.screen = key, screen
        self.words = registry.game(rules.INFO.key).words
        self.people = [Seat(seat) for seat in range(len(names)) if seat not in self.levels]
        self.unread: dict[Seat, list[str]] = {seat: [] for seat in self.people}
        self.holds: Seat | None = self.people[0] if len(self.people) == 1 else None
        self.seq = 0
        step = start(rules, len(names), options, key)
        self.state = step.state
        self.tell(step.facts)

    # ---- The match -----------------------------------------------------------------------------

    def play(self) -> Outcome:
        while (outcome := self.rules.outcome(self.state)) is None:
            seat, move = self.next_move()
            self.do(seat, move)
        self.show_end(outcome)
        return outcome

    def do(self, seat: Seat, move: Any) -> None:
        step = play(self.rules, self.state, seat, move, chance_for(self.key, self.seq + 1))
        self.seq, self.state = self.seq + 1, step.state
        self.tell(step.facts)

    def next_move(self) -> tuple[Seat, Any]:
        """People come first, for their keyboard is slower than a bot; then bots; then the clock."""
        able = [seat for seat in self.people if self.rules.legal_moves(self.state, seat)]
        view = self.rules.view(self.state, None)
        turn = getattr(view, "turn", None)
        if turn in able:
            return turn, self.choose(turn)
        wish = self.go_round(able) if self.is_secret(view, able) else self.first_of(able)
        return (
            wish
            or simulating.next_of_bots(self.rules, self.state, self.key, self.seq, self.levels)
            or simulating.timed_out(self.rules, self.state)
        )

    def is_secret(self, view: Any, able: Sequence[Seat]) -> bool:
        """Somebody may act, and the table is not told who.

        A race is open to all, and a host is known to everybody. With one person at the keyboard
        there is nobody to hide it from.
        """
        acting = [
            seat for seat in range(self.players) if self.rules.legal_moves(self.state, Seat(seat))
        ]
        return (
            len(self.people) > 1
            and getattr(view, "turn", 0) is None
            and 0 < len(acting) < self.players
            and not self.rules.RACE
        )

    def first_of(self, able: Sequence[Seat]) -> tuple[Seat, Any] | None:
        """Whoever wants to act, while others may as well."""
        if not able:
            return None
        seat: Seat | None = able[0]
        alone = len(able) == 1 and not any(
            self.rules.legal_moves(self.state, Seat(seat)) for seat in self.levels
        )
        if len(able) > 1:
            seat = self.who_acts(able)
            moves = [] if seat is None else self.rules.legal_moves(self.state, seat)
            if seat is not None and len(moves) == 1:
                return seat, moves[0]
        if seat is None:
            return None
        move = self.choose(seat, may_wait=not alone)
        return None if move is None else (seat, move)

    def who_acts(self, able: Sequence[Seat]) -> Seat | None:
        """In a race: who was first? Everybody sees the same, so the shared screen stays."""
        self.read_out(self.unread_by_all(able))
        self.show(self.rules.view(self.state, None))
        rows = [f"{seat + 1}) {self.names[seat]}" for seat in able]
        while True:
            said = self.screen.ask(_("Who acts? %(who)s, Enter: nobody.") % {"who": " ".join(rows)})
            if not said:
                return None
            chosen = [seat for seat in able if said in (str(seat + 1), self.names[seat])]
            if chosen:
                return chosen[0]
            self.screen.say(_("One of these numbers, please."))

    def go_round(self, able: Sequence[Seat]) -> tuple[Seat, Any] | None:
        """Nobody may know who acts: all are handed the screen, and only then it is done."""
        made: list[tuple[Seat, Any]] = []
        for seat in self.people:
            if seat in able:
                made.append((seat, self.choose(seat)))
            else:
                self.hand_over(seat)
                self.show(self.rules.view(self.state, seat))
                self.screen.ask(_("Nothing for you to do now. Press Enter."))
        return made[0] if made else None

    # ---- One person before the screen ----------------------------------------------------------

    def choose(self, seat: Seat, may_wait: bool = False) -> Any:
        """A legal move, asked for until there is one; None: this person lets it pass."""
        self.hand_over(seat)
        view = self.rules.view(self.state, seat)
        moves = self.rules.legal_moves(self.state, seat)
        offers = sorted(offers_of(self.words, view, moves), key=lambda offer: -offer.weight)
        self.show(view)
        self.screen.say(plain(self.words.ask(view, seat, moves)))
        for number, offer in enumerate(offers, 1):
            self.screen.say(f" {number:>2}) {plain(offer.label)}  {plain(offer.preview)}".rstrip())
        waiting = " " + _("Enter: let it pass.") if may_wait else ""
        while True:
            said = self.screen.ask(_("Your move? A number; ? shows the table.") + waiting)
            if not said and may_wait:
                return None
            if said == "?":
                self.show(view)
                continue
            try:
                move = self.meant(said, offers, view)
                play(self.rules, self.state, seat, move, chance_for(self.key, self.seq + 1))
            except Refusal as refusal:
                self.screen.say(refusal_words(refusal))
            else:
                return move

    def meant(self, said: str, offers: Sequence[Offer], view: Any) -> Any:
        """The move behind a number, or a move written out as it travels."""
        if said.startswith("{"):
            try:
                return codec.load_move(self.rules, json.loads(said))
            except ValueError:
                raise InvalidMove from None
        if not said.isdecimal() or not 1 <= int(said) <= len(offers):
            raise Unclear
        offer = offers[int(said) - 1]
        return self.gathered(offer, view) if offer.gather else offer.move

    def gathered(self, offer: Offer, view: Any) -> Any:
        """A move with a list that the player fills: what is named goes in, or out if it is in."""
        values = {value_of(piece): piece for piece in offer.pieces}
        told = codec.dump(view).get(offer.gather)
        shown = [
            f"{value}:{told[value]}" if in_list(told, value) else str(value) for value in values
        ]
        self.screen.say(_("From these: %(what)s") % {"what": "  ".join(shown)})
        said = self.screen.ask(_("Which? Their numbers, with spaces."))
        chosen = {value_of(word) for word in said.replace(",", " ").split()}
        if not chosen or not chosen <= set(values):
            raise Unclear
        wire = codec.dump(offer.move)
        wire[offer.gather] = sorted(set(wire[offer.gather]) ^ chosen, key=str)
        return codec.load_move(self.rules, wire)

    def hand_over(self, seat: Seat) -> None:
        """The screen goes to this person, and nobody else's hand is on it."""
        if len(self.people) > 1 and self.holds != seat:
            self.screen.wipe()
            question = _("%(name)s, it is your turn. Press Enter when nobody else looks.")
            self.screen.ask(question % {"name": self.names[seat]})
            self.holds = seat
        self.read_out(self.unread[seat])
        self.unread[seat].clear()

    # ---- Telling -------------------------------------------------------------------------------

    def tell(self, facts: Iterable[Any]) -> None:
        """What happened: at once where one person or nobody plays, else when they look."""
        told = list(facts)
        for seat in self.people:
            self.unread[seat] += self.lines(told, seat)
        if len(self.people) == 1:
            self.read_out(self.unread[self.people[0]])
            self.unread[self.people[0]].clear()
        elif not self.people:
            self.read_out(self.lines(told, None))

    def lines(self, facts: Iterable[Any], seat: Seat | None) -> list[str]:
        step, who = list(facts), self.who(seat)
        known = [fact for fact in step if fact.known_to is None or seat in fact.known_to]
        return [line for fact in known if (line := plain(self.words.line(fact, step, who)))]

    def unread_by_all(self, able: Sequence[Seat]) -> list[str]:
        """What happened since the last look, told to a whole room: the words of the first."""
        told = [line for line in self.unread[able[0]]]
        for seat in self.people:
            self.unread[seat].clear()
        return told

    def read_out(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.screen.say(f"· {line}")

    def who(self, you: Seat | None) -> Any:
        """Names a seat. Two people at one keyboard are both called by their names."""
        alone = len(self.people) == 1

        def name(seat: Seat, *, inside: bool = False) -> SafeString:
            if seat == you and alone:
                return mark_safe(pgettext("inside a sentence", "you") if inside else _("You"))
            return escape(self.names[seat])

        return name

    def show(self, view: Any) -> None:
        self.screen.say()
        for line in text_view(view, self.names):
            self.screen.say(f"  {line}")
        self.screen.say()

    def show_end(self, outcome: Outcome) -> None:
        if len(self.people) > 1:
            self.read_out(self.unread_by_all(self.people))
        self.screen.say()
        self.screen.say(plain(self.words.headline(outcome, self.who(self.holds))))
        for seat, score in enumerate(outcome.scores):
            place = outcome.places[seat] if outcome.places else None
            mark = "–" if place is None else f"{place}."
            self.screen.say(f"  {mark} {self.names[seat]}: {score}")
        steps = ngettext("%(n)d step.", "%(n)d steps.", self.seq) % {"n": self.seq}
        self.screen.say(f"  {steps}")


class Unclear(Refusal):
    code = "unclear"
    sentence = gettext_noop("One of these numbers, please.")


def value_of(piece: str) -> Any:
    """The number of a die from "die-3"; anything else is itself."""
    text = piece.rsplit("-", 1)[-1] if piece.rsplit("-", 1)[-1].isdecimal() else piece
    return int(text) if text.isdecimal() else text


def in_list(told: Any, value: Any) -> bool:
    return isinstance(told, list) and isinstance(value, int) and value < len(told)
