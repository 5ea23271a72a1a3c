"""Why a log is refused: a kind, a code, and a sentence a referee understands."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

Kind: TypeAlias = Literal["malformed", "illegal"]


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for those who translate the pages; here it stays English."""
    return sentence


MALFORMED: Final[dict[str, str]] = {
    "bad_json": gettext_noop("This is no JSON that can be read. Send the log as it was exported."),
    "bad_field": gettext_noop("The field {field} is missing or has a value it cannot have. Correct it and send again."),
    "unknown_kind": gettext_noop("There is no line of the kind {value}. Update the program that wrote it."),
    "bad_rules": gettext_noop("The rule {field} is unknown or has a value it cannot have. Correct the regulations."),
    "not_multiple_of_four": gettext_noop(
        "A fixed number of deals is a multiple of four, so that everybody leads equally often (S18)."
    ),
    "id_reused": gettext_noop("The id {id} belongs to another line already. Write the line again with a new id."),
    "hands_missing": gettext_noop("The pips left in the hand of {seat} are missing. Count that hand."),
    "out_hand_not_empty": gettext_noop("{seat} went out, so nothing can be left in that hand. Check who went out."),
    "bad_tile": gettext_noop("{value} is no tile of the set. Tiles go from 0-0 to 6-6."),
    "too_many_tiles": gettext_noop("{seat} cannot hold more than seven tiles. Count that hand again."),
    "hand_too_heavy": gettext_noop("No seven tiles have more than 69 pips. Count the hand of {seat} again."),
    "tile_twice": gettext_noop("The tile {value} is in two places. There is only one of it: check both hands."),
    "too_many_pips": gettext_noop(
        "All tiles together have 168 pips, so at most {most} points are possible. Count again."
    ),
}

ILLEGAL: Final[dict[str, str]] = {
    "not_started": gettext_noop("The game has not started. Say first who leads."),
    "already_started": gettext_noop("The game has started already."),
    "game_over": gettext_noop(
        "The game is over. Only penalties, rulings, notes, who sat where and corrections can still be written."
    ),
    "time_already_over": gettext_noop("Time has been called already."),
    "deal_in_progress": gettext_noop("A deal is in progress. End it first, or say that time ran out in the deal."),
    "unknown_line": gettext_noop(
        "The line {id} is not in this log, or counts for nothing any more. Look at the log again."
    ),
    "breaks_later_line": gettext_noop(
        "With this correction line {line} would no longer be possible ({code}). Correct line {line} first."
    ),
    "not_allowed": gettext_noop("It is too late for this. {why}"),
}


class LogError(Exception):
    """The first refusal of a log. `line` is the index of the line being added, None for the envelope."""

    def __init__(self, kind: Kind, code: str, line: int | None = None, params: dict[str, Any] | None = None) -> None:
        super().__init__(code)
        self.kind: Kind = kind
        self.code = code
        self.line = line
        self.params = params or {}

    @property
    def sentence(self) -> str:
        """Say in English what is wrong and what to do; pages translate by code."""
        template = (MALFORMED if self.kind == "malformed" else ILLEGAL)[self.code]
        return template.format_map(_Shown(self.params | self.numbered))

    @property
    def numbered(self) -> dict[str, int]:
        """Give the line that params name as people count lines: from 1."""
        return {"line": self.params["line"] + 1} if "line" in self.params else {}

    def as_dict(self) -> dict[str, Any]:
        """Give the error as log-format.md writes it."""
        return {
            "kind": self.kind,
            "code": self.code,
            "line": self.line,
            "params": self.params,
            "sentence": self.sentence,
        }


class _Shown(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


LONGEST_QUOTE: Final = 40


def _cut(value: Any) -> Any:
    """Keep what is quoted from an input short."""
    if isinstance(value, str) and len(value) > LONGEST_QUOTE:
        return value[:LONGEST_QUOTE] + "…"
    return value


def malformed(code: str, /, **params: Any) -> LogError:
    """Make the error of an input that no game could have."""
    return LogError("malformed", code, params={name: _cut(value) for name, value in params.items()})


def illegal(code: str, /, **params: Any) -> LogError:
    """Make the error of an input that this game cannot take now."""
    return LogError(
        "illegal", code, params={name: value if name == "why" else _cut(value) for name, value in params.items()}
    )
