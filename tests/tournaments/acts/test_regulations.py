"""Regulations: checked by the rules code, frozen, changed with a reason; rounds in fours (S18)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests import builders
from tests.builders import Event
from tournaments.acts.regulations import change_regulations, checked_rules
from tournaments.models import AuditEntry, Game, Regulations, RegulationsPreset, Round
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


def change(event: Event, who: str = "organiser", **what: object) -> Regulations:
    values = {"rules": {}, "planned_rounds": 8, **what}
    return change_regulations(event.tournament, actor=event.actor(who), **values)  # type: ignore[arg-type]


def refusal(event: Event, who: str = "organiser", **what: object) -> Refused:
    before = Regulations.objects.values().get()
    with pytest.raises(Refused) as caught:
        change(event, who, **what)
    assert Regulations.objects.values().get() == before
    return caught.value


def freeze(event: Event) -> None:
    Regulations.objects.update(frozen_at=timezone.now())


def test_rules_are_changed_and_both_states_stand_in_the_audit_record() -> None:
    event = builders.event(rules={"target": 150})
    change(event, rules={"target": 100, "lead": "winner"}, planned_rounds=4)
    assert Regulations.objects.get().rules == {"target": 100, "lead": "winner"}
    details = AuditEntry.objects.get(act="change_regulations").details
    assert details["before"] == {"rules": {"target": 150}, "planned_rounds": 8, "override_reason": ""}
    assert details["after"] == {
        "rules": {"target": 100, "lead": "winner"}, "planned_rounds": 4, "override_reason": "",
    }  # fmt: skip


def test_keeping_what_is_there_is_no_news() -> None:
    change(builders.event())
    assert not AuditEntry.objects.filter(act="change_regulations").exists()


@pytest.mark.parametrize(
    ("rules", "code", "field"),
    [
        ({"target": 0}, "bad_rules", "target"),
        ({"lead": "loser"}, "bad_rules", "lead"),
        ({"colour": "green"}, "bad_rules", "colour"),
        ({"deals": 6}, "not_multiple_of_four", "deals"),
        ({"tariff": {"sign": []}}, "bad_rules", "tariff.sign"),
    ],
)
def test_the_rules_code_decides_what_a_rule_may_be(rules: dict[str, object], code: str, field: str) -> None:
    refused = refusal(builders.event(), rules=rules)
    assert (refused.code, refused.params["field"]) == (code, field)
    assert str(refused).endswith(".")


def test_seven_rounds_are_refused_under_a_preset_of_fours_unless_a_reason_is_recorded() -> None:
    event = builders.event()
    refused = refusal(event, planned_rounds=7)
    assert (refused.code, refused.params["field"]) == ("rounds_not_in_fours", "planned_rounds")
    change(event, planned_rounds=7, override_reason="the hall closes at six")
    assert Regulations.objects.get().override_reason == "the hall closes at six"


@pytest.mark.parametrize(("pairs", "rounds"), [(6, 5), (7, 7), (24, 23)])
def test_a_whole_round_robin_needs_no_reason(pairs: int, rounds: int) -> None:
    assert change(builders.event(pairs=pairs), planned_rounds=rounds).planned_rounds == rounds


def test_without_a_preset_of_fours_any_number_of_rounds_goes() -> None:
    event = builders.event()
    RegulationsPreset.objects.update(rounds_in_fours=False)
    assert change(event, planned_rounds=5).planned_rounds == 5


def test_frozen_regulations_are_changed_with_a_reason_only() -> None:
    event = builders.event()
    freeze(event)
    assert refusal(event, rules={"target": 150}).code == "reason_needed"
    change(event, rules={"target": 150}, reason="the committee met at noon")
    assert AuditEntry.objects.get(act="change_regulations").reason == "the committee met at noon"


def test_games_that_have_begun_keep_their_rules_and_waiting_ones_get_the_new() -> None:
    event = builders.event(pairs=6, rules={"target": 200})
    published = builders.add_round(event.tournament)
    drawn = builders.add_round(event.tournament, 2, state=Round.State.DRAWN)
    running, begun, waiting = published.games.order_by("table")
    Game.objects.filter(pk=running.pk).update(state=Game.State.RUNNING)
    Game.objects.filter(pk=begun.pk).update(log_length=1)
    freeze(event)
    change(event, rules={"target": 150}, reason="the committee met at noon")
    assert [game.rules for game in published.games.order_by("table")] == [
        {"target": 200}, {"target": 200}, {"target": 150},
    ]  # fmt: skip
    assert [game.rules for game in drawn.games.all()] == [{"target": 150}] * 3
    assert AuditEntry.objects.get(act="change_regulations").details["games"] == 4
    assert waiting.rules == {"target": 200}


def test_a_waiting_game_by_the_rules_of_the_book_gets_the_new_ones_too() -> None:
    event = builders.event(pairs=2)
    game = builders.add_round(event.tournament).games.get()
    assert game.rules == {}
    freeze(event)
    change(event, rules={"target": 150}, reason="the committee met at noon")
    game.refresh_from_db()
    assert game.rules == {"target": 150}


@pytest.mark.parametrize("who", ["chief_referee", "desk", "referee", "scorer", "player", "stranger"])
def test_only_the_organiser_changes_the_regulations(who: str) -> None:
    assert isinstance(refusal(builders.event(), who, rules={"target": 150}), NotPermitted)


def test_a_game_of_a_month_is_refused() -> None:
    with pytest.raises(Refused, match="at most 600 minutes"):
        checked_rules({"minutes": 40_000})
