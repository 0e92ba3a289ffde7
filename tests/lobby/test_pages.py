"""The lobby and the tables by HTTP: who sees what, who is asked to sign in, what is refused."""

import re
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.access.rate_limit import RateLimit
from accounts.models import User
from accounts.people.closing import close_account
from accounts.people.data_export import collect_all
from games import registry
from games.engine.contract import Rules
from games.engine.options import option_notes, options_of
from games.models import Match, Seat
from games.services import leaving
from lobby import limits
from lobby.finding import lists
from lobby.models import ChatLine, Table, TableDefaults
from lobby.room import chat
from lobby.services import chairs, tables, talk
from tests.lobby.conftest import GAME, MakePerson, one_move, play_out, signed_in

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined]


# ---- The lobby -----------------------------------------------------------------------------------


def test_a_visitor_sees_the_tables(client: Client, table: Table) -> None:
    page = text(client.get("/"))
    assert f'id="t-{table.code}"' in page and "Leyla" in page
    assert f"/play/{GAME}/" in page and 'ws-connect="/ws/lobby/"' in page


def test_a_private_and_an_empty_table_are_not_listed(
    client: Client, leyla: User, noam: User
) -> None:
    hidden = tables.open_table(leyla, GAME, public=False, rated=False)
    empty = tables.open_table(noam, GAME)
    chairs.leave(empty.pk, noam)
    page = text(client.get("/"))
    assert hidden.code not in page and empty.code not in page


def listed(page: str) -> list[str]:
    return re.findall(r'<li id="t-(\w+)"', page)


def test_the_filter_knows_only_what_there_is(client: Client, table: Table) -> None:
    assert f'ws-connect="/ws/tables/?game={GAME}"' in text(client.get(f"/tables/?game={GAME}"))
    for nonsense in ("game=%22%3E%3Cscript%3E", "stake=x&page=-1", "page=99999999999"):
        assert 'ws-connect="/ws/tables/"' in text(client.get(f"/tables/?{nonsense}"))


SOME_TABLES: dict[str, dict[str, Any]] = {
    "rated": {"rated": True},
    "friendly": {},
    "slow": {"options": {"turnSeconds": 86400}},
    "full": {},
    "other": {"game": "otzarot"},
    "welcome": {"beginners": True},
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "rated friendly slow full other welcome"),
        (f"game={GAME}", "rated friendly slow full welcome"),
        ("stake=rated", "rated"),
        ("stake=friendly&clock=live", "friendly full other welcome"),
        ("clock=slow", "slow"),
        ("chairs=free", "rated friendly slow other welcome"),
        ("who=beginners", "welcome"),
        (f"who=beginners&stake=rated&game={GAME}", ""),
    ],
)
def test_the_list_is_filtered(client: Client, person: MakePerson, query: str, found: str) -> None:
    made = {
        name: tables.open_table(person(name.title()), **{"game": GAME, "rated": False, **terms})
        for name, terms in SOME_TABLES.items()
    }
    chairs.sit(made["full"].pk, person("Guest"))
    shown = listed(text(client.get(f"/tables/?{query}")))
    assert set(shown) == {made[name].code for name in found.split()}


def test_a_long_list_is_shown_in_windows_and_every_one_is_live(
    client: Client, person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "WINDOW", 2)
    monkeypatch.setattr(lists, "FRONT_WINDOW", 3)
    codes = {tables.open_table(person(f"Guest{n}"), GAME).code for n in "abcde"}
    pages = [text(client.get(f"/tables/?game={GAME}&page={n}")) for n in (1, 2, 3)]
    first, second, third = (set(listed(page)) for page in pages)
    assert [len(first), len(second), len(third)] == [2, 2, 1] and first | second | third == codes
    assert f'href="?game={GAME}&amp;page=2"' in pages[0] and 'rel="next"' not in pages[2]
    assert f"/ws/tables/?game={GAME}&amp;page=2" in pages[1]
    assert set(listed(text(client.get("/tables/?page=99")))) == third, "beyond is the last one"
    front = text(client.get("/"))
    assert len(listed(front)) == 3 and "all 5 tables" in front


# ---- The front page ------------------------------------------------------------------------------


def test_one_s_own_games_come_first_and_those_that_wait_for_oneself_before_others(
    leyla: User, noam: User, samir: User
) -> None:
    def play(*people: User, **terms: object) -> Table:
        table = tables.open_table(people[0], GAME, rated=False, **terms)  # type: ignore[arg-type]
        for one in people[1:]:
            chairs.sit(table.pk, one)
        for one in people:
            chairs.set_ready(table.pk, one)
        table.refresh_from_db()
        return table

    slow = {"turnSeconds": 259200}
    waiting = tables.open_table(leyla, GAME, slow, rated=False)
    other, mine = play(leyla, noam, options=slow), play(leyla, samir, options=slow)
    for table, is_turn in ((other, False), (mine, True)):
        seat = Seat.objects.get(match=table.match, user=leyla).index
        while (seat in Match.objects.get(venue=table.venue).acting) is not is_turn:
            one_move(table.match_id)  # type: ignore[arg-type]
    live = play(leyla, noam)
    page = text(signed_in(leyla).get("/"))
    assert re.findall(r'id="m-(\w+)"', page) == [live.code, mine.code, other.code, waiting.code]
    assert page.index('id="mine"') < page.index('id="front"') < page.index('class="games"')
    assert re.findall(r'id="m-(\w+)"', text(signed_in(samir).get("/"))) == [mine.code]


def test_a_member_is_told_nothing_about_signing_in(client: Client, leyla: User) -> None:
    front = text(signed_in(leyla).get("/"))
    main = front[front.index("<main") : front.index("</main>")].lower()
    assert "sign" not in main and "log in" not in main
    visitor = text(client.get("/"))
    for rules in registry.all_games():
        for door in ("play", "practise"):
            assert f'action="/{door}/{rules.INFO.key}/"' in visitor


def test_the_fullest_tables_come_first_and_those_without_a_chair_last(
    client: Client, person: MakePerson
) -> None:
    def opened(seats: int, taken: int) -> str:
        guests = [person(f"S{seats}of{taken}n{n}") for n in range(taken)]
        table = tables.open_table(guests[0], GAME, seats=seats, rated=False)
        for guest in guests[1:]:
            chairs.sit(table.pk, guest)
        return table.code

    full, empty, fuller = opened(2, 2), opened(3, 1), opened(3, 2)
    page = text(client.get("/"))
    assert re.findall(r'<li id="t-(\w+)"', page) == [fuller, empty, full]


@pytest.mark.parametrize("path", ["/play/{game}/", "/t/{code}/sit/"])
def test_a_visitor_who_acts_is_asked_to_sign_up(client: Client, table: Table, path: str) -> None:
    address = path.format(game=GAME, code=table.code)
    answer = client.post(address)
    assert answer.status_code == 302 and "/accounts/signup/" in answer["Location"]
    answer = client.post(address, headers=HTMX)
    assert answer.status_code == 204 and "/accounts/signup/" in answer["HX-Redirect"]
    assert table.chairs.count() == 1


def test_play_now_leads_to_a_table_where_one_is_ready_at_once(leyla: User) -> None:
    client = signed_in(leyla)
    answer = client.post(f"/play/{GAME}/")
    assert answer.status_code == 303
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.code}/?now=1"
    assert "data-now" in text(client.get(answer["Location"]))
    chairs.set_ready(table.pk, leyla)
    assert "data-now" not in text(client.get(table.get_absolute_url()))


@pytest.mark.parametrize("spell", [str.lower, lambda c: f" {c[:3]} {c[3:]} ", lambda c: f"/t/{c}/"])
def test_joining_by_code(client: Client, table: Table, spell: object) -> None:
    answer = client.post("/join/", {"code": spell(table.code)})  # type: ignore[operator]
    assert answer.status_code == 302 and answer["Location"] == f"/t/{table.code}/"


def test_a_wrong_code_is_told_and_guessing_is_slowed_down(client: Client) -> None:
    answer = client.post("/join/", {"code": "ZZZZZZ"}, follow=True)
    assert "There is no table with this code." in text(answer)
    statuses = {
        client.get("/t/ZZZZZZ/").status_code for _ in range(limits.GUESSES_OF_ADDRESS.most + 1)
    }
    assert statuses == {404, 429}


def test_nobody_presses_so_often_that_all_who_look_are_told_without_end(
    table: Table, leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PRESSES", RateLimit("few-presses", 2, 3600))
    sit, leave = (f"{table.get_absolute_url()}{act}/" for act in ("sit", "leave"))
    client = signed_in(noam)
    assert [client.post(url, headers=HTMX).status_code for url in (sit, leave)] == [204, 204]
    refused = client.post(sit, headers=HTMX)
    assert (refused.status_code, "too-fast" in text(refused)) == (422, True)
    assert not table.chairs.filter(user=noam).exists()
    assert client.get(table.get_absolute_url()).status_code == 200, "looking is free"
    assert signed_in(leyla).post(leave, headers=HTMX).status_code == 204, "and others press"


# ---- A new table -------------------------------------------------------------------------------


def filled(**changed: str) -> dict[str, str]:
    rules = registry.rules_for(GAME)
    options = {f"option_{name}": str(value) for name, value in _defaults(rules).items()}
    form = {"seats": "2", "public": "yes", "rated": "yes", "leaver": "forfeit"}
    return {**form, **options, **changed}


def _defaults(rules: Rules) -> dict[str, object]:
    options = rules.Options()
    shown = {
        name for name, field in options_of(rules).items() if not option_notes(field).get("hidden")
    }
    return {name: getattr(options, name) for name in options.__struct_fields__ if name in shown}


def test_the_form_lists_every_option_of_the_game(leyla: User) -> None:
    page = text(signed_in(leyla).get(f"/new/{GAME}/"))
    for name in _defaults(registry.rules_for(GAME)):
        assert f'name="option_{name}"' in page
    assert "24 hours, for a slow game" in page and "3 days, for a very slow game" in page


def test_a_table_as_it_was_ordered(leyla: User) -> None:
    form = filled(seats="3", public="no", rated="no", leaver="wait", option_turn_seconds="60")
    answer = signed_in(leyla).post(f"/new/{GAME}/", form)
    table = Table.objects.get()
    assert answer["Location"] == f"{table.get_absolute_url()}?now=1"
    assert (table.seats, table.public, table.rated, table.leaver) == (3, False, False, "wait")
    assert table.options["turnSeconds"] == 60


@pytest.mark.parametrize(
    ("company", "public", "rated"), [("friends", False, False), ("strangers", True, True)]
)
def test_one_press_opens_a_table_and_the_next_one_is_like_the_last(
    leyla: User, company: str, public: bool, rated: bool
) -> None:
    client = signed_in(leyla)
    client.post(f"/new/{GAME}/", {"company": company})
    first = Table.objects.get()
    assert (first.public, first.rated, first.seats) == (public, rated, 2)
    chairs.leave(first.pk, leyla)
    client.post(f"/new/{GAME}/", filled(company=company, seats="3", rated="no", option_rounds="3"))
    chairs.leave(Table.objects.latest("pk").pk, leyla)
    assert client.post(f"/new/{GAME}/", {"company": company}).status_code == 303
    last = Table.objects.latest("pk")
    assert (last.seats, last.rated, last.options["rounds"]) == (3, False, 3)
    chairs.leave(last.pk, leyla)
    other = {"friends": "strangers", "strangers": "friends"}[company]
    client.post(f"/new/{GAME}/", {"company": other})
    assert Table.objects.latest("pk").seats == 2, "what is chosen for one is not for the other"


def test_practice_is_as_long_and_as_strong_as_chosen_and_kept(leyla: User) -> None:
    client = signed_in(leyla)
    assert 'name="option_turn_seconds"' in text(client.get(f"/practise/{GAME}/"))
    form = filled(level="sharp", option_turn_seconds="60", option_rounds="5")
    assert client.post(f"/practise/{GAME}/", form).status_code == 303
    first = Table.objects.get()
    assert (first.options["turnSeconds"], first.options["rounds"]) == (60, 5)
    assert set(first.chairs.exclude(level="").values_list("level", flat=True)) == {"sharp"}
    assert client.post(f"/practise/{GAME}/")["Location"] == f"/t/{first.code}/?now=1"
    wish = collect_all(leyla)["lobby"]["table defaults"]
    assert [one["chosen"]["level"] for one in wish] == ["sharp"]
    close_account(leyla)
    assert not TableDefaults.objects.exists()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"leaver": "wait"}, "At a rated table, whoever leaves forfeits the match."),
        ({"seats": "9"}, "Please choose one of these."),
        ({"option_turn_seconds": "1"}, "Please choose one of these."),
        ({"leaver": ""}, "Please choose one."),
    ],
)
def test_a_refusal_is_told_and_keeps_the_choice(
    leyla: User, changed: dict[str, str], sentence: str
) -> None:
    answer = signed_in(leyla).post(f"/new/{GAME}/", filled(min_karma="50", **changed))
    page = text(answer)
    assert answer.status_code == 422 and sentence in page
    chosen = re.search(r'<input[^>]*id="id_min_karma_1"[^>]*>', page)
    assert chosen and "checked" in chosen[0] and 'value="50"' in chosen[0]
    assert not Table.objects.exists()


def test_who_plays_elsewhere_gets_the_way_back(playing: Table, leyla: User) -> None:
    page = text(signed_in(leyla).post(f"/new/{GAME}/", filled(rated="no")))
    assert f'<a href="{playing.get_absolute_url()}">' in page


def test_an_unknown_game_is_not_found(leyla: User) -> None:
    assert signed_in(leyla).get("/new/chess/").status_code == 404


# ---- A table's page -----------------------------------------------------------------------------


def test_nobody_keeps_a_table_page_nor_a_list_that_back_would_bring(
    client: Client, table: Table
) -> None:
    for path in (f"/t/{table.code}/", f"/t/{table.code}/refresh/", "/", "/watch/"):
        answer = client.get(path)
        assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]


def test_the_room_shows_the_seal_and_never_the_seed(client: Client, table: Table) -> None:
    page = text(client.get(table.get_absolute_url()))
    assert table.commitment in page
    assert bytes(table.seed).hex() not in page


@pytest.mark.parametrize("game", registry.game_keys())
def test_the_list_of_keys_has_those_of_the_game_too(client: Client, leyla: User, game: str) -> None:
    page = text(client.get(tables.open_table(leyla, game).get_absolute_url()))
    listed = page[page.index('<dl class="keys">') :]
    assert "Tell the scores" in listed
    for keys, words in registry.game(game).words.shortcuts():
        row = "".join(f"<kbd>{key}</kbd> " for key in keys.split())
        assert f"<dt>{row}</dt><dd>{words}</dd>" in listed


def test_small_letters_lead_to_the_one_address(client: Client, table: Table) -> None:
    answer = client.get(f"/t/{table.code.lower()}/")
    assert answer.status_code == 302 and answer["Location"] == table.get_absolute_url()


def test_the_page_and_the_refresh_show_the_same_hand(playing: Table, leyla: User) -> None:
    client = signed_in(leyla)
    page = text(client.get(playing.get_absolute_url()))
    again = text(client.get(f"/t/{playing.code}/refresh/"))
    for html in (page, again):
        assert 'id="board"' in html and 'id="hand"' in html and 'id="room"' not in html
    assert 'id="stage" hx-swap-oob="morph"' in again and 'id="chat-lines"' in again
    keys = re.compile(r'data-key="([^"]+)"')
    assert sorted(set(keys.findall(page))) == sorted(set(keys.findall(again))) != []


def test_a_watcher_sees_nobodys_hand(client: Client, playing: Table, leyla: User) -> None:
    mine = text(signed_in(leyla).get(playing.get_absolute_url()))
    watched = text(client.get(playing.get_absolute_url()))
    assert 'id="board"' in watched
    hand = _pieces(mine) - _pieces(watched)
    assert len(hand) >= 10


def _pieces(page: str) -> set[str]:
    return set(re.findall(r'data-key="([^"]+)"', page))


@pytest.mark.parametrize(
    ("who", "sees"),
    [("leyla", 'id="board"'), ("samir", "This table is private"), (None, "This table is private")],
)
def test_nobody_looks_on_at_a_private_table(
    leyla: User, noam: User, samir: User, client: Client, who: str | None, sees: str
) -> None:
    table = tables.open_table(leyla, GAME, public=False, rated=False)
    chairs.sit(table.pk, noam)
    for user in (leyla, noam):
        chairs.set_ready(table.pk, user)
    talk.say(table.pk, leyla, "between us")
    reader = signed_in({"leyla": leyla, "samir": samir}[who]) if who else client
    for path in ("", "refresh/"):
        page = text(reader.get(f"/t/{table.code}/{path}"))
        assert sees in page
        assert ("between us" in page) == (who == "leyla")
        assert ('id="board"' in page) == (who == "leyla")


def test_a_stranger_with_the_link_sits_down_at_a_private_table(leyla: User, samir: User) -> None:
    table = tables.open_table(leyla, GAME, public=False, rated=False)
    client = signed_in(samir)
    assert "Sit down" in text(client.get(table.get_absolute_url()))
    answer = client.post(f"/t/{table.code}/sit/")
    assert answer.status_code == 303
    assert answer["Location"] == f"{table.get_absolute_url()}?now=1"
    assert table.chairs.count() == 2


def test_the_result_asks_for_another_and_ready_means_yes(playing: Table, leyla: User) -> None:
    play_out(playing.match_id)  # type: ignore[arg-type]
    client = signed_in(leyla)
    page = text(client.get(playing.get_absolute_url()))
    assert "Play again" in page and "New opponents" in page
    assert client.post(f"/t/{playing.code}/ready/", headers=HTMX).status_code == 204
    page = text(client.get(playing.get_absolute_url()))
    assert 'id="room"' in page and "The last match here" in page


def test_a_closed_table_shows_its_last_result_to_who_played_there(
    playing: Table, leyla: User, noam: User, samir: User
) -> None:
    play_out(playing.match_id)  # type: ignore[arg-type]
    for user in (leyla, noam):
        chairs.leave(playing.pk, user)
    Table.objects.update(status=Table.Status.CLOSED)
    assert signed_in(samir).get(playing.get_absolute_url()).status_code == 404
    client = signed_in(noam)
    page = text(client.get(playing.get_absolute_url()))
    assert "Open this table again" in page and "The last match here" in page and "Leyla" in page
    answer = client.post(f"/t/{playing.code}/reopen/", headers=HTMX)
    assert answer["HX-Redirect"] == playing.get_absolute_url()
    playing.refresh_from_db()
    assert playing.owner == noam


def test_a_refusal_has_words_for_htmx_and_for_plain_forms(table: Table, noam: User) -> None:
    client = signed_in(noam)
    answer = client.post(f"/t/{table.code}/ready/", headers=HTMX)
    assert answer.status_code == 422 and "You do not sit at this table." in text(answer)
    answer = client.post(f"/t/{table.code}/ready/", follow=True)
    assert "You do not sit at this table." in text(answer)


def test_a_refusal_with_a_way_out_has_its_link_in_words(
    playing: Table, leyla: User, samir: User
) -> None:
    other = tables.open_table(samir, GAME, rated=False)
    client = signed_in(leyla)
    link = f'<a href="{playing.get_absolute_url()}">Back to that table</a>'
    assert link in text(client.post(f"/t/{other.code}/sit/", headers=HTMX))
    assert link in text(client.post(f"/t/{other.code}/sit/", follow=True))


def test_giving_up_through_the_table(playing: Table, leyla: User) -> None:
    assert signed_in(leyla).post(f"/t/{playing.code}/resign/", headers=HTMX).status_code == 204
    playing.refresh_from_db()
    assert playing.match is not None and playing.match.status == "finished"


def test_a_push_of_the_chat_stays_small(table: Table, leyla: User) -> None:
    ChatLine.objects.bulk_create(
        ChatLine(table=table, user=leyla, text=f"{n} " + "\U0001f600" * 290) for n in range(40)
    )
    html, _last = chat.chat_region(table, leyla)
    assert (
        len(html.encode()) < 20_000 and "39 \U0001f600" in html and "2 \U0001f600" not in html[:200]
    )


def test_what_one_said_can_be_taken_home_and_goes_with_the_account(
    table: Table, leyla: User
) -> None:
    talk.say(table.pk, leyla, "mine")
    part = collect_all(leyla)["lobby"]
    assert [line["text"] for line in part["said"]] == ["mine"]
    assert part["chairs"][0]["table__code"] == table.code
    close_account(leyla)
    assert not ChatLine.objects.exists() and not table.chairs.exists()


# ---- The banner --------------------------------------------------------------------------------


def test_the_banner_brings_players_back(client: Client, playing: Table, leyla: User) -> None:
    mine = signed_in(leyla)
    banner = f'<a href="{playing.get_absolute_url()}">Back to the table</a>'
    assert banner in text(mine.get("/"))
    assert banner not in text(mine.get(playing.get_absolute_url()))
    assert banner not in text(client.get("/"))
    leaving.resign(playing.match_id, leyla)  # type: ignore[arg-type]
    assert banner not in text(mine.get("/"))


# ---- Rules, leaderboards, admin -----------------------------------------------------------------


@pytest.mark.parametrize(
    "info", [rules.INFO for rules in registry.all_games()], ids=lambda i: i.key
)
def test_every_game_has_rules_with_contents_and_a_leaderboard(client: Client, info: object) -> None:
    key = info.key  # type: ignore[attr-defined]
    assert f"/rules/{key}/" in text(client.get("/rules/"))
    page = text(client.get(f"/rules/{key}/"))
    contents = re.findall(r'href="#([\w-]+)"', page)
    assert len([name for name in contents if f'<h2 id="{name}">' in page]) > 2
    assert client.get(f"/leaderboards/{key}/").status_code == 200


def test_a_rated_match_puts_both_on_the_leaderboard(
    client: Client, playing: Table, leyla: User
) -> None:
    for _ in range(6):
        one_move(playing.match_id)  # type: ignore[arg-type]
    leaving.resign(playing.match_id, leyla)  # type: ignore[arg-type]
    page = text(client.get(f"/leaderboards/{GAME}/"))
    assert 0 < page.index("/@Noam/") < page.index("/@Leyla/")


def test_the_admin_shows_tables_and_no_secret(playing: Table, leyla: User, noam: User) -> None:
    talk.say(playing.pk, leyla, "visible to the house")
    noam.is_staff = noam.is_superuser = True
    noam.save()
    TOTP.activate(noam, generate_totp_secret())
    client = signed_in(noam)
    assert "visible to the house" in text(client.get("/admin/lobby/chatline/"))
    match = playing.match
    assert match is not None
    secrets = [bytes(match.seed), bytes(match.key), bytes(playing.seed)]
    for path in (
        "lobby/table/",
        f"lobby/table/{playing.pk}/change/",
        "games/match/",
        f"games/match/{match.pk}/change/",
        "games/outage/",
    ):
        answer = client.get(f"/admin/{path}")
        assert answer.status_code == 200, path
        page = text(answer)
        for secret in secrets:
            assert secret.hex() not in page and repr(secret) not in page
        assert '"hands"' not in page and "stock" not in page
    assert client.post(f"/admin/games/match/{match.pk}/delete/").status_code == 403
