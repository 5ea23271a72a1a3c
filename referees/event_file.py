"""What the table adds to an event file, and how its records are checked before one is taken in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring import EDITION
from scoring.canonical import canonical, digest
from scoring.errors import LogError
from scoring.games import Record, read_json, replay
from scoring.rules import parse_rules
from tournaments.event_file.faults import FaultyFile, row_place
from tournaments.event_file.tables import HEXADECIMAL, OWN, TABLE_NUMBERS, Luggage, Row, Rows, Table
from tournaments.models import Game, Tournament

from .models import Call, Decision, Lease, Line, PinAttempt, Protocol, Signature, TableLink
from .models.links import new_code, new_token
from .strokes import are_strokes

_GAME = ("game__round__number", "game__bye", "game__table", "game__code")
_EVENT = "game__round__tournament"

TABLES = (
    Table(
        "table_links", TableLink, ("table",), ("table", "token", "code"), filled={"tournament": "event"},
        limits={"table": TABLE_NUMBERS, "token": r"[0-9A-Za-z_-]{1,32}", "code": r"[0-9A-Z]{1,8}"}, order=("table",),
        behind={"id": OWN},
        fresh={"token": lambda row: new_token(), "code": lambda row: new_code()},
    ),
    Table(
        "lines", Line, ("game", "number"), ("number", "line_id", "kind", "data", "received_at"),
        {"game": "games", "official": "officials"}, of=_EVENT, order=(*_GAME, "number"), behind={"id": OWN},
    ),
    Table(
        "protocols", Protocol, ("game", "version"),
        ("version", "state", "edition", "envelope", "digest", "outcome", "made_at", "accepted_at", "accepted_by",
         "voided_at", "void_reason"),
        {"game": "games", "made_by": "officials"}, of=_EVENT,
        limits={"version": range(1, 2**15), "digest": HEXADECIMAL},
        order=(*_GAME, "version"), behind={"id": OWN},
    ),
    Table(
        "signatures", Signature, ("protocol", "signer"), ("signer", "how", "strokes", "reason", "digest", "at"),
        {"protocol": "protocols", "official": "officials"}, of=f"protocol__{_EVENT}", behind={"id": OWN},
        limits={"strokes": are_strokes},
        order=(*(f"protocol__{way}" for way in _GAME), "protocol__version", "signer"),
    ),
    Table(
        "decisions", Decision, ("game", "line_id"), ("line_id", "upheld", "reason", "at", "decided_by"),
        {"game": "games", "official": "officials"}, of=_EVENT, order=(*_GAME, "at", "pk"), behind={"id": OWN},
    ),
    Table(
        "calls", Call, (), ("kind", "text", "caller", "at", "closed_at", "closed_by"), {"game": "games"}, of=_EVENT,
        order=("at", "pk"), behind={"id": OWN, "address": "the address of a phone, kept to slow down who calls often"},
    ),
)  # fmt: skip


def keys_in_logs(tournament: Tournament) -> set[str]:
    """Give the keys of the players whom the logs of an event have seated."""
    seated = Line.objects.filter(game__round__tournament=tournament, kind="seat")
    return {key for key in seated.values_list("data__player", flat=True).distinct() if isinstance(key, str)}


def check_records(rows: Rows, people: Mapping[str, str]) -> Mapping[str, int]:
    """Check every log, every version of a protocol and every signature; give what there is to tell of them.

    `people` names for each key of a player the one under which he stands in the file.
    """
    lines = _by_game(rows["lines"])
    games = {row["code"]: row for row in rows["games"]}
    _check_lines(rows, lines)
    told, folded = _check_protocols(rows, games, lines, people)
    _check_logs(rows, lines, folded)
    _check_signatures(rows)
    _check_decisions(rows)
    accepted = {row["game"] for row in rows["protocols"] if row["state"] == Protocol.State.ACCEPTED}
    played = {row["code"] for row in rows["games"] if row["state"] == Game.State.ACCEPTED and not row["bye"]}
    return {**told, "without_protocol": len(played - accepted)}


def _by_game(rows: list[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["game"]].append(row)
    return found


# -- logs --------------------------------------------------------------------------------------------------------------


def _check_logs(rows: Rows, lines: Mapping[str, list[Row]], folded: Mapping[str, dict[str, Any]]) -> None:
    """Let every game show what its log comes to; what a protocol came to with the same lines is not folded twice.

    Games of other editions of the rules are taken as they are.
    """
    older = {row["game"] for row in rows["protocols"] if row["edition"] != EDITION}
    for number, game in enumerate(rows["games"], start=1):
        place = row_place("games", number)
        log = lines.get(game["code"], [])
        if game["code"] in older:
            continue
        if log:
            _check_live(game, folded.get(game["code"]) or _folded(game, log, place), place)
        elif not _is_blank(game["live"]) or (game["deals_played"] and game["state"] != Game.State.ACCEPTED):
            raise FaultyFile("bad_state", _("it shows deals of which there is no log."), f"{place}, live")


def _check_lines(rows: Rows, lines: Mapping[str, list[Row]]) -> None:
    """Let lines be counted up without a gap, and be as many as their game says."""
    counted: Counter[str] = Counter()
    for number, row in enumerate(rows["lines"], start=1):
        counted[row["game"]] += 1
        data = row["data"]
        agrees = isinstance(data, dict) and (data.get("id"), data.get("kind")) == (row["line_id"], row["kind"])
        if not agrees or row["number"] != counted[row["game"]]:
            said = _("the line and its number, id and kind do not agree.")
            raise FaultyFile("bad_line", said, row_place("lines", number))
    for number, game in enumerate(rows["games"], start=1):
        if game["log_length"] != len(lines.get(game["code"], [])):
            said = _("its log has not as many lines as the game says.")
            raise FaultyFile("log_not_whole", said, row_place("games", number))


def _folded(game: Row, log: list[Row], place: str) -> dict[str, Any]:
    try:
        record = Record(parse_rules(game["rules"]), game["carried"])
        for row in log:
            record.add(row["data"])
        return record.state()
    except LogError as error:
        said = _("its log cannot be followed by the rules (%(code)s).") % {"code": error.code}
        raise FaultyFile("bad_log", said, place) from None


def _check_live(game: Row, state: dict[str, Any], place: str) -> None:
    live = game["live"] if isinstance(game["live"], dict) else {}
    shown: dict[str, tuple[Any, Any]] = {
        "live": ({name: live.get(name) for name in state}, state),
        "score_a": (game["score_a"], state["score"]["A"]),
        "score_b": (game["score_b"], state["score"]["B"]),
        "winner": (game["winner"], state["winner"] or ""),
        "reason": (game["reason"], state["reason"] or ""),
        "to_come": (game["to_come"], state["to_come"]),
        "deals_played": (game["deals_played"], len(state["deals"])),
    }
    for column, (told, folded) in shown.items():
        if told != folded:
            raise FaultyFile("bad_state", _("it is not what the log comes to."), f"{place}, {column}")


def _is_blank(live: Any) -> bool:
    """Tell whether the live column of a game without a log is one a page can read: none, or a state without deals."""
    if live == {}:
        return True
    blank = replay({"format": 1, "lines": []})
    if not isinstance(live, dict) or live.keys() != blank.keys() or live["deals"] or live["penalties"]:
        return False
    seats = live["seats"]
    return isinstance(seats, dict) and all(
        seat in blank["seats"] and isinstance(told, dict) and told.keys() == blank["seats"][seat].keys()
        for seat, told in seats.items()
    )


# -- protocols ---------------------------------------------------------------------------------------------------------


def _check_protocols(
    rows: Rows, games: Mapping[str, Row], lines: Mapping[str, list[Row]], people: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, dict[str, Any]]]:
    """Check every version; give what is told of them, and what whole logs came to, by game."""
    seats, results = _by_game(rows["seats"]), _by_game(rows["results"])
    replayed, folded = 0, {}
    for number, row in enumerate(rows["protocols"], start=1):
        place = row_place("protocols", number)
        envelope = _opened(row, place)
        game = games[row["game"]]
        if row["state"] != Protocol.State.VOID:  # a void one may be of other rules, or of seats before a swap
            _check_envelope(envelope, row, game, place)
            _check_seats(envelope, seats[row["game"]], people, place)
        _check_log_of(envelope, lines.get(row["game"], []), place)
        if row["edition"] == EDITION:
            _check_outcome(envelope, row, place)
            replayed += 1
            if row["state"] != Protocol.State.VOID and len(envelope["lines"]) == len(lines[row["game"]]):
                folded[row["game"]] = row["outcome"]
        if row["state"] == Protocol.State.ACCEPTED:
            drawn = {seat["seat"]: seat["player"] for seat in seats[row["game"]]}
            _check_results(row, results[row["game"]], drawn, people, place)
    return {"protocols": len(rows["protocols"]), "not_replayed": len(rows["protocols"]) - replayed}, folded


def _opened(row: Row, place: str) -> dict[str, Any]:
    if digest(row["envelope"]) != row["digest"]:
        said = _("the digest is not that of the envelope: one of them was changed after the game was signed.")
        raise FaultyFile("protocol_changed", said, place)
    try:
        envelope = read_json(row["envelope"])
    except LogError:
        envelope = None
    if not isinstance(envelope, dict):
        raise FaultyFile("bad_protocol", _("its envelope cannot be read."), place)
    return envelope


def _check_envelope(envelope: dict[str, Any], row: Row, game: Row, place: str) -> None:
    told = {
        "edition": row["edition"],
        "version": row["version"],
        "round": game["round"],
        "table": game["table"],
        "rules": game["rules"],
        "carried": game["carried"],
    }
    for name, value in told.items():
        if not _same(envelope.get(name), value):
            said = _("its envelope says another %(what)s than its game.") % {"what": name}
            raise FaultyFile("bad_protocol", said, place)


def _check_seats(envelope: dict[str, Any], seats: list[Row], people: Mapping[str, str], place: str) -> None:
    drawn = {row["seat"]: row["player"] for row in seats}
    said = envelope.get("seats")
    if not isinstance(said, dict) or {seat: people.get(str(key)) for seat, key in said.items()} != drawn:
        raise FaultyFile("bad_protocol", _("its envelope seats other players than the game."), place)


def _check_log_of(envelope: dict[str, Any], log: list[Row], place: str) -> None:
    """Let the lines of an envelope be the first of the log; the number of an official is that of another machine."""
    signed = envelope.get("lines")
    if not isinstance(signed, list) or len(signed) > len(log):
        raise FaultyFile("bad_protocol", _("its envelope has more lines than the log of the game."), place)
    for line, row in zip(signed, log, strict=False):
        told = {"at": _second(row["received_at"]), **row["data"]}
        if not isinstance(line, dict) or not _same(_without_writer(line), _without_writer(told)):
            raise FaultyFile("bad_protocol", _("its envelope has other lines than the log of the game."), place)


def _same(signed: Any, kept: Any) -> bool:
    """Compare what an envelope says with what is kept: envelopes have their letters composed."""
    try:
        return bool(signed == kept) or canonical(signed) == canonical(kept)
    except (ValueError, RecursionError):
        return False


def _second(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def _without_writer(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != "by_official"}


def _check_outcome(envelope: dict[str, Any], row: Row, place: str) -> None:
    try:
        state = replay(envelope)
    except LogError as error:
        said = _("its envelope cannot be followed by the rules (%(code)s).") % {"code": error.code}
        raise FaultyFile("bad_protocol", said, place) from None
    if state != row["outcome"]:
        raise FaultyFile("bad_protocol", _("its outcome is not what the envelope comes to."), f"{place}, outcome")


def _check_results(
    row: Row, results: list[Row], drawn: Mapping[str, str], people: Mapping[str, str], place: str
) -> None:
    """Let the results of an accepted game be the bottom line of its protocol."""
    outcome = row["outcome"]
    for result in results:
        told = outcome["seats"][result["seat"]]
        same = [
            (result["won"], told["won"]),
            (result["points_for"], told["points_for"]),
            (result["points_against"], told["points_against"]),
            (result["fines"], told["fines"]),
            (result["cards"], told["cards"]),
            (result["side_points"], outcome["score"][result["seat"][0]]),
            (result["reason"], outcome["reason"]),
            (result["player"], people.get(told["player"]) if told["player"] else drawn[result["seat"]]),
        ]
        if any(ours != theirs for ours, theirs in same):
            said = _("the result at %(seat)s is not that of this version.") % {"seat": result["seat"]}
            raise FaultyFile("bad_result", said, place)


def _check_signatures(rows: Rows) -> None:
    digests = {(row["game"], row["version"]): row["digest"] for row in rows["protocols"]}
    signed: Counter[Any] = Counter()
    for number, row in enumerate(rows["signatures"], start=1):
        signed[row["protocol"]] += 1
        if row["digest"] != digests[row["protocol"]]:
            said = _("it was given to another version than the one it stands under.")
            raise FaultyFile("bad_signature", said, row_place("signatures", number))
        if bool(row["strokes"]) != (row["how"] == Signature.How.DRAWN):
            said = _("who signed by hand has drawn something, and nobody else has.")
            raise FaultyFile("bad_signature", said, row_place("signatures", number, "strokes"))
    for number, row in enumerate(rows["protocols"], start=1):
        whole = signed[row["game"], row["version"]] == len(Signature.Signer)
        if row["state"] == Protocol.State.ACCEPTED and not whole:
            said = _("it is accepted, and not all have signed.")
            raise FaultyFile("bad_signature", said, row_place("protocols", number))


def _check_decisions(rows: Rows) -> None:
    protests = {(row["game"], row["line_id"]) for row in rows["lines"] if row["kind"] == "protest"}
    for number, row in enumerate(rows["decisions"], start=1):
        if (row["game"], row["line_id"]) not in protests:
            raise FaultyFile("bad_decision", _("there is no such protest."), row_place("decisions", number))


LUGGAGE = Luggage(
    tables=TABLES,
    keys=keys_in_logs,
    check=check_records,
    behind={
        Lease: "which tablet holds a table is a matter of the hall",
        PinAttempt: "guesses at PINs are a matter of this installation",
    },
)
