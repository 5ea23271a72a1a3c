"""Chance of the program, the same each time: what passed once passes on the next machine.

Keys, codes, tokens, PINs and seeds of draws are drawn by `secrets`. A test draws its own, by its name, so that a run
can be had again; `TEST_CHANCE` gives others, and `make soak` takes a new one each time and tells it.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

CHANCE = os.environ.get("TEST_CHANCE", "")


@contextmanager
def fixed(name: str) -> Iterator[None]:
    """Let `secrets` draw what belongs to this name, and to `TEST_CHANCE`."""
    chance = Random(f"{CHANCE} {name}")

    def token_bytes(size: int = 32) -> bytes:
        return chance.randbytes(size)

    def token_urlsafe(size: int = 32) -> str:
        return base64.urlsafe_b64encode(token_bytes(size)).rstrip(b"=").decode()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.token_bytes", token_bytes)
        patch.setattr("secrets.token_hex", lambda size=32: token_bytes(size).hex())
        patch.setattr("secrets.token_urlsafe", token_urlsafe)
        patch.setattr("secrets.randbelow", chance.randrange)
        patch.setattr("secrets.choice", chance.choice)
        yield
