"""The first request of a new server process, in milliseconds: python -m benchmarks.first_request /e/open/standings/"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from django.test import RequestFactory

from config.wsgi import application


def main(path: str) -> None:
    """Ask the application that servers load, once."""
    statuses: list[str] = []

    def start_response(status: str, *more: object) -> Callable[[bytes], object]:
        statuses.append(status)
        return len

    environ = RequestFactory().get(path).environ
    begin = time.perf_counter()
    answer = application(environ, start_response)
    spent = time.perf_counter() - begin
    if statuses != ["200 OK"] or not b"".join(answer):
        sys.exit(f"{path} answers {statuses}")
    print(1000 * spent)


if __name__ == "__main__":
    main(sys.argv[1])
