"""The settings of an event at the desk: each with its control, kept, put back, told when changed meanwhile."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.rules import CHOICES, SWITCHES, Rules, parse_rules
from scoring.standings import KEYS
from tests import builders
from tests.tournaments.views.regulations import now, page_of, steps_of, typed
from tournaments.acts.regulation_checks import CHOICES_OF_THE_EVENT
from tournaments.forms.regulations import NUMBERS, as_typed
from tournaments.forms.tariff import step_name
from tournaments.models import AuditEntry, Regulations, RegulationsPreset, Round
from tournaments.reads.event_settings import OF_THE_EVENT, settings_of
from tournaments.reads.regulations import in_words
from tournaments.reads.setting_words import GROUPS, KEYS_OF_ORDER, ON_OFF, QUESTIONS, SHORT_WORDS

pytestmark = pytest.mark.django_db

RULES = list(Rules.__dataclass_fields__)


# -- every setting has its place ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*RULES, *OF_THE_EVENT])
def test_every_setting_has_a_control_with_a_label_and_an_explanation(name: str) -> None:
    event = builders.event()
    assert [name in group.names for group in GROUPS].count(True) == 1
    question = QUESTIONS[name]
    assert question.label and question.help
    page = event.client().get(page_of(event)).content.decode()
    control = {"tariff": "step-0-what-late", "ranking": "ranking-wins"}.get(name, name)
    assert f'name="{control}"' in page
    assert f'for="id_{control}"' in page


def test_no_question_is_asked_that_no_setting_answers() -> None:
    assert set(QUESTIONS) == {*RULES, *OF_THE_EVENT}


@pytest.mark.parametrize("name", [*CHOICES, "system", "effectiveness", "bye_counts", "walkover_counts", "first_round"])
def test_every_value_of_a_choice_has_words(name: str) -> None:
    choices = CHOICES[name] if name in CHOICES else CHOICES_OF_THE_EVENT[name]
    assert set(SHORT_WORDS[name]) == set(choices)


def test_every_switch_has_words_for_on_and_off() -> None:
    assert set(ON_OFF) == {*SWITCHES, "clubs_apart"}


def test_every_key_of_the_order_has_words_and_a_control() -> None:
    assert set(KEYS_OF_ORDER) >= set(KEYS)
    event = builders.event()
    page = event.client().get(page_of(event)).content.decode()
    assert [key for key in KEYS if f'name="ranking-{key}"' not in page] == []


def test_every_control_of_the_page_has_a_label() -> None:
    event = builders.event()
    page = event.client().get(page_of(event)).content.decode()
    ids = re.findall(r'<(?:input|select)[^>]* id="([^"]+)"', page)
    assert len(ids) > 80
    hidden = re.findall(r'<input type="hidden"[^>]* id="([^"]+)"', page)
    wrapped = ["id_rounds_in_fours", "id_whole"]  # a box to tick stands inside its label
    assert [one for one in ids if f'for="{one}"' not in page and one not in hidden + wrapped] == []


# -- round trip --------------------------------------------------------------------------------------------------------

VALUES = [
    *((name, value) for name, values in CHOICES.items() for value in values),
    *((name, value) for name in SWITCHES for value in (True, False)),
    *((name, value) for name, (least, most, _empty) in NUMBERS.items() if name in RULES for value in (least, most)),
    ("deals", 8), ("deals", None), ("walkover", None), ("target", 350),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_value_of_a_rule_goes_through_the_page_and_back(name: str, value: object) -> None:
    event = builders.event(rules={"target": 150, "minutes": 33})
    figure = isinstance(value, int)  # a switch too
    shown = as_typed({**settings_of(now()), "rules": {name: value}})[name] if figure else str(value or "")
    response = event.client().post(page_of(event), typed(**{name: shown}))
    assert response.status_code == 302, response.context["form"].errors
    kept = parse_rules(now().rules)
    assert getattr(kept, name) == value
    assert kept.target == (value if name == "target" else 150)
    told = [sentence.text for chapter in in_words(now()) for sentence in chapter.sentences]
    assert all(told)


EVENT_VALUES = [
    ("system", "swiss"), ("system", "double_round_robin"), ("effectiveness", "to_target"), ("effectiveness", "share"),
    ("bye_counts", "half"), ("walkover_counts", "half"), ("first_round", "rating"), ("first_round", "lot"),
    ("clubs_apart", False), ("planned_rounds", 12), ("entries_close", 3), ("override_reason", "the hall closes"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), EVENT_VALUES)
def test_every_setting_of_the_event_goes_through_the_page_and_back(name: str, value: object) -> None:
    event = builders.event()
    sent = "no" if value is False else str(value)
    assert event.client().post(page_of(event), typed(**{name: sent})).status_code == 302
    assert getattr(now(), name) == value


def test_keeping_the_page_as_it_is_changes_nothing_and_is_no_news() -> None:
    rules = {"target": 150, "deals": 8, "below_zero": True, "tariff": {"late": [10, {"points": 5, "card": "yellow"}]}}
    event = builders.event(rules=rules)
    before = settings_of(now())
    assert event.client().post(page_of(event), typed()).status_code == 302
    assert settings_of(now()) == before
    assert not AuditEntry.objects.filter(act="change_regulations").exists()


def test_the_order_is_chosen_by_numbers_and_gaps_do_not_matter() -> None:
    event = builders.event()
    order = {f"ranking-{key}": "" for key in KEYS} | {"ranking-points": "2", "ranking-wins": "7", "ranking-lots": "99"}
    assert event.client().post(page_of(event), typed(**order)).status_code == 302
    assert now().ranking == ["points", "wins", "lots"]


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"deals": 6}, "deals", "A fixed number of deals is a multiple of four"),
        ({"planned_rounds": 7}, "planned_rounds", "Plan such a number, or write why this event departs from it."),
        ({"target": 0}, "target", "greater than or equal to 1"),
        ({"target": "9" * 400}, "target", ""),
        ({"lead": "loser"}, "lead", "Select a valid choice."),
        ({"minutes": ""}, "minutes", "This field is required."),
        ({"minutes": "12\x00"}, "minutes", "Enter a whole number."),
        ({"entries_close": 9}, "entries_close", "Entries close at one of the rounds planned, from 1 to 8."),
        ({"below_zero": "perhaps"}, "below_zero", "Select a valid choice."),
        ({f"ranking-{key}": "" for key in KEYS}, "ranking-wins", "Something must decide the order"),
        ({"ranking-points": "1"}, "ranking-points", "Wins has the place 1 already."),
        (steps_of("late", ("points", "")), "step-0-points-late", "How many points?"),
        (steps_of("late", ("", "25")), "step-0-what-late", "Say what these points are"),
        (steps_of("late", ("points", "-5")), "step-0-points-late", "greater than or equal to 0"),
        (steps_of("late", ("", ""), ("", "")), "step-0-what-late", "has at least one step"),
        ({"new_breach": "Spitting"}, "step-0-what-new", "Say what this breach costs"),
        ({"new_breach": "Late", **steps_of("new", ("warning", ""))}, "new_breach", "There is such a breach already."),
        ({"new_breach": "", **steps_of("new", ("warning", ""))}, "new_breach", "Give this breach a name."),
        ({"new_breach": "a\x00b", **steps_of("new", ("warning", ""))}, "new_breach", "cannot be seen"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_everything_typed_stays(
    change: dict[str, Any], field: str, sentence: str
) -> None:
    event = builders.event()
    response = event.client().post(page_of(event), typed(walkover="123", **change))
    assert response.status_code == 200
    errors = response.context["form"].errors
    assert sentence in " ".join(errors[field])
    page = response.content.decode()
    assert f'id="id_{field}_error"' in page
    assert re.search(r'name="walkover" value="123"', page)
    assert (now().rules, now().planned_rounds) == ({}, 8)


# -- departing from the preset -----------------------------------------------------------------------------------------


def test_what_departs_from_the_preset_is_marked_and_can_be_put_back_without_losing_what_is_typed() -> None:
    event = builders.event(rules={"target": 150, "tariff": {"late": ["warning", 10, "game_loss"]}})
    client = event.client()
    page = client.get(page_of(event)).content.decode()
    assert page.count("Departs from the preset") == 1
    assert "Departs from the preset, which says: A game goes to 200 points." in page
    assert "The preset says: a warning, then 25 points" in page
    back = client.post(page_of(event), typed(put_back="target", minutes="31"))
    form = back.context["form"]
    assert (form["target"].value(), form["minutes"].value()) == ("200", "31")
    assert now().rules["target"] == 150
    back = client.post(page_of(event), typed(put_back="tariff.late"))
    data = {name: back.context["form"][name].value() for name in back.context["form"].fields}
    assert client.post(page_of(event), data).status_code == 302
    assert now().rules == {"target": 150}


@pytest.mark.parametrize("name", ["nothing", "tariff.nothing", "stamp", "\x00", "ranking", "tariff"])
def test_putting_back_what_is_not_there_harms_nothing(name: str) -> None:
    event = builders.event(rules={"target": 150})
    assert event.client().post(page_of(event), typed(put_back=name)).status_code == 200
    assert now().rules == {"target": 150}


# -- what this means ---------------------------------------------------------------------------------------------------


def test_what_is_chosen_is_said_in_words_before_it_is_written() -> None:
    event = builders.event()
    looked = event.client().post(page_of(event), typed(look="means", target="350", system="swiss"))
    page = looked.content.decode()
    assert "A game goes to 350 points." in page
    assert "As it is chosen here; nothing is written yet." in page
    assert (now().rules, now().system) == ({}, "round_robin")


@pytest.mark.parametrize("page", ["regulations/", "event/system/"])
def test_a_script_gets_what_it_means_without_the_page(page: str) -> None:
    event = builders.event()
    address = f"/desk/{event.tournament.slug}/{page}"
    looked = event.client().post(address, typed(look="means", target="350"), HTTP_HX_REQUEST="true")
    part = looked.content.decode().strip()
    assert part.startswith('<section class="card stack means" id="means"')
    assert "A game goes to 350 points." in part
    assert now().rules == {}


def test_looking_at_what_cannot_be_says_what_holds_now() -> None:
    event = builders.event()
    page = event.client().post(page_of(event), typed(look="means", target="")).content.decode()
    assert "A game goes to 200 points." in page


# -- two organisers at once --------------------------------------------------------------------------------------------


def test_of_two_organisers_at_once_the_second_is_told_and_neither_loses_anything() -> None:
    event = builders.event()
    first, second = typed(minutes="30", target="150"), typed(target="300", lead="winner")
    assert event.client("administrator").post(page_of(event), first).status_code == 302
    told = event.client().post(page_of(event), second)
    page = told.content.decode()
    assert "administrator changed the regulations since you opened this page." in page
    assert "It says now: A game goes to 150 points." in page
    assert "It says now: A game has 30 minutes." in page
    form = told.context["form"]
    assert (form["target"].value(), form["lead"].value()) == ("300", "winner")  # typed here: it stays
    assert form["minutes"].value() == "30"  # not touched here: it follows
    again = {name: form[name].value() for name in form.fields}
    assert event.client().post(page_of(event), again).status_code == 302
    assert now().rules == {"target": 300, "minutes": 30, "lead": "winner"}


def test_a_step_that_somebody_else_added_is_not_lost() -> None:
    event = builders.event()
    mine = typed(target="300")
    theirs = typed(**{step_name("late", 2, "what"): "game_loss", step_name("late", 2, "points"): ""})
    assert event.client("administrator").post(page_of(event), theirs).status_code == 302
    form = event.client().post(page_of(event), mine).context["form"]
    assert event.client().post(page_of(event), {name: form[name].value() for name in form.fields}).status_code == 302
    assert now().rules == {"target": 300, "tariff": {"late": ["warning", 25, "game_loss"]}}


def test_a_stamp_that_is_none_of_this_event_is_stale_too() -> None:
    event = builders.event()
    told = event.client().post(page_of(event), typed(stamp="x" * 20, target="300"))
    assert told.status_code == 200
    assert told.context["form"]["target"].value() == "300"
    assert now().rules == {}


# -- frozen, permissions, queries --------------------------------------------------------------------------------------


def test_frozen_regulations_ask_for_a_reason() -> None:
    event = builders.event()
    Regulations.objects.update(frozen_at=timezone.now())
    client = event.client()
    assert "Why the regulations are changed now" in client.get(page_of(event)).content.decode()
    refused = client.post(page_of(event), typed(target=150))
    assert "Write why they are changed now." in refused.content.decode()
    assert client.post(page_of(event), typed(target=150, reason="committee, noon")).status_code == 302
    assert now().rules == {"target": 150}


def test_who_may_only_read_the_regulations_gets_no_form() -> None:
    event = builders.event()
    page = event.client("chief_referee").get(page_of(event)).content.decode()
    assert "The organiser changes the regulations" in page
    assert 'name="target"' not in page


@pytest.mark.parametrize(
    ("who", "status"),
    [("organiser", 302), ("administrator", 302), ("chief_referee", 403), ("desk", 403), ("player", 403)],
)
@pytest.mark.parametrize("page", ["", "seed/", "preset/"])
def test_only_the_organiser_changes_them(page: str, who: str, status: int) -> None:
    event = builders.event()
    sent = typed(target="150", shown=str(now().seed), preset_name="Mine")
    assert event.client(who).post(page_of(event) + page, sent).status_code == status
    assert (now().rules == {"target": 150}) == (status == 302 and page == "")


def test_the_seed_is_shown_and_drawn_anew_until_round_1_is_drawn() -> None:
    event = builders.event(pairs=4)
    client, before = event.client(), now().seed
    assert f'class="code">{before}</strong>' in client.get(page_of(event)).content.decode()
    client.post(page_of(event) + "seed/", {"shown": before})
    assert now().seed != before
    builders.add_round(event.tournament, state=Round.State.DRAWN)
    assert "Draw a new seed" not in client.get(page_of(event)).content.decode()


def test_rules_are_saved_as_a_preset_and_a_taken_name_is_told_beside_it() -> None:
    event = builders.event(rules={"target": 150})
    client = event.client()
    assert client.post(page_of(event) + "preset/", {"preset_name": "Evening"}).status_code == 302
    preset = RegulationsPreset.objects.get(name="Evening")
    assert (preset.rules, preset.rounds_in_fours, preset.club) == ({"target": 150}, False, None)
    taken = client.post(page_of(event) + "preset/", {"preset_name": "evening", "preset_club": "999"})
    assert 'value="evening"' in taken.content.decode()
    taken = client.post(page_of(event) + "preset/", {"preset_name": "evening"})
    assert "There is a preset “evening” already." in taken.content.decode()


def test_the_page_takes_as_many_queries_however_much_departs(django_assert_num_queries: Any) -> None:
    event = builders.event(pairs=2)
    client = event.client()
    with django_assert_num_queries(9):
        client.get(page_of(event))
    Regulations.objects.update(rules={"target": 1, "tariff": {f"breach {n}": [n] for n in range(40)}})
    with django_assert_num_queries(9):
        client.get(page_of(event))


def test_what_is_typed_in_another_script_is_escaped() -> None:
    event = builders.event(rules={"tariff": {"<script>alert('х')</script>": [1], '"': [2]}})
    page = event.client().get(page_of(event)).content.decode()
    assert "<script>alert(" not in page
    assert json.dumps(now().rules)
    assert Client().get(f"/e/{event.tournament.slug}/regulations/").status_code == 200
