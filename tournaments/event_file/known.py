"""Who of a file's registry is known here: players by key, else by licence. What is here stays; differences are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from ..models import Club, Federation, OtherKey, Player, RegulationsPreset
from .faults import FaultyFile
from .reading import Content
from .tables import Row

NOT_GIVEN = "–"
OWN_LICENCE = "T-"  # of a player without one: made of his key, and known on one machine only


@dataclass(frozen=True)
class Difference:
    """Something that the file and the registry here say differently; what is here stays."""

    who: str
    what: str
    here: str
    file: str


@dataclass
class Registry:
    """The registry of a file beside the one here. Objects without an id are still to be made, in the order given."""

    federations: dict[str, Federation] = field(default_factory=dict)
    clubs: dict[Any, Club] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    presets: dict[Any, RegulationsPreset] = field(default_factory=dict)
    other_keys: list[OtherKey] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def new(self) -> dict[str, int]:
        """Count what an import would add, by table."""
        tables: Mapping[str, Iterable[Any]] = {
            "federations": self.federations.values(),
            "clubs": self.clubs.values(),
            "players": self.players.values(),
            "presets": self.presets.values(),
        }
        return {name: sum(one.pk is None for one in rows) for name, rows in tables.items()}

    def who(self) -> list[tuple[str, int | None]]:
        """Say of each whom he is taken for here: None for who is new."""
        rows: dict[str, Mapping[Any, Any]] = {
            "federation": self.federations,
            "club": self.clubs,
            "player": self.players,
            "preset": self.presets,
        }
        found: list[tuple[str, int | None]] = []
        for name, ones in rows.items():
            found += [(f"{name} {key}", one.pk) for key, one in ones.items()]
        return found + [(f"key {one.key}", one.player.pk) for one in self.other_keys]

    def compare(self, who: str, *told: tuple[str, Any, Any]) -> None:
        """Note what is said differently: what, here, in the file."""
        for what, here, file in told:
            if here != file:
                self.differences.append(Difference(who, what, _shown(here), _shown(file)))


def registry_of(content: Content) -> Registry:
    """Find who and what of the file is known here; a few queries, however many they are."""
    found = Registry()
    _federations(found, content)
    _clubs(found, content)
    _players(found, content)
    _presets(found, content)
    return found


def people_of(content: Content) -> dict[str, str]:
    """Give for every key by which records may name a player the one under which he stands in the file."""
    people = {row["key"]: row["key"] for row in content.rows["players"]}
    return people | {row["key"]: row["player"] for row in content.rows["other_keys"] if row["key"] not in people}


def _federations(found: Registry, content: Content) -> None:
    rows = content.rows["federations"]
    here = {one.code: one for one in Federation.objects.filter(code__in=[row["code"] for row in rows])}
    for row in rows:
        code = row["code"]
        known = here.get(code)
        if known:
            found.compare(_("Federation %(code)s") % {"code": code}, (_("name"), known.name, row["name"]))
        found.federations[code] = known or Federation(code=code, name=row["name"])


def _clubs(found: Registry, content: Content) -> None:
    rows = content.rows["clubs"]
    clubs = Club.objects.filter(federation__in=_known(found), name__in=[row["name"] for row in rows])
    here = {(one.federation.code, one.name): one for one in clubs.select_related("federation")}
    for row in rows:
        key = (row["federation"], row["name"])
        known = here.get(key)
        if known:
            found.compare(row["name"], (_("country"), known.country, row["country"]))
        found.clubs[key] = known or Club(
            federation=found.federations[row["federation"]], name=row["name"], country=row["country"]
        )


def _presets(found: Registry, content: Content) -> None:
    """Find the regulations an event began from: of its federation, or of a club of it."""
    ours = RegulationsPreset.objects.select_related("federation", "club__federation")
    ours = ours.filter(federation__in=_known(found))
    here = {(one.federation.code, _club_key(one.club), one.name): one for one in ours}
    for row in content.rows["presets"]:
        key = (row["federation"], row["club"], row["name"])
        known = here.get(key)
        if known:
            here_and_there = [(getattr(known, name), row[name]) for name in ("rules", "settings", "rounds_in_fours")]
            if any(one != other for one, other in here_and_there):
                rules = known.rules != row["rules"] or known.settings != row["settings"]
                told = _("other rules") if rules else _("rounds in multiples of four")
                words = _("Regulations “%(name)s”") % {"name": row["name"]}
                found.differences.append(Difference(words, told, _("stays"), _("differs")))
        found.presets[key] = known or RegulationsPreset(
            federation=found.federations[row["federation"]],
            club=found.clubs[row["club"]] if row["club"] else None,
            name=row["name"],
            rules=row["rules"],
            settings=row["settings"],
            rounds_in_fours=row["rounds_in_fours"],
        )


def _club_key(club: Club | None) -> tuple[str, str] | None:
    return (club.federation.code, club.name) if club else None


def _known(found: Registry) -> list[int]:
    return [one.pk for one in found.federations.values() if one.pk]


# -- players -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Here:
    """The players of this registry who may be meant."""

    by_key: dict[str, Player]
    by_licence: dict[tuple[str, str], Player]


def _players(found: Registry, content: Content) -> None:
    rows = content.rows["players"]
    further: dict[str, list[Row]] = {}
    for other in content.rows["other_keys"]:
        further.setdefault(other["player"], []).append(other)
    here = _people_here(found, rows, content.rows["other_keys"])
    for row in rows:
        keys = [row["key"], *(other["key"] for other in further.get(row["key"], ()))]
        known = next((here.by_key[key] for key in keys if key in here.by_key), None)
        if known is None and not row["licence"].startswith(OWN_LICENCE):
            known = here.by_licence.get((row["federation"], row["licence"]))
        if known:
            _compare(found, known, row)
        player = known or _new_player(found, row, here)
        found.players[row["key"]] = player
        _other_keys(found, player, [row, *further.get(row["key"], ())], here)
    _refuse_two_in_one(found, rows)


def _people_here(found: Registry, rows: list[Row], others: list[Row]) -> _Here:
    keys = [row["key"] for row in (*rows, *others)]
    everybody = Player.objects.select_related("federation", "club")
    by_key = {one.key: one for one in everybody.filter(key__in=keys)}
    aliases = OtherKey.objects.filter(key__in=keys).select_related("player__federation", "player__club")
    by_key |= {other.key: other.player for other in aliases}
    licensed = everybody.filter(federation__in=_known(found), licence__in=[row["licence"] for row in rows])
    return _Here(by_key, {(one.federation.code, one.licence): one for one in licensed})


def _compare(found: Registry, known: Player, row: Row) -> None:
    """Tell what the registry here says of a player otherwise; an erased one is not described again."""
    who = f"{known.name or row['licence']} ({known.licence})"
    if known.erased_at and not row["erased_at"]:
        found.compare(who, (_("erased from the registry here"), _("yes"), _("no")))
        return
    found.compare(
        who,
        (_("name"), known.name, row["name"]),
        (_("name in Latin letters"), known.latin_name, row["latin_name"]),
        (_("licence"), (known.federation.code, known.licence), (row["federation"], row["licence"])),
        (_("club"), known.club.name if known.club else None, row["club"][1] if row["club"] else None),
        (_("country"), known.country, row["country"]),
        (_("rating"), known.rating, row["rating"]),
    )
    if row["erased_at"] and not known.erased_at:
        found.compare(who, (_("erased from the registry"), _("no"), _("yes")))


def _new_player(found: Registry, row: Row, here: _Here) -> Player:
    licence = row["licence"]
    if (row["federation"], licence) in here.by_licence:  # a number of a desk, given to somebody else here
        licence = f"{OWN_LICENCE}{row['key']}"[:40].upper()
        found.compare(row["name"], (_("licence"), licence, row["licence"]))
    return Player(
        key=row["key"],
        salt=row["salt"],
        federation=found.federations[row["federation"]],
        licence=licence,
        name=row["name"],
        latin_name=row["latin_name"],
        country=row["country"],
        club=found.clubs[row["club"]] if row["club"] else None,
        rating=row["rating"],
        erased_at=row["erased_at"],
    )


def _other_keys(found: Registry, player: Player, rows: list[Row], here: _Here) -> None:
    """Let a player be known by all keys that the records of the file use; a key of somebody else here stays his."""
    for row in rows:
        owner = here.by_key.get(row["key"])
        if owner is None and row["key"] != player.key:
            salt = "" if player.erased_at else row["salt"]
            found.other_keys.append(OtherKey(player=player, key=row["key"], salt=salt))
        elif owner is not None and owner.pk != player.pk:
            who = f"{player.name} ({player.licence})"
            found.differences.append(
                Difference(who, _("also stands under the key %(key)s") % {"key": row["key"]}, owner.name, player.name)
            )


def _refuse_two_in_one(found: Registry, rows: list[Row]) -> None:
    """Refuse a file whose two players are one person here: they could meet each other."""
    times = Counter(player.pk for player in found.players.values() if player.pk)
    both = [row for row in rows if times[found.players[row["key"]].pk] > 1]
    if both:
        raise FaultyFile(
            "two_are_one",
            _(
                "Two players of the file are one and the same here: %(first)s and %(second)s. Correct the licence of "
                "one of them, here or where the file was made."
            )
            % {"first": _named(both[0]), "second": _named(both[1])},
        )


def _named(row: Row) -> str:
    return f"{row['name']} ({row['licence']})"


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return NOT_GIVEN if value in (None, "") else str(value)
