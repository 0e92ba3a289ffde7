"""Every game to its end by keyboard alone; the keys tell what a reader could not see."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from games import registry
from tests.end_to_end.player import Player
from tests.end_to_end.rigged import put, state_of
from tests.end_to_end.test_hands_on import walk_to

# Short of the end, so that a match takes a few turns: parts of the state as they travel.
NEARLY_OVER: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "alalab": lambda state: {"standing": {**state["standing"], "scores": [9, 0]}},
    "otzarot": lambda state: {"scores": [7700, 7700]},
    "telefon": lambda state: {"scores": [355, 355]},
    "thirtyone": lambda state: {"handNo": 10},
}
MAY_ACT = """() => document.getElementById("board").dataset.status !== "running" ||
  [...document.querySelectorAll("#actions .offer")].some((one) => !one.disabled)"""
OFFERS = """all => all.filter((one) => !one.disabled).map((one) => ({
  id: one.id, move: one.value, pieces: one.dataset.pieces ? one.dataset.pieces.split(" ") : [],
  shows: one.checkVisibility(), best: one.classList.contains("btn-primary")}))"""


def play(player: Player, state: dict) -> None:
    """One move with the keys: pieces by arrows and Space, buttons by Tab and Enter."""
    keyboard = player.page.keyboard
    offers = player.page.eval_on_selector_all("#actions .offer", OFFERS)
    if state.get("phase") == "answering":  # whoever knows the answer needs fewer questions
        offers = [o for o in offers if json.loads(o["move"]).get("choice") == right(state)]
    plain = [offer for offer in offers if not offer["pieces"] and offer["shows"]]
    if not offers:
        return
    offer = next((o for o in plain if o["best"]), (plain or offers)[0])
    before = player.seq
    keyboard.press("Escape")
    for key in offer["pieces"]:
        zone = "hand" if player.see(f'#hand .piece[value="{key}"]').count() else "table"
        walk_to(player, key, zone)
        keyboard.press("Space")
    if offer["pieces"]:
        keyboard.press("Enter")
    elif offer["shows"]:
        tab_to_button(player, offer["id"])
        keyboard.press("Enter")
    else:
        keyboard.press(key_of(json.loads(offer["move"])))
    # In a race the button may be gone, or new and not yet to be pressed: then one looks again.
    with suppress(TimeoutError):
        player.page.wait_for_function(
            "seq => Number(document.getElementById('board')?.dataset.v) >= seq",
            arg=before + 1,
            timeout=3000,
        )


def tab_to_button(player: Player, name: str) -> None:
    for _ in range(90):
        if player.page.evaluate("document.activeElement.id") == name:
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"no way to #{name} by keyboard")


def key_of(move: dict[str, Any]) -> str:
    """The key of a move whose button is the game's own."""
    return "abcd"[move["choice"]] if "choice" in move else "Space"


def right(state: dict) -> int:
    return state["question"]["answer"]


@pytest.mark.parametrize("game", NEARLY_OVER)
def test_a_match_to_its_end_by_keyboard_alone(arrive, house, game):
    anna = arrive()
    level = registry.rules_for(game).INFO.levels[0]
    address = anna.post(f"/practise/{game}/", level=level).headers["location"]
    code = address.split("/t/")[1].split("/")[0]
    anna.go(f"/t/{code}/")
    anna.see("#ready").focus()
    anna.page.keyboard.press("Enter")
    expect(anna.see("#board")).to_be_visible()
    put(house, code, **NEARLY_OVER[game](state_of(house, code)))
    anna.reload()
    for key in "lshwt":
        anna.page.keyboard.press(key)
        expect(anna.see("#toasts > p").last).not_to_have_text("")
    for _ in range(80):
        anna.page.wait_for_function(MAY_ACT)
        if anna.is_over:
            break
        play(anna, state_of(house, code))
    expect(anna.see("#sheet .places")).to_be_visible()
