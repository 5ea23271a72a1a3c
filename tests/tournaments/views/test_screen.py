"""The screen of the hall: every player once by name, every table, what is in, in sheets that fit."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.test import Client

from tests.builders import Event, add_pairs, event
from tests.tournaments.playing import accept, closed, drawn, published
from tournaments.acts import clock
from tournaments.acts.ending import end_event
from tournaments.models import Player
from tournaments.reads.rounds import tables_of
from tournaments.reads.screen import by_name, screen_of, short_name

pytestmark = pytest.mark.django_db


def shown(event_: Event, query: str = "", path: str = "screen/") -> str:
    answer = Client().get(f"/e/{event_.tournament.slug}/{path}{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def sheets(html: str) -> list[str]:
    return re.findall(r'data-sheet="([^"]+)"', html)


@pytest.fixture
def seventy() -> Event:
    """Make an event of 70 pairs in its second round: 35 tables, 140 players; two results are in."""
    made = event()
    add_pairs(made.tournament, 70)
    closed(made)
    round_ = published(made)
    for table in (4, 2):
        accept(round_.games.get(table=table), 205, 90, made)
    return made


def test_the_screen_cuts_everything_into_sheets_that_fit(seventy: Event) -> None:
    assert sheets(shown(seventy)) == [
        *(f"tables-{n}" for n in (1, 2, 3)), *(f"names-{n}" for n in (1, 2, 3)), "results-1",
        *(f"standings-{n}" for n in (1, 2, 3, 4)),
    ]  # fmt: skip


def test_every_player_stands_once_by_name_with_his_table_and_side(seventy: Event) -> None:
    round_ = seventy.tournament.rounds.get(number=2)
    tables = tables_of(round_)
    listed = by_name(tables)
    assert Counter((one.table, one.side) for one in listed) == {(t, s): 2 for t in range(1, 36) for s in "AB"}
    names = {chair.player for table in tables for chair in table.chairs}
    assert len(listed) == len(names) == 140
    screen = screen_of(seventy.tournament, [round_], ["names"])
    assert [(sheet.first, sheet.last, sheet.of) for sheet in screen.sheets] == [
        (1, 60, 140),
        (61, 120, 140),
        (121, 140, 140),
    ]
    assert [one for sheet in screen.sheets for column in sheet.columns for one in column] == listed


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Громов Илья", "Громов И."),
        ("Luján, Inés", "Luján I."),
        ("Ronaldinho", "Ronaldinho"),
        ("De la Cruz, Ana", "De la Cruz A."),
    ],
)
def test_names_are_shortened_to_be_read_from_afar(name: str, short: str) -> None:
    assert short_name(name) == short


def test_two_who_would_be_the_same_when_shortened_keep_their_whole_names() -> None:
    two = event(pairs=2)
    first, second = Player.objects.order_by("id")[:2]
    Player.objects.filter(pk=first.pk).update(name="Громов Илья")
    Player.objects.filter(pk=second.pk).update(name="Громов Иван")
    published(two)
    assert {"Громов Илья", "Громов Иван"} <= {one.name for one in by_name(tables_of(two.tournament.rounds.get()))}


def test_results_stand_in_the_order_in_which_they_came_in_the_latest_first(seventy: Event) -> None:
    html = shown(seventy, "?show=results")
    assert re.findall(r'class="scored"><span class="no">(\d+)', html) == ["2", "4"]
    assert "2 of 35 in, the latest first" in html


@pytest.mark.parametrize(
    ("query", "parts", "seconds"),
    [
        ("?show=standings,tables", ["standings", "tables"], "15"),
        ("?show=names&show=results&seconds=7", ["names", "results"], "7"),
        ("?show=nonsense&seconds=1", ["tables", "names", "results", "standings"], "3"),
        ("?show=names&seconds=99999", ["names"], "120"),
        ("?show=names%00&seconds=x", ["tables", "names", "results", "standings"], "15"),
    ],
)
def test_the_address_chooses_the_parts_and_how_long_a_sheet_stays(
    seventy: Event, query: str, parts: list[str], seconds: str
) -> None:
    html = shown(seventy, query)
    assert list(dict.fromkeys(name.partition("-")[0] for name in sheets(html))) == parts
    assert f'data-seconds="{seconds}"' in html


def test_before_the_draw_the_screen_says_what_will_come() -> None:
    html = shown(event(pairs=4))
    assert sheets(html) == ["nothing-1"]
    assert "The draw appears here as soon as round 1 is published." in html


def test_a_draw_that_is_not_published_is_not_on_the_screen() -> None:
    four = event(pairs=4)
    drawn(four)
    assert sheets(shown(four)) == ["nothing-1"]


def test_a_bye_is_on_the_screen_by_name_and_by_table() -> None:
    three = event(pairs=3)
    published(three)
    html = shown(three, "?show=tables,names")
    assert html.count(">bye<") == 3  # the pair, and its two players


@pytest.mark.parametrize(("pairs", "heading"), [(4, "tables 1 to 2"), (5, "tables 1 to 2"), (3, "table 1")])
def test_the_heading_of_a_draw_with_a_bye_names_the_tables_that_are(pairs: int, heading: str) -> None:
    made = event(pairs=pairs)
    published(made)
    found = re.findall(r"<h3>Draw by table</h3><p>([^<]*)</p>", shown(made, "?show=tables"))
    assert found == [heading]


def test_after_the_end_the_screen_shows_results_and_standings_and_no_draw() -> None:
    four = event(pairs=4)
    closed(four)
    end_event(four.tournament, actor=four.actor(), reason="The hall is under water.")
    assert sheets(shown(four)) == ["results-1", "standings-1"]
    assert sheets(shown(four, "?show=tables,standings", "screen/sheets/")) == ["standings-1"]
    assert sheets(shown(four, "?show=tables")) == ["tables-1"]  # whoever asks for nothing else, gets it


def test_the_clock_runs_is_held_and_waits_on_the_screen() -> None:
    four = event(pairs=4)
    round_ = published(four)
    assert "not started yet" in shown(four, path="screen/sheets/")
    clock.start_clock(round_, actor=four.actor())
    assert "data-deadline" in shown(four, path="screen/sheets/")
    clock.pause_clock(round_, actor=four.actor())
    assert "the clock is held" in shown(four, path="screen/sheets/")


@pytest.mark.parametrize("path", ["screen/", "screen/sheets/"])
def test_names_are_shown_literally_and_licences_not_at_all(path: str) -> None:
    two = event(pairs=2)
    Player.objects.filter(pk=Player.objects.order_by("id")[0].pk).update(name="<b>Evil</b>, Eve")
    published(two)
    html = shown(two, path=path)
    assert "<b>Evil" not in html
    assert "&lt;b&gt;Evil" in html
    assert "RUS-1002" not in html


def test_the_screen_works_without_a_script_and_runs_none_of_its_own(seventy: Event) -> None:
    html = shown(seventy)
    assert '<noscript><meta http-equiv="refresh"' in html
    assert not re.search(r"<section[^>]+hidden", html)
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)", html)


def test_an_event_that_is_not_there_has_no_screen() -> None:
    assert Client().get("/e/nowhere/screen/").status_code == 404
    assert Client().get("/e/nowhere/screen/sheets/").status_code == 404
