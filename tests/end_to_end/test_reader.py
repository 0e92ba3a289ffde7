"""A screen reader, scripted: a match found, played to its end and understood by roles, accessible
names and live regions alone. What the script cannot find out is a defect of the page."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from games.page.wording import card_words
from tests.end_to_end.player import Player
from tests.end_to_end.rigged import put, state_of

LIVE = """() => {
  window.heard = [];
  const live = "[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]";
  const hear = (changes) => {
    for (const { target, addedNodes } of changes) {
      const region = target.parentElement?.closest(live) ?? target.closest?.(live);
      if (!region?.checkVisibility()) continue;
      const words = [...addedNodes].map((node) => node.textContent).join(" ");
      const text = (words || target.textContent).replace(/\\s+/g, " ").trim();
      if (text) window.heard.push(text);
    }
  };
  const watch = { childList: true, subtree: true, characterData: true };
  new MutationObserver(hear).observe(document, watch);
}"""
"""What a reader says aloud: whatever is added to a live region that is not hidden."""


def few_cards(state: dict[str, Any]) -> dict[str, Any]:
    """Three cards for each, and the rest is taken already."""
    hands, piles = state["hands"], state["piles"]
    taken = [[*pile, *hand[3:]] for pile, hand in zip(piles, hands, strict=True)]
    taken[0] += state["stock"]
    return {"hands": [hand[:3] for hand in hands], "stock": [], "piles": taken}


MATCHES = {
    "forty": ("Forty", few_cards, "^Your turn. (Take|Lay)"),
    "thirtyone": ("Sudden Death 31", lambda state: {"handNo": 10}, "^Discard one of"),
}


class Reader:
    """Knows nothing but roles, names and what is said."""

    def __init__(self, player: Player) -> None:
        self.page = player.page
        self.page.add_init_script(f"({LIVE})()")
        self.turn = self.page.get_by_role("region", name="Whose turn")
        self.hand = self.page.get_by_role("form", name="Your hand")
        self.acts = self.page.get_by_role("group", name="What you can do").get_by_role("button")
        self.result = self.page.get_by_role("region", name=re.compile(" won | share the win"))

    @property
    def heard(self) -> list[str]:
        return self.page.evaluate("window.heard")

    def hear(self, pattern: str, since: int) -> str:
        """The first thing of this kind that is said after `since` others."""
        said = "([n, like]) => window.heard.slice(n).find((text) => new RegExp(like).test(text))"
        return self.page.wait_for_function(said, arg=[since, pattern]).json_value()

    def ask(self, key: str) -> str:
        """What one of the keys that tell says."""
        before = len(self.heard)
        self.page.keyboard.press(key)
        return self.hear(".", before)

    def may_act(self) -> bool:
        """Waits until it is this reader's turn; False at the end of the match."""
        mine = self.turn.get_by_text("Your turn", exact=True)
        expect(mine.or_(self.result).first).to_be_visible()
        return not self.result.is_visible()

    def play(self) -> None:
        """Presses what is there to press; else takes up a card, and presses what that offers."""
        before = len(self.heard)
        # A press that comes too early counts for nothing: then one listens and tries again.
        with suppress(TimeoutError):
            if not self.acts.count():
                able = self.hand.get_by_role("checkbox", disabled=False, checked=False).first
                able.press("Space", timeout=3000)
                expect(self.hand.get_by_role("checkbox", checked=True)).to_have_count(1)
            self.acts.first.press("Enter", timeout=3000)
            self.hear("^You ", before)


@pytest.mark.parametrize("game", MATCHES)
def test_a_match_by_roles_names_and_live_regions(arrive, house, game):
    name, shortened, asked = MATCHES[game]
    anna = arrive()
    reader, page = Reader(anna), anna.page
    anna.go("/")
    page.get_by_role("group", name=name).get_by_role("button", name="Practise").click()
    expect(reader.turn).to_be_visible()
    code = page.url.split("/t/")[1].strip("/")
    put(house, code, **shortened(state_of(house, code)))
    anna.reload()
    assert reader.may_act()

    held = {card_words(card) for card in state_of(house, code)["hands"][anna.seat]}
    for card in held:
        expect(reader.hand.get_by_role("checkbox", name=card, exact=True)).to_have_count(1)
    assert set(reader.ask("h").split(", ")) == held
    assert reader.ask("w").startswith("Your turn ")
    assert re.search(r"^You: \d+ (points?|chips?); \S+: ", reader.ask("s"))
    page.keyboard.press("?")
    rules = page.get_by_role("dialog", name="Rules of this game")
    rules.get_by_role("button", name="Keyboard").click()
    keys = page.get_by_role("dialog", name="Play by keyboard")
    expect(keys.get_by_text("Tell the scores")).to_be_visible()
    for sheet in (keys, rules):
        sheet.get_by_role("button", name="Close").click()
        expect(sheet).to_have_count(0)

    for _ in range(30):
        reader.play()
        if not reader.may_act():
            break
    # Whatever was asked of the reader was said, a second question of the same turn too.
    assert any(re.search(asked, said) for said in reader.heard), reader.heard
    headline = reader.hear(" won with | share the win", 0)
    result = page.get_by_role("region", name=headline)
    expect(result.get_by_role("listitem").filter(has_text=anna.name)).to_have_text(
        re.compile(r"\d")
    )
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
