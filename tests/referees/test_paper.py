"""A game entered from its sheet: read by the rules row by row; nothing typed is lost, paper and tablet not mixed."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils import timezone, translation

from referees.acts.leases import take_table
from referees.acts.lines import append_lines
from referees.acts.paper import clear_log, enter_paper, enter_totals
from referees.acts.protocols import accept_protocol, draw_up_protocol, reopen_game, sign
from referees.acts.rulings import Ruling, rule_game
from referees.models import Line, Protocol, Signature
from referees.playing import lines_of
from referees.reads.games import record_of
from referees.reads.log_of_paper import paper_version, standing_sheet
from referees.reads.paper import PaperRow, PaperSheet, find_game, read_paper, sheet_standing
from referees.sheets import render_protocol
from referees.written import written
from scoring.games import Record
from scoring.rules import parse_rules
from tests import builders
from tests.builders import Event
from tests.referees.games import START, STROKES, WHOLE_GAME, holding
from tests.tournaments.sheets.samples import texts
from tournaments.acts.rounds import close_round
from tournaments.models import AuditEntry, Game, Result
from tournaments.permissions import Actor
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db

SIGNERS = Signature.Signer.values
#: What the paper of WHOLE_GAME says.
ROWS = (
    PaperRow(points={"A": 90, "B": None}, totals={"A": 90, "B": 0}),
    PaperRow(points={"A": None, "B": 60}, totals={"A": 90, "B": 60}),
    PaperRow(points={"A": 110, "B": None}, totals={"A": 200, "B": 60}),
)


@pytest.fixture
def event() -> Event:
    return builders.event(4)


@pytest.fixture
def game(event: Event) -> Game:
    return builders.add_round(event.tournament).games.select_related("round__tournament").get(table=1)


def sheet(event: Event, **changed: Any) -> PaperSheet:
    whole = PaperSheet(
        leader="A1",
        rows=ROWS,
        score={"A": 200, "B": 60},
        winner="A",
        signed=dict.fromkeys(SIGNERS, ("on_paper", "")),
        referee=event.referee,
    )
    return replace(whole, **changed)


def paper_of(game: Game, lines: list[dict[str, Any]]) -> tuple[PaperSheet, dict[str, Any]]:
    """Write a played game as its referee would have done by hand, with the state it came to."""
    record = Record(parse_rules(game.rules), game.carried)
    rows, leader = [], ""
    for line in lines:
        before = record.state()
        record.add(line)
        after = record.state()
        score = after["score"]
        if line["kind"] == "start":
            leader = line["leader"]
        elif line["kind"] == "time":
            rows.append(PaperRow("time_in" if line["in_deal"] else "time_between"))
        elif line["kind"] == "penalty":
            code = line["code"] + (f":{line['opponents']}" if "opponents" in line else "")
            rows.append(PaperRow("penalty", line.get("seat") or line["side"], code, totals=dict(score)))
        elif line["kind"] == "deal":
            points = {side: score[side] - before["score"][side] or None for side in "AB"}
            points = points if any(points.values()) else {"A": 0, "B": 0}
            rows.append(PaperRow("deal", line["by"], "", points, dict(after["deals"][-1]["total"])))
    state = record.state()
    return PaperSheet(leader, tuple(rows), dict(state["score"]), state["winner"] or ""), state


def is_plain(lines: list[dict[str, Any]]) -> bool:
    """Tell whether a log holds only what a sheet can say: no corrections, nothing annulled."""
    kinds = {line["kind"] for line in lines}
    return not kinds & {"strike", "void", "ruling"} and not any("instead_of" in x or "before" in x for x in lines)


# -- what is read ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [{}, {"lead": "winner"}, {"fines_to": "offender", "target": 100}, {"deals": 8}])
def test_a_game_of_the_engine_comes_to_the_same_totals_from_its_paper(rules: dict[str, Any]) -> None:
    event = builders.event(2, rules=rules)
    game = builders.add_round(event.tournament).games.select_related("round__tournament").get()
    seed = next(seed for seed in range(100, 200) if is_plain(lines_of(game, Random(seed))))
    paper, state = paper_of(game, lines_of(game, Random(seed)))
    signed = dict.fromkeys(SIGNERS, ("on_paper", ""))
    protocol = enter_paper(game.pk, replace(paper, signed=signed, referee=event.referee), actor=event.actor("desk"))
    assert protocol.outcome["score"] == state["score"]
    assert protocol.outcome["winner"] == state["winner"]
    assert [d["total"] for d in protocol.outcome["deals"]] == [d["total"] for d in state["deals"]]
    assert [d["leader"] for d in protocol.outcome["deals"]] == [d["leader"] for d in state["deals"]]
    game.refresh_from_db()
    assert (game.state, game.score_a, game.score_b) == ("accepted", state["score"]["A"], state["score"]["B"])


def test_a_slip_in_a_total_is_told_in_its_row_and_not_in_the_rows_below(event: Event, game: Game) -> None:
    rows = (
        PaperRow(points={"A": 92}, totals={"A": 92}),
        PaperRow(points={"A": 31}, totals={"A": 132}),
        PaperRow(points={"A": 100}, totals={"A": 232}),
    )
    reading = read_paper(game, sheet(event, rows=rows, score={"A": 232, "B": 0}))
    assert [row.fault for row in reading.rows] == ["", "Deal 2: 31 added to 92 makes 123, the paper says 132.", ""]
    assert reading.faults == {"score_a": "The rows make 223, the paper says 232."}
    assert not reading.whole


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (PaperRow(points={"A": 10, "B": 20}), "A deal gives points to one side. Which of the two numbers is wrong?"),
        (PaperRow(totals={"A": 90}), "Write the points of the deal; 0 where it was level."),
        (PaperRow(points={"A": -25}), "A deal takes no points away. Is this a penalty?"),
        (PaperRow(points={"B": 169}), "All tiles together have 168 pips, so at most 168 points are possible."),
        (PaperRow("penalty", "A1"), "Say what the penalty was for."),
        (PaperRow("penalty", "", "talking"), "Say who was penalised: a seat or a side."),
        (PaperRow("no_show"), "Say which side: A, B or both."),
        (PaperRow("no_show", "A"), "It is too late for this."),
    ],
)
def test_a_row_that_cannot_be_says_why_in_plain_words(event: Event, game: Game, row: PaperRow, said: str) -> None:
    reading = read_paper(game, sheet(event, rows=(ROWS[0], row, ROWS[1])))
    assert reading.rows[1].fault.startswith(said)
    assert reading.rows[2].fault == ""


def test_a_fine_counts_between_the_deals_where_it_stands(event: Event, game: Game) -> None:
    rows = (
        ROWS[0],
        PaperRow("penalty", "A1", "touched_tile", totals={"A": 90, "B": 25}),
        PaperRow(points={"B": 60}, totals={"B": 85}),
        PaperRow(points={"A": 110}, totals={"A": 200}),
    )
    reading = read_paper(game, sheet(event, rows=rows, score={"A": 200, "B": 85}))
    assert reading.whole
    assert [row.number for row in reading.rows] == [1, None, 2, 3]
    assert [row.leader for row in reading.rows] == ["A1", "", "B1", "A2"]
    assert reading.outcome == "This makes 200 : 85, side A wins: Target reached."


def test_where_the_winner_leads_the_sheet_says_who_went_out(event: Event) -> None:
    event = builders.event(2, rules={"lead": "winner"})
    game = builders.add_round(event.tournament).games.get()
    assert "he leads the next deal" in read_paper(game, sheet(event)).rows[0].fault
    rows = (replace(ROWS[0], who="A2"), replace(ROWS[1], who="B1"), replace(ROWS[2], who="A1"))
    assert [row.leader for row in read_paper(game, sheet(event, rows=rows)).rows] == ["A1", "A2", "B1"]


def test_a_game_that_is_not_over_by_its_rows_is_not_written(event: Event, game: Game) -> None:
    short = sheet(event, rows=ROWS[:2], score={"A": 90, "B": 60})
    assert read_paper(game, short).faults == {
        "rows": "By the rules the game is not over with these rows. Is a deal missing, or time over?"
    }
    with pytest.raises(Refused) as refused:
        enter_paper(game.pk, short, actor=event.actor("desk"))
    assert refused.value.code == "paper_faults"
    assert not Line.objects.exists()
    timed = (*ROWS[:2], PaperRow("time_between"), PaperRow(points={"B": 31}, totals={"B": 91}))
    late = sheet(event, rows=timed, score={"A": 90, "B": 91}, winner="B")
    assert read_paper(game, late).outcome == "This makes 90 : 91, side B wins: Time over."
    assert "By the rules side B has won." in read_paper(game, replace(late, winner="A")).faults.values()


# -- what is written ---------------------------------------------------------------------------------------------------


def test_a_sheet_is_a_result_of_the_desk_with_the_signatures_of_the_paper(event: Event, game: Game) -> None:
    signed = {**dict.fromkeys(SIGNERS, ("on_paper", "")), "B1": ("refused", "deal 2"), "B2": ("absent", "")}
    protocol = enter_paper(game.pk, sheet(event, signed=signed), actor=event.actor("desk"))
    how = {s.signer: (s.how, s.reason) for s in protocol.signatures.all()}
    assert how == {
        "A1": ("on_paper", ""), "B1": ("refused", "deal 2"), "A2": ("on_paper", ""), "B2": ("absent", ""),
        "referee": ("on_paper", ""),
    }  # fmt: skip
    assert protocol.signatures.get(signer="referee").official == event.referee
    assert set(Result.objects.filter(game=game).values_list("source", flat=True)) == {"desk"}
    assert AuditEntry.objects.filter(act="enter_paper", actor="Kerem Demir").count() == 1
    assert protocol.accepted_by == "Kerem Demir"


def test_s17_a_no_show_on_paper_needs_no_clock_of_the_round(event: Event, game: Game) -> None:
    absent = sheet(event, leader="", rows=(PaperRow("no_show", "B"),), score={"A": 200, "B": 0})
    assert game.round.clock_started_at is None
    outcome = enter_paper(game.pk, absent, actor=event.actor("desk")).outcome
    assert (outcome["reason"], outcome["score"]) == ("no_show", {"A": 200, "B": 0})


def test_without_the_referee_a_sheet_is_refused_and_nothing_is_written(event: Event, game: Game) -> None:
    for changed in ({"referee": None}, {"signed": {**dict.fromkeys(SIGNERS, ("on_paper", "")), "A1": ("refused", "")}}):
        with pytest.raises(Refused):
            enter_paper(game.pk, sheet(event, **changed), actor=event.actor("desk"))
    assert not Line.objects.exists()
    assert not Protocol.objects.exists()


@pytest.mark.parametrize("who", ["referee", "scorer", "player"])
def test_only_the_desk_enters_paper(event: Event, game: Game, who: str) -> None:
    with pytest.raises(NotPermitted):
        enter_paper(game.pk, sheet(event), actor=event.actor(who))


def test_totals_alone_are_a_ruling_that_says_so(event: Event, game: Game) -> None:
    protocol = enter_totals(game.pk, sheet(event, rows=(), score={"A": 171, "B": 203}, winner="B"), actor=event.actor())
    assert (protocol.outcome["reason"], protocol.outcome["winner"]) == ("ruling", "B")
    assert Line.objects.get().data["reason"] == "totals from paper"
    assert Result.objects.filter(game=game, won=True, source="desk").count() == 2


@pytest.mark.parametrize(("a", "b", "winner"), [(171, 203, "A"), (100, 100, "A"), (200, 90, ""), (None, 90, "B")])
def test_totals_whose_winner_is_behind_are_refused(
    event: Event, game: Game, a: int | None, b: int, winner: str
) -> None:
    with pytest.raises(Refused):
        enter_totals(game.pk, sheet(event, rows=(), score={"A": a, "B": b}, winner=winner), actor=event.actor())


def test_paper_is_never_mixed_with_a_log_that_has_begun(event: Event, game: Game) -> None:
    append_lines(game.pk, [START], actor=holding(event.referee))
    with pytest.raises(Refused) as refused:
        enter_paper(game.pk, sheet(event), actor=event.actor("desk"))
    assert refused.value.code == "log_begun"


def test_who_sat_there_and_what_was_said_does_not_keep_a_sheet_out(event: Event, game: Game) -> None:
    key = game.seats.select_related("player").get(seat="A1").player.key
    lines = [{"kind": "seat", "seat": "A1", "player": key}, {"kind": "note", "text": "the tablet is flat"}]
    append_lines(game.pk, lines, actor=holding(event.referee))
    assert enter_paper(game.pk, sheet(event), actor=event.actor("desk")).outcome["winner"] == "A"


def test_the_chief_referee_strikes_a_log_and_the_sheet_is_entered(event: Event, game: Game) -> None:
    first = WHOLE_GAME[1]
    mended = {**first, "points": 95, "id": "m1", "instead_of": "d1"}
    fine = {"kind": "penalty", "code": "touched_tile", "seat": "B1", "id": "p1"}
    append_lines(game.pk, [START, first, fine, mended], actor=holding(event.referee))
    with pytest.raises(NotPermitted):
        clear_log(game.pk, reason="on paper", actor=event.actor("desk"))
    clear_log(game.pk, reason="the tablet failed", actor=event.actor("chief_referee"))
    assert record_of(Game.objects.get(pk=game.pk)).state()["score"] == {"A": 0, "B": 0}
    assert Line.objects.filter(kind="strike").count() == 4
    assert enter_paper(game.pk, sheet(event), actor=event.actor("desk")).outcome["score"] == {"A": 200, "B": 60}


def test_a_tablet_that_holds_the_table_does_not_keep_the_desk_out(event: Event, game: Game) -> None:
    take_table(game.pk, actor=Actor(event.referee.name, official=event.referee, holder="tablet-1"))
    assert enter_paper(game.pk, sheet(event), actor=event.actor("desk")).state == "accepted"


def test_a_sheet_that_was_opened_before_the_table_wrote_is_refused(event: Event, game: Game) -> None:
    append_lines(game.pk, [{"kind": "note", "text": "meanwhile"}], actor=holding(event.referee))
    with pytest.raises(Refused) as refused:
        enter_paper(game.pk, sheet(event, seen=0), actor=event.actor("desk"))
    assert refused.value.code == "stale"


def test_a_sheet_is_entered_once(event: Event, game: Game) -> None:
    enter_paper(game.pk, sheet(event), actor=event.actor("desk"))
    with pytest.raises(Refused) as refused:
        enter_paper(game.pk, sheet(event), actor=event.actor("desk"))
    assert refused.value.code == "accepted_already"


# -- a sheet is corrected after its game was reopened ------------------------------------------------------------------


def reopened(event: Event, game: Game, paper: PaperSheet | None = None, reason: str = "60 was 66") -> Game:
    """Enter a sheet, by default that of WHOLE_GAME, and reopen its game."""
    enter_paper(game.pk, paper or sheet(event), actor=event.actor("desk"))
    reopen_game(game.pk, reason=reason, actor=event.actor("chief_referee"))
    return Game.objects.select_related("round__tournament").get(pk=game.pk)


def deal_of(side: str, points: int, a: int, b: int) -> PaperRow:
    return PaperRow(points={side: points}, totals={"A": a, "B": b})


MENDED = (ROWS[0], deal_of("B", 66, 90, 66), deal_of("A", 110, 200, 66))


def mended(event: Event, game: Game, **changed: Any) -> PaperSheet:
    whole = sheet(event, rows=MENDED, score={"A": 200, "B": 66}, seen=game.log_length)
    return replace(whole, **changed)


def corrections(protocol: Protocol) -> tuple[str, ...]:
    return written(protocol.envelope).corrections


def test_one_wrong_number_of_a_sheet_is_corrected_in_its_place_with_the_reason_of_the_reopening(
    event: Event, game: Game
) -> None:
    game = reopened(event, game)
    protocol = enter_paper(game.pk, mended(event, game), actor=event.actor("desk"))
    assert (protocol.version, protocol.outcome["score"]) == (2, {"A": 200, "B": 66})
    assert corrections(protocol) == ("line 3: 60 -> 66: 60 was 66",)
    assert Line.objects.count() == 5
    assert Protocol.objects.get(version=1).outcome["score"] == {"A": 200, "B": 60}
    assert Result.objects.filter(game=game, side_points=66, source="desk").count() == 2
    assert protocol.signatures.count() == 5


def test_a_row_that_was_left_out_strikes_what_follows_and_writes_it_anew(event: Event, game: Game) -> None:
    game = reopened(event, game)
    rows = (ROWS[0], deal_of("B", 20, 90, 20), deal_of("B", 60, 90, 80), deal_of("A", 110, 200, 80))
    score = {"A": 200, "B": 80}
    protocol = enter_paper(game.pk, mended(event, game, rows=rows, score=score), actor=event.actor("desk"))
    assert [deal["total"]["B"] for deal in protocol.outcome["deals"]] == [0, 20, 80, 80]
    assert corrections(protocol) == (
        "line 4 struck (Deal: 110 points to side A): 60 was 66",
        "line 3 struck (Deal: 60 points to side B): 60 was 66",
    )
    assert Line.objects.filter(kind="start").count() == 1


def test_a_deal_too_many_is_struck_and_one_that_ends_the_game_too_early_strikes_the_rest(
    event: Event, game: Game
) -> None:
    long = (*ROWS[:2], deal_of("A", 105, 195, 60), deal_of("A", 5, 200, 60))
    game = reopened(event, game, sheet(event, rows=long))
    early = (ROWS[0], deal_of("A", 110, 200, 0))
    protocol = enter_paper(
        game.pk, mended(event, game, rows=early, score={"A": 200, "B": 0}), actor=event.actor("desk")
    )
    assert [deal["total"]["A"] for deal in protocol.outcome["deals"]] == [90, 200]
    assert Line.objects.filter(kind="strike").count() == 3


def test_where_the_log_does_not_fold_in_between_a_correction_writes_the_rest_anew(event: Event, game: Game) -> None:
    rows = (deal_of("A", 150, 150, 0), deal_of("B", 60, 150, 60), deal_of("A", 50, 200, 60))
    game = reopened(event, game, sheet(event, rows=rows))
    turned = (deal_of("A", 50, 50, 0), deal_of("A", 149, 199, 0), deal_of("A", 1, 200, 0))
    turned_back = (deal_of("A", 150, 150, 0), deal_of("A", 49, 199, 0), deal_of("A", 1, 200, 0))
    for rows in (turned, turned_back):
        game.refresh_from_db()
        wanted = mended(event, game, rows=rows, score={"A": 200, "B": 0})
        protocol = enter_paper(game.pk, wanted, actor=event.actor("desk"))
        assert [deal["points"]["A"] for deal in protocol.outcome["deals"]] == [row.points["A"] for row in rows]
        reopen_game(game.pk, reason="again", actor=event.actor("chief_referee"))


def test_a_sheet_in_which_nothing_was_wrong_is_signed_anew_and_its_log_stays(event: Event, game: Game) -> None:
    game = reopened(event, game, reason="the wrong referee")
    before = list(Line.objects.values_list("line_id", flat=True))
    protocol = enter_paper(game.pk, sheet(event, seen=game.log_length), actor=event.actor("desk"))
    assert (protocol.version, protocol.state) == (2, "accepted")
    assert list(Line.objects.values_list("line_id", flat=True)) == before


def test_a_sheet_is_corrected_as_often_as_its_game_is_reopened(event: Event, game: Game) -> None:
    game = reopened(event, game)
    enter_paper(game.pk, mended(event, game), actor=event.actor("desk"))
    reopen_game(game.pk, reason="B2 led", actor=event.actor("chief_referee"))
    game.refresh_from_db()
    protocol = enter_paper(game.pk, mended(event, game, leader="B2"), actor=event.actor("desk"))
    assert [deal["leader"] for deal in protocol.outcome["deals"]] == ["B2", "A1", "B1"]
    assert protocol.outcome["score"] == {"A": 200, "B": 66}


@pytest.mark.parametrize("rules", [{}, {"lead": "winner"}, {"fines_to": "offender", "target": 100}])
def test_what_stands_of_a_sheet_reads_back_as_it_was_written(rules: dict[str, Any]) -> None:
    event = builders.event(2, rules=rules)
    game = builders.add_round(event.tournament).games.select_related("round__tournament").get()
    for seed in (seed for seed in range(100, 130) if is_plain(lines_of(game, Random(seed)))):
        paper, state = paper_of(game, lines_of(game, Random(seed)))
        signed = dict.fromkeys(SIGNERS, ("on_paper", ""))
        game.refresh_from_db()
        whole = replace(paper, signed=signed, referee=event.referee, seen=game.log_length)
        enter_paper(game.pk, whole, actor=event.actor("desk"))
        reopen_game(game.pk, reason="again", actor=event.actor("chief_referee"))
        game.refresh_from_db()
        standing = standing_sheet(game, record_of(game), paper_version(game))
        assert standing is not None
        stands = sheet_standing(game, standing)
        assert read_paper(game, stands).whole
        assert (stands.leader, stands.winner, stands.score) == (paper.leader, paper.winner, state["score"])
        # Who went out stands in the log only where he leads the next deal.
        kept = rules.get("lead") == "winner"
        leads = [row.what != "deal" or (kept and any(row.points.values())) for row in paper.rows]
        rows = zip(paper.rows, leads, strict=True)
        assert [(row.what, row.who, row.code) for row in stands.rows] == [
            (row.what, row.who if who_counts else "", row.code) for row, who_counts in rows
        ]


def test_a_fine_of_no_tariff_and_a_side_that_is_gone_stand_on_the_sheet_again(event: Event, game: Game) -> None:
    rows = (ROWS[0], PaperRow("penalty", "A", "other", {"B": 30}, {"A": 90, "B": 30}), PaperRow("forfeit", "B"))
    with translation.override("ru"):
        game = reopened(event, game, sheet(event, rows=rows, score={"A": 200, "B": 0}))
    standing = standing_sheet(game, record_of(game), paper_version(game))
    assert standing is not None
    assert sheet_standing(game, standing).rows[1:] == rows[1:]
    before = Line.objects.count()
    again = sheet(event, rows=rows, score={"A": 200, "B": 0}, seen=game.log_length)
    enter_paper(game.pk, again, actor=event.actor("desk"))
    assert Line.objects.count() == before


def test_totals_from_paper_are_corrected_and_a_whole_sheet_takes_their_place(event: Event, game: Game) -> None:
    totals = sheet(event, leader="", rows=(), score={"A": 171, "B": 203}, winner="B")
    enter_totals(game.pk, totals, actor=event.actor("desk"))
    reopen_game(game.pk, reason="misread", actor=event.actor("chief_referee"))
    game.refresh_from_db()
    again = replace(totals, score={"A": 177, "B": 203}, seen=game.log_length)
    assert enter_totals(game.pk, again, actor=event.actor("desk")).outcome["score"] == {"A": 177, "B": 203}
    assert Line.objects.count() == 2
    reopen_game(game.pk, reason="the deals can be read", actor=event.actor("chief_referee"))
    game.refresh_from_db()
    protocol = enter_paper(game.pk, sheet(event, seen=game.log_length), actor=event.actor("desk"))
    assert (protocol.version, protocol.outcome["score"]) == (3, {"A": 200, "B": 60})
    assert protocol.outcome["reason"] == "target"


@pytest.mark.parametrize("seen", [None, 0, 3])
def test_a_correction_from_a_screen_that_did_not_see_the_log_is_refused(
    event: Event, game: Game, seen: int | None
) -> None:
    game = reopened(event, game)
    with pytest.raises(Refused) as refused:
        enter_paper(game.pk, mended(event, game, seen=seen), actor=event.actor("desk"))
    assert refused.value.code == "stale"
    assert Line.objects.count() == 4


def test_what_a_table_wrote_after_the_reopening_keeps_the_sheet_out_and_says_what_to_do(
    event: Event, game: Game
) -> None:
    game = reopened(event, game)
    third = Line.objects.get(number=3)
    line = {"kind": "deal", "ending": "points", "side": "B", "points": 61, "instead_of": third.line_id}
    append_lines(game.pk, [line], actor=holding(event.referee))
    game.refresh_from_db()
    with pytest.raises(Refused) as refused:
        enter_paper(game.pk, mended(event, game), actor=event.actor("desk"))
    assert refused.value.code == "log_begun"
    assert "let the chief referee strike its log and enter the whole sheet again" in str(refused.value)
    page = event.client("desk").get(desk(game, f"{game.pk}/")).content.decode()
    assert str(refused.value) in page
    assert 'name="row-0-points_a"' not in page
    clear_log(game.pk, reason="mixed", actor=event.actor("chief_referee"))
    game.refresh_from_db()
    again = enter_paper(game.pk, mended(event, game), actor=event.actor("desk"))
    assert again.outcome["score"] == {"A": 200, "B": 66}


def test_a_game_from_paper_that_was_ruled_on_is_no_sheet_to_be_corrected_and_says_what_to_do(
    event: Event, game: Game
) -> None:
    enter_paper(game.pk, sheet(event), actor=event.actor("desk"))
    chief = event.actor("chief_referee")
    rule_game(game.pk, Ruling("score", 200, 66, "A"), reason="protest upheld", actor=chief)
    reopen_game(game.pk, reason="again", actor=chief)
    page = event.client("desk").get(desk(game, f"{game.pk}/")).content.decode()
    assert "This game came from paper, and after it was reopened something else was written in its log." in page
    assert 'name="row-0-points_a"' not in page


def test_a_note_after_the_reopening_does_not_keep_the_sheet_out_and_stays(event: Event, game: Game) -> None:
    game = reopened(event, game)
    append_lines(game.pk, [{"kind": "note", "text": "both sides agree"}], actor=holding(event.referee))
    game.refresh_from_db()
    protocol = enter_paper(game.pk, mended(event, game), actor=event.actor("desk"))
    assert written(protocol.envelope).remarks == ("Note: both sides agree",)


@pytest.mark.parametrize("how", ["drawn", "on_paper"])
def test_a_game_of_a_table_is_no_sheet_to_be_corrected(event: Event, game: Game, how: str) -> None:
    append_lines(game.pk, WHOLE_GAME, actor=holding(event.referee))
    protocol = draw_up_protocol(game.pk, actor=holding(event.referee))
    for signer in SIGNERS:
        strokes = STROKES if how == "drawn" else ()
        sign(protocol.pk, signer, how, digest=protocol.digest, actor=holding(event.referee), strokes=strokes)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=holding(event.referee))
    page = f"/desk/{game.round.tournament.slug}/games/{game.pk}/"
    assert "This game came from paper" not in event.client("chief_referee").get(page).content.decode()
    reopen_game(game.pk, reason="x", actor=event.actor("chief_referee"))
    game.refresh_from_db()
    with pytest.raises(Refused) as refused:
        enter_paper(game.pk, mended(event, game), actor=event.actor("desk"))
    assert refused.value.code == "log_begun"
    assert "Correct the sheet" not in event.client("desk").get(page).content.decode()


def test_the_page_of_a_reopened_game_from_paper_leads_to_its_sheet_filled_in(event: Event, game: Game) -> None:
    enter_paper(game.pk, sheet(event), actor=event.actor("desk"))
    page, chief = f"/desk/{game.round.tournament.slug}/games/{game.pk}/", event.client("chief_referee")
    before = chief.get(page).content.decode()
    assert "This game came from paper: after that you correct its sheet here at the desk." in before
    after = chief.post(f"{page}reopen/", {"reason": "60 was <66>"}, follow=True).content.decode()
    assert "Correct its sheet here at the desk; what stands is filled in." in after
    assert f'href="{desk(game, f"{game.pk}/")}">Correct the sheet</a>' in after
    assert "Enter the score sheet" not in after
    client = event.client("desk")
    filled = client.get(desk(game, f"{game.pk}/")).content.decode()
    assert "Reopened because: 60 was &lt;66&gt;." in filled
    values = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', filled))
    assert values["seen"] == "4"
    wanted = typed(event)
    figures = {name for name in wanted if re.match(r"row-\d-(points|total)_|score_", name)}
    assert {name: values.get(name, "") for name in figures} == {name: wanted[name] for name in figures}
    assert '<option value="A1" selected>' in filled
    assert "This makes 200 : 60, side A wins: Target reached." in filled
    change = {"row-1-points_b": "66", "row-1-total_b": "66", "row-2-total_b": "66", "score_b": "66", "seen": "4"}
    assert client.post(desk(game, f"{game.pk}/check/"), typed(event, **change)).json()["over"]
    done = client.post(desk(game, f"{game.pk}/"), typed(event, **change), follow=True).content.decode()
    assert "The sheet of table 1 is corrected: 200 : 66, side A won." in done
    assert "line 3: 60 -&gt; 66: 60 was &lt;66&gt;" in done


def test_who_corrects_what_he_has_not_seen_is_refused_until_he_opens_the_sheet_anew(event: Event, game: Game) -> None:
    enter_paper(game.pk, sheet(event), actor=event.actor("desk"))
    reopen_game(game.pk, reason="60 was 66", actor=event.actor("chief_referee"))
    client, page = event.client("desk"), desk(game, f"{game.pk}/")
    append_lines(game.pk, [{"kind": "note", "text": "meanwhile"}], actor=holding(event.referee))
    seen = "4"
    for _press in range(2):
        stale = client.post(page, typed(event, seen=seen)).content.decode()
        assert "Open the sheet anew: it shows what stands now." in stale
        assert f'<a href="{page}">Open the sheet anew</a>' in stale
        (seen,) = re.findall('name="seen" value="([0-9]*)"', stale)
    (seen,) = re.findall('name="seen" value="([0-9]*)"', client.get(page).content.decode())
    client.post(page, typed(event, seen=seen))
    assert Game.objects.get(pk=game.pk).state == "accepted"


# -- the pages ---------------------------------------------------------------------------------------------------------


def typed(event: Event, **changed: Any) -> dict[str, Any]:
    """Fill the form of WHOLE_GAME's sheet."""
    fields: dict[str, Any] = {"leader": "A1", "score_a": "200", "score_b": "60", "winner": "A", "seen": "0"}
    fields |= {f"how_{signer}": "on_paper" for signer in SIGNERS} | {"referee": str(event.referee.pk), "do": "write"}
    for number, row in enumerate(ROWS):
        for side in "AB":
            points, total = row.points[side], row.totals[side]
            fields[f"row-{number}-points_{side.lower()}"] = "" if points is None else str(points)
            fields[f"row-{number}-total_{side.lower()}"] = str(total)
        fields[f"row-{number}-what"] = "deal"
    return {**fields, **changed}


def desk(game: Game, path: str = "") -> str:
    return f"/desk/{game.round.tournament.slug}/paper/{path}"


@pytest.mark.parametrize("by", ["table", "code", "small code", "scan"])
def test_a_sheet_is_found_by_its_table_its_code_or_a_scan(event: Event, game: Game, by: str) -> None:
    scanned = f"http://10.0.0.2:8000/e/{event.tournament.slug}/games/{game.pk}/"
    text = {"table": " 1 ", "code": game.code, "small code": game.code.lower(), "scan": scanned}[by]
    assert find_game(event.tournament, text) == game
    response = event.client("desk").get(desk(game), {"sheet": text})
    assert response.headers["Location"] == desk(game, f"{game.pk}/")


def test_a_sheet_of_nowhere_is_not_found(event: Event, game: Game) -> None:
    other = builders.event(2)
    foreign = builders.add_round(other.tournament).games.get()
    for text in ("99", "zzz", f"http://x/e/y/games/{foreign.pk}/", "9" * 40):
        page = event.client("desk").get(desk(game), {"sheet": text}).content.decode()
        assert "No game of this event is found by this." in page


def test_the_form_writes_a_sheet_and_asks_for_the_next(event: Event, game: Game) -> None:
    response = event.client("desk").post(desk(game, f"{game.pk}/"), typed(event), follow=True)
    assert "Table 1 is in: 200 : 60, side A won. The next sheet, please." in response.content.decode()
    assert Game.objects.get(pk=game.pk).state == "accepted"


def test_what_is_wrong_stands_at_its_row_and_everything_typed_is_kept(event: Event, game: Game) -> None:
    wrong = typed(event, **{"row-1-total_b": "66", "row-2-points_a": "11O", "reason_B1": "<b>late</b>"})
    page = event.client("desk").post(desk(game, f"{game.pk}/"), wrong).content.decode()
    assert "Deal 2: 60 added to 0 makes 60, the paper says 66." in page
    assert "“11O” is no number of points." in page
    assert 'value="11O"' in page
    assert 'value="66"' in page
    assert "&lt;b&gt;late&lt;/b&gt;" in page
    assert not Line.objects.exists()


def test_all_that_is_wrong_is_marked_at_once_each_at_its_box(event: Event, game: Game) -> None:
    wrong = {"leader": "", "referee": "", "how_B1": "refused", "score_b": "6O"}
    page = event.client("desk").post(desk(game, f"{game.pk}/"), typed(event, **wrong)).content.decode()
    marked = set(re.findall(r'<(?:input|select)[^>]* name="([^"]+)"[^>]*aria-invalid="true"', page))
    assert marked == {"leader", "referee", "reason_B1", "score_b"}
    for box in marked:
        assert f'id="id_{box}_error"' in page
        assert f'aria-describedby="id_{box}_error"' in page
    assert "Choose the referee who signed." in page
    assert "Write down why the player refuses to sign." in page


def test_a_sheet_without_its_referee_alone_says_so_at_the_box_and_is_not_called_a_wrong_sum(
    event: Event, game: Game
) -> None:
    for do in ("write", "totals"):
        page = event.client("desk").post(desk(game, f"{game.pk}/"), typed(event, referee="", do=do)).content.decode()
        assert "Mend what is marked; nothing is written yet." in page
        assert "The sheet does not add up" not in page
        assert 'id="id_referee_error"' in page
    assert not Line.objects.exists()


def test_the_totals_alone_mark_all_that_is_missing_and_do_not_ask_for_deals(event: Event, game: Game) -> None:
    wrong = {"do": "totals", "leader": "", "score_a": "", "score_b": "", "referee": ""}
    wrong |= {name: "" for name in typed(event) if name.startswith("row-")}
    page = event.client("desk").post(desk(game, f"{game.pk}/"), typed(event, **wrong)).content.decode()
    marked = set(re.findall(r'<(?:input|select)[^>]* name="([^"]+)"[^>]*aria-invalid="true"', page))
    assert marked == {"score_a", "score_b", "referee"}
    assert "By the rules the game is not over" not in page


def test_every_row_of_deals_has_a_number_the_empty_ones_too(event: Event, game: Game) -> None:
    client, page = event.client("desk"), desk(game, f"{game.pk}/")
    numbers = r'row-number[^"]*">([0-9]*)</td>'
    assert re.findall(numbers, client.get(page).content.decode()) == [*"12345678", ""]
    checked = typed(event, do="check", **{"row-1-what": "penalty", "row-3-points_a": ""})
    assert re.findall(numbers, client.post(page, checked).content.decode()) == ["1", "", "2", "3", ""]


def test_checking_tells_what_the_rows_make_and_writes_nothing(event: Event, game: Game) -> None:
    page = event.client("desk").post(desk(game, f"{game.pk}/"), typed(event, do="check")).content.decode()
    assert "This makes 200 : 60, side A wins: Target reached." in page
    answer = event.client("desk").post(desk(game, f"{game.pk}/check/"), typed(event)).json()
    assert [row["leader"] for row in answer["rows"]] == ["A1", "B1", "A2"]
    assert answer["outcome"] == "This makes 200 : 60, side A wins: Target reached."
    assert not Line.objects.exists()


def test_a_table_that_has_begun_offers_its_game_and_only_the_chief_referee_the_striking(
    event: Event, game: Game
) -> None:
    append_lines(game.pk, WHOLE_GAME[:2], actor=holding(event.referee))
    at_desk = event.client("desk").get(desk(game, f"{game.pk}/")).content.decode()
    assert "2 lines are in its log." in at_desk
    assert "Strike the log" not in at_desk
    chief = event.client("chief_referee")
    assert "Strike the log" in chief.get(desk(game, f"{game.pk}/")).content.decode()
    page = chief.post(desk(game, f"{game.pk}/clear/"), {"reason": "the tablet fell"}, follow=True).content.decode()
    assert "Now the sheet can be entered." in page
    assert 'name="row-0-points_a"' in page


def test_who_is_told_that_the_table_wrote_meanwhile_can_write_the_sheet_again(event: Event, game: Game) -> None:
    append_lines(game.pk, [{"kind": "note", "text": "meanwhile"}], actor=holding(event.referee))
    client, page = event.client("desk"), desk(game, f"{game.pk}/")
    stale = client.post(page, typed(event, seen="0")).content.decode()
    assert "Something was written at this table meanwhile." in stale
    assert 'value="200"' in stale
    (seen,) = re.findall('name="seen" value="([0-9]+)"', stale)
    client.post(page, typed(event, seen=seen))
    assert Game.objects.get(pk=game.pk).state == "accepted"


@pytest.mark.parametrize(("who", "status"), [("desk", 200), ("referee", 403), ("player", 403), ("stranger", 302)])
def test_the_pages_of_paper_are_for_the_desk(event: Event, game: Game, who: str, status: int) -> None:
    for path in ("", f"{game.pk}/"):
        assert event.client(who).get(desk(game, path)).status_code == status


@pytest.mark.parametrize("field", ["leader", "winner", "referee", "how_A1", "row-0-what", "row-0-who", "seen"])
@pytest.mark.parametrize("value", ["\0", "<script>", "9" * 5000, "[]"])
def test_an_absurd_field_is_answered_with_the_form(event: Event, game: Game, field: str, value: str) -> None:
    response = event.client("desk").post(desk(game, f"{game.pk}/"), typed(event, **{field: value}))
    assert response.status_code == 200
    assert re.search("<script>(?!<)", response.content.decode()) is None
    assert not Line.objects.exists()


@pytest.mark.parametrize(("do", "status"), [("write", 200), ("check", 200), ("totals", 302)])
def test_more_rows_than_a_sheet_has_are_told_and_none_is_dropped(
    event: Event, game: Game, do: str, status: int
) -> None:
    rows = {f"row-{n}-{box}": "" for n in range(3, 125) for box in ("points_a", "total_a", "points_b", "total_b")}
    rows |= {f"row-{n}-points_a": "1" for n in range(3, 125)}
    response = event.client("desk").post(desk(game, f"{game.pk}/"), typed(event, **rows, do=do))
    assert response.status_code == status
    assert Protocol.objects.exists() == (do == "totals")
    if do != "totals":
        page = response.content.decode()
        assert "More than 120 rows are written here, more than a sheet can have." in page
        assert 'name="row-124-points_a" value="1"' in page
        assert not Line.objects.exists()


def test_empty_rows_below_a_sheet_are_no_rows(event: Event, game: Game) -> None:
    empty = {f"row-{n}-{box}": "" for n in range(3, 125) for box in ("points_a", "total_a", "points_b", "total_b")}
    assert event.client("desk").post(desk(game, f"{game.pk}/"), typed(event, **empty)).status_code == 302
    assert Game.objects.get(pk=game.pk).state == "accepted"


def test_a_closed_round_takes_no_sheet(event: Event, game: Game) -> None:
    for one in game.round.games.order_by("table"):
        enter_paper(one.pk, sheet(event), actor=event.actor("desk"))
    close_round(game.round, actor=event.actor())
    page = event.client("desk").get(desk(game, f"{game.pk}/")).content.decode()
    assert "This game is in already; its result counts." in page


def test_the_protocol_of_a_sheet_says_so_and_prints_no_time_of_typing(event: Event, game: Game) -> None:
    protocol = enter_paper(game.pk, sheet(event), actor=event.actor("desk"))
    printed = render_protocol({"protocol": protocol.pk}, event.tournament, lambda done, total: None)
    words = " ".join(texts(printed.content))
    assert "Entered at the desk from the paper sheet of the table." in words
    typed = timezone.localtime(protocol.made_at).strftime("%H:%M")
    assert typed not in words
