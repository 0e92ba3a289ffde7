"""After the match: watched again step by step, shared, and checked by the player's own browser."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.end_to_end.player import mover, seat


@pytest.fixture
def finished(arrive):
    """Anna and Ben have played six moves, then Ben gave up; the id of the match."""
    anna, ben = arrive(), arrive()
    code = seat([anna, ben])
    ((match,),) = anna.house.rows("SELECT match_id FROM lobby_table WHERE code = %s", code)
    for path in ("", "log.json", "verify/", "result.png", "step/1/"):
        for person in (anna, ben):
            assert person.context.request.get(f"/replay/{match}/{path}").status == 409, path
    for _ in range(6):
        mover([anna, ben]).move()
    assert ben.post(f"/t/{code}/resign/").status in (204, 302, 303)
    expect(anna.see("#sheet .places")).to_be_visible()
    return anna, ben, match


def test_a_match_is_watched_again_by_keyboard_slider_and_list(finished, arrive):
    anna, _, match = finished
    anna.see("#sheet [popovertarget]").click()
    href = anna.see("#sheet-more").get_by_role("link", name="Watch it again").get_attribute("href")
    assert href == f"/replay/{match}/"
    page = anna.page
    page.evaluate("() => { navigator.share = async (told) => { window.shared = told } }")
    anna.see("#sheet-more").get_by_role("button", name="Share the match").click()
    told = page.evaluate("() => window.shared")
    assert told["url"].endswith(href) and told["title"] == told["text"]
    page.goto(href)
    preview = page.locator("meta[property='og:title']").get_attribute("content")
    assert told["text"] == preview and preview.startswith("Forty: ")
    board, counter = page.locator("#board"), page.locator("#counter b")
    expect(board).to_have_attribute("data-v", "0")
    expect(page.locator("#eyes")).to_have_value(re.compile(r"\d"))  # as I saw it
    own = page.locator("#hand [data-key]").count()

    page.keyboard.press("ArrowRight")
    expect(board).to_have_attribute("data-v", "1")
    page.keyboard.press("End")
    expect(board).to_have_attribute("data-v", "7")
    expect(board).to_have_attribute("data-status", "finished")
    page.keyboard.press("ArrowLeft")
    expect(board).to_have_attribute("data-v", "6")
    expect(board).to_have_attribute("data-status", "running")
    page.keyboard.press("Home")
    expect(counter).to_have_text("0")

    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(board).to_have_attribute("data-v", "2")
    page.locator("#slider").fill("5")
    expect(board).to_have_attribute("data-v", "5")
    page.locator('#log [data-step="3"] a').first.click()
    expect(board).to_have_attribute("data-v", "3")
    expect(page.locator("#log [aria-current]").first).to_have_text(
        page.locator('#log [data-step="3"]').first.inner_text()
    )

    page.locator("#pace").select_option("4")
    page.locator("body").press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(board).to_have_attribute("data-v", "7")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#sheet .places")).to_be_visible()

    page.keyboard.press("Home")
    page.locator("#eyes").select_option("open")
    expect(page.locator("#hand [data-key]")).to_have_count(own * 2)
    page.keyboard.press("ArrowRight")
    expect(board).to_have_attribute("data-v", "1")
    assert page.url.endswith("?step=1&as=open")
    assert page.locator("#moment").input_value().endswith(f"/replay/{match}/?step=1&as=open")

    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for path in (f"/@{anna.name}/", "/leaderboards/forty/?by=streak"):  # no share sheet here
        page.goto(path)
        page.get_by_role("button", name="Share").click()
        expect(page.locator("#toasts")).to_contain_text("Copied")
        assert page.evaluate("() => navigator.clipboard.readText()").endswith(path)
        page.evaluate("() => { navigator.share = async (told) => { window.shared = told } }")
        page.get_by_role("button", name="Share").click()
        told = page.evaluate("() => window.shared")
        assert told["url"].endswith(path) and told["text"] in page.content()
        assert re.search(anna.name if "@" in path else "Forty", told["text"])

    visitor = arrive(known=False, phone=True, java_script_enabled=False)
    visitor.page.goto(f"/replay/{match}/?step=1&as=open")
    expect(visitor.see("#board")).to_have_attribute("data-v", "1")
    visitor.see("#on").click()
    expect(visitor.see("#board")).to_have_attribute("data-v", "2")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_browser_checks_every_step_and_finds_a_changed_byte(finished, tmp_path):
    anna, _, match = finished
    page = anna.page
    page.goto(f"/replay/{match}/verify/")
    verdict = page.locator("#verdict")
    expect(verdict).to_have_attribute("data-state", "good")
    expect(page.locator("#head-checks")).to_contain_text("Your browser kept the seal")
    expect(page.locator('#steps .step[data-ok="true"]')).to_have_count(8)
    expect(page.locator('#steps .step[data-ok="false"]')).to_have_count(0)

    page.locator("#spoil").click()
    expect(verdict).to_have_attribute("data-state", "bad")
    where = re.search(r"at (.*)\.$", page.locator("#source").inner_text())
    assert where
    bad = page.locator('#steps .step[data-ok="false"]')
    expect(bad.first).to_contain_text(where[1])
    page.locator("#mend").click()
    expect(verdict).to_have_attribute("data-state", "good")

    log = anna.context.request.get(f"/replay/{match}/log.json").text()
    kept = tmp_path / "kept.json"
    kept.write_text(log)
    page.locator("#file").set_input_files(kept)
    expect(page.locator("#source")).to_contain_text("kept.json")
    expect(verdict).to_have_attribute("data-state", "good")

    # One byte of a seed, a nonce, a seal, an input, a result, a move, a fact; each at its step.
    whole = json.loads(log)
    parts = {
        whole["seed"]: None,
        whole["seats"][0]["nonce"]: None,
        whole["commitment"]: None,
        whole["steps"][0]["chance"][0]["result"][0]: 0,
        json.dumps(whole["steps"][3]["move"], separators=(",", ":")): 3,
        whole["steps"][5]["at"]: 5,
    }
    for part, step in parts.items():
        middle = log.index(part) + len(part) // 2
        at = next(at for at in range(middle, len(log)) if log[at].isalnum())  # it stays JSON
        other = "7" if log[at] != "7" else "8"
        spoilt = tmp_path / f"spoilt-{step}.json"
        spoilt.write_text(log[:at] + other + log[at + 1 :])
        page.locator("#file").set_input_files(spoilt)
        expect(page.locator("#source")).to_contain_text(spoilt.name)
        expect(verdict).to_have_attribute("data-state", "bad")
        if step is None:
            expect(page.locator("#head-checks .mark-bad").first).to_be_visible()
        else:
            expect(page.locator(f"#step-{step}")).to_have_attribute("data-ok", "false")

    (tmp_path / "none.json").write_text("hello")
    page.locator("#file").set_input_files(tmp_path / "none.json")
    expect(page.locator("#verdict-words")).to_have_text("This is not a log of a match.")
    report = anna.house.site.manage("verify_match", str(match), name="verify")
    report.start()
    assert report.wait(60) and report.code == 0, report.output()


def test_the_example_is_worked_out_in_the_page(arrive):
    visitor = arrive(known=False)
    page = visitor.page
    page.goto("/fair/")
    assert page.locator("#example-shuffled").inner_text() == "7 8 2 1 0 4 9 6 5 3"
    page.get_by_label("What Ben’s browser adds").fill("bea")
    expect(page.locator("#example-shuffled")).not_to_have_text("7 8 2 1 0 4 9 6 5 3")
    page.get_by_label("What Ben’s browser adds").fill("ben")
    expect(page.locator("#example-shuffled")).to_have_text("7 8 2 1 0 4 9 6 5 3")
    page.get_by_role("link", name="What chance gave so far").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What chance gave so far")
