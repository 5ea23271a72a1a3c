"""Rulings of the chief referee: any game closed as he decides, in one transaction, with his reason."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referees.acts.leases import take_table
from referees.acts.lines import append_lines
from referees.acts.protocols import accept_protocol, draw_up_protocol, sign
from referees.acts.rulings import Ruling, close_by_ruling, rule_game
from referees.models import Line, Protocol
from referees.sheets import protocol_sheet
from tests import builders
from tests.builders import Event
from tests.referees.games import START, STROKES, WHOLE_GAME, holding, sign_all
from tests.tournaments.sheets.samples import texts
from tournaments.acts.clock import MOST_MINUTES
from tournaments.acts.rounds import close_round
from tournaments.models import AuditEntry, Game, Result, Round
from tournaments.permissions import Actor
from tournaments.refusals import NotPermitted, Refused
from tournaments.sheets.score_sheet import draw_score_sheets

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return builders.event(4)


@pytest.fixture
def game(event: Event) -> Game:
    return builders.add_round(event.tournament).games.select_related("round__tournament").get(table=1)


def played(event: Event, game: Game, deals: int = 2) -> None:
    append_lines(game.pk, WHOLE_GAME[: 1 + deals], actor=holding(event.referee))


def accepted(event: Event, game: Game) -> Protocol:
    referee = holding(event.referee)
    played(event, game, 3)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign_all(protocol, referee)
    return accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)


def rule(event: Event, game: Game, ruling: Ruling, **more: Any) -> Protocol:
    return rule_game(game.pk, ruling, **{"reason": "by S15", "actor": event.actor("chief_referee"), **more})


def result(game: Game) -> list[tuple[str, bool, int, int, str]]:
    rows = Result.objects.filter(game=game).order_by("seat")
    return [(r.seat, r.won, r.points_for, r.points_against, r.source) for r in rows if r.seat in ("A1", "B1")]


def test_a_score_and_a_winner_are_set_whatever_stands_there(event: Event, game: Game) -> None:
    played(event, game)
    protocol = rule(event, game, Ruling("score", 120, 130, "B"))
    assert result(game) == [("A1", False, 120, 130, "ruling"), ("B1", True, 130, 120, "ruling")]
    assert {(s.how, s.reason) for s in protocol.signatures.all()} == {("ruling", "by S15")}
    assert Line.objects.get(kind="ruling").official == event.chief_referee
    assert AuditEntry.objects.get(act="rule_game").reason == "by S15"


def test_an_abandoned_game_keeps_its_score_and_who_is_ahead_has_won(event: Event, game: Game) -> None:
    played(event, game)
    rule(event, game, Ruling("stands"))
    assert result(game) == [("A1", True, 90, 60, "ruling"), ("B1", False, 60, 90, "ruling")]


@pytest.mark.parametrize("deals", [None, 0, 2, 3])
def test_both_sides_can_lose_at_any_moment(event: Event, game: Game, deals: int | None) -> None:
    if deals is not None:
        played(event, game, deals)
    rule(event, game, Ruling("forfeit", losing="both"))
    assert result(game) == [("A1", False, 0, 0, "ruling"), ("B1", False, 0, 0, "ruling")]
    assert Game.objects.get(pk=game.pk).winner == ""


@pytest.mark.parametrize(("deals", "points"), [(0, 200), (2, 200), (3, 200)])
def test_a_side_that_forfeits_has_lost_to_the_walkover(event: Event, game: Game, deals: int, points: int) -> None:
    played(event, game, deals)
    rule(event, game, Ruling("forfeit", losing="A"))
    assert result(game) == [("A1", False, 0, points, "ruling"), ("B1", True, points, 0, "ruling")]


def test_an_accepted_game_is_reopened_first_with_the_same_reason(event: Event, game: Game) -> None:
    old = accepted(event, game)
    new = rule(event, game, Ruling("score", 200, 210, "B"))
    old.refresh_from_db()
    assert (old.state, old.void_reason) == ("void", "by S15")
    assert (new.version, new.state, new.outcome["winner"]) == (2, "accepted", "B")
    assert result(game) == [("A1", False, 200, 210, "ruling"), ("B1", True, 210, 200, "ruling")]


def test_a_finished_game_is_closed_without_the_players_who_left(event: Event, game: Game) -> None:
    referee = holding(event.referee)
    played(event, game, 3)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign(protocol.pk, "A1", "drawn", digest=protocol.digest, actor=referee, strokes=STROKES)
    closed = close_by_ruling(game.pk, reason="they left", actor=event.actor("chief_referee"))
    assert closed.pk == protocol.pk
    assert {s.signer: s.how for s in closed.signatures.all()} == {
        "A1": "drawn", "B1": "ruling", "A2": "ruling", "B2": "ruling", "referee": "ruling",
    }  # fmt: skip
    assert result(game)[0] == ("A1", True, 200, 60, "ruling")
    assert not Line.objects.filter(kind="ruling").exists()


def test_nobody_signs_by_ruling(event: Event, game: Game) -> None:
    played(event, game, 3)
    protocol = draw_up_protocol(game.pk, actor=holding(event.referee))
    with pytest.raises(Refused) as refused:
        sign(protocol.pk, "A1", "ruling", digest=protocol.digest, actor=holding(event.referee), reason="x")
    assert refused.value.code == "bad_signature"
    assert not protocol.signatures.exists()


def test_a_protocol_that_was_closed_by_ruling_is_printed(event: Event, game: Game) -> None:
    played(event, game, 3)
    protocol = close_by_ruling(game.pk, reason="they left", actor=event.actor("chief_referee"))
    protocol.game.refresh_from_db()
    sheet = protocol_sheet(protocol, event.tournament)
    assert {(line.how, line.reason) for line in sheet.signatures} == {("ruling", "they left")}
    (page,) = texts(draw_score_sheets([sheet], "Protocol").pdf)
    assert page.count("closed by ruling") == 5


def test_a_game_that_is_not_over_is_not_closed_without_a_ruling(event: Event, game: Game) -> None:
    played(event, game)
    with pytest.raises(Refused) as refused:
        close_by_ruling(game.pk, reason="late", actor=event.actor("chief_referee"))
    assert refused.value.code == "not_finished"


@pytest.mark.parametrize("who", ["organiser", "desk", "referee", "scorer", "player"])
def test_only_the_chief_referee_rules(event: Event, game: Game, who: str) -> None:
    with pytest.raises(NotPermitted):
        rule(event, game, Ruling("stands"), actor=event.actor(who))


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301])
def test_a_ruling_has_a_reason_that_fits(event: Event, game: Game, reason: str) -> None:
    with pytest.raises(Refused):
        rule(event, game, Ruling("score", 1, 2, "B"), reason=reason)
    assert not Line.objects.exists()


def test_a_ruling_on_a_log_that_has_grown_is_refused_and_takes_nothing_back(event: Event, game: Game) -> None:
    accepted(event, game)
    with pytest.raises(Refused) as refused:
        rule(event, game, Ruling("forfeit", losing="both"), after=2)
    assert refused.value.code == "stale"
    assert Game.objects.get(pk=game.pk).state == "accepted"


def test_in_a_closed_round_nothing_is_ruled(event: Event, game: Game) -> None:
    for one in game.round.games.select_related("round__tournament"):
        accepted(event, one)
    close_round(game.round, actor=event.actor())
    with pytest.raises(Refused) as refused:
        rule(event, game, Ruling("score", 1, 2, "B"))
    assert refused.value.code == "round_closed"
    assert len(result(game)) == 2


def test_the_tablet_that_holds_the_table_does_not_bind_the_chief_referee(event: Event, game: Game) -> None:
    played(event, game)
    take_table(game.pk, actor=Actor(event.referee.name, official=event.referee, holder="tablet-1"))
    assert rule(event, game, Ruling("stands")).state == "accepted"


# -- the page ----------------------------------------------------------------------------------------------------------


def address(game: Game, path: str = "rule/") -> str:
    return f"/desk/{game.round.tournament.slug}/games/{game.pk}/{path}"


def test_the_page_says_what_happens_before_it_happens(event: Event, game: Game) -> None:
    played(event, game)
    chief, form = event.client("chief_referee"), {"kind": "stands", "reason": "fire <alarm>", "seen": "3"}
    page = chief.post(address(game), form).content.decode()
    assert "Rule 90 : 60 and close the game" in page
    assert "The result is accepted at once and counts in the standings." in page
    assert "fire &lt;alarm&gt;" in page
    assert not Result.objects.exists()
    done = chief.post(address(game), {**form, "confirm": "1"}, follow=True).content.decode()
    assert "The game is closed by your ruling; its result counts." in done
    assert done.count("closed by ruling") == 5
    assert result(game)[0] == ("A1", True, 90, 60, "ruling")


def test_who_is_told_that_the_log_has_grown_looks_and_rules_again(event: Event, game: Game) -> None:
    played(event, game)
    chief, form = event.client("chief_referee"), {"kind": "stands", "reason": "fire", "confirm": "1"}
    stale = chief.post(address(game), {**form, "seen": "2"}).content.decode()
    assert "Something was written at this table meanwhile." in stale
    (seen,) = re.findall('name="seen" value="([0-9]+)"', stale)
    shown = chief.post(address(game), {"kind": "stands", "reason": "fire", "seen": seen}).content.decode()
    assert re.findall('name="seen" value="([0-9]+)"', shown) == ["3", "3"]
    chief.post(address(game), {**form, "seen": seen})
    assert result(game)[0] == ("A1", True, 90, 60, "ruling")


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"kind": "score", "a": "120"}, "Write the points of this side."),
        ({"kind": "score", "a": "-5", "b": "3"}, "Points of this event do not fall below zero."),
        ({"kind": "score", "a": "99999999", "b": "3"}, "100000"),
        ({"kind": "nonsense"}, "nonsense"),
        ({}, "required"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_ruled(
    event: Event, game: Game, form: dict[str, str], said: str
) -> None:
    played(event, game)
    page = event.client("chief_referee").post(address(game), {"reason": "why", "confirm": "1", **form})
    assert said in page.content.decode()
    assert Game.objects.get(pk=game.pk).state == "running"


def test_a_level_score_cannot_stand(event: Event, game: Game) -> None:
    append_lines(game.pk, [START], actor=holding(event.referee))
    page = event.client("chief_referee").post(address(game), {"kind": "stands", "reason": "why"}).content.decode()
    assert "The score is level." in page


def test_the_desk_sees_no_button_and_no_page_of_a_ruling(event: Event, game: Game) -> None:
    assert event.client("desk").get(address(game)).status_code == 403
    assert "Rule on the game" not in event.client("desk").get(address(game, "")).content.decode()
    assert "Rule on the game" in event.client("chief_referee").get(address(game, "")).content.decode()


def test_one_table_gets_more_time_with_a_reason(event: Event, game: Game) -> None:
    desk = event.client("desk")
    page = desk.post(address(game, "minutes/"), {"minutes": "7", "reason": "a tile was missing"}, follow=True)
    assert "Table 1 plays 7 minutes longer." in page.content.decode()
    assert "with 7 minutes of its own" in page.content.decode()
    public = event.client("stranger").get(f"/e/{event.tournament.slug}/games/{game.pk}/").content.decode()
    assert "47:00" in public


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"minutes": "500", "reason": "a tile was missing"}, "less than or equal to 120"),
        ({"minutes": "many", "reason": "a tile was missing"}, "Enter a whole number."),
        ({"minutes": "7", "reason": " "}, "This field is required."),
        ({"minutes": "120", "reason": "a tile was missing"}, "Add 1 to 120 minutes at a time."),
    ],
)
def test_minutes_that_cannot_be_given_are_told_and_kept(
    event: Event, game: Game, typed: dict[str, str], said: str
) -> None:
    Round.objects.update(minutes=MOST_MINUTES - 100)
    answer = event.client("desk").post(address(game, "minutes/"), typed)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert said in page
    assert re.search(r"<details open>\s*<summary>Give this table more time", page)
    assert f'value="{typed["minutes"]}"' in page
    assert typed["reason"] in page
    assert f'hx-get="{address(game, "")}?"' in page  # what changes is asked for at the page of the game
    assert Game.objects.get(pk=game.pk).extra_minutes == 0
