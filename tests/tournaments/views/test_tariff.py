"""The tariff on the page of the regulations: ladders of steps, written, emptied, put back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.rules import DEFAULT_TARIFF, parse_rules
from tests import builders
from tests.tournaments.views.regulations import now, page_of, steps_of, typed
from tournaments.forms.regulations import RegulationsForm, as_typed
from tournaments.forms.tariff import step_name, typed_ladder
from tournaments.models import Regulations, RegulationsPreset, Tournament
from tournaments.models.events import default_ranking
from tournaments.reads.event_settings import settings_of

pytestmark = pytest.mark.django_db


POINTS = st.integers(0, 10_000)
STEP = st.one_of(
    st.sampled_from(["warning", "game_loss", "disqualification"]),
    POINTS,
    st.builds(lambda points: {"points": points, "card": "yellow"}, POINTS),
    st.sampled_from([{"points": 0, "card": "red"}, {"points": 0, "card": "black"}]),
)
CODE = st.text(st.characters(categories=("Ll", "Nd"), include_characters="_-. \"'<&"), min_size=1, max_size=40)
TARIFF = st.dictionaries(
    st.one_of(st.sampled_from(list(DEFAULT_TARIFF)), CODE.filter(lambda code: code not in ("other", "new"))),
    st.lists(STEP, min_size=1, max_size=6),
    max_size=5,
)


@given(tariff=TARIFF)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_tariff_goes_through_the_form_and_back(tariff: dict[str, list[Any]]) -> None:
    regulations = Regulations(
        tournament=Tournament(), rules={"tariff": tariff}, ranking=default_ranking(), override_reason="x"
    )
    form = RegulationsForm(regulations, as_typed(settings_of(regulations)))
    assert form.is_valid(), form.errors
    assert parse_rules(form.settings()["rules"]).tariff == parse_rules({"tariff": tariff}).tariff


@given(before=TARIFF, ladder=st.lists(STEP, min_size=1, max_size=6))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_ladder_can_be_written_over_another(before: dict[str, list[Any]], ladder: list[Any]) -> None:
    regulations = Regulations(
        tournament=Tournament(), rules={"tariff": before}, ranking=default_ranking(), override_reason="x"
    )
    data = {name: value for name, value in as_typed(settings_of(regulations)).items() if not name.endswith("-late")}
    steps = parse_rules({"tariff": {"late": ladder}}).tariff["late"]
    form = RegulationsForm(regulations, data | typed_ladder("late", steps))
    assert form.is_valid(), form.errors
    wanted = parse_rules({"tariff": {**before, "late": ladder}}).tariff
    assert parse_rules(form.settings()["rules"]).tariff == wanted


def test_a_breach_is_added_changed_and_taken_out() -> None:
    event = builders.event()
    client = event.client()
    new = {"new_breach": "Spitting on Tiles", **steps_of("new", ("yellow", "30"), ("game_loss", ""))}
    assert client.post(page_of(event), typed(**new)).status_code == 302
    ladder = [{"points": 30, "card": "yellow"}, "game_loss"]
    assert now().rules == {"tariff": {"spitting_on_tiles": ladder}}
    page = client.get(page_of(event)).content.decode()
    assert "Spitting on tiles: 30 points and a yellow card, then the game is lost." in page
    emptied = steps_of("spitting_on_tiles", ("", ""), ("", ""))
    assert client.post(page_of(event), typed(**emptied)).status_code == 302
    assert now().rules == {}


def test_a_step_that_is_emptied_falls_out() -> None:
    event = builders.event(rules={"tariff": {"late": ["warning", 10, "game_loss"]}})
    event.client().post(page_of(event), typed(**{step_name("late", 1, "what"): "", step_name("late", 1, "points"): ""}))
    assert now().rules == {"tariff": {"late": ["warning", "game_loss"]}}


def test_a_ladder_put_back_is_longer_than_the_one_there_is() -> None:
    event = builders.event(rules={"tariff": {"late": [10]}})
    RegulationsPreset.objects.update(rules={"tariff": {"late": ["warning", 5, 10, "game_loss"]}})
    back = event.client().post(page_of(event), typed(put_back="tariff.late")).context["form"]
    data = {name: back[name].value() for name in back.fields}
    event.client().post(page_of(event), data)
    assert now().rules == {"tariff": {"late": ["warning", 5, 10, "game_loss"]}}
