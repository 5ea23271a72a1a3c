"""Whether the log of a game can take a sheet: it is empty, or all that stands in it came from a sheet before."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.games import Record
from scoring.log import Line
from tournaments.models import Game

from ..models import Protocol, Signature

#: Lines that leave a log empty as far as the game goes: who sat there, and what was said.
BESIDE_THE_GAME: Final = frozenset({"seat", "note", "protest", "strike"})
ON_PAPER: Final = (Signature.How.ON_PAPER, Signature.How.REFUSED, Signature.How.ABSENT)


@dataclass(frozen=True, slots=True)
class StandingSheet:
    """What the log of a reopened game has from its sheet, in the order of the sheet, and why it was reopened."""

    lines: tuple[Line, ...]
    reason: str


def lines_of_game(record: Record) -> int:
    """Count the lines of a log that count and belong to the game itself: with any of them no paper is entered."""
    return len(game_lines(record))


def game_lines(record: Record) -> list[Line]:
    """List the lines of a log that count and belong to the game, each at the place of the one it was put in for."""
    numbers = [n for n, line in enumerate(record.lines) if record.counts(n) and line.kind not in BESIDE_THE_GAME]
    return [record.lines[number] for number in sorted(numbers, key=lambda number: _place(record, number))]


def paper_version(game: Game) -> Protocol | None:
    """Give the version of a game's protocol that was accepted last, where it came from a sheet; else None."""
    return paper_version_of(_versions(game))


def came_from_paper(game: Game) -> bool:
    """Tell whether any version of a game's protocol came from a sheet, whatever was written or ruled since."""
    return any(is_of_paper(version) for version in _versions(game))


def paper_version_of(versions: Iterable[Protocol]) -> Protocol | None:
    """Pick the same out of all versions of a game, the latest first; no query where the signatures are there."""
    latest = next((version for version in versions if version.accepted_at is not None), None)
    return latest if latest is not None and is_of_paper(latest) else None


def is_of_paper(protocol: Protocol) -> bool:
    """Tell whether the desk copied the five signatures from a sheet: at a table an official is named with each."""
    given = {signature.signer: signature for signature in protocol.signatures.all()}
    if given.keys() != set(Signature.Signer.values) or any(one.how not in ON_PAPER for one in given.values()):
        return False
    return all((one.official_id is not None) == (signer == Signature.Signer.REFEREE) for signer, one in given.items())


def standing_sheet(game: Game, record: Record, version: Protocol | None) -> StandingSheet | None:
    """Give what stands in the log of a reopened game where it came from a sheet and no table has written since.

    `record` is the log of the game, `version` its paper_version.
    """
    lines = game_lines(record)
    if version is None or not lines or game.state == Game.State.ACCEPTED:
        return None
    since = record.lines[len(json.loads(version.envelope)["lines"]) :]
    if not all(_is_beside(record, line) for line in since):
        return None
    return StandingSheet(tuple(lines), version.void_words)


def _is_beside(record: Record, line: Line) -> bool:
    """Tell whether a line leaves the game as it is: what was said and who sat there, and what corrects such a line."""
    if line.before is not None or line.kind not in BESIDE_THE_GAME:
        return False
    other = line.body.of if line.kind == "strike" else line.instead_of
    if other is None:
        return True
    number = record.number_of(other)
    return number is not None and record.lines[number].kind in BESIDE_THE_GAME - {"strike"}


def _versions(game: Game) -> Iterable[Protocol]:
    return Protocol.objects.filter(game=game).order_by("-version").prefetch_related("signatures")


def _place(record: Record, number: int) -> int:
    while (name := record.lines[number].instead_of) is not None:
        found = record.number_of(name)
        if found is None:
            break
        number = found
    return number
