"""What everybody sees of an event, and what nobody sees before it is published."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.builders import Event, add_pairs, event, pair, player
from tests.tournaments.playing import accept, closed, drawn, outcome, play, published
from tournaments.acts import clock, rounds
from tournaments.acts.results import show_live, show_signing, take_back_result
from tournaments.models import Game, Result, Round

pytestmark = pytest.mark.django_db

PARTS = ["", "draw/", "standings/", "results/"]
EVIL = '<script>alert("x")</script> & "Söhne"'


def text(event_: Event, path: str = "", client: Client | None = None, **query: Any) -> str:
    response = (client or Client()).get(f"/e/{event_.tournament.slug}/{path}", query)
    assert response.status_code == 200
    return str(response.content.decode())


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def run(game: Game, a: int, b: int, deals: int, **more: Any) -> None:
    """Show a game in play on its row, the way its log would."""
    state = outcome(a, b) | {"state": "running", "winner": None, "reason": None, "to_come": "deal"}
    total = {"A": a, "B": b}
    state["deals"] = [{"leader": "A1", "ending": "out", "points": {"A": a, "B": 0}, "total": total}] * deals
    show_live(game, state | more, log_length=deals + 1, at=timezone.now())


def shows(game: Game, **more: Any) -> None:
    """Show a game in play with one line more than before."""
    show_live(game, game.live | more, log_length=game.log_length + 1, at=timezone.now())


def game_at(round_: Round, table: int) -> Game:
    return round_.games.select_related("round__tournament").get(table=table)


# ── live ─────────────────────────────────────────────────────────────────────


def test_the_live_page_shows_scores_deals_and_winners() -> None:
    six = event(pairs=6)
    round_ = published(six)
    accept(game_at(round_, 1), 204, 96, six)
    run(game_at(round_, 2), 121, 119, 8)
    shown = words(text(six))
    assert "Round 1, live" in shown
    assert "1 of 3 in" in shown
    assert "204" in shown
    assert "side A won" in shown
    assert "deal 9" in shown
    assert "waiting" in shown


def test_before_anything_is_drawn_every_page_says_so() -> None:
    nothing = event()
    shown = [words(text(nothing, part)) for part in PARTS]
    assert "Nothing is drawn yet" in shown[0]
    assert "Nothing is drawn yet" in shown[1]
    assert "No pairs are entered yet" in shown[2]
    assert "No results yet" in shown[3]


@pytest.mark.parametrize("part", PARTS)
def test_a_draw_that_is_not_published_is_seen_by_nobody(part: str) -> None:
    four = event(pairs=4)
    closed(four)
    secret = drawn(four)
    shown = text(four, part)
    assert "Round 2" not in words(shown).replace("Draw of round 2", "Round 2")
    assert all(game.code not in shown for game in secret.games.all())


@pytest.mark.parametrize("path", ["draw/?round=2", "results/?round=2"])
def test_a_round_that_is_not_published_is_not_there(path: str) -> None:
    four = event(pairs=4)
    closed(four)
    drawn(four)
    assert Client().get(f"/e/{four.tournament.slug}/{path}").status_code == 404


def test_a_game_of_a_round_that_is_not_published_is_not_there() -> None:
    four = event(pairs=4)
    game = drawn(four).games.get(table=1)
    for query in ("", "?part=record"):
        assert Client().get(f"/e/{four.tournament.slug}/games/{game.pk}/{query}").status_code == 404


def test_a_game_of_another_event_is_not_there() -> None:
    four, other = event(pairs=4), event(pairs=2)
    game = published(four).games.get(table=1)
    assert Client().get(f"/e/{other.tournament.slug}/games/{game.pk}/").status_code == 404


def test_the_page_asks_for_what_changes_and_gets_304_while_nothing_has(django_assert_num_queries: Any) -> None:
    four = event(pairs=4)
    round_ = published(four)
    address = f"/e/{four.tournament.slug}/live/?round=1"
    assert f'hx-get="{address}"' in text(four)
    first = Client().get(address)
    known = first["ETag"]
    assert first["Cache-Control"] == "no-cache"
    with django_assert_num_queries(2):
        assert Client().get(address, headers={"If-None-Match": known}).status_code == 304
    run(game_at(round_, 1), 30, 0, 1)
    changed = Client().get(address, headers={"If-None-Match": known})
    assert changed.status_code == 200
    assert "deal 2" in changed.content.decode()


@pytest.mark.parametrize(
    "what", ["line", "signing", "accepted", "taken back", "clock", "pause", "minutes", "closed", "published"]
)
def test_everything_that_is_shown_changes_the_version(what: str) -> None:
    four = event(pairs=4)
    round_ = published(four)
    if what in ("pause", "minutes"):
        clock.start_clock(round_, actor=four.actor())
    if what == "taken back":
        accept(game_at(round_, 1), 200, 100, four)
    if what == "closed":
        play(four, round_)
    if what == "published":
        play(four, round_)
        rounds.close_round(round_, actor=four.actor())
    address = f"/e/{four.tournament.slug}/live/"
    known = Client().get(address)["ETag"]
    _change(what, four, round_)
    assert Client().get(address, headers={"If-None-Match": known}).status_code == 200


def _change(what: str, four: Event, round_: Round) -> None:
    chief = four.actor("chief_referee")
    game = game_at(round_, 1)
    if what == "line":
        run(game, 10, 0, 1)
    elif what == "signing":
        show_signing(game)
    elif what == "accepted":
        accept(game, 200, 100, four)
    elif what == "taken back":
        take_back_result(game, actor=chief, reason="misread")
    elif what == "clock":
        clock.start_clock(round_, actor=chief)
    elif what == "pause":
        clock.pause_clock(round_, actor=chief)
    elif what == "minutes":
        clock.add_minutes(round_, 5, actor=chief)
    elif what == "closed":
        rounds.close_round(round_, actor=chief)
    else:
        published(four)


def test_a_page_of_the_round_before_is_loaded_anew() -> None:
    four = event(pairs=4)
    closed(four)
    published(four)
    response = Client().get(f"/e/{four.tournament.slug}/live/?round=1")
    assert response["HX-Refresh"] == "true"
    assert "HX-Refresh" not in Client().get(f"/e/{four.tournament.slug}/live/?round=2")


# ── draw ─────────────────────────────────────────────────────────────────────


def test_the_draw_says_who_sits_at_which_table_on_which_side() -> None:
    five = event(pairs=5)
    published(five)
    shown = words(text(five, "draw/"))
    assert "Draw of round 1" in shown
    assert "2 tables, 1 bye" in shown
    assert shown.index("Зимина – Лугова") < shown.index("Быстров – Чижов")


def test_players_find_their_table_by_name_or_number() -> None:
    six = event(pairs=6)
    published(six)
    by_name = words(text(six, "draw/", q="громов"))
    assert "1 of 3 for “громов”" in by_name
    assert "Громов Илья" in by_name
    assert "1 of 3 for “3”" in words(text(six, "draw/", q="3"))
    assert "Nobody of that name sits at a table of this round" in words(text(six, "draw/", q="nobody"))


def test_a_licence_is_nowhere_on_the_public_pages() -> None:
    six = event(pairs=6)
    play(six, published(six))
    for part in [*PARTS, "draw/?q=громов"]:
        assert "RUS-1002" not in text(six, part)


@pytest.mark.parametrize("q", ["9" * 5000, "<b>x</b>", "%00", "٣"])
def test_a_senseless_search_is_answered(q: str) -> None:
    six = event(pairs=6)
    published(six)
    assert "<b>x</b>" not in text(six, "draw/", q=q)


# ── standings ────────────────────────────────────────────────────────────────


def test_standings_show_the_cross_table_and_why() -> None:
    four = event(pairs=4)
    closed(four)
    shown = words(text(four, "standings/", why=1))
    assert "Standings after round 1" in shown
    assert "Place 2, because" in shown
    assert "less than 202 of Зимина – Лугова: this decides" in shown
    assert "won against" in shown


def test_a_shared_place_says_that_nothing_decides() -> None:
    four = event(pairs=4)
    published(four)
    shown = words(text(four, "standings/", why=2))
    assert "Nothing in the regulations tells them apart: they share the place." in shown


def test_standings_of_an_open_round_are_marked_as_not_final() -> None:
    four = event(pairs=4)
    accept(game_at(published(four), 1), 200, 100, four)
    assert "Round 1 is not closed: the games accepted so far are counted." in words(text(four, "standings/", after=1))


def test_a_provisional_result_is_marked() -> None:
    four = event(pairs=4)
    closed(four)
    Result.objects.filter(game__table=1).update(provisional=True)
    shown = text(four, "standings/")
    assert "A result awaits a decision." in words(shown)
    assert words(shown).count("provisional") == 2
    assert shown.count("prov") >= 2


@pytest.mark.parametrize("query", ["after=x", "after=-1", "after=9999999999", "why=zzz", "why=999", "after=²"])
def test_a_senseless_address_shows_the_standings_all_the_same(query: str) -> None:
    four = event(pairs=4)
    closed(four)
    assert "Standings after round 1" in words(text(four, f"standings/?{query}"))


# ── results and games ────────────────────────────────────────────────────────


def test_results_list_what_is_accepted() -> None:
    six = event(pairs=6)
    round_ = published(six)
    accept(game_at(round_, 2), 87, 203, six)
    shown = words(text(six, "results/"))
    assert "1 of 3 accepted" in shown
    assert "Target reached" in shown
    assert "203" in shown


def test_the_record_of_a_game_shows_deals_and_penalties() -> None:
    four = event(pairs=4)
    game = game_at(published(four), 1)
    penalties = [
        {"code": "talking", "side": "A", "seat": "A2", "sanction": "warning", "points": 0, "card": None},
        {"code": "sign", "side": "B", "seat": None, "sanction": "fine", "points": 50, "card": "yellow"},
        {"code": "house_rule", "side": "B", "seat": "B1", "sanction": "game_loss", "points": 0, "card": None},
    ]
    run(game, 37, 92, 3, penalties=penalties, next_leader="B1")
    shown = words(text(four, f"games/{game.pk}/"))
    assert "Table 1, round 1" in shown
    assert "deal 4" in shown
    assert "Talking: warning" in shown
    assert "Sign to the partner: 50 points, yellow card" in shown
    assert "house rule: the game is lost" in shown
    assert "leads" in shown


def test_a_fine_stands_among_the_deals_of_the_record_and_takes_no_query_more(django_assert_num_queries: Any) -> None:
    four = event(pairs=4)
    game = game_at(published(four), 1)
    address = f"/e/{four.tournament.slug}/games/{game.pk}/?part=record"
    deals = [
        {"leader": "A1", "ending": "out", "points": {"A": 37, "B": 0}, "total": {"A": 37, "B": 0}},
        {"leader": "B1", "ending": "fish", "points": {"A": 0, "B": 50}, "total": {"A": 37, "B": 75}},
    ]
    fine = {"code": "touched_tile", "side": "A", "seat": "A2", "sanction": "fine", "points": 25, "card": None}
    run(game, 37, 75, 0)
    shows(game, deals=deals)
    Client().get(address)
    with CaptureQueriesContext(connection) as before:
        Client().get(f"{address}&once=more")
    queries = len(before)
    shows(game, deals=deals, penalties=[fine])
    with django_assert_num_queries(queries):
        shown = words(Client().get(f"{address}&once=more").content.decode())
    row = "A2 Touched tile: fine of 25 – 25 side A 37 side B 25"
    assert re.findall(r"(?:1 A1 Out|2 B1 Fish|A2 Touched tile: fine)", shown) == [
        "1 A1 Out", "A2 Touched tile: fine", "2 B1 Fish",
    ]  # fmt: skip
    assert row in shown
    assert "A2 Touched tile: 25 points" in shown


def test_the_record_polls_with_304_and_stops_when_it_is_accepted() -> None:
    four = event(pairs=4)
    game = game_at(published(four), 1)
    address = f"/e/{four.tournament.slug}/games/{game.pk}/?part=record"
    first = Client().get(address)
    assert address in first.content.decode()
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    accept(game, 200, 100, four)
    last = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert last.status_code == 200
    assert "hx-get" not in last.content.decode()


def test_a_bye_has_a_record_too() -> None:
    three = event(pairs=3)
    bye = published(three).games.get(bye=True)
    assert "A bye: a win, 200 to 0." in words(text(three, f"games/{bye.pk}/"))


# ── all pages ────────────────────────────────────────────────────────────────


def test_names_are_shown_literally() -> None:
    evil = event(name=EVIL, venue=EVIL)
    for number in (1, 2):
        first, second = (player(f"{EVIL}{place}{number}", f"{place}-{number}") for place in (1, 2))
        pair(evil.tournament, number, first, second)
    evil.tournament.entries.update(name=EVIL)
    round_ = published(evil)
    game = game_at(round_, 1)
    play(evil, round_)
    for path in [*PARTS, "live/", "draw/?q=script", "standings/?after=1&why=1", f"games/{game.pk}/"]:
        shown = text(evil, path)
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert" in shown


@pytest.mark.parametrize("part", [*PARTS, "live/", "games/1/"])
def test_an_event_that_is_not_there_is_not_found(part: str) -> None:
    assert Client().get(f"/e/no-such-event/{part}").status_code == 404


@pytest.mark.parametrize("part", PARTS)
def test_public_pages_only_answer_questions(part: str) -> None:
    assert Client().post(f"/e/{event().tournament.slug}/{part}").status_code == 405


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("", 7),  # the list of the tables is kept
        ("live/", 2),
        ("draw/", 6),
        ("standings/?after=2&why=3", 6),
        ("results/", 6),
        ("entries/", 6),
        ("entries/3/", 11),
        ("find/?q=3", 7),
        ("screen/", 9),
    ],
)
@pytest.mark.parametrize("pairs", [4, 40])
def test_pages_take_the_same_few_queries_for_few_and_many_pairs(
    path: str, queries: int, pairs: int, django_assert_num_queries: Any
) -> None:
    many = event()
    add_pairs(many.tournament, pairs)
    closed(many)
    play(many, published(many))
    Client().get(f"/e/{many.tournament.slug}/{path}")
    with django_assert_num_queries(queries):
        text(many, path)


def test_pages_speak_russian_to_who_asks_for_it() -> None:
    four = event(pairs=4)
    published(four)
    response = Client().get(f"/e/{four.tournament.slug}/", headers={"Accept-Language": "ru"})
    assert '<html lang="ru"' in response.content.decode()
