"""What an entry list is made of."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Person:
    """One player as the list writes him; the rating stays text, so that a wrong one can be shown."""

    name: str
    licence: str
    rating_text: str = ""

    @property
    def rating(self) -> int | None:
        """Give the rating as a number; None where there is none or it is wrong."""
        return whole_number(self.rating_text)


@dataclass(frozen=True, slots=True)
class Pair:
    """One row: two players. `line` is the line of the file or the row of the sheet, 0 for a pair typed by hand.

    `missing` are the headings for which the line was too short; `too_many` is the number of its columns where there are
    more than headings, and `spilled` what stands in those. `kind` says who competes: what is wrong is said of him.
    """

    line: int
    number_text: str
    players: tuple[Person, Person]
    club: str = ""
    country: str = ""
    missing: tuple[str, ...] = ()
    too_many: int = 0
    spilled: str = ""
    categories: tuple[str, ...] = ()
    fee_text: str = ""
    reserve_text: str = ""
    sheet: bool = field(default=False, compare=False)
    kind: str = field(default="pair", compare=False)

    @property
    def fee_paid(self) -> bool:
        """Tell whether the row says that the fee is paid."""
        return yes_or_no(self.fee_text) is True

    @property
    def reserve(self) -> bool:
        """Tell whether the row says that it waits for a place."""
        return yes_or_no(self.reserve_text) is True

    @property
    def number(self) -> int | None:
        """Give the number of the entry; None where the next free one is to be given."""
        return whole_number(self.number_text)

    @property
    def licences(self) -> frozenset[str]:
        """Give the licences that are there."""
        return frozenset(person.licence for person in self.players if person.licence)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a row and what to do. A question can be answered by taking the row all the same."""

    code: str
    line: int
    row: str
    what: str
    remedy: str
    columns: tuple[str, ...] = ()
    question: bool = False
    sheet: bool = field(default=False, compare=False)

    @property
    def sentence(self) -> str:
        """Say it in one go."""
        return f"{self.what} {self.remedy}"


@dataclass(frozen=True, slots=True)
class EntryList:
    """The rows in the order of the file, and how the file was understood."""

    pairs: list[Pair]
    faults: list[Fault]
    headings: list[str]
    ignored: list[str] = field(default_factory=list)
    delimiter: str = ","
    columns: dict[str, int] = field(default_factory=dict)


def whole_number(text: str) -> int | None:
    """Read a number written in ordinary figures; None where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


YES = {"yes", "y", "true", "paid", "x", "+", "✓", "✔", "да", "д", "оплачено", "уплачен", "уплачено", "sí", "si", "s",
       "pagado", "pagada"}  # fmt: skip
NO = {"", "no", "n", "false", "unpaid", "-", "–", "—", "0", "нет", "н"}


def yes_or_no(text: str) -> bool | None:
    """Read a tick of a list: a yes, a sum or a day is one; None where nobody can tell."""
    word = text.casefold().strip(" .")
    if word in NO:
        return False
    figures = [char for char in word if not char.isspace() and char not in ".,:-/€$₽"]
    if word in YES or (figures and all(char.isascii() and char.isdigit() for char in figures)):
        return word in YES or any(char != "0" for char in figures)
    return None
