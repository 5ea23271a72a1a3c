"""Examples for the page of all parts: values such as the pages of an event show, made up and never stored."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..models import Document, Game, Role, Tournament
from ..reads.documents import DocumentLine, title_of
from ..reads.next_step import Button, NextStep
from ..reads.rounds import Chair, Side, Table
from ..reads.today import Check
from ..sheets.values import Heading, ScoreSheet, SeatLine

SEATED = {"A1": "Țurcanu Ștefan", "B1": "Раҳимов Ҷамшед", "A2": "Bălan Mihăiță", "B2": "Қодиров Ғайрат"}
PAIRS = {"A": "Țurcanu – Bălan", "B": "Раҳимов – Қодиров"}
EVENT = SimpleNamespace(slug="example", name="Amber Coast Open", language="en", entry_kind=Tournament.EntryKind.PAIR)


class PartsForm(forms.Form):
    """A form with a field of every kind; sent empty, its first field is wrong."""

    name = forms.CharField(label=_("Name"), help_text=_("As it is to stand in the standings."))
    pin = forms.CharField(label=_("PIN"), required=False)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, required=False)
    side = forms.ChoiceField(
        label=_("Side"), choices=[("A", _("side A")), ("B", _("side B"))], widget=forms.RadioSelect, initial="A"
    )
    again = forms.BooleanField(label=_("Print again"), required=False)


@dataclass(frozen=True)
class Example:
    """What the parts are shown with, once for each theme; `nth` keeps the names of their fields apart."""

    theme: str
    nth: str
    form: PartsForm
    wrong: PartsForm
    tables: list[Table]
    documents: list[DocumentLine]
    checks: list[Check]
    step: NextStep
    people: list[Any]
    tabs: list[Any]
    minus: int = -25
    nothing: None = None


def example(theme: str) -> Example:
    """Make the values of one theme."""
    nth = f"-{theme}"
    return Example(
        theme=theme,
        nth=nth,
        form=PartsForm(auto_id=f"part{nth}-%s"),
        wrong=PartsForm({"side": "B"}, auto_id=f"wrong{nth}-%s"),
        tables=[_table(n, state) for n, state in enumerate(Game.State.values, start=1)],
        documents=[_document(n, state) for n, state in enumerate(Document.State.values, start=1)],
        checks=_checks(),
        step=_step(theme),
        people=[_person(n, name) for n, name in enumerate(SEATED.values(), start=1)],
        tabs=_tabs(),
    )


def score_sheet() -> ScoreSheet:
    """Make the blank sheet of the example, as it is printed for a table."""
    seats = tuple(SeatLine(seat, name, "", 16 if seat[0] == "A" else 20, "", "") for seat, name in SEATED.items())
    heading = Heading(EVENT.name, "Kalmar hall", datetime.date(2026, 11, 29), 5, 8)
    return ScoreSheet(heading, 12, "R5-T12-7F3A", "", seats, PAIRS["A"], PAIRS["B"], sheet=12, sheets=30)


def _table(number: int, state: str) -> Table:
    over = state in (Game.State.FINISHED, Game.State.SIGNING, Game.State.ACCEPTED)
    a, b = (204, 131) if over else (92, 87) if state == Game.State.RUNNING else (0, 0)
    return Table(
        game=number, table=number, code=f"R5-T{number}", state=state, score_a=a, score_b=b, winner="A" if over else "",
        reason="", to_come="deal", deals_played=6, last_line_at=None, a=_side("A"), b=_side("B"), round=5,
    )  # fmt: skip


def _side(side: str) -> Side:
    number = {"A": 16, "B": 20}[side]
    chairs = tuple(Chair(seat, name, "", seat, number) for seat, name in SEATED.items() if seat[0] == side)
    return Side(number, number, PAIRS[side], "", "", chairs, ((number, PAIRS[side]),))


def _document(number: int, state: str) -> DocumentLine:
    done, error = (7, "") if state == Document.State.RUNNING else (0, "")
    if state == Document.State.FAILED:
        error = str(_("The document could not be made. Nothing is lost: try again, or ask for it anew."))
    title = title_of("score_sheets", number)
    return DocumentLine(number, title, "score_sheets", "en", state, done, 16, error, [], timezone.now(), None)


def _checks() -> list[Check]:
    drawn = str(_("Round %(number)d drawn") % {"number": 5})
    results = str(_("Results of round %(number)d") % {"number": 5})
    close = str(_("Close round %(number)d") % {"number": 5})
    return [Check(drawn, "13:52", "done"), Check(results, "24/30", "now"), Check(close)]


def _step(theme: str) -> NextStep:
    """Name the step after its theme too: of three on one page each needs a name of its own."""
    words = str(_("Bring the entry list as the clubs sent it, or enter the pairs one by one."))
    button = Button(str(_("Bring an entry list")), "entries_import", post=False)
    title = str(_("Enter the pairs"))
    return NextStep(f"{title} ({theme})" if theme else title, words, (button,))


def _person(number: int, name: str) -> Any:
    club = SimpleNamespace(name="Dubla Șase")
    return SimpleNamespace(
        pk=number, name=name, latin_name="", licence=f"ROU-103{number}", club=club, country="ROU", rating=1490 + number,
        events=number,
    )  # fmt: skip


def _tabs() -> list[Any]:
    words = (_("Live"), _("Draw"), _("Standings"))
    return [SimpleNamespace(address="#main", word=word, current=not n) for n, word in enumerate(words)]
