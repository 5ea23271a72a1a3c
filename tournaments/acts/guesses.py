"""Wrong passwords are counted, so that they cannot be guessed one after the other."""

from __future__ import annotations

import hashlib
import time

from django.core.cache import cache
from django.utils.translation import ngettext

from ..refusals import NotSoFast

WAIT = 60  # seconds
WRONG_BY_NAME = 5
WRONG_BY_ADDRESS = 30  # a whole hall may stand behind one address


def refuse_guessing(username: str, address: str) -> None:
    """Raise NotSoFast while a name or an address has to wait."""
    until = max(cache.get(f"{key}-until", 0.0) for key, _most in _counted(username, address))
    seconds = int(until - time.time()) + 1
    if until > time.time():
        sentence = ngettext(
            "Too many wrong passwords. Wait %(seconds)s second, then try again.",
            "Too many wrong passwords. Wait %(seconds)s seconds, then try again.",
            seconds,
        )
        raise NotSoFast("not_so_fast", sentence % {"seconds": seconds}, seconds=seconds)


def count_wrong(username: str, address: str) -> None:
    """Count a wrong password; the last one that is allowed within a minute starts the wait."""
    for key, most in _counted(username, address):
        if _one_more(key) >= most:
            cache.set(f"{key}-until", time.time() + WAIT, WAIT)


def _one_more(key: str) -> int:
    cache.add(key, 0, WAIT)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two
        cache.set(key, 1, WAIT)
        return 1


def forget_wrong(username: str, address: str) -> None:
    """Begin anew after a right password; the address is not forgiven for the name of one."""
    (key, _most), _address = _counted(username, address)
    cache.delete(key)


def _counted(username: str, address: str) -> tuple[tuple[str, int], tuple[str, int]]:
    name = hashlib.sha256(f"{username.casefold()}\n{address}".encode()).hexdigest()
    return (f"wrong-{name}", WRONG_BY_NAME), (f"wrong-{address}", WRONG_BY_ADDRESS)
