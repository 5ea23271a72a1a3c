"""The form of a score sheet: as the paper has it, row by row, filled without a mouse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.rules import Rules, parse_rules
from scoring.seats import SEATS
from tournaments.forms.texts import TextField
from tournaments.models import Game, Official, Role
from tournaments.reads import game_words

from ..models import Signature
from ..reads.paper import PaperRow, PaperSheet

FIRST_ROWS: Final = 8  # of a new sheet; more grow as they are needed
MOST_ROWS: Final = 120
LARGEST: Final = 100_000

WHAT: Final = [
    ("deal", pgettext_lazy("of a row", "Deal")),
    ("penalty", gettext_lazy("Penalty")),
    ("time_in", gettext_lazy("Time over in the next deal")),
    ("time_between", gettext_lazy("Time over between deals")),
    ("no_show", gettext_lazy("No-show")),
    ("forfeit", gettext_lazy("Forfeit")),
]
HOW: Final = [
    ("on_paper", gettext_lazy("signed")),
    ("refused", gettext_lazy("refused to sign")),
    ("absent", gettext_lazy("absent")),
]
WINNERS: Final = [("", pgettext_lazy("winner", "none")), ("A", gettext_lazy("side A")), ("B", gettext_lazy("side B"))]


class FindSheetForm(forms.Form):
    """Which game a sheet is of."""

    sheet = forms.CharField(
        label=gettext_lazy("Table, code of the game, or a scan of the sheet"),
        max_length=300,
        error_messages={"required": gettext_lazy("Type the number of the table, or scan the code on the sheet.")},
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off", "autofocus": True}),
    )


class Figures(forms.CharField):
    """A box of figures on paper: empty is None, a dash is 0."""

    def __init__(self, label: Any, **more: Any) -> None:
        attrs = {"class": "input figures", "inputmode": "numeric", "autocomplete": "off"}
        super().__init__(label=label, required=False, max_length=12, widget=forms.TextInput(attrs=attrs), **more)

    def clean(self, value: Any) -> Any:
        """Give the number, or None."""
        text = str(super().clean(value) or "").replace(" ", "").replace("−", "-")
        if not text:
            return None
        if text in ("-", "–", "—"):
            return 0
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()) or int(digits) > LARGEST:
            raise forms.ValidationError(_("“%(text)s” is no number of points.") % {"text": text}, code="no_number")
        return int(text)


class RowForm(forms.Form):
    """One row of the sheet: a deal with its points and running totals, or what happened between two deals."""

    use_required_attribute = False

    what = forms.ChoiceField(
        label=pgettext_lazy("of a row", "What"),
        choices=WHAT,
        required=False,
        widget=forms.Select(attrs={"class": "input"}),
    )
    who = forms.ChoiceField(label=gettext_lazy("Who"), required=False, widget=forms.Select(attrs={"class": "input"}))
    code = forms.ChoiceField(
        label=gettext_lazy("Penalty for"), required=False, widget=forms.Select(attrs={"class": "input"})
    )
    points_a = Figures(gettext_lazy("Points of side A"))
    total_a = Figures(gettext_lazy("Total of side A"))
    points_b = Figures(gettext_lazy("Points of side B"))
    total_b = Figures(gettext_lazy("Total of side B"))

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # While nothing is chosen, a box says what it asks for: it stands in no column of its own.
        who = [("", _("Who")), *((seat, seat) for seat in SEATS), ("A", "A"), ("B", "B"), ("both", _("both"))]
        self.fields["who"].choices = who  # type: ignore[attr-defined]  # stubs: a Field
        self.fields["code"].choices = [("", _("Penalty for")), *_codes(rules)]  # type: ignore[attr-defined]  # stubs: a Field

    @property
    def kind(self) -> str:
        """Name what the row is, for the boxes it shows."""
        return str(self["what"].value() or "deal")

    def row(self) -> PaperRow:
        """Give what was typed."""
        typed = self.cleaned_data
        points = {"A": typed.get("points_a"), "B": typed.get("points_b")}
        totals = {"A": typed.get("total_a"), "B": typed.get("total_b")}
        return PaperRow(typed.get("what") or "deal", typed.get("who", ""), typed.get("code", ""), points, totals)


class SheetForm(forms.Form):
    """What stands around the rows: the first leader, the end, the signatures."""

    use_required_attribute = False

    leader = forms.ChoiceField(
        label=gettext_lazy("First leader"),
        required=False,
        choices=[("", "–"), *((seat, seat) for seat in SEATS)],
        widget=forms.Select(attrs={"class": "input"}),
    )
    score_a = Figures(gettext_lazy("Final score of side A"))
    score_b = Figures(gettext_lazy("Final score of side B"))
    winner = forms.ChoiceField(
        label=gettext_lazy("Winner"), required=False, choices=WINNERS, widget=forms.Select(attrs={"class": "input"})
    )
    referee = forms.ModelChoiceField(
        label=gettext_lazy("The referee who signed"),
        queryset=Official.objects.none(),
        required=False,
        widget=forms.Select(attrs={"class": "input"}),
        empty_label="–",
        error_messages={"invalid_choice": gettext_lazy("Choose one of the referees of this event.")},
    )
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)  # the page fills it: the log as it shows it

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        may_sign = Official.objects.filter(
            tournament=game.round.tournament_id, role__in=(Role.REFEREE, Role.CHIEF_REFEREE)
        )
        self.fields["referee"].queryset = may_sign.order_by("name")  # type: ignore[attr-defined]  # stubs: a Field
        for signer in Signature.Signer.values:
            self.fields[f"how_{signer}"] = forms.ChoiceField(
                label=signer, choices=HOW, required=False, widget=forms.Select(attrs={"class": "input"})
            )
            self.fields[f"reason_{signer}"] = TextField(label=gettext_lazy("Why"), required=False, max_length=300)

    def signatures(self) -> list[dict[str, Any]]:
        """List the boxes of the five signers."""
        return [
            {"signer": signer, "how": self[f"how_{signer}"], "reason": self[f"reason_{signer}"]}
            for signer in Signature.Signer.values
        ]


class PaperForm:
    """A whole sheet as it was typed; whatever is wrong, nothing of it is lost."""

    def __init__(
        self, game: Game, data: Mapping[str, Any] | None = None, *, standing: PaperSheet | None = None
    ) -> None:
        """`standing` is the sheet to begin with, where the game has one that is to be corrected."""
        self.game = game
        self.rules = parse_rules(game.rules)
        filled = [_boxes_of(row) for row in standing.rows] if standing else []
        self.sheet_form = SheetForm(game, data, initial=_ends_of(standing) if standing else None)
        self.row_forms = [
            RowForm(self.rules, data, prefix=f"row-{n}", initial=filled[n] if n < len(filled) else None)
            for n in range(_rows_in(data, len(filled)))
        ]
        self.empty_row = RowForm(self.rules, prefix="row-__n__")

    def is_valid(self) -> bool:
        """Tell whether every box holds what it can hold; whether it adds up is for the rules to say."""
        return all([self.sheet_form.is_valid(), *(form.is_valid() for form in self.row_forms)])

    def tell(self, faults: Mapping[str, str]) -> None:
        """Tell by box what is wrong around the rows; a box that holds what it cannot hold has said so already."""
        for box, said in faults.items():
            if box in self.sheet_form.fields and box not in self.sheet_form.errors:
                self.sheet_form.add_error(box, said)

    @property
    def too_long(self) -> str:
        """Say that more rows are written than a sheet has; to be asked of a form that was checked."""
        if sum(not form.row().blank for form in self.row_forms) <= MOST_ROWS:
            return ""
        return _(
            "More than %(most)d rows are written here, more than a sheet can have. Nothing is entered and nothing is"
            " lost: write the totals only, or let the chief referee rule on the game."
        ) % {"most": MOST_ROWS}

    def sheet(self) -> PaperSheet:
        """Give the sheet; a box that holds no number counts as empty."""
        typed = self.sheet_form.cleaned_data
        return PaperSheet(
            leader=typed.get("leader", ""),
            rows=tuple(form.row() for form in self.row_forms),
            score={"A": typed.get("score_a"), "B": typed.get("score_b")},
            winner=typed.get("winner", ""),
            signed={
                signer: (typed.get(f"how_{signer}") or "on_paper", typed.get(f"reason_{signer}", ""))
                for signer in Signature.Signer.values
            },
            referee=typed.get("referee"),
            seen=typed.get("seen"),
        )


def _rows_in(data: Mapping[str, Any] | None, filled: int) -> int:
    if data is None:
        return max(FIRST_ROWS, filled + 1)
    count = 0
    while f"row-{count}-points_a" in data:
        count += 1
    return max(count, 1)


def _boxes_of(row: PaperRow) -> dict[str, Any]:
    points, totals = row.points, row.totals
    return {
        "what": row.what,
        "who": row.who,
        "code": row.code,
        "points_a": points.get("A"),
        "points_b": points.get("B"),
        "total_a": totals.get("A"),
        "total_b": totals.get("B"),
    }


def _ends_of(sheet: PaperSheet) -> dict[str, Any]:
    score = {"score_a": sheet.score.get("A"), "score_b": sheet.score.get("B")}
    return {"leader": sheet.leader, "winner": sheet.winner, **score}


def _codes(rules: Rules) -> list[tuple[str, str]]:
    """List what the sheet can name; out of turn goes with what the opponents chose."""
    codes = []
    for code in (*rules.tariff, "other"):
        if code == "out_of_turn":
            codes.append((f"{code}:continue", _("Out of turn, goes on")))
            codes.append((f"{code}:restart", _("Out of turn, dealt again")))
        else:
            codes.append((code, game_words.breach(code)))
    return codes
