"""Who is meant by a key of a record: players stand in logs and protocols by their own key or by a further one."""

from __future__ import annotations

from collections.abc import Iterable

from ..models import OtherKey, Player


def players_by_key(keys: Iterable[str | None]) -> dict[str, Player]:
    """Find the players that these keys name; a second query only for keys that are nobody's own."""
    wanted = {key for key in keys if key}
    if not wanted:
        return {}
    found = {player.key: player for player in Player.objects.filter(key__in=wanted)}
    if others := wanted - found.keys():
        further = OtherKey.objects.filter(key__in=others).select_related("player")
        found |= {other.key: other.player for other in further}
    return found


def salts_of(keys: Iterable[str]) -> dict[str, str]:
    """Give the salt with which the name under each key is hashed; empty where the person was erased."""
    wanted = set(keys)
    salts = dict(Player.objects.filter(key__in=wanted).values_list("key", "salt"))
    if others := wanted - salts.keys():
        further = OtherKey.objects.filter(key__in=others).values_list("key", "salt", "player__erased_at")
        salts |= {key: "" if erased_at else salt for key, salt, erased_at in further}
    return salts
