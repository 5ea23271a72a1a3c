"""Write a record in the one way its digest is made of."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from typing import Any


def canonical(value: Any) -> str:
    """Write JSON with sorted keys, integers and NFC strings only. Raises ValueError for a number that is no integer."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(text: str) -> str:
    """Return the SHA-256 of a canonical text, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, dict):
        return {unicodedata.normalize("NFC", key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        if not value.is_integer():
            raise ValueError(f"{value} is no integer")
        return int(value)
    return value
