"""Who takes part, the way of an entry, and the answer to: where do I sit?"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.builders import Event, event
from tests.tournaments.playing import accept, closed, drawn, play, published
from tournaments.acts.entries import withdraw_entry
from tournaments.models import Category, Player, Seat, Tournament
from tournaments.reads.standings import places_after, standings

pytestmark = pytest.mark.django_db


def text(event_: Event, path: str, **query: Any) -> str:
    answer = Client().get(f"/e/{event_.tournament.slug}/{path}", query)
    assert answer.status_code == 200
    main = answer.content.decode().partition("<main")[2] or answer.content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


@pytest.fixture
def six() -> Event:
    """Make an event of six pairs: round 1 is closed, round 2 on, with one result in."""
    made = event(pairs=6)
    closed(made)
    accept(published(made).games.get(table=3), 150, 210, made)
    return made


# ── the way of an entry ──────────────────────────────────────────────────────


def test_the_way_of_an_entry_shows_opponents_tables_scores_and_places(six: Event) -> None:
    round_1 = six.tournament.rounds.get(number=1)
    game = round_1.games.get(table=1)
    seat = game.seats.filter(seat="A1").select_related("entry").get()
    other = game.seats.filter(seat="B1").select_related("entry").get()
    shown = text(six, f"entries/{seat.entry.number}/")
    assert seat.entry.name in shown
    assert f"A {other.entry.name} table 1" in shown
    assert "201 : 101 won place" in shown
    theirs = text(six, f"entries/{other.entry.number}/")
    assert "101 : 201 lost place" in theirs


def test_the_way_of_an_entry_says_where_it_sits_now(six: Event) -> None:
    game = six.tournament.rounds.get(number=2).games.get(table=1)
    b = game.seats.filter(seat="B1").select_related("entry").get().entry
    shown = text(six, f"entries/{b.number}/")
    assert "Round 2 Table 1 B side B against" in shown
    assert "– now" in shown
    assert "· – now" not in shown  # no end to tell yet, and no dot before it
    done = six.tournament.rounds.get(number=2).games.get(table=3).seats.get(seat="A1").entry
    assert "side A against" not in text(six, f"entries/{done.number}/")


def test_the_players_stand_with_club_and_country_and_without_licence(six: Event) -> None:
    entry = six.tournament.entries.get(number=1)
    member = entry.members.select_related("player__club").get(place=1).player
    shown = text(six, "entries/1/")
    assert f"{member.name} {member.club} · {member.country}" in shown
    assert member.licence not in shown


def test_the_place_after_each_round_is_the_one_the_standings_give(six: Event) -> None:
    play(six, _rest(six))
    table = standings(six.tournament, 2)
    for row in table.rows:
        places = places_after(table, row.entry.id)
        rows = {n: standings(six.tournament, n).row(row.entry.id) for n in (1, 2)}
        assert places == {n: found.place for n, found in rows.items() if found}
        assert len(places) == 2


def _rest(six: Event) -> Any:
    """Take back the result that is in, so that the whole round can be played."""
    round_ = six.tournament.rounds.get(number=2)
    for game in round_.games.filter(state="accepted"):
        game.results.all().delete()
        game.state = "waiting"
        game.save()
    return round_


def test_a_bye_is_a_step_of_the_way() -> None:
    three = event(pairs=3)
    game = published(three).games.get(bye=True)
    assert "bye" in text(three, f"entries/{game.seats.get(seat='A1').entry.number}/")


def test_before_the_draw_and_after_a_withdrawal_the_way_says_so() -> None:
    four = event(pairs=4)
    assert "Nothing is drawn yet." in text(four, "entries/1/")
    withdraw_entry(four.tournament.entries.get(number=1), actor=four.actor())
    assert "withdrawn" in text(four, "entries/1/")


def test_a_draw_that_is_not_published_is_no_step() -> None:
    four = event(pairs=4)
    closed(four)
    drawn(four)
    assert not re.search(r"round 2\b", text(four, "entries/1/"))


@pytest.mark.parametrize("number", ["0", "7", "9" * 25, "9" * 5000])
def test_an_entry_that_is_not_there_is_not_found(six: Event, number: str) -> None:
    assert Client().get(f"/e/{six.tournament.slug}/entries/{number}/").status_code == 404


@pytest.mark.parametrize("path", ["", "draw/"])
def test_the_way_of_an_entry_is_one_press_away(six: Event, path: str) -> None:
    html = Client().get(f"/e/{six.tournament.slug}/{path}").content.decode()
    for number in range(1, 7):
        assert f'href="/e/{six.tournament.slug}/entries/{number}/"' in html


# ── who takes part ───────────────────────────────────────────────────────────


def test_the_entries_stand_in_the_order_that_is_asked_for() -> None:
    four = event(pairs=4)
    for number, name in enumerate(["Ярова – Ким", "Zīle – Aalto", "Быстров – Чижов", "Āboliņa – Ozols"], start=1):
        four.tournament.entries.filter(number=number).update(name=name, country="LVA" if number == 3 else "SWE")
    html = Client().get(f"/e/{four.tournament.slug}/entries/", {"by": "name"}).content.decode()
    assert re.findall(r'class="no num">(\d)', html) == ["4", "2", "3", "1"]
    by_country = Client().get(f"/e/{four.tournament.slug}/entries/", {"by": "country"}).content.decode()
    assert re.findall(r'class="no num">(\d)', by_country) == ["3", "4", "2", "1"]


@pytest.mark.parametrize(
    ("asked", "found"), [("2", "1 of 6"), ("RUS", "of 6"), ("gromov", "1 of 6"), ("%00", "0 of 6"), ("<b>", "0 of 6")]
)
def test_entries_are_found_by_number_name_and_country(six: Event, asked: str, found: str) -> None:
    assert found in text(six, "entries/", q=asked)


def test_the_list_counts_who_competes() -> None:
    four = event(pairs=4)
    assert "4 pairs" in text(four, "entries/")
    four.tournament.entry_kind = Tournament.EntryKind.PLAYER
    four.tournament.save()
    assert "4 players" in text(four, "entries/")


def test_categories_reserves_and_late_entries_are_marked() -> None:
    four = event(pairs=4)
    women = Category.objects.create(tournament=four.tournament, code="women", name="Women")
    four.tournament.entries.get(number=2).categories.add(women)
    four.tournament.entries.filter(number=3).update(reserve=True)
    four.tournament.entries.filter(number=4).update(from_round=2)
    shown = text(four, "entries/")
    assert "reserve" in shown
    assert "from round 2 on" in shown
    assert "1 of 4" in text(four, "entries/", category="women")


def test_no_licence_is_among_the_entries(six: Event) -> None:
    assert not any(licence in text(six, "entries/") for licence in Player.objects.values_list("licence", flat=True))


# ── where do I sit? ──────────────────────────────────────────────────────────


def test_a_name_a_licence_and_a_number_find_the_table(six: Event) -> None:
    seat = six.tournament.rounds.get(number=2).games.get(table=1).seats.select_related("player", "entry").get(seat="B2")
    opponent = six.tournament.rounds.get(number=2).games.get(table=1).seats.select_related("entry").get(seat="A1").entry
    for asked in (seat.player.name, seat.player.licence.lower(), seat.player.name.split()[0].upper()):
        shown = text(six, "find/", q=asked)
        assert "Table 1 B side B" in shown
        assert f"against {opponent.name}" in shown
    assert seat.entry.name in text(six, "find/", q=str(seat.entry.number))


def test_a_name_in_another_script_finds_its_owner(six: Event) -> None:
    assert "Громов" in text(six, "find/", q="gromov")


def test_the_answer_can_be_had_by_itself_and_shows_no_licence(six: Event) -> None:
    shown = Client().get(f"/e/{six.tournament.slug}/find/", {"q": "RUS-1002", "part": "answers"}).content.decode()
    assert "<html" not in shown
    assert "Table" in shown
    assert "RUS-1002" not in shown.replace("“RUS-1002”", "")


def test_who_has_a_bye_or_is_withdrawn_is_told_so() -> None:
    three = event(pairs=3)
    game = published(three).games.get(bye=True)
    number = game.seats.select_related("entry").get(seat="A1").entry.number
    assert "A bye: no game in this round" in text(three, "find/", q=str(number))
    four = event(pairs=4)
    assert "Nothing is drawn yet." in text(four, "find/", q="1")
    withdraw_entry(four.tournament.entries.get(number=1), actor=four.actor())
    assert "withdrawn" in text(four, "find/", q="1")


def test_who_came_late_is_told_from_which_round_on_it_plays() -> None:
    four = event(pairs=4)
    four.tournament.entries.filter(number=4).update(reserve=True)
    published(four)
    four.tournament.entries.filter(number=4).update(reserve=False, from_round=3)
    for path, asked in (("find/", {"q": "Быстров"}), ("entries/4/", {})):
        shown = text(four, path, **asked)
        assert "This pair will play from round 3 on." in shown
        assert "Nothing is drawn yet" not in shown
        assert "The desk can tell you why." not in shown


@pytest.mark.parametrize("asked", ["nobody", "9" * 5000, "<b>x</b>", "\x00", "٣", "%"])
def test_a_senseless_question_is_answered(six: Event, asked: str) -> None:
    answer = Client().get(f"/e/{six.tournament.slug}/find/", {"q": asked})
    assert answer.status_code == 200
    assert "<b>x</b>" not in answer.content.decode()


def test_a_licence_is_not_spelled_out_piece_by_piece(six: Event) -> None:
    seat = Seat.objects.filter(game__bye=False).select_related("player").first()
    assert seat
    licence = seat.player.licence
    assert seat.player.name in text(six, f"find/?q={licence}")
    assert seat.player.name not in text(six, f"find/?q={licence[:-1]}")
