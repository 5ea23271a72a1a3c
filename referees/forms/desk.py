"""What is typed at the desk about its tables: their links, a ruling, more minutes, a decision on a protest."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.rules import parse_rules
from tournaments.acts.clock import MOST_MINUTES_ADDED
from tournaments.forms.texts import TextField
from tournaments.models import Game
from tournaments.refusals import LONGEST_REASON

from ..acts import protests
from ..acts.links import MOST_TABLES
from ..acts.rulings import Ruling

LARGEST_SCORE = 100_000  # no game comes near; a number of a typing error is refused
WINNERS = [("A", _("side A")), ("B", _("side B")), ("none", _("no winner"))]


class TablesForm(forms.Form):
    """Say how many tables the hall has."""

    tables = forms.IntegerField(
        label=_("Tables in the hall"),
        min_value=1,
        max_value=MOST_TABLES,
        widget=forms.NumberInput(attrs={"class": "input narrow figures", "inputmode": "numeric"}),
    )


class RuleForm(forms.Form):
    """What the chief referee decides about a game; the choices are those its state leaves."""

    kind = forms.ChoiceField(label=_("The ruling"), widget=forms.RadioSelect)
    a = forms.IntegerField(label=_("Points of side A"), required=False, max_value=LARGEST_SCORE)
    b = forms.IntegerField(label=_("Points of side B"), required=False, max_value=LARGEST_SCORE)
    winner = forms.ChoiceField(label=_("Winner"), required=False, choices=WINNERS, widget=forms.RadioSelect)
    reason = TextField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("It stands in the protocol, for both sides.")
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)  # the page fills it: the log as it shows it

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["kind"].choices = _rulings_for(game)  # type: ignore[attr-defined]  # stubs: a Field

    def clean(self) -> dict[str, Any]:
        """Ask of a score that it is whole, and not below zero where the rules know no such points."""
        typed = super().clean() or {}
        if typed.get("kind") == "score":
            below = parse_rules(self.game.rules).below_zero
            for side in "ab":
                points = typed.get(side)
                if points is None and side not in self.errors:
                    self.add_error(side, _("Write the points of this side."))
                elif points is not None and points < 0 and not below:
                    self.add_error(side, _("Points of this event do not fall below zero."))
            if not typed.get("winner"):
                self.add_error("winner", _("Say who has won, or that nobody has."))
        if typed.get("kind") == "stands" and self.game.score_a == self.game.score_b:
            self.add_error("kind", _("The score is level. Choose “Another score” and say who has won."))
        return typed

    def ruling(self) -> Ruling:
        """Give what was decided."""
        typed, losing = self.cleaned_data, {"forfeit_a": "A", "forfeit_b": "B", "double": "both"}
        if typed["kind"] in losing:
            return Ruling("forfeit", losing=losing[typed["kind"]])
        return Ruling(typed["kind"], typed["a"] or 0, typed["b"] or 0, typed["winner"].replace("none", ""))


def _rulings_for(game: Game) -> list[tuple[str, Any]]:
    choices: list[tuple[str, Any]] = []
    if game.state in (Game.State.FINISHED, Game.State.SIGNING):
        choices.append(("close", _("Close the game as it ended; missing signatures are filled by this ruling")))
    if game.state == Game.State.RUNNING:
        choices.append(("stands", _("Abandoned: the score stands as it is")))
    return [
        *choices,
        ("score", _("Another score")),
        ("forfeit_a", _("Side A has lost: it forfeits the game")),
        ("forfeit_b", _("Side B has lost: it forfeits the game")),
        ("double", _("Both sides have lost, 0 to 0")),
    ]


class MinutesAtTableForm(forms.Form):
    """How much more time one table is given, and why."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_MINUTES_ADDED, initial=5)
    reason = TextField(label=_("Why more time"), max_length=LONGEST_REASON)


class DecisionForm(forms.Form):
    """The answer to a protest."""

    upheld = forms.TypedChoiceField(
        label=_("The decision"),
        choices=[("yes", _("The protest is upheld")), ("no", _("The protest is rejected"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        error_messages={"required": _("Say whether the protest is upheld or rejected.")},
    )
    reason = TextField(
        label=_("Reason"),
        max_length=protests.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Both sides can read it, and it is printed with the protocol."),
    )
