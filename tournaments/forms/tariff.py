"""The tariff in a form: a ladder of steps for each breach, each step a choice and its points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import CARDS, DEFAULT_TARIFF, Step

from ..names import tidy
from ..reads.event_settings import step_as_written
from ..reads.ladders import breach_words

MOST_POINTS: Final = 10_000
MOST_STEPS: Final = 20
LONGEST_CODE: Final = 40
NEW: Final = "new"  # stands where the code of a breach that is not there yet would stand

WHAT: Final = [
    ("", _("no step")),
    ("warning", _("a warning")),
    ("points", _("points")),
    ("yellow", _("points and a yellow card")),
    ("red", _("a red card: the game is lost")),
    ("black", _("a black card: disqualification")),
    ("game_loss", _("the game is lost")),
    ("disqualification", _("disqualification")),
]
WITH_POINTS: Final = ("points", "yellow")


def step_name(code: str, index: int, part: str) -> str:
    """Name a control of a step; the code stands last, because it may hold anything."""
    return f"step-{index}-{part}-{code}"


def typed_ladder(code: str, steps: Sequence[Step]) -> dict[str, str]:
    """Write a ladder as its controls hold it."""
    typed: dict[str, str] = {}
    for index, step in enumerate(steps):
        what = step.card or ("points" if step.sanction == "fine" else step.sanction)
        typed[step_name(code, index, "what")] = what
        typed[step_name(code, index, "points")] = str(step.points) if what in WITH_POINTS else ""
    return typed


def ladder_fields(code: str, steps: int, data: Mapping[str, Any] | None) -> dict[str, forms.Field]:
    """Make the controls of a ladder: those of its steps, of those that were sent, and of one more."""
    sent = 0
    while data is not None and sent < MOST_STEPS and step_name(code, sent, "what") in data:
        sent += 1
    fields: dict[str, forms.Field] = {}
    for index in range(max(steps + 1, sent, 2)):
        words = {"breach": gettext("New breach") if code == NEW else breach_words(code), "number": index + 1}
        fields[step_name(code, index, "what")] = forms.ChoiceField(
            label=gettext("%(breach)s, step %(number)s") % words, choices=WHAT, required=False
        )
        fields[step_name(code, index, "points")] = forms.IntegerField(
            label=gettext("%(breach)s, points of step %(number)s") % words,
            min_value=0,
            max_value=MOST_POINTS,
            required=False,
        )
    return fields


def read_ladder(form: forms.Form, code: str) -> list[Any]:
    """Read the steps of a ladder as the closed list writes them; what does not fit is told at its control."""
    steps = []
    index = 0
    while (name := step_name(code, index, "what")) in form.fields:
        points_name = step_name(code, index, "points")
        what, points = form.cleaned_data.get(name, ""), form.cleaned_data.get(points_name)
        if what in WITH_POINTS and points is None and points_name not in form.errors:
            form.add_error(points_name, gettext("How many points? Write 0 if it costs none."))
        elif not what and points is not None:
            form.add_error(name, gettext("Say what these points are: choose “points”, or empty the figure."))
        elif what:
            steps.append(_written(what, points or 0))
        index += 1
    return steps


def _written(what: str, points: int) -> Any:
    if what == "points":
        return points
    if what in CARDS:
        return step_as_written(Step("fine", points if what in WITH_POINTS else 0, what))
    return what


def code_of(name: str) -> str:
    """Make the code of a breach of the name that was typed."""
    return tidy(name).casefold().replace(" ", "_")


def refuse_name(form: forms.Form, field: str, code: str, known: Sequence[str]) -> None:
    """Tell at the field what is wrong with the name of a new breach."""
    if code in known or code in DEFAULT_TARIFF or code == "other" or code == NEW:
        form.add_error(field, gettext("There is such a breach already. Change its steps, or choose another name."))
