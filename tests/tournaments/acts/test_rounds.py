"""Rounds: published, closed, reopened; and every reason for which they are not."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.builders import event
from tests.tournaments.playing import accept, closed, drawn, play, published, refusal, withdraw
from tournaments.acts import rounds
from tournaments.models import AuditEntry, Game, Regulations, Result, Round, Seat
from tournaments.refusals import NotPermitted

pytestmark = pytest.mark.django_db


# ── publish ──────────────────────────────────────────────────────────────────


def test_publishing_freezes_the_regulations_once_and_gives_games_their_rules() -> None:
    two = event(pairs=3, rules={"target": 150, "minutes": 50})
    round_ = published(two)
    frozen_at = Regulations.objects.get().frozen_at
    assert frozen_at
    assert round_.minutes == 50
    assert [game.rules for game in round_.games.all()] == [{"target": 150, "minutes": 50}] * 2
    play(two, round_)
    rounds.close_round(round_, actor=two.actor())
    published(two)
    assert Regulations.objects.get().frozen_at == frozen_at


@pytest.mark.parametrize(
    ("rules", "points"), [({}, 200), ({"target": 150}, 150), ({"deals": 8}, 200), ({"walkover": 100}, 100)]
)
def test_a_bye_is_won_by_the_walkover_to_nothing(rules: dict[str, Any], points: int) -> None:
    bye = published(event(pairs=3, rules=rules)).games.get(bye=True)
    rows = list(bye.results.values_list("seat", "won", "points_for", "points_against", "source", "reason"))
    assert rows == [("A1", True, points, 0, "bye", "bye"), ("A2", True, points, 0, "bye", "bye")]
    assert bye.state == Game.State.ACCEPTED


def test_later_games_carry_cards_and_warnings_of_the_player_wherever_he_sits() -> None:
    four = event(pairs=4)
    round_ = published(four)
    first, second = round_.games.select_related("round__tournament").order_by("table")
    accept(first, 200, 90, four, B1={"cards": ["yellow"]})
    accept(second, 200, 90, four)
    Result.objects.filter(game=first, seat="B1").update(warnings={"slow_play": 1})
    Result.objects.filter(game=second, seat="A2").update(warnings={"talking": 2})
    rounds.close_round(round_, actor=four.actor())
    carried = {game.table: game.carried for game in published(four).games.all()}
    assert carried == {
        1: {"A1": {"cards": ["yellow"], "warnings": {"slow_play": 1}}},  # entry 4 sat on side B
        2: {"B2": {"cards": [], "warnings": {"talking": 2}}},  # entry 2 sat on side A
    }


def test_what_is_carried_adds_up_over_the_rounds() -> None:
    two = event(pairs=2, planned_rounds=3)
    for card in ("yellow", "red"):
        round_ = published(two)
        accept(round_.games.select_related("round__tournament").get(), 200, 100, two)
        Result.objects.filter(game__round=round_, entry__number=1, seat__endswith="1").update(
            cards=[card], warnings={"late": 1}
        )
        rounds.close_round(round_, actor=two.actor())
    assert published(two).games.get().carried == {"A1": {"cards": ["yellow", "red"], "warnings": {"late": 2}}}


def test_a_round_is_published_only_when_those_before_are_closed() -> None:
    four = event(pairs=4)
    published(four)
    refused = refusal(rounds.publish_round, drawn(four), actor=four.actor())
    assert refused.code == "round_before_open"
    assert str(refused).startswith("Round 1 is not closed.")


def test_a_round_is_published_once() -> None:
    four = event(pairs=4)
    round_ = published(four)
    assert str(refusal(rounds.publish_round, round_, actor=four.actor())) == "Round 1 is published already."


def test_a_round_drawn_with_somebody_who_withdrew_since_is_not_published() -> None:
    four = event(pairs=4)
    round_ = drawn(four)
    withdraw(four, 3)
    refused = refusal(rounds.publish_round, round_, actor=four.actor())
    assert refused.code == "withdrawn_since"
    assert "Entry 3 " in str(refused)
    assert Regulations.objects.get().frozen_at is None


# ── close and reopen ─────────────────────────────────────────────────────────


def test_closing_names_the_tables_that_are_missing_and_changes_nothing() -> None:
    eight = event(pairs=8)
    round_ = published(eight)
    accept(round_.games.select_related("round__tournament").get(table=2), 200, 100, eight)
    refused = refusal(rounds.close_round, round_, actor=eight.actor())
    assert refused.code == "tables_missing"
    assert str(refused) == "Round 1 cannot be closed yet. Not accepted so far: tables 1, 3, 4."
    assert Round.objects.get().state == Round.State.PUBLISHED


def test_a_round_is_closed_when_all_are_accepted_and_only_once() -> None:
    four = event(pairs=4)
    round_ = closed(four)
    assert (round_.state, bool(round_.closed_at)) == (Round.State.CLOSED, True)
    assert str(refusal(rounds.close_round, round_, actor=four.actor())) == "Round 1 is closed already."


def test_a_drawn_round_is_not_closed() -> None:
    four = event(pairs=4)
    refused = refusal(rounds.close_round, drawn(four), actor=four.actor())
    assert str(refused) == "Round 1 is drawn but not published yet. Publish it first."


def test_a_closed_round_opens_again_with_a_reason() -> None:
    four = event(pairs=4)
    round_ = rounds.reopen_round(closed(four), actor=four.actor("chief_referee"), reason="Sheet of table 2 misread")
    assert (round_.state, round_.closed_at) == (Round.State.PUBLISHED, None)
    assert AuditEntry.objects.get(act="reopen_round").reason == "Sheet of table 2 misread"


@pytest.mark.parametrize("reason", ["", "   "])
def test_without_a_reason_it_stays_closed(reason: str) -> None:
    four = event(pairs=4)
    chief = four.actor("chief_referee")
    assert refusal(rounds.reopen_round, closed(four), actor=chief, reason=reason).code == "reason_missing"
    assert Round.objects.get().state == Round.State.CLOSED


def test_an_open_round_is_not_reopened() -> None:
    four = event(pairs=4)
    refused = refusal(rounds.reopen_round, published(four), actor=four.actor("chief_referee"), reason="?")
    assert refused.code == "round_not_closed"


def test_a_correction_of_an_earlier_round_reaches_the_games_that_have_not_begun() -> None:
    four = event(pairs=4)
    first = closed(four)
    second = published(four)
    second.games.filter(table=2).update(log_length=3, state=Game.State.RUNNING)
    rounds.reopen_round(first, actor=four.actor("chief_referee"), reason="A card was forgotten")
    Result.objects.filter(game__round=first, seat="B1").update(cards=["yellow"])
    rounds.close_round(first, actor=four.actor())
    carried = dict(second.games.values_list("table", "carried"))
    assert carried == {
        1: {"A1": {"cards": ["yellow"], "warnings": {}}, "B1": {"cards": ["yellow"], "warnings": {}}},
        2: {},
    }


# ── who may, and what the database holds ─────────────────────────────────────


@pytest.mark.parametrize("who", ["organiser", "desk", "referee", "scorer", "player", "stranger"])
def test_only_the_chief_referee_reopens(who: str) -> None:
    two = event(pairs=2)
    round_ = closed(two)
    with pytest.raises(NotPermitted):
        rounds.reopen_round(round_, actor=two.actor(who), reason="x")


def test_the_database_refuses_a_table_twice_in_a_round() -> None:
    round_ = drawn(event(pairs=4))
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(round=round_, table=1, code="R1-T1-COPY")


def test_the_database_refuses_a_player_twice_in_a_round() -> None:
    round_ = drawn(event(pairs=4))
    seat = Seat.objects.filter(round=round_, game__table=1).first()
    other = Game.objects.create(round=round_, table=9, code="R1-T9-NEW")
    assert seat
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=other, round=round_, seat="A1", player=seat.player, entry=seat.entry)
