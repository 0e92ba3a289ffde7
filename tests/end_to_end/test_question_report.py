"""“Report this question” over a running match: the sheet stays while the table goes on."""

from playwright.sync_api import expect

from tests.end_to_end.player import seat
from tests.end_to_end.rigged import state_of

OPEN = {
    "game": "alalab",
    "option_mode": "open",
    "option_referee": "False",
    "option_answer_seconds": "20",
    "option_max_questions": "30",
    "option_questions_difficulty": "None",
}


def answered(players, house, code):
    """The first buzzes and answers right."""
    first = players[0]
    first.see("#q-buzz").click()
    expect(first.see("#q-play")).to_have_attribute("data-can", "answer")
    right = state_of(house, code)["question"]["answer"]
    first.see(f"#q-choice-{right}").click()
    expect(first.see("#quiz")).to_have_attribute("data-phase", "revealed")


def test_a_question_is_reported_while_the_match_goes_on(arrive, house):
    players = [arrive(), arrive(phone=True, web=1)]
    code = seat(players, **OPEN)
    for player in players:
        expect(player.see("#question-report-open")).to_have_count(0)
    answered(players, house, code)
    phone = players[1]
    phone.see("#question-report-open").click()
    sheet = phone.see("#question-report")
    expect(sheet.get_by_text("The answer is wrong")).to_be_visible()
    expect(phone.see("#quiz")).to_have_attribute("data-phase", "question")  # the next one is here
    sheet.get_by_label("More than one choice is right").check()
    sheet.locator("textarea").fill("Two of them are.")
    sheet.get_by_role("button", name="Send the report").click()
    expect(sheet.get_by_text("Thank you.")).to_be_visible()
    rows = house.rows("SELECT reason, note FROM alalab_questionreport")
    assert rows == [("several", "Two of them are.")]
    sheet.get_by_role("button", name="Back to the match").click()
    expect(sheet).to_be_hidden()
