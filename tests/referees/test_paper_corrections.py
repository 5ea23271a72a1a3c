"""Whatever sheet stands, corrected to whatever other sheet: the game is as if the other alone had been entered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referees.acts.lines import append_lines
from referees.acts.paper import enter_paper, enter_totals
from referees.acts.protocols import draw_up_protocol, reopen_game, sign
from referees.models import Line, Protocol, Signature
from referees.reads.games import record_of
from referees.reads.log_of_paper import paper_version, standing_sheet
from referees.reads.paper import PaperRow, PaperSheet, read_paper, sheet_standing
from referees.written import written
from scoring.canonical import digest
from scoring.games import read_json, replay
from scoring.seats import SEATS, SIDES
from tests import builders
from tests.builders import Event
from tests.referees.games import STROKES, holding
from tests.tournaments.event_file.events import exported, forget
from tournaments.acts.event_files import import_event
from tournaments.acts.rounds import close_round
from tournaments.models import Game, Result
from tournaments.reads.standings import standings

pytestmark = pytest.mark.django_db

Sheet = tuple[PaperSheet, bool]  # True: its totals alone are entered
SIGNED = dict.fromkeys(Signature.Signer.values, ("on_paper", ""))
RULES: list[dict[str, Any]] = [
    {},
    {"lead": "winner", "count_warnings": "side"},
    {"fines_to": "offender", "target": 100, "time_rule": "stop"},
    {"deals": 4, "time_rule": "finish_plus_one"},
    {"fines_to": "person", "over_target": "trim", "fine_ends_game": True, "level_fish": "double_next"},
    {"level_fish": "carry", "false_pass_until": "signed", "below_zero": True, "fines_to": "offender"},
    {"level_fish": "replay", "target_at_time": "one_more"},
]
CODES = (
    "talking",
    "late",
    "touched_tile",
    "sign",
    "false_pass",
    "out_of_turn:continue",
    "out_of_turn:restart",
    "other",
)

deals = st.builds(
    lambda side, points, who: PaperRow("deal", who, points={side: points}),
    st.sampled_from(SIDES), st.one_of(st.integers(0, 60), st.integers(0, 168)), st.sampled_from(SEATS),
)  # fmt: skip
penalties = st.builds(
    lambda who, code, side, points: PaperRow("penalty", who, code, {side: points} if code == "other" else {}),
    st.sampled_from((*SEATS, *SIDES)), st.sampled_from(CODES), st.sampled_from(SIDES), st.sampled_from((None, 10, -30)),
)  # fmt: skip
ends = st.builds(
    PaperRow, st.sampled_from(("time_in", "time_between", "forfeit", "no_show")), st.sampled_from((*SIDES, "both"))
)
rows = st.one_of(deals, deals, deals, penalties, ends)
sketches = st.tuples(st.sampled_from(SEATS), st.lists(rows, max_size=7), st.lists(penalties, max_size=2))
Sketch = tuple[str, list[PaperRow], list[PaperRow]]


@st.composite
def pairs_of_sketches(draw: st.DrawFn) -> tuple[Sketch, Sketch]:
    """Draw a sheet and another: a new one, or the first with a row changed, left out or put in, or its leader."""
    first = leader, before, after = draw(sketches)
    if draw(st.booleans()):
        return first, draw(sketches)
    changed = list(before)
    for _time in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(changed)))
        changed[place : place + draw(st.integers(0, 1))] = draw(st.lists(rows, max_size=1))
    last = draw(st.sampled_from((after, after[:1], [])))
    return first, (draw(st.sampled_from((leader, leader, "B2"))), changed, last)


totals = st.builds(
    lambda a, more: PaperSheet(score={"A": a, "B": a + more}, winner="B" if more > 0 else "A", signed=SIGNED),
    st.integers(100, 250), st.sampled_from((-90, -1, 1, 60)),
)  # fmt: skip


@pytest.fixture(params=RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "federation")
def event(request: pytest.FixtureRequest) -> Event:
    made = builders.event(4, rules=request.param)
    builders.add_round(made.tournament)
    return made


@contextmanager
def tried() -> Iterator[None]:
    """Take back all that one example writes."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def table(event: Event, number: int) -> Game:
    return Game.objects.select_related("round__tournament").get(round__tournament=event.tournament, table=number)


def whole(event: Event, game: Game, sketch: Sketch) -> PaperSheet:
    """Make a sheet that adds up: rows that cannot stand are left out, and deals are played until the game is over."""
    leader, before, after = sketch
    kept: list[PaperRow] = []
    for row in [*before, *(PaperRow("deal", "A1", points={"A": 150}) for _ in range(9))]:
        if read_paper(game, PaperSheet(leader, tuple(kept))).state["state"] == "finished":
            break
        kept = _with(game, leader, kept, row)
    for row in after:
        kept = _with(game, leader, kept, row)
    reading = read_paper(game, PaperSheet(leader, tuple(kept)))
    state = reading.state
    assert state["state"] == "finished"
    over = state["reason"] in ("no_show", "forfeit", "game_loss")
    summed = [
        replace(row, totals={} if over or read.total is None else read.total)
        for row, read in zip(kept, reading.rows, strict=True)
    ]
    made = PaperSheet(leader, tuple(summed), state["score"], state["winner"] or "", SIGNED, event.referee)
    assert read_paper(game, made).whole
    return made


def _with(game: Game, leader: str, kept: Sequence[PaperRow], row: PaperRow) -> list[PaperRow]:
    more = [*kept, row]
    return more if not read_paper(game, PaperSheet(leader, tuple(more))).rows[-1].fault else list(kept)


def entered(event: Event, number: int, sheet: Sheet) -> Protocol:
    paper, totals_only = sheet
    game = table(event, number)
    act = enter_totals if totals_only else enter_paper
    return act(game.pk, replace(paper, seen=game.log_length, referee=event.referee), actor=event.actor("desk"))


def corrected(event: Event, sheet: Sheet) -> Protocol:
    reopen_game(table(event, 1).pk, reason="a slip", actor=event.actor("chief_referee"))
    return entered(event, 1, sheet)


def results(event: Event, number: int) -> list[dict[str, Any]]:
    kept = (
        "seat",
        "won",
        "points_for",
        "points_against",
        "side_points",
        "fines",
        "cards",
        "warnings",
        "reason",
        "source",
    )
    return list(Result.objects.filter(game=table(event, number)).order_by("seat").values(*kept, "provisional"))


def ends_of(event: Event, number: int) -> tuple[Any, ...]:
    game = table(event, number)
    return game.state, game.score_a, game.score_b, game.winner, game.reason, record_of(game).state()


def same_as_alone(event: Event, protocol: Protocol, alone: Protocol) -> None:
    """Compare table 1, corrected, with table 2, where the same sheet was entered alone."""
    assert protocol.outcome == alone.outcome
    assert replay(read_json(protocol.envelope)) == alone.outcome
    assert protocol.digest == digest(protocol.envelope)
    assert results(event, 1) == results(event, 2)
    assert ends_of(event, 1) == ends_of(event, 2)
    rows = {row.entry.number: row for row in standings(event.tournament, 1).rows}
    for one, other in ((rows[1], rows[3]), (rows[2], rows[4])):
        assert (one.wins, one.points, one.effectiveness) == (other.wins, other.points, other.effectiveness)


def stands_again(event: Event, sheet: Sheet) -> None:
    """Reopen the game and compare what the desk would find filled in with what was entered; then close it so."""
    paper, totals_only = sheet
    game = reopen_game(table(event, 1).pk, reason="again", actor=event.actor("chief_referee"))
    game = table(event, 1)
    standing = standing_sheet(game, record_of(game), paper_version(game))
    assert standing is not None
    found = sheet_standing(game, standing)
    assert (found.score, found.winner) == (paper.score, paper.winner)
    before = list(Line.objects.filter(game=game).values_list("line_id", flat=True))
    if totals_only:
        assert not found.rows
    else:
        assert found.leader == paper.leader
        assert [row.what for row in found.rows] == [row.what for row in paper.rows]
        assert read_paper(game, replace(found, signed=SIGNED, referee=event.referee)).whole
        entered(event, 1, (replace(found, signed=SIGNED), False))
        assert list(Line.objects.filter(game=game).values_list("line_id", flat=True)) == before
        reopen_game(game.pk, reason="again", actor=event.actor("chief_referee"))
    entered(event, 1, sheet)
    assert list(Line.objects.filter(game=game).values_list("line_id", flat=True)) == before


def walked(event: Event, first: Sheet, second: Sheet) -> None:
    """Enter A, correct it to B and back to A, and compare each with B and A alone at the other table."""
    old = entered(event, 1, first)
    lines = list(Line.objects.filter(game=table(event, 1)).order_by("number").values("line_id", "data"))
    with tried():
        same_as_alone(event, old, entered(event, 2, first))
    new = corrected(event, second)
    with tried():
        same_as_alone(event, new, entered(event, 2, second))
    kept = list(Line.objects.filter(game=table(event, 1)).order_by("number").values("line_id", "data"))
    assert kept[: len(lines)] == lines
    assert Protocol.objects.get(pk=old.pk).envelope == old.envelope
    assert replay(read_json(old.envelope)) == old.outcome
    written(new.envelope)
    stands_again(event, second)
    back = corrected(event, first)
    same_as_alone(event, back, entered(event, 2, first))


@given(sketched=pairs_of_sketches())
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_a_sheet_corrected_to_another_is_as_if_the_other_alone_was_entered(
    event: Event, sketched: tuple[Sketch, Sketch]
) -> None:
    with tried():
        first, second = (whole(event, table(event, 1), sketch) for sketch in sketched)
        walked(event, (first, False), (second, False))


@given(sketch=sketches, total=totals, other=totals, order=st.permutations((0, 1, 2)))
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_totals_and_a_sheet_take_each_others_place(
    event: Event, sketch: Sketch, total: PaperSheet, other: PaperSheet, order: list[int]
) -> None:
    with tried():
        sheets: list[Sheet] = [(whole(event, table(event, 1), sketch), False), (total, True), (other, True)]
        walked(event, *[sheets[number] for number in order[:2]])


def test_an_event_with_a_corrected_sheet_goes_into_a_file_and_is_corrected_again_where_it_came() -> None:
    event = builders.event(4, slug="amber")
    round_ = builders.add_round(event.tournament)
    games = [PaperRow("deal", points={"A": points}) for points in (90, 60, 110)]
    first, second = (whole(event, table(event, 1), ("A1", rows, [])) for rows in (games, [games[0], *games[:2]]))
    entered(event, 1, (first, False))
    entered(event, 2, (first, False))
    corrected(event, (second, False))
    file = exported(event)
    forget(event.tournament)
    came = import_event(file, user=event.administrator, keep_offices=True)
    moved = replace(event, tournament=came, referee=came.officials.get(role="referee"))
    before = ends_of(moved, 1)
    assert Protocol.objects.filter(game=table(moved, 1)).count() == 2
    stands_again(moved, (second, False))
    assert ends_of(moved, 1) == before
    corrected(moved, (first, False))
    assert results(moved, 1) == results(moved, 2)
    close_round(came.rounds.get(number=round_.number), actor=moved.actor("chief_referee"))


# -- single cases ------------------------------------------------------------------------------------------------------

THREE = [PaperRow("deal", points={side: points}) for side, points in (("A", 90), ("B", 60), ("A", 110))]
TALKED = PaperRow("penalty", "A1", "talking")


def one_event(rows: Sequence[PaperRow] = THREE, rules: dict[str, Any] | None = None) -> tuple[Event, PaperSheet]:
    """Make an event at whose table 1 a sheet of these rows was entered, and its game reopened."""
    event = builders.event(4, rules=rules)
    builders.add_round(event.tournament)
    paper = sheet_of(event, rows)
    entered(event, 1, (paper, False))
    reopen_game(table(event, 1).pk, reason="a slip", actor=event.actor("chief_referee"))
    return event, paper


def sheet_of(event: Event, rows: Sequence[PaperRow]) -> PaperSheet:
    """Make a sheet of these rows with the end that the rules find; the running totals are left out."""
    state = read_paper(table(event, 1), PaperSheet("A1", tuple(rows))).state
    return PaperSheet("A1", tuple(rows), state["score"], state["winner"] or "", SIGNED, event.referee)


def filled(event: Event, **changed: str) -> dict[str, str]:
    """Give what the page of the sheet of table 1 has in its boxes."""
    page = event.client("desk").get(address(event))
    form = page.context["form"]
    boxes = [box for part in (form.sheet_form, *form.row_forms) for box in part]
    data = {box.html_name: "" if box.value() is None else str(box.value()) for box in boxes}
    data |= {"seen": seen_in(page.content.decode()), "referee": str(event.referee.pk)}
    return data | changed


def seen_in(page: str) -> str:
    return re.findall(r'name="seen" value="([0-9]+)"', page)[0]


def address(event: Event) -> str:
    return f"/desk/{event.tournament.slug}/paper/{table(event, 1).pk}/"


def test_who_took_a_chair_after_the_reopening_does_not_change_what_the_sheet_was_read_to() -> None:
    event, _paper = one_event([THREE[0], TALKED, *THREE[1:]])
    game = table(event, 1)
    sat, comes = game.seats.get(seat="A1").player.key, builders.player("Stråle, Ida", "SUB-1").key
    seats = [{"kind": "seat", "seat": "A1", "player": key} for key in (sat, comes)]
    append_lines(game.pk, seats, actor=holding(event.referee))
    twice = sheet_of(event, [THREE[0], TALKED, THREE[1], TALKED, THREE[2]])
    assert twice.score == {"A": 200, "B": 85}
    protocol = entered(event, 1, (twice, False))
    assert protocol.outcome["score"] == twice.score


@pytest.mark.parametrize("signers", [(), ("A1",), ("A1", "B1", "A2", "B2", "referee")])
@pytest.mark.parametrize("changed", [False, True])
def test_a_protocol_that_lies_at_the_table_to_be_signed_does_not_keep_the_sheet_out(
    signers: tuple[str, ...], *, changed: bool
) -> None:
    event, paper = one_event()
    protocol = draw_up_protocol(table(event, 1).pk, actor=holding(event.referee))
    for signer in signers:
        sign(protocol.pk, signer, "drawn", digest=protocol.digest, actor=holding(event.referee), strokes=STROKES)
    mended = sheet_of(event, [THREE[0], PaperRow("deal", points={"B": 66}), THREE[2]]) if changed else paper
    data = filled(event, do="write")
    if changed:
        data |= {"row-1-points_b": "66", "row-1-total_b": "66", "row-2-total_b": "66", "score_b": "66"}
    assert event.client("desk").post(address(event), data).status_code == 302
    accepted = Protocol.objects.get(game=table(event, 1), state="accepted")
    assert accepted.outcome["score"] == mended.score
    assert {signature.how for signature in accepted.signatures.all()} == {"on_paper"}


def test_a_fine_after_a_game_whose_totals_are_trimmed_stands_on_the_sheet_so_that_it_adds_up() -> None:
    event, paper = one_event([THREE[0], PaperRow("deal", points={"A": 150}), TALKED], {"over_target": "trim"})
    assert paper.score == {"A": 200, "B": 0}
    response = event.client("desk").post(address(event), filled(event, do="write"))
    assert response.status_code == 302


@pytest.mark.parametrize("do", ["check", "write"])
def test_a_screen_that_did_not_see_the_log_is_told_so_when_its_sheet_is_checked_or_does_not_add_up(do: str) -> None:
    event, _paper = one_event()
    old = filled(event, do=do, score_b="60" if do == "check" else "67")
    entered(event, 1, (sheet_of(event, [THREE[0], PaperRow("deal", points={"B": 66}), THREE[2]]), False))
    reopen_game(table(event, 1).pk, reason="again", actor=event.actor("chief_referee"))
    page = event.client("desk").post(address(event), old).content.decode()
    assert seen_in(page) == old["seen"] or "Something was written at this game meanwhile." in page


def test_totals_that_stand_alone_open_without_an_alarm_about_rows_nobody_wrote() -> None:
    event = builders.event(4)
    builders.add_round(event.tournament)
    entered(event, 1, (PaperSheet(score={"A": 200, "B": 60}, winner="A", signed=SIGNED), True))
    reopen_game(table(event, 1).pk, reason="a slip", actor=event.actor("chief_referee"))
    page = event.client("desk").get(address(event)).content.decode()
    assert "By the rules the game is not over with these rows." not in page


def test_a_long_sheet_is_corrected_however_often() -> None:
    long = [PaperRow("deal", points={"AB"[number % 2]: 1}) for number in range(100)]
    event, _paper = one_event([*long, PaperRow("deal", points={"A": 168})])
    turned = sheet_of(event, [*long[1:], long[0], PaperRow("deal", points={"A": 168})])
    entered(event, 1, (turned, False))
    reopen_game(table(event, 1).pk, reason="a row too many", actor=event.actor("chief_referee"))
    shorter = sheet_of(event, [*long[2:], PaperRow("deal", points={"A": 168})])
    assert entered(event, 1, (shorter, False)).outcome["score"] == shorter.score


def test_a_note_that_was_struck_again_after_the_reopening_does_not_keep_the_sheet_out() -> None:
    event, paper = one_event()
    lines = [{"kind": "note", "text": "the wrong table", "id": "n1"}, {"kind": "strike", "of": "n1", "reason": "slip"}]
    append_lines(table(event, 1).pk, lines, actor=holding(event.referee))
    assert entered(event, 1, (paper, False)).state == "accepted"
