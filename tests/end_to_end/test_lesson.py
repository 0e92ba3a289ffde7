"""A lesson in the browser: a visitor on a small phone plays it, by touch and by keys."""

import re

from playwright.sync_api import expect

from tests.end_to_end import enlarged
from tests.end_to_end.axe import findings
from tests.end_to_end.test_small_screens import NARROW, fits

CUT = """() => {
  const pieces = document.querySelectorAll("#board :is(.pick, [data-key])");
  const shown = [...pieces].filter((piece) => piece.checkVisibility());
  return shown.flatMap((piece) => {
    const box = piece.getBoundingClientRect();
    const edge = piece.closest("[data-fit]")?.getBoundingClientRect() ?? box;
    const over = [box.bottom - edge.bottom, edge.top - box.top];
    const out = Math.max(...over, box.right - edge.right, edge.left - box.left);
    return out > 1 ? [`${piece.className} ${piece.dataset.key ?? ""} by ${out}`] : [];
  });
}"""
"""Pieces on the table of which a part lies outside the area that shows them."""

TWICE = """() => {
  const press = () => document.getElementById("lesson-skip").click();
  addEventListener("htmx:beforeSwap", () => setTimeout(press), { once: true });
  press();
}"""

HERE = "the lesson points here"
FIRST, SECOND = ("4C", "4D"), ("8H", "AH")


def test_a_visitor_learns_is_answered_goes_back_and_comes_again(arrive):
    visitor = arrive(known=False, viewport=NARROW)
    visitor.go("/learn/forty/")
    page, lesson = visitor.page, visitor.see("#lesson")
    says, answer = visitor.see("#lesson-says"), visitor.see("#lesson-answer")
    choose = lambda key: page.locator(f"label:has(> .piece[value='{key}'])").click()  # noqa: E731
    fits(visitor)
    expect(says).to_contain_text("4 of clubs")
    for key in FIRST:
        piece = page.locator(f"label:has(> .piece[value='{key}'])")
        expect(piece).to_have_attribute("data-point", "")
        expect(piece.locator("input")).to_have_accessible_description(HERE)
    found = findings(page)

    # Another legal move is answered, changes nothing, and the next press counts.
    choose("10C")
    page.get_by_role("button", name="Lay down 10").click()
    expect(answer).to_contain_text("You have a 4, so take the 4.")
    expect(lesson).to_have_attribute("data-step", "0")

    for key in FIRST:
        choose(key)
    wanted = page.locator(".offer.on[data-point]")
    expect(wanted).to_have_text("Take 4♦︎")
    wanted.click()
    expect(lesson).to_have_attribute("data-step", "1")
    expect(answer).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("You took")
    expect(page.locator("#loose [data-key='AH']")).to_be_visible()  # the other has played

    visitor.see("#lesson-back").click()
    expect(lesson).to_have_attribute("data-step", "0")
    expect(page.locator("#loose [data-key='4D']")).to_be_visible()
    visitor.see("#lesson-skip").click()
    expect(lesson).to_have_attribute("data-step", "1")
    pointed = page.locator(f".piece[aria-description='{HERE}']")
    expect(pointed).to_have_count(2)
    for key in SECOND:
        expect(page.locator(f".piece[value='{key}']")).to_have_accessible_description(HERE)

    page.reload()
    expect(lesson).to_have_attribute("data-step", "1")
    for key in SECOND:
        page.locator(f".piece[value='{key}']").focus()
        page.keyboard.press(" ")
    page.keyboard.press("Enter")
    expect(lesson).to_have_attribute("data-step", "2")

    # A second press, while the others still play, shows at once what is left of the step.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert not page.evaluate(CUT)
    page.evaluate(TWICE)
    expect(lesson).to_have_attribute("data-step", "3")
    assert sum(url.endswith("/go/") for url in asked) == 1
    for step in range(4, 9):
        assert not page.evaluate(CUT), f"step {step}"
        visitor.see("#lesson-skip").click()
        expect(lesson).to_have_attribute("data-step", str(step))
    first_match = page.get_by_role("button", name="Play your first match")
    expect(first_match).to_be_in_viewport()
    fits(visitor)
    found += findings(page) + enlarged.findings(page)

    # In the match that follows a coach speaks, until one press.
    first_match.click()
    page.wait_for_url("**/t/*/")
    coach = visitor.see("#coach-line")
    expect(coach).to_contain_text(re.compile("could take|would make|counts least"))
    fits(visitor)
    found += findings(page, ("dark",))
    page.get_by_role("button", name="No more advice").click()
    expect(coach).to_be_hidden()
    visitor.reload()
    expect(visitor.see("#status[data-mine]")).to_be_visible()
    expect(coach).to_be_hidden()
    assert not found, "\n".join(found)


def test_a_lesson_waits_for_the_learner_also_where_there_is_but_one_move(arrive):
    visitor = arrive(known=False, viewport=NARROW, forced=True)
    visitor.go("/learn/otzarot/")
    lesson = visitor.see("#lesson")
    visitor.see("#lesson-skip").click()
    expect(lesson).to_have_attribute("data-step", "1")
    visitor.see("#lesson-back").click()
    draws = visitor.page.get_by_role("button", name="Draw a card", exact=True)
    expect(draws).to_be_enabled()
    visitor.page.wait_for_timeout(2_500)  # the page of a match presses after 0.9 seconds
    expect(lesson).to_have_attribute("data-step", "0")
    draws.click()
    expect(lesson).to_have_attribute("data-step", "1")
    visitor.go("/learn/alalab/")
    expect(visitor.see("#q-buzz")).to_have_accessible_description(HERE)
