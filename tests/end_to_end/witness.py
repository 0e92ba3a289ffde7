"""What reached a browser, word for word, and whether it should have.

Every page of every player is watched from its first byte: what its console said, what its content
policy refused, and each frame and page that names cards or tiles.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Page, WebSocket

from ops.faults.page_text import PageText

TELL_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
BOARD = re.compile(r'<[^>]*\sid="board"[^>]*>')
CODE = re.compile(r"(?<![\w.])(10|[A2-9JQK])([SHDC])(?!\w)")
WORD = re.compile(r"(?<![\w.])(10|[A2-9JQK])([♠♥♦♣])")
TILE = re.compile(r"""(?:["']|&quot;|\bid="[hbf]-)([0-6]-[0-6])(?=["'&-])""")
TILE_WORD = re.compile(r"(?<!\w)([0-6])‑([0-6])(?!\w)")  # with a hyphen that does not break
RULES_SAY = {"3H"}  # the sentence about the window before the first turn names it to everybody
DRAWING = re.compile(r'\s(?:d|points|viewBox|transform)="[^"]*"')
BELL = re.compile(r'\sdata-mark="\d+-\d+"')
IN_HAND = re.compile(r'id="h-([A-Z0-9]+|[0-6]-[0-6])-in"')
ROUND = re.compile(r'\sid="sheet"[^>]*\sdata-round="([^"]*)"')
SUITS = dict(zip("♠♥♦♣", "SHDC", strict=True))


@dataclass(frozen=True)
class Glimpse:
    """One state of one match, as one reader was shown it. Cards, or tiles."""

    match: str
    seq: int
    cards: frozenset[str]
    hand: frozenset[str] | None  # None: the hand was not sent this time
    round: str = ""  # the round that was finished last


@dataclass
class Witness:
    """All that one person's pages received."""

    complaints: list[str] = field(default_factory=list)
    glimpses: list[Glimpse] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    frames: int = 0
    openers: set[str] = field(default_factory=set)
    told_before: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """By match what this reader was shown before a test dealt anew: the log goes on naming it."""
    _expected: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("websocket", self._listen)
        page.on("request", lambda request: self.sent.append(f"{request.method} {request.url}"))

    def expect(self, *patterns: str) -> None:
        """What the console will say because the test provokes it."""
        self._expected += patterns

    def unexpected(self) -> list[str]:
        return [
            words
            for words in self.complaints
            if not any(re.search(pattern, words) for pattern in self._expected)
        ]

    def forget(self) -> None:
        """A test deals anew: who holds what is compared from here on."""
        for glimpse in self.glimpses:
            self.told_before[glimpse.match] |= glimpse.cards
        self.glimpses.clear()

    def posts(self, end: str) -> int:
        return sum(line.startswith("POST") and line.endswith(end) for line in self.sent)

    def moves(self) -> int:
        """How often a move was sent, by the socket or by HTTP."""
        by_socket = sum(line.startswith("WS") and '"move":' in line for line in self.sent)
        return by_socket + self.posts("/move/")

    def read(self, html: str) -> None:
        """A page or a frame: which cards or tiles it names, and which are the reader's own."""
        self.frames += 1
        board = BOARD.search(html)
        if not board:
            return
        match = re.search(r'data-match="(\d+)"', board[0])
        seq = re.search(r'data-v="(\d+)"', board[0])
        assert match and seq
        cards = {value + suit for value, suit in CODE.findall(DRAWING.sub("", html))}
        cards |= {value + SUITS[suit] for value, suit in WORD.findall(html)} - RULES_SAY
        html = BELL.sub("", html)
        named = set(map("-".join, TILE_WORD.findall(html)))
        if seq[1] == "0":
            self.openers |= named  # the deal tells everybody which tile opens the first game
        cards |= {*TILE.findall(html), *(named - self.openers)}
        hand = frozenset(IN_HAND.findall(html)) if 'id="hand"' in html else None
        ended = ROUND.search(html)
        round_ = ended[1] if ended else ""
        self.glimpses.append(Glimpse(match[1], int(seq[1]), frozenset(cards), hand, round_))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location.get("url", "")
            self.complaints.append(f"{message.type}: {message.text} {where}")

    def _listen(self, socket: WebSocket) -> None:
        page = PageText()
        socket.on("framereceived", lambda frame: self.read(page.read(frame)))
        socket.on("framesent", self._said)

    def _said(self, frame: bytes | str) -> None:
        self.sent.append(f"WS {frame!s}")


def leaks(witnesses: Iterable[Witness]) -> tuple[list[str], int]:
    """Cards that somebody was shown while another held them in hand; and how many were compared.

    Tiles are held like cards. A card is in a hand at some moment if that hand's owner was shown it
    before and after. A card that lay open before (a starter taken into a hand) is no secret. When
    a round ends its hands may be laid open while the next is dealt: what is shown in that moment is
    not compared.
    """
    everybody = list(witnesses)
    found: list[str] = []
    compared = 0
    for owner in everybody:
        hands = hands_by_match(owner)
        for reader in everybody:
            if reader is owner:
                continue
            known = {match: set(told) for match, told in reader.told_before.items()}
            rounds: dict[str, str] = {}
            for glimpse in sorted(reader.glimpses, key=lambda one: (one.match, one.seq)):
                hidden = held_at(hands.get(glimpse.match, {}), glimpse.seq)
                if rounds.setdefault(glimpse.match, glimpse.round) != glimpse.round:
                    rounds[glimpse.match] = glimpse.round
                    hidden = frozenset()
                compared += len(hidden)
                lay_open = known.setdefault(glimpse.match, set())
                for card in (glimpse.cards & hidden) - lay_open:
                    found.append(f"{card} was shown at event {glimpse.seq} of {glimpse.match}")
                lay_open |= glimpse.cards
    return found, compared


def hands_by_match(witness: Witness) -> dict[str, dict[int, frozenset[str]]]:
    hands: dict[str, dict[int, frozenset[str]]] = defaultdict(dict)
    for glimpse in witness.glimpses:
        if glimpse.hand:
            hands[glimpse.match][glimpse.seq] = glimpse.hand
    return hands


def held_at(hands: dict[int, frozenset[str]], seq: int) -> frozenset[str]:
    before = [at for at in hands if at <= seq]
    after = [at for at in hands if at >= seq]
    if not before or not after:
        return frozenset()
    return hands[max(before)] & hands[min(after)]
