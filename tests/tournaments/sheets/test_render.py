"""From the records of an event to its sheets."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from tests.builders import Event, add_round, event
from tests.tournaments.playing import play, published
from tournaments.models import Round, Tournament
from tournaments.refusals import Refused
from tournaments.sheets import render

from .samples import spelled, texts

pytestmark = pytest.mark.django_db
ADDRESS = "http://192.168.1.20:8000"


def quiet(done: int, total: int) -> None:
    """Take the progress and do nothing with it."""


@pytest.fixture
def amber() -> Event:
    return event(pairs=24, slug="amber-coast")


def test_blank_score_sheets_of_a_round_carry_seats_licences_and_clubs(amber: Event) -> None:
    add_round(amber.tournament, minutes=35)
    sheet = render.score_sheets({"round": 1, "address": ADDRESS}, amber.tournament, quiet)
    pages = texts(sheet.content)
    assert (sheet.title, sheet.filename) == ("Score sheets of round 1", "amber-coast-round-1-score-sheets.pdf")
    assert len(pages) == sheet.pages == 12
    assert sheet.missing == []
    for words in ("Громов Илья", "RUS-1002", "Рыбинск", "Громов – Ветров", "35 minutes", "200 points", "Sheet 1 of 12"):
        assert words in pages[0]
    assert spelled("สมชาย ใจดี") in spelled(pages[8])


def test_the_code_on_the_sheet_leads_to_the_public_page_of_the_game(amber: Event) -> None:
    game = add_round(amber.tournament).games.select_related("round").order_by("table")[0]
    sheet = render.blank_sheet(game, amber.tournament, ADDRESS)
    assert sheet.url == f"http://192.168.1.20:8000/e/amber-coast/games/{game.pk}/"
    assert render.blank_sheet(game, amber.tournament).url == ""


def test_single_tables_can_be_printed_again(amber: Event) -> None:
    add_round(amber.tournament)
    sheet = render.score_sheets({"round": 1, "tables": [3, 7]}, amber.tournament, quiet)
    assert sheet.pages == 2


def test_a_bye_has_no_score_sheet_and_stands_in_the_pairings() -> None:
    odd = event(pairs=5)
    add_round(odd.tournament)
    assert render.score_sheets({"round": 1}, odd.tournament, quiet).pages == 2
    by_table = texts(render.pairings({"round": 1, "order": "table"}, odd.tournament, quiet).content)[0]
    assert "Королёва – Жданова" in by_table
    assert "bye" in by_table


def test_a_game_of_deals_says_how_many(amber: Event) -> None:
    amber.tournament.regulations.rules = {"deals": 8}
    amber.tournament.regulations.save()
    add_round(amber.tournament)
    assert "8 deals" in texts(render.score_sheets({"round": 1}, amber.tournament, quiet).content)[0]


def test_pairings_name_every_entry_by_table_and_every_player_by_name(amber: Event) -> None:
    add_round(amber.tournament)
    sheet = render.pairings({"round": 1}, amber.tournament, quiet)
    by_table, by_name = (spelled(page) for page in texts(sheet.content))
    entries = amber.entries()
    assert [entry.name for entry in entries if spelled(entry.name) not in by_table] == []
    players = [member.player.name for entry in entries for member in entry.members.all()]
    assert [name for name in players if spelled(name) not in by_name] == []


def test_a_round_that_is_only_drawn_prints_as_a_draft(amber: Event) -> None:
    add_round(amber.tournament, state=Round.State.DRAWN)
    assert "draft, not published" in texts(render.pairings({"round": 1}, amber.tournament, quiet).content)[0]


def test_standings_print_what_the_results_say() -> None:
    four = event(pairs=4)
    round_ = published(four)
    play(four, round_)
    sheet = render.standings({"round": 1}, four.tournament, quiet)
    (page,) = texts(sheet.content)
    assert sheet.title == "Standings after round 1"
    assert "wins, effectiveness, points" in page
    assert len(re.findall(r"\+100", page)) == 2
    assert "201:101" in page
    assert "102:202" in page


def test_final_standings_name_all_players_in_full() -> None:
    four = event(pairs=4, planned_rounds=1)
    round_ = published(four)
    play(four, round_)
    before = texts(render.standings({"round": 1}, four.tournament, quiet).content)[0]
    assert "Громов Илья" not in before
    Tournament.objects.filter(pk=four.tournament.pk).update(ended_at=timezone.now())
    Round.objects.update(state=Round.State.CLOSED)
    (page,) = texts(render.standings({"round": 1}, Tournament.objects.get(pk=four.tournament.pk), quiet).content)
    assert "Final standings after round 1" in page
    assert "Громов – Ветров" in page
    assert "Громов Илья · Ветров Пётр" in page


def test_standings_of_an_open_round_are_provisional(amber: Event) -> None:
    add_round(amber.tournament)
    assert "Not all games are in yet of round 1." in texts(render.standings({}, amber.tournament, quiet).content)[0]


def test_standings_can_be_printed_before_the_first_round(amber: Event) -> None:
    page = texts(render.standings({}, amber.tournament, quiet).content)[0]
    assert "Standings before round 1" in page


@pytest.mark.parametrize("params", [{}, {"round": 9}, {"round": "first"}, {"round": None}])
def test_a_round_that_is_not_there_is_refused_in_a_sentence(amber: Event, params: dict[str, object]) -> None:
    with pytest.raises(Refused, match="There is no round"):
        render.score_sheets(params, amber.tournament, quiet)


def test_a_round_without_tables_is_refused_in_a_sentence(amber: Event) -> None:
    Round.objects.create(tournament=amber.tournament, number=1)
    with pytest.raises(Refused, match="Round 1 is not drawn yet"):
        render.pairings({"round": 1}, amber.tournament, quiet)
    with pytest.raises(Refused, match="Round 1 has no such table"):
        render.score_sheets({"round": 1}, amber.tournament, quiet)


def test_the_sheets_speak_the_language_they_are_rendered_in(amber: Event) -> None:
    add_round(amber.tournament)
    with translation.override("ru"):
        page = texts(render.score_sheets({"round": 1}, amber.tournament, quiet).content)[0]
    assert "ноября 2026" in page


def test_a_big_round_takes_as_few_queries_as_a_small_one() -> None:
    counts = []
    for pairs in (4, 40):
        each = event(pairs=pairs)
        add_round(each.tournament)
        tournament = type(each.tournament).objects.get(pk=each.tournament.pk)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            render.score_sheets({"round": 1}, tournament, quiet)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 5
