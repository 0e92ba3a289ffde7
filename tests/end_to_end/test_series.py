"""Series in the browser, on phones and desks: a knock-out and a party night to their podiums."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.end_to_end.axe import findings
from tests.end_to_end.conftest import Arrive
from tests.end_to_end.player import PHONE, Player, mover, next_mover
from tests.end_to_end.test_thirtyone import draw_and_discard


def play_round(players: list[Player], winners: int) -> list[Player]:
    """Everybody is led to their table by the page and says ready; one of two gives up."""
    tables: dict[str, list[Player]] = {}
    for player in players:
        player.page.wait_for_url("**/t/**")
        player.see("#ready").click()
        tables.setdefault(player.page.url, []).append(player)
    assert len(tables) == winners
    for one, other in tables.values():
        expect(one.see("#board")).to_be_visible()
        other.post(f"{urlsplit(one.page.url).path}resign/")
        link = one.see("#rematch a")
        expect(link).to_be_visible()
        link.click()
        expect(one.see("#series")).to_be_visible()
    return [one for one, _other in tables.values()]


def test_a_knockout_of_four_to_its_podium(arrive: Arrive) -> None:
    anna = arrive()
    anna.go("/series/new/forty/")
    anna.see("#id_name").fill("Friday cup")
    anna.page.get_by_role("radio", name="Knock-out:").check()
    anna.page.get_by_role("radio", name="2 players").check()
    expect(anna.see("#id_rounds")).to_be_hidden()  # of a Swiss
    anna.see("summary", has_text="Breaks, places").click()
    anna.see("#id_break_seconds").fill("0")
    found = findings(anna.page)
    anna.page.get_by_role("button", name="Plan it").click()
    expect(anna.see("#series h1")).to_have_text("Friday cup")
    code = anna.page.url.rstrip("/").rsplit("/", 1)[-1]

    people = [anna, arrive(phone=True), arrive(), arrive()]
    for player in people:
        player.go(f"/series/{code}/")
        player.see("#join").click()
        expect(player.see("#withdraw")).to_be_visible()
    expect(anna.see(".series-entrants li")).to_have_count(4)
    found += findings(people[1].page)
    anna.house.rows("UPDATE series_series SET deadline = now() WHERE code = %s", code)

    finalists = play_round(people, winners=2)
    [third, _fourth] = (player for player in people if player not in finalists)
    third.go(f"/series/{code}/")
    expect(third.see(".bracket-box.is-final")).to_have_count(1)
    assert third.see(".bracket-box").count() == 3
    found += findings(third.page)
    [winner] = play_round(finalists, winners=1)
    expect(winner.see(".podium-1")).to_contain_text(winner.name)
    summary = winner.see(".standing summary").first
    summary.click()
    expect(winner.see(".standing .marks a").first).to_be_visible()
    found += findings(winner.page)
    winner.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    wide = winner.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, "nothing but the bracket scrolls sideways"
    winner.go(f"/@{winner.name}/")
    expect(winner.see(".cups")).to_contain_text("Friday cup")
    assert not found, "\n".join(found)


def add(host: Player, night: str, game: str, **chosen: str) -> None:
    """One more game, on these options of its form."""
    host.see(".programme-add").get_by_role("link", name=game).click()
    for group, choice in chosen.items():
        host.see(f"[name={group}]").and_(host.page.get_by_role("radio", name=choice)).check()
    host.page.get_by_role("button", name="Add it to the evening").click()
    host.page.wait_for_url(f"**{night}")


def test_a_party_night_of_three_games_with_a_guest_and_a_television(arrive: Arrive) -> None:
    """Of four, three play 31 to its end and then two at a time; who sat out plays. The television
    follows, and everybody comes back by one link."""
    host = arrive(phone=True)
    host.go("/night/new/")
    host.see("#id_name").fill("Our night")
    for place, game in (1, "telefon"), (2, ""), (3, ""):
        host.see(f"#id_game_{place}").select_option(game)
    host.page.get_by_role("button", name="Open the evening").click()
    expect(host.see("#begin")).to_be_visible()
    night = urlsplit(host.page.url).path
    add(
        host,
        night,
        "Sudden Death 31",
        size="3 players",
        option_chips="2 chips",
        option_hands="Until",
    )
    add(host, night, "Otzarot", size="2 players")
    add(host, night, "Forty", size="2 players")
    host.page.get_by_role("button", name="Drop Telefon").click()
    expect(host.see(".programme-game")).to_have_count(3)

    others, guest, television = (
        [arrive(), arrive()],
        arrive(known=False, phone=True),
        arrive(known=False),
    )
    for other in others:
        other.go(night)
        other.see("#join").click()
    guest.go(night)
    guest.see("[name=guest_name]").fill(guest.name)
    guest.see("#join").click()
    expect(guest.see("#withdraw")).to_be_visible()
    television.go(f"{night}screen/")
    people = {player.name: player for player in (host, *others, guest)}
    expect(television.see(".tv-who")).to_have_count(4)
    found = findings(host.page) + findings(television.page)

    stage = television.page.frame_locator(".night-tv-board")
    sat_out: set[str] = set()
    for players in (3, 2, 2):
        host.see("#begin, #next-game").click()
        expect(television.see(".tv-called li")).to_have_count(players)
        called = television.see(".tv-called .name").all_inner_texts()
        assert sat_out <= set(called), "who sat out plays"
        sat_out = people.keys() - called
        playing = [player for player in people.values() if player.name in called]
        for player in playing:
            if players == 2:  # else the page leads there by itself
                player.see("#my-table").click()
            player.page.wait_for_url("**/t/**")
            player.see("#ready").click()
        for player in playing:
            expect(player.see("#board")).to_be_visible()
        expect(stage.locator(".tv")).to_be_visible()
        if playing[0].is_over:  # in sudden death somebody may be dealt the win
            for player in playing:
                player.witness.forget()  # at the end all hands lie open
        else:
            for name in sat_out:
                expect(people[name].see(".series-clock")).to_contain_text("You sit out this game")
                expect(people[name].see(".programme-game.is-now")).to_have_count(1)
                expect(people[name].see(".standings .standing")).to_have_count(4)
        if players == 3:
            found += findings(television.page, ("dark",))
            while (turn := next_mover(playing)) is not None:
                draw_and_discard(turn)
        else:
            before = playing[0].seq
            mover(playing).see("#actions .offer.on, #hand .pick").first.click()
            playing[1].post(f"{urlsplit(playing[0].page.url).path}resign/")
            playing[0].wait_for_event(before + 1)
        expect(stage.locator("#screen")).to_have_attribute("data-status", "finished")
        for player in playing:
            player.see("#rematch a").click()
            player.page.wait_for_url(f"**{night}")

    # The television holds the end of a game for some seconds; the phones show the finale at once.
    expect(guest.see(".podium-1").first).to_be_visible()
    points = guest.see(".standing-points").all_inner_texts()
    assert len(points) == 4 and sum(float(each.split()[0]) for each in points) == 18 + 12 + 12
    guest.see(".series-picture").scroll_into_view_if_needed()
    expect(guest.see(".series-picture")).to_have_js_property("naturalWidth", 1200)
    found += findings(guest.page)
    for width in (390, 320):
        guest.page.set_viewport_size({"width": width, "height": 700})
        assert not guest.page.evaluate("document.documentElement.scrollWidth > innerWidth"), width
    host.go("/series/")
    found += findings(host.page)
    expect(television.see(".podium-1").first).to_be_visible()
    expect(television.see(".night-tv-board")).to_have_count(0)
    first = television.see(".podium-1 .name").first.inner_text()
    expect(guest.see(".podium-1").first).to_contain_text(first)
    found += findings(television.page, ("light",))
    assert not found, "\n".join(found)


MORE = """() => {
  const list = document.querySelector(".tv-standings");
  for (let number = 2; number <= 60; number++) {
    const row = list.firstElementChild.cloneNode(true);
    row.querySelector(".name").textContent = `Name ${number}`;
    list.append(row);
  }
  dispatchEvent(new Event("resize"));
}"""
IN_SIGHT = """all => all.filter((row) => row.checkVisibility()).map((row) => {
  const { top, bottom, right } = row.getBoundingClientRect();
  return [row.innerText, top >= 0 && bottom <= innerHeight && right <= innerWidth];
})"""
HEARD = "addEventListener('htmx:wsAfterMessage', () => { window.heard = true; });"


def test_a_television_shows_everybody_in_turn(arrive: Arrive) -> None:
    host, television = arrive(), arrive(known=False, viewport={"width": 1280, "height": 720})
    night = host.post("/night/new/", name="Our night", game_1="forty").headers["location"]
    television.page.clock.install()
    television.context.add_init_script(HEARD)
    television.go(f"{night}screen/")
    television.page.wait_for_function("() => window.heard")  # what its socket brings comes first
    expect(television.see(".tv-turn")).to_be_hidden()
    television.page.evaluate(MORE)
    seen: set[str] = set()
    for _turn in range(20):
        shown = television.page.eval_on_selector_all(".tv-standings li", IN_SIGHT)
        assert len(shown) >= 7 and all(whole for _, whole in shown), "nobody is cut off"
        seen |= {name for name, _ in shown}
        television.page.clock.fast_forward(8000)
    assert len(seen) == 60
