"""Regulations: checked by the rules code, frozen, changed with a reason; rounds in fours (S18)."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests import builders
from tests.builders import Event
from tournaments.acts.presets import begin_from_built_in, begin_from_preset, save_preset
from tournaments.acts.regulation_checks import checked_rules
from tournaments.acts.regulations import change_regulations, draw_new_seed
from tournaments.models import AuditEntry, Game, Regulations, RegulationsPreset, Round
from tournaments.reads.event_settings import settings_of, stamp_of
from tournaments.reads.presets import BUILT_IN
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
    before, after = details["before"], details["after"]
    assert (before["rules"], before["planned_rounds"]) == ({"target": 150}, 8)
    assert (after["rules"], after["planned_rounds"]) == ({"target": 100, "lead": "winner"}, 4)
    assert before["ranking"] == after["ranking"] == ["wins", "effectiveness", "points"]


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


SETTINGS = {
    "system": "swiss",
    "ranking": ["points", "wins"],
    "effectiveness": "share",
    "bye_counts": "half",
    "walkover_counts": "half",
    "first_round": "lot",
    "clubs_apart": False,
    "entries_close": 3,
}


def test_what_the_regulations_say_beside_the_game_is_changed_too() -> None:
    event = builders.event()
    change(event, beside=SETTINGS)
    kept = Regulations.objects.get()
    assert {name: getattr(kept, name) for name in SETTINGS} == SETTINGS


@pytest.mark.parametrize(
    ("setting", "value", "code"),
    [
        ("system", "knockout", "bad_setting"),
        ("effectiveness", "", "bad_setting"),
        ("bye_counts", "none", "bad_setting"),
        ("walkover_counts", "double", "bad_setting"),
        ("first_round", "age", "bad_setting"),
        ("ranking", [], "bad_ranking"),
        ("ranking", ["wins", "wins"], "bad_ranking"),
        ("ranking", ["beauty"], "bad_ranking"),
        ("entries_close", 0, "entries_close_never"),
        ("entries_close", 9, "entries_close_never"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_at_its_name(setting: str, value: object, code: str) -> None:
    refused = refusal(builders.event(), beside={setting: value})
    assert (refused.code, refused.params["field"]) == (code, setting)


@pytest.mark.parametrize("rounds", [0, 100, 40_000])
def test_an_event_has_one_to_ninety_nine_rounds(rounds: int) -> None:
    assert refusal(builders.event(), planned_rounds=rounds, override_reason="so it is").code == "bad_rounds"


def test_a_double_round_robin_of_six_has_ten_rounds_without_a_reason() -> None:
    event = builders.event(pairs=6)
    assert refusal(event, planned_rounds=10).code == "rounds_not_in_fours"
    change(event, planned_rounds=10, beside={"system": "double_round_robin"})
    assert refusal(event, planned_rounds=5, beside={"system": "swiss"}).code == "rounds_not_in_fours"


def test_the_system_stays_once_a_round_is_drawn_and_no_drawn_round_is_planned_away() -> None:
    event = builders.event(pairs=6)
    for number in (1, 2, 3, 4, 5):
        builders.add_round(event.tournament, number)
    assert refusal(event, beside={"system": "swiss"}).code == "system_in_use"
    refused = refusal(event, planned_rounds=4)
    assert (refused.code, refused.params["field"]) == ("rounds_drawn", "planned_rounds")
    assert "Round 5 is drawn already" in str(refused)


def test_who_read_older_regulations_does_not_overwrite_newer_ones() -> None:
    event = builders.event()
    shown = stamp_of(settings_of(Regulations.objects.get()))
    change(event, rules={"target": 150}, stamp=shown)
    refused = refusal(event, rules={"target": 100}, stamp=shown)
    assert refused.code == "changed_meanwhile"
    assert event.organiser.name in str(refused)
    change(event, rules={"target": 100}, stamp=stamp_of(settings_of(Regulations.objects.get())))


def test_the_seed_is_drawn_anew_until_round_1_is_drawn() -> None:
    event = builders.event(pairs=4)
    before = Regulations.objects.get().seed
    after = draw_new_seed(event.tournament, actor=event.actor(), shown=before).seed
    assert after != before
    assert AuditEntry.objects.get(act="draw_new_seed").details == {"before": before, "after": after}
    with pytest.raises(Refused, match="Somebody else drew a new seed"):
        draw_new_seed(event.tournament, actor=event.actor(), shown=before)
    builders.add_round(event.tournament, state=Round.State.DRAWN)
    with pytest.raises(Refused, match="Round 1 is drawn"):
        draw_new_seed(event.tournament, actor=event.actor())
    with pytest.raises(NotPermitted):
        draw_new_seed(event.tournament, actor=event.actor("chief_referee"))
    assert Regulations.objects.get().seed == after


# -- presets -----------------------------------------------------------------------------------------------------------


def test_rules_are_kept_as_a_preset_of_the_federation_or_a_club_under_a_free_name() -> None:
    event = builders.event(rules={"target": 150})
    club = event.tournament.federation.clubs.create(name="Сокол")
    preset = save_preset(event.tournament, actor=event.actor(), name=" Evening ", rounds_in_fours=False)
    assert (preset.name, preset.rules, preset.club, preset.rounds_in_fours) == ("Evening", {"target": 150}, None, False)
    assert save_preset(event.tournament, actor=event.actor(), name="Evening", club=club).club == club
    with pytest.raises(Refused) as caught:
        save_preset(event.tournament, actor=event.actor(), name="EVENING")
    assert (caught.value.code, caught.value.params["field"]) == ("name_taken", "preset_name")
    assert save_preset(event.tournament, actor=event.actor("administrator"), name="Morning").pk


def test_a_preset_holds_what_is_said_beside_the_rules_and_gives_it_to_the_next_event() -> None:
    event = builders.event(planned_rounds=6)
    following = builders.event(federation=event.tournament.federation)
    Regulations.objects.filter(tournament=event.tournament).update(
        system="swiss", ranking=["points", "lots"], effectiveness="share", bye_counts="half", walkover_counts="half",
        first_round="lot", clubs_apart=False, entries_close=3, override_reason="one day",
    )  # fmt: skip
    preset = save_preset(event.tournament, actor=event.actor(), name="Evening", rounds_in_fours=False)
    assert preset.settings == {
        "system": "swiss", "planned_rounds": 6, "ranking": ["points", "lots"], "effectiveness": "share",
        "bye_counts": "half", "walkover_counts": "half", "first_round": "lot", "clubs_apart": False, "entries_close": 3,
    }  # fmt: skip
    begin_from_preset(following.tournament, preset, actor=following.actor())
    taken = Regulations.objects.get(tournament=following.tournament)
    assert {name: getattr(taken, name) for name in preset.settings} == preset.settings
    assert taken.override_reason == ""


def test_a_preset_of_rules_alone_leaves_the_rest_of_the_event_as_it_is() -> None:
    event = builders.event(rules={"target": 150}, planned_rounds=12)
    preset = save_preset(event.tournament, actor=event.actor(), name="Rules", whole=False)
    assert preset.settings == {}
    following = builders.event(planned_rounds=4, federation=event.tournament.federation)
    Regulations.objects.filter(tournament=following.tournament).update(system="swiss")
    begin_from_preset(following.tournament, preset, actor=following.actor())
    taken = Regulations.objects.get(tournament=following.tournament)
    assert (taken.rules, taken.system, taken.planned_rounds) == ({"target": 150}, "swiss", 4)


def test_a_preset_of_fours_brings_its_rounds_to_a_multiple_of_four() -> None:
    event = builders.event(planned_rounds=7)
    preset = save_preset(event.tournament, actor=event.actor(), name="Whole", rounds_in_fours=True)
    begin_from_preset(event.tournament, preset, actor=event.actor())
    assert Regulations.objects.get().planned_rounds == 4


@pytest.mark.parametrize(
    "settings",
    [
        {"colour": "red"}, {"override_reason": "mine"}, {"planned_rounds": "8"}, {"planned_rounds": True},
        {"planned_rounds": 0}, {"system": "knockout"}, {"ranking": [["wins"]]}, {"ranking": []}, {"clubs_apart": 1},
        {"entries_close": 0},
    ],
)  # fmt: skip
def test_what_no_event_could_take_over_is_no_setting_of_a_preset(settings: dict[str, Any]) -> None:
    event = builders.event()
    preset = RegulationsPreset.objects.create(federation=event.tournament.federation, name="Odd", settings=settings)
    before = Regulations.objects.values().get()
    with pytest.raises(Refused):
        begin_from_preset(event.tournament, preset, actor=event.actor())
    assert Regulations.objects.values().get() == before


def test_an_event_begun_from_a_preset_of_the_program_can_be_begun_from_again() -> None:
    event = builders.event()
    begin_from_built_in(event.tournament, "club_evening", actor=event.actor())
    preset = Regulations.objects.select_related("preset").get().preset
    assert preset
    Regulations.objects.update(system="round_robin", planned_rounds=9)
    begin_from_preset(event.tournament, preset, actor=event.actor())
    again = Regulations.objects.get()
    assert (again.system, again.planned_rounds, again.first_round) == ("swiss", 4, "lot")


@pytest.mark.parametrize("name", ["", "   ", "n" * 121])
def test_a_preset_has_a_name_that_fits(name: str) -> None:
    event = builders.event()
    with pytest.raises(Refused, match="1 to 120 characters"):
        save_preset(event.tournament, actor=event.actor(), name=name)


@pytest.mark.parametrize("who", ["chief_referee", "desk", "referee", "player", "stranger"])
def test_presets_are_saved_by_organisers(who: str) -> None:
    event = builders.event()
    with pytest.raises(NotPermitted):
        save_preset(event.tournament, actor=event.actor(who), name="Mine")


@pytest.mark.parametrize("name", list(BUILT_IN))
def test_an_event_begins_from_each_preset_of_the_program(name: str) -> None:
    event = builders.event(rules={"target": 77})
    begin_from_built_in(event.tournament, name, actor=event.actor())
    kept = Regulations.objects.select_related("preset").get()
    assert kept.rules == BUILT_IN[name].rules
    assert kept.preset and kept.preset.rules == kept.rules
    assert {key: getattr(kept, key) for key in BUILT_IN[name].event} == BUILT_IN[name].event
    checked_rules(kept.rules)
    begin_from_built_in(event.tournament, name, actor=event.actor())
    assert Regulations.objects.get().preset_id == kept.preset_id  # no second one of the same


def test_a_preset_of_the_program_does_not_overwrite_one_of_its_name() -> None:
    event = builders.event()
    theirs = RegulationsPreset.objects.create(
        federation=event.tournament.federation, name="Club evening", rules={"target": 101}
    )
    begin_from_built_in(event.tournament, "club_evening", actor=event.actor())
    theirs.refresh_from_db()
    assert theirs.rules == {"target": 101}
    assert Regulations.objects.get().preset != theirs


def test_beginning_anew_is_for_regulations_that_are_not_frozen_and_not_changed_meanwhile() -> None:
    event = builders.event()
    shown = stamp_of(settings_of(Regulations.objects.get()))
    change(event, rules={"target": 150})
    with pytest.raises(Refused) as caught:
        begin_from_built_in(event.tournament, "final", actor=event.actor(), stamp=shown)
    assert caught.value.code == "changed_meanwhile"
    freeze(event)
    with pytest.raises(Refused) as caught:
        begin_from_built_in(event.tournament, "final", actor=event.actor())
    assert (caught.value.code, Regulations.objects.get().rules) == ("frozen", {"target": 150})


def test_the_preset_of_another_federation_begins_nothing_here() -> None:
    event, other = builders.event(), builders.event()
    preset = RegulationsPreset.objects.create(federation=other.tournament.federation, name="Theirs")
    with pytest.raises(Refused, match="belong to another federation"):
        begin_from_preset(event.tournament, preset, actor=event.actor())


def test_once_the_clock_runs_all_tables_of_the_round_keep_the_rules_they_began_with() -> None:
    event = builders.event(pairs=4, rules={"target": 200})
    running = builders.add_round(event.tournament, state=Round.State.RUNNING, clock_started_at=timezone.now())
    freeze(event)
    change(event, rules={"target": 150}, reason="the committee met at noon")
    assert [game.rules for game in running.games.all()] == [{"target": 200}] * 2


def test_the_clock_of_a_round_that_has_not_started_follows_the_minutes_of_the_rules() -> None:
    event = builders.event(pairs=4)
    waiting = builders.add_round(event.tournament)
    other = builders.add_round(event.tournament, 2, state=Round.State.DRAWN)
    Round.objects.filter(pk=other.pk).update(minutes=55)  # the desk has given it more
    freeze(event)
    change(event, rules={"minutes": 30}, reason="the hall closes at eight")
    assert list(Round.objects.order_by("number").values_list("minutes", flat=True)) == [30, 55]
    assert {game.rules["minutes"] for game in waiting.games.all()} == {30}
