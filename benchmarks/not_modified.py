"""What it costs to tell a page that nothing has changed, beside a view that says so without looking."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial

from django.db import connection
from django.test import Client

from .figures import Figure, timed

MOST_MS, TIMES = 5.0, 40
BARE = "/bare/unchanged/"


def figures(what: str, pages: Mapping[str, str]) -> list[Figure]:
    """Time a 304 of each page by its name and address; the first request of each has brought its tag."""
    browser = Client()
    tags = {}
    for path in pages.values():
        browser.get(path)  # brings the cookies, which the tag of a whole page knows
        tags[path] = browser.get(path)["ETag"]
    works = [partial(ask, browser, path, tag) for path, tag in tags.items()]
    *spent, bare = timed([*works, partial(ask, browser, BARE, "")], TIMES, time.perf_counter)
    note = "304: in the process of the server, through all middleware; bare: a view that answers 304 without looking"
    return [
        Figure(
            f"{what}, {connection.vendor}: 304, {name}", 1000 * one.median, "ms", MOST_MS, 1000 * bare.median,
            1000 * one.least, note,
        )
        for name, one in zip(pages, spent, strict=True)
    ]  # fmt: skip


def ask(browser: Client, path: str, tag: str) -> None:
    """Ask with a tag and see that the answer is 304. Raises RuntimeError where it is not."""
    status = browser.get(path, headers={"If-None-Match": tag}).status_code
    if status != 304:
        raise RuntimeError(f"{path} answers {status} to who has the page already")
