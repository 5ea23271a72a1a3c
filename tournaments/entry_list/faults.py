"""What can be wrong with the rows of an entry list: in themselves, among each other, and against the event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from ..names import unprintable
from .rows import Fault, Pair, Person, yes_or_no
from .words import row_word

MAX_NUMBER = 9_999
MAX_RATING = 99_999
MAX_CATEGORIES = 10
LONGEST = {"name": 120, "licence": 40, "club": 200, "category": 60}
SHEET_ERRORS = {"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!"}


@dataclass(frozen=True, slots=True)
class Known:
    """What an event and its federation know already; the entry that is being changed is left out of it."""

    names: dict[str, str] = field(default_factory=dict)  # licence: name of the player
    entered: dict[str, tuple[int, str]] = field(default_factory=dict)  # licence: number and name of the entry
    numbers: dict[int, str] = field(default_factory=dict)  # number: name of the entry
    kind: str = "pair"  # who competes


def list_faults(pairs: Sequence[Pair]) -> list[Fault]:
    """Find what is wrong with rows in themselves and among each other, in the order of the rows."""
    seen = _Seen()
    return [fault for pair in pairs for fault in _faults(pair, seen)]


def event_faults(pairs: Sequence[Pair], known: Known) -> list[Fault]:
    """Find what in rows, each good in itself, does not go with what is known."""
    return [fault for pair in pairs for fault in _event_faults(pair, known)]


@dataclass(slots=True)
class _Seen:
    """What the rows above hold: a licence, a pair, a number, and where."""

    licences: dict[str, tuple[str, Pair]] = field(default_factory=dict)
    pairs: dict[frozenset[str], Pair] = field(default_factory=dict)
    numbers: dict[int, Pair] = field(default_factory=dict)


def _faults(pair: Pair, seen: _Seen) -> Iterator[Fault]:
    found = [*_cut_short(pair), *_people(pair), *_number(pair), *_texts(pair), *_ticks(pair), *_repeats(pair, seen)]
    if pair.too_many and (pair.spilled or found):  # all else is wrong only because everything moved by a column
        found = [_too_many(pair)]
    for person in pair.players:
        seen.licences.setdefault(person.licence, (person.name, pair))
    seen.pairs.setdefault(pair.licences, pair)
    if pair.number is not None:
        seen.numbers.setdefault(pair.number, pair)
    yield from found


def _cut_short(pair: Pair) -> Iterator[Fault]:
    if pair.missing:
        yield _fault(
            pair,
            "cut_short",
            _("The line ends too early. Missing: %(columns)s.") % {"columns": ", ".join(pair.missing)},
            _("Look at the end of that line in the file and complete it."),
            pair.missing,
        )


def _too_many(pair: Pair) -> Fault:
    return _fault(
        pair,
        "too_many_columns",
        _("The line has %(number)s columns, more than there are headings.") % {"number": pair.too_many},
        _("A name with a comma in it needs quotation marks around it."),
    )


def _people(pair: Pair) -> Iterator[Fault]:
    for place, person in enumerate(pair.players, start=1):
        yield from _person(pair, place, person)
    first, second = pair.players
    if first.licence == second.licence and (first.licence or first.name.casefold() == second.name.casefold() != ""):
        yield _same_licence(pair, first, second)


def _person(pair: Pair, place: int, person: Person) -> Iterator[Fault]:
    if not person.name and f"Player {place}" not in pair.missing:
        what = _("Player %(place)s has no name.") % {"place": place}
        if person.licence:
            what += " " + _("The licence %(licence)s is there.") % {"licence": person.licence}
        yield _fault(pair, "no_name", what, row_word(pair.kind, "needs_two"), (f"Player {place}",))
    if not person.licence and person.name and f"Licence {place}" not in pair.missing and pair.line:
        yield _fault(
            pair,
            "no_licence",
            _("%(name)s has no licence.") % {"name": person.name},
            row_word(pair.kind, "or_by_hand"),
            (f"Licence {place}",),
        )
    if person.rating_text and not _within(person.rating, 0, MAX_RATING):
        yield _fault(
            pair,
            "bad_rating",
            _("The rating “%(rating)s” is no number from 0 to 99,999.") % {"rating": person.rating_text[:40]},
            _("Write a whole number, or leave it empty: the player then counts as unrated."),
            (f"Rating {place}",),
        )


def _same_licence(pair: Pair, first: Person, second: Person) -> Fault:
    if first.name.casefold() == second.name.casefold() or not second.name:
        return _fault(
            pair,
            "with_himself",
            row_word(pair.kind, "with_himself") % {"name": first.name},
            _("Write the name and the licence of the partner."),
            ("Player 2", "Licence 2"),
        )
    return _fault(
        pair,
        "licence_twice",
        _("%(first)s and %(second)s have the same licence %(licence)s.")
        % {"first": first.name, "second": second.name, "licence": first.licence},
        _("Two people cannot share one: correct the wrong one."),
        ("Licence 1", "Licence 2"),
    )


def _number(pair: Pair) -> Iterator[Fault]:
    if pair.number_text and not _within(pair.number, 1, MAX_NUMBER):
        yield _fault(
            pair,
            "bad_number",
            _("“%(number)s” is no entry number.") % {"number": pair.number_text[:40]},
            _("Write a whole number from 1 to 9,999, or leave it empty: the next free one is given."),
            ("No",),
        )


def _texts(pair: Pair) -> Iterator[Fault]:
    texts = [("Club", "club", pair.club), *(("Category", "category", name) for name in pair.categories)]
    for place, person in enumerate(pair.players, start=1):
        texts += [(f"Player {place}", "name", person.name), (f"Licence {place}", "licence", person.licence)]
    for column, kind, text in texts:
        if len(text) > LONGEST[kind]:
            yield _fault(
                pair,
                "too_long",
                _("%(column)s is longer than %(most)s letters.") % {"column": column, "most": LONGEST[kind]},
                _("Shorten it."),
                (column,),
            )
        if text in SHEET_ERRORS:
            yield _fault(
                pair,
                "sheet_error",
                _("%(column)s holds %(text)s, an error of the spreadsheet.") % {"column": column, "text": text},
                _("Mend the formula there, or write the text itself."),
                (column,),
            )
        if strange := unprintable(text):
            yield _fault(
                pair,
                "unprintable",
                _("%(column)s holds a character that cannot be seen or printed (U+%(code)s).")
                % {"column": column, "code": f"{ord(strange):04X}"},
                _("Delete it and type the text again."),
                (column,),
            )
    if pair.country and not (len(pair.country) <= 3 and pair.country.isalpha() and pair.country.isascii()):
        yield _fault(
            pair,
            "bad_country",
            _("“%(country)s” is no code of a country.") % {"country": pair.country[:40]},
            _("Write its two or three Latin letters, such as ESP."),
            ("Country",),
        )


def _ticks(pair: Pair) -> Iterator[Fault]:
    for column, text in (("Fee paid", pair.fee_text), ("Reserve", pair.reserve_text)):
        if yes_or_no(text) is None:
            yield _fault(
                pair,
                "no_tick",
                _("“%(text)s” under %(column)s is neither yes nor no.") % {"text": text[:40], "column": column},
                _("Write yes or no, or leave it empty: that is a no."),
                (column,),
            )
    if len(pair.categories) > MAX_CATEGORIES:
        yield _fault(
            pair,
            "too_many_categories",
            row_word(pair.kind, "too_many_categories") % {"most": MAX_CATEGORIES},
            _("Leave those it is ranked in."),
            ("Category",),
        )


def _repeats(pair: Pair, seen: _Seen) -> Iterator[Fault]:
    above = seen.pairs.get(pair.licences) if len(pair.licences) == 2 else None
    if above:
        yield _fault(
            pair,
            "pair_twice",
            row_word(pair.kind, "twice") % _place(above),
            _("Nothing to do: this row stays out."),
            ("Player 1", "Player 2"),
        )
        return
    for place, person in enumerate(pair.players, start=1):
        if person.licence in seen.licences and person.licence and not (place == 2 and len(pair.licences) == 1):
            yield _repeated_licence(pair, place, person, *seen.licences[person.licence])
    if pair.number in seen.numbers and pair.number is not None:
        yield _fault(
            pair,
            "number_twice",
            _("Number %(row)s already stands in %(where)s.") % _place(seen.numbers[pair.number]),
            row_word(pair.kind, "another_number"),
            ("No",),
        )


def _repeated_licence(pair: Pair, place: int, person: Person, name: str, above: Pair) -> Fault:
    where = {"licence": person.licence, "name": name, **_place(above)}
    if name.casefold() == person.name.casefold():
        return _fault(
            pair,
            "player_twice",
            _("%(name)s, licence %(licence)s, already plays in %(where)s.") % where,
            row_word(pair.kind, "in_one_only"),
            (f"Player {place}",),
        )
    return _fault(
        pair,
        "licence_twice",
        _("Licence %(licence)s is already that of %(name)s in %(where)s.") % where,
        _("Two people cannot share one: correct the wrong one."),
        (f"Licence {place}",),
    )


def _event_faults(pair: Pair, known: Known) -> Iterator[Fault]:
    entries = {known.entered.get(person.licence) for person in pair.players}
    if len(entries) == 1 and (entry := entries.pop()):
        yield _fault(
            pair,
            "already_entered",
            row_word(pair.kind, "already_entered") % {"number": entry[0], "entry": entry[1]},
            _("Nothing to do: this row stays out."),
        )
        return
    for place, person in enumerate(pair.players, start=1):
        yield from _known_person(pair, place, person, known)
    if pair.number is not None and pair.number in known.numbers:
        yield _fault(
            pair,
            "number_taken",
            _("Number %(number)s belongs to %(entry)s.") % {"number": pair.number, "entry": known.numbers[pair.number]},
            row_word(pair.kind, "another_number"),
            ("No",),
        )


def _known_person(pair: Pair, place: int, person: Person, known: Known) -> Iterator[Fault]:
    name = known.names.get(person.licence, person.name)
    if person.licence in known.entered:
        number, entry = known.entered[person.licence]
        yield _fault(
            pair,
            "player_entered",
            _("%(name)s, licence %(licence)s, already plays in entry %(number)s, %(entry)s.")
            % {"name": name, "licence": person.licence, "number": number, "entry": entry},
            _("A player can be in one entry only: change or delete that entry first, or correct this one."),
            (f"Player {place}",),
        )
    elif name.casefold() != person.name.casefold():
        yield _fault(
            pair,
            "licence_of_another",
            _("Licence %(licence)s is known as that of %(known)s; here it stands with %(name)s.")
            % {"licence": person.licence, "known": name, "name": person.name},
            _("Taking it enters %(known)s under the known name. If it is another person, correct the licence.")
            % {"known": name},
            (f"Player {place}", f"Licence {place}"),
            question=True,
        )


def _within(number: int | None, least: int, most: int) -> bool:
    return number is not None and least <= number <= most


def _place(pair: Pair) -> dict[str, object]:
    row = pair.number_text or "–"
    words = _("row %(line)s of the sheet, No %(row)s") if pair.sheet else _("row %(row)s, line %(line)s")
    return {"row": row, "where": words % {"row": row, "line": pair.line}}


def _fault(
    pair: Pair, code: str, what: str, remedy: str, columns: tuple[str, ...] = (), *, question: bool = False
) -> Fault:
    return Fault(code, pair.line, pair.number_text, what, remedy, columns, question, pair.sheet)
