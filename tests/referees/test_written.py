"""What a log reads like on paper and on pages: games that were annulled, and fines that are a person's own."""

from __future__ import annotations

import html as markup
import re
from typing import Any

import pytest
from django.test import Client

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.acts.protocols import draw_up_protocol
from referees.models import Protocol
from referees.sheets import protocol_sheet
from referees.written import written_of
from scoring.errors import LogError
from scoring.games import Record
from scoring.rules import parse_rules
from tests.builders import Event
from tests.referees.games import START, event_with_game, holding
from tests.tournaments.sheets.samples import texts
from tournaments.models import Game
from tournaments.sheets.score_sheet import draw_score_sheets
from tournaments.sheets.values import DealRow, PenaltyRow

VOID: dict[str, Any] = {"kind": "void", "scope": "game", "reason": "a tile was missing", "replay": True}


def points(side: str, number: int) -> dict[str, Any]:
    return {"kind": "deal", "ending": "points", "side": side, "points": number}


SEVEN = [points("AB"[number % 2], 10 + number) for number in range(7)]


def read(*lines: dict[str, Any], **rules: Any) -> list[tuple[Any, ...]]:
    """Write a log out: a deal as number, words, points and totals; a penalty as its words, points and totals."""
    record = Record(parse_rules(rules))
    for line in (START, *lines):
        record.add(line)
    return [_row(row) for row in written_of(record).rows]


def _row(row: DealRow | PenaltyRow) -> tuple[Any, ...]:
    said = (row.number, row.ended) if isinstance(row, DealRow) else (row.text,)
    return (*said, row.points_a, row.points_b, row.total_a, row.total_b)


def test_deals_of_an_annulled_game_have_no_number_and_counting_begins_anew() -> None:
    rows = read(*SEVEN, VOID, points("A", 33))
    assert rows == [
        *((None, f"Annulled: Points, {10 + n} to side {'AB'[n % 2]}", None, None, None, None) for n in range(7)),
        (1, "Points", 33, None, 33, 0),
    ]


def test_fines_of_an_annulled_game_stay_and_are_all_that_its_totals_hold() -> None:
    fine = {"kind": "penalty", "code": "touched_tile", "seat": "B1"}
    assert read(points("A", 30), fine, points("B", 5), VOID, points("B", 7)) == [
        (None, "Annulled: Points, 30 to side A", None, None, None, None),
        ("Penalty: B1, touched tile: fine of 25", 25, None, 25, 0),
        (None, "Annulled: Points, 5 to side B", None, None, None, None),
        (1, "Points", None, 7, 25, 7),
    ]


def test_a_game_annulled_twice_is_counted_from_the_second_time_on() -> None:
    again = {**VOID, "reason": "again"}
    assert [row[0] for row in read(*SEVEN, VOID, points("A", 9), again, points("A", 33))] == [None] * 8 + [1]
    assert read(points("A", 9), VOID, points("A", 8), again, points("A", 33))[-1][2:] == (33, None, 33, 0)


def test_a_false_pass_of_an_annulled_game_is_a_penalty_and_no_deal() -> None:
    false_pass = {"kind": "penalty", "code": "false_pass", "seat": "B1"}
    assert read(points("A", 30), false_pass, VOID, points("A", 33)) == [
        (None, "Annulled: Points, 30 to side A", None, None, None, None),
        ("Penalty: B1, false pass: fine of 50", 50, None, 50, 0),
        (1, "Points", 33, None, 83, 0),
    ]


def test_a_game_whose_annulment_was_struck_is_read_as_it_was_played() -> None:
    void = {**VOID, "id": "v"}
    rows = read(*SEVEN, void, {"kind": "strike", "of": "v", "reason": "the tile was found"}, points("A", 33))
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert rows[-1][4:] == (52 + 33, 39)


def test_a_fine_of_a_person_moves_no_total_and_says_whose_points_it_takes() -> None:
    fine = {"kind": "penalty", "code": "touched_tile", "seat": "A1"}
    assert read(points("A", 30), fine, points("A", 5), fines_to="person")[1:] == [
        ("Penalty: A1, touched tile: fine of 25 off the player's own points", None, None, 30, 0),
        (2, "Points", 5, None, 35, 0),
    ]


def test_a_fine_of_a_side_is_taken_from_its_score_where_fines_are_a_persons_own() -> None:
    fine = {"kind": "penalty", "code": "touched_tile", "side": "A"}
    assert read(points("A", 30), fine, fines_to="person")[1:] == [
        ("Penalty: side A, touched tile: fine of 25", -25, None, 5, 0)
    ]


@pytest.fixture
def made(db: None) -> Event:
    return event_with_game()[0]


def annulled(made: Event) -> Protocol:
    """Draw up the protocol of a game that began anew after seven deals, and was won in the first one after them."""
    game = Game.objects.get(round__tournament=made.tournament)
    ruling = {"kind": "ruling", "score": {"A": 33, "B": 0}, "winner": "A", "reason": "no time left"}
    append_lines(game.pk, [START, *SEVEN, VOID, points("A", 33), ruling], actor=holding(made.chief_referee))
    return draw_up_protocol(game.pk, actor=holding(made.referee))


def test_the_protocol_on_paper_numbers_only_what_counts(made: Event) -> None:
    sheet = protocol_sheet(annulled(made), made.tournament)
    assert [row.number for row in sheet.rows if isinstance(row, DealRow)] == [None] * 7 + [1]
    (page,) = texts(draw_score_sheets([sheet], "Protocol").pdf)
    assert page.count("Annulled: Points") == 7
    assert "Annulled: Points, 10 to side A – – – –" in page
    assert "Points 33 33 – 0" in page


def test_the_page_of_the_table_and_the_desk_number_only_what_counts(made: Event) -> None:
    link = make_table_links(made.tournament, [1], actor=made.actor())[0]
    game = annulled(made).game
    public = Client().get(f"/t/{link.token}/").content.decode()
    desk = made.client("desk").get(f"/desk/{made.tournament.slug}/games/{game.pk}/").content.decode()
    for page in (public, desk):
        deals = markup.unescape(page).split("<tbody>")[1].split("</tbody>")[0]
        assert re.findall(r'<th scope="row">(.*?)</th>', deals) == ["–"] * 7 + ["1"]
        assert deals.count("Annulled: Points") == 7
    assert re.findall(r"\d+:\d+</td>", public) == ["33:0</td>"]


# ── what was corrected ───────────────────────────────────────────────────────


def corrections(*lines: dict[str, Any]) -> tuple[str, ...]:
    record = Record(parse_rules({}))
    for line in (START, *lines):
        record.add(line)
    return written_of(record).corrections


def fish(**left: int) -> dict[str, Any]:
    return {"kind": "deal", "ending": "fish", "by": "A1", "left": {"A1": 10, "A2": 9, "B1": 4, "B2": 5, **left}}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (points("A", 35), points("A", 53), "line 2: 35 -> 53"),
        (points("A", 35), points("B", 35), "line 2: Deal: 35 points to side A -> Deal: 35 points to side B"),
        (fish(), fish(A1=12, B2=7), "line 2: A1 10, B2 5 -> A1 12, B2 7"),
        (
            points("A", 35),
            {"kind": "deal", "ending": "out", "by": "A1", "left": {"A2": 1, "B1": 2, "B2": 3}},
            "line 2: Deal: 35 points to side A -> Deal: out A1; left B1 2, A2 1, B2 3",
        ),
        (points("A", 35), points("A", 35), "line 2 written anew: 35"),
        (
            points("A", 35),
            {"kind": "note", "text": "no deal"},
            "line 2: Deal: 35 points to side A -> Note: no deal",
        ),
    ],
)
def test_a_correction_says_what_the_line_said_and_says(old: dict[str, Any], new: dict[str, Any], said: str) -> None:
    assert corrections({**old, "id": "d"}, {**new, "instead_of": "d"}) == (said,)


def test_a_struck_line_and_a_forgotten_one_say_what_they_are() -> None:
    struck = {"kind": "strike", "of": "d", "reason": "another table", "id": "s"}
    revived = {"kind": "strike", "of": "s", "reason": "it was this one"}
    assert corrections({**points("A", 35), "id": "d"}, {**points("B", 8), "before": "d"}, struck, revived) == (
        "a forgotten line put in before line 2 (Deal: 8 points to side B)",
        "line 2 struck (Deal: 35 points to side A): another table",
        "line 4 struck (a line was struck): it was this one",
    )


def test_corrections_of_every_kind_of_line_can_be_read() -> None:
    lines: list[dict[str, Any]] = [
        {"kind": "deal_begin", "leader": "A1"}, {**points("A", 20)}, {"kind": "time", "in_deal": False},
        {"kind": "penalty", "code": "touched_tile", "seat": "A1"}, {"kind": "note", "text": "x"},
        {"kind": "protest", "side": "B", "text": "no"}, {"kind": "seat", "seat": "A1", "player": "p1"},
        {"kind": "void", "scope": "deal", "reason": "again", "replay": True},
    ]  # fmt: skip
    for line in lines:
        try:
            (said,) = corrections({**line, "id": "x"}, {"kind": "strike", "of": "x", "reason": "why"})
        except LogError:
            continue
        assert said.startswith("line 2 struck (")
        assert said.endswith("): why")


def test_old_and_new_value_stand_on_the_printed_protocol(made: Event) -> None:
    game = Game.objects.get(round__tournament=made.tournament)
    wrong, right = {**points("A", 35), "id": "wrong"}, {**points("A", 53), "instead_of": "wrong"}
    append_lines(game.pk, [START, wrong, right, points("A", 160)], actor=holding(made.referee))
    sheet = protocol_sheet(draw_up_protocol(game.pk, actor=holding(made.referee)), made.tournament)
    (page,) = texts(draw_score_sheets([sheet], "Protocol").pdf)
    assert "line 2: 35 -> 53" in page


# ── a line that a correction breaks ──────────────────────────────────────────


def test_the_line_that_a_correction_breaks_is_named_by_its_number_and_why(made: Event) -> None:
    game = Game.objects.get(round__tournament=made.tournament)
    start, first, second = {**START, "id": "s"}, {**points("A", 60), "id": "d1"}, {**points("B", 60), "id": "d2"}
    append_lines(game.pk, [start, first, second], actor=holding(made.referee))
    # Sent again, the first three are known; the number is that of the log all the same.
    last = {**points("A", 20), "id": "d3"}
    whole = {**points("A", 168), "instead_of": "d1"}, {**points("A", 168), "instead_of": "d2"}
    _, _, answers = append_lines(game.pk, [start, first, second, last, *whole], actor=holding(made.chief_referee))
    assert [answer.answer for answer in answers] == ["known"] * 3 + ["applied"] * 2 + ["refused"]
    error = answers[-1].error
    assert error and error["code"] == "breaks_later_line"
    assert error["sentence"] == (
        "With this correction line 4 would no longer be possible (The game is over). Correct line 4 first."
    )
    assert "{" not in error["sentence"]
