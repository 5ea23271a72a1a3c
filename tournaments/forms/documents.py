"""What can be asked for on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Round
from ..reads.documents import KINDS
from ..reads.rounds import SHOWN


class DocumentForm(forms.Form):
    """A kind of document, a round, a language."""

    kind = forms.ChoiceField(label=gettext_lazy("Document"), widget=forms.RadioSelect)
    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    language = forms.ChoiceField(label=gettext_lazy("Language of the sheets"))

    def __init__(self, rounds: Sequence[Round], language: str, data: Any = None) -> None:
        super().__init__(data, initial={"kind": "score_sheets", "language": language})
        self.rounds = {round_.number: round_ for round_ in rounds if round_.state != Round.State.PLANNED}
        self._choose("kind", [(kind, words[0]) for kind, words in KINDS.items() if kind in settings.DOCUMENT_KINDS])
        self._choose("round", [(n, _("Round %(number)s") % {"number": n}) for n in sorted(self.rounds, reverse=True)])
        self._choose("language", settings.LANGUAGES)

    def clean(self) -> dict[str, Any]:
        """Refuse what the chosen round cannot give yet."""
        cleaned = super().clean() or {}
        round_ = self.rounds.get(cleaned.get("round", 0))
        if round_ and cleaned.get("kind") in ("standings", "protocols") and round_.state not in SHOWN:
            sentence = _("Round %(number)s is not published yet, so there is nothing of it to print but the draw.")
            self.add_error("round", sentence % {"number": round_.number})
        return cleaned

    def _choose(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)
