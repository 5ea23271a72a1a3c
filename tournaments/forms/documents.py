"""What can be asked for on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Round, Tournament
from ..reads.documents import KINDS, RANKED
from ..reads.rounds import SHOWN
from ..reads.standings.cross import is_round_robin
from ..reads.standings.parts import categories_of


class DocumentForm(forms.Form):
    """A kind of document, a round, a category where the event has them, a language."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Document"),
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": gettext_lazy("This event has no such document. Choose one from the list.")},
    )
    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    category = forms.ChoiceField(
        label=gettext_lazy("Category"),
        required=False,
        help_text=gettext_lazy("Standings, and the table of everybody against everybody, can show one alone."),
        error_messages={"invalid_choice": gettext_lazy("This event has no such category. Choose one from the list.")},
    )
    language = forms.ChoiceField(label=gettext_lazy("Language of the sheets"))

    def __init__(self, tournament: Tournament, rounds: Sequence[Round], data: Any = None) -> None:
        super().__init__(data, initial={"kind": "score_sheets", "language": tournament.language})
        self.rounds = {round_.number: round_ for round_ in rounds if round_.state != Round.State.PLANNED}
        self.categories = {part.code: part.name for part in categories_of(tournament)}
        kinds = [kind for kind in KINDS if kind in settings.DOCUMENT_KINDS]
        if not is_round_robin(tournament):
            kinds.remove("cross_table")
            self.fields["category"].help_text = _("Standings can show one alone.")
        self._choose("kind", [(kind, KINDS[kind][0]) for kind in kinds])
        self._choose("round", [(n, _("Round %(number)s") % {"number": n}) for n in sorted(self.rounds, reverse=True)])
        self._choose("category", [("", _("All entries")), *self.categories.items()])
        self._choose("language", settings.LANGUAGES)
        if not self.categories:
            self.fields["category"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """Refuse what the chosen round cannot give yet, and a category of what does not rank."""
        cleaned = super().clean() or {}
        kind, round_ = cleaned.get("kind"), self.rounds.get(cleaned.get("round", 0))
        if round_ and kind in (*RANKED, "results", "protocols") and round_.state not in SHOWN:
            sentence = _("Round %(number)s is not published yet, so there is nothing of it to print but the draw.")
            self.add_error("round", sentence % {"number": round_.number})
        if kind and cleaned.get("category") and kind not in RANKED:
            sentence = _("“%(document)s” has no categories. Choose all entries, or the standings.")
            self.add_error("category", sentence % {"document": KINDS[kind][0]})
        return cleaned

    @property
    def category_name(self) -> str:
        """Name the category that was chosen; empty for all entries."""
        return self.categories.get(self.cleaned_data.get("category", ""), "")

    def params(self, address: str) -> dict[str, Any]:
        """Give what the renderer is told; `address` is where the codes on paper lead to."""
        chosen = self.cleaned_data
        params: dict[str, Any] = {"round": chosen["round"]}
        if chosen.get("category"):
            params["category"] = chosen["category"]
        if chosen["kind"] in ("score_sheets", "protocols"):
            params["address"] = address
        return params

    def _choose(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)
