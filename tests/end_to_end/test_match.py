"""From the front door to the result: two and three people in real browsers."""

from playwright.sync_api import expect

from tests.end_to_end.player import PASSWORD, mover, play_on, seat


def sign_up_by_hand(player) -> None:
    player.go("/")
    player.page.get_by_role("link", name="Sign up").click()
    player.page.get_by_label("Name", exact=True).fill(player.name)
    player.page.get_by_label("E-mail").fill(f"{player.name}@example.org")
    player.page.get_by_label("Password", exact=True).fill(PASSWORD)
    player.page.get_by_role("button", name="Sign up").click()
    expect(player.see("header.top .who")).to_have_text(player.name)


def log_out_and_in_by_hand(player) -> None:
    player.page.get_by_label("Your account").click()
    player.page.get_by_role("button", name="Sign out").click()
    player.page.get_by_role("link", name="Sign in").click()
    player.page.get_by_label("Name or e-mail").fill(player.name)
    player.page.get_by_label("Password", exact=True).fill(PASSWORD)
    player.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(player.see("header.top .who")).to_have_text(player.name)


def result(player) -> list[str]:
    """The places of the result sheet, as everybody reads them."""
    expect(player.see("#sheet .places")).to_be_visible()
    rows = player.see("#sheet .place")
    return [" ".join(row.inner_text().replace("you", "").split()) for row in rows.all()]


def test_two_newcomers_play_a_whole_match_and_then_another(arrive):
    anna, ben = arrive(known=False), arrive(known=False, phone=True)
    for player in (anna, ben):
        sign_up_by_hand(player)
    log_out_and_in_by_hand(anna)

    anna.game().get_by_text("New table").click()
    anna.game().get_by_role("button", name="With friends").click()
    code = anna.see("#stage .code-letters").inner_text().strip()
    link = anna.page.url.split("?")[0]

    ben.go("/")
    ben.page.get_by_label("The six letters of the table").fill(f" {code.lower()} ")
    ben.page.get_by_role("button", name="Go to the table").click()
    ben.page.get_by_role("button", name="Sit down").click()
    for player in (anna, ben):
        expect(player.see("#board")).to_be_visible()

    assert play_on([anna, ben]) == 40
    assert result(anna) == result(ben)

    seats = [anna.seat, ben.seat]
    for player in (anna, ben):
        player.page.get_by_role("button", name="Play again").click()
    for player in (anna, ben):
        expect(player.see("#board[data-status=running]")).to_be_visible()
        assert player.page.url == link
    assert [anna.seat, ben.seat] == seats[::-1]
    mover([anna, ben]).move()


def window_table(arrive):
    """Three people in the window before the first turn; one deal in forty has none."""
    for _ in range(3):
        players = [arrive(), arrive(phone=True), arrive()]
        seat(players)
        holders = [player for player in players if player.is_to_move]
        if any(not offer["pieces"] for offer in holders[0].offers()):
            return players, holders
    raise AssertionError("three deals in a row turned up the three of hearts")


def test_three_play_to_the_end_and_only_the_holder_knows_of_the_three_of_hearts(arrive):
    players, holders = window_table(arrive)
    assert len(holders) == 1
    holder = holders[0]
    others = [player for player in players if player is not holder]
    assert "3H" in holder.hand
    words = {
        player.see("#turn-head").inner_text() + player.see("#ask").inner_text() for player in others
    }
    assert len(words) == 1, "the others read the same, whoever they are"
    for player in others:
        assert player.see("#board").get_attribute("data-turn") == ""
        assert player.see("#seats .to-move").count() == 0
        assert player.offers() == []

    holder.page.get_by_role("button", name="Keep").click()
    for player in players:
        player.wait_for_event(1)
        lines = player.see("#log li").all_inner_texts()[1:]
        assert not any(holder.name in line for line in lines), "a kept card stays unknown"

    assert play_on(players) == 39
    assert result(players[0]) == result(players[1]) == result(players[2])
