"""How answers of the API are written."""

from __future__ import annotations

from typing import Any

from rest_framework.renderers import JSONRenderer


class Escaped(JSONRenderer):
    """JSON of ASCII signs alone."""

    ensure_ascii = True


class Answers(JSONRenderer):
    """JSON in UTF-8; with escapes where it has to repeat half a character that was sent, which UTF-8 cannot write."""

    def render(self, data: Any, *rest: Any, **more: Any) -> bytes:
        """Write an answer."""
        try:
            return bytes(super().render(data, *rest, **more))
        except UnicodeEncodeError:
            return bytes(Escaped().render(data, *rest, **more))
