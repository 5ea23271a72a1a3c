"""Phones that keep a page open and ask for what has changed: python -m benchmarks.phones, the work as JSON on stdin.

One process, one connection a phone. The load is open: a phone asks at its moment whether or not the server has kept
up, and an answer's time is counted from that moment, so that a server that stands still is not spared.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

PATIENCE = 10.0  # seconds a phone waits for an answer
OPEN_FILES_ASIDE = 0.5  # seconds until the first phone asks
TAG = re.compile(rb"\r\nETag: ([^\r]+)", re.IGNORECASE)
LENGTH = re.compile(rb"\r\nContent-Length: (\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\nTransfer-Encoding: *chunked", re.IGNORECASE)
CLOSE = re.compile(rb"\r\nConnection: *close", re.IGNORECASE)
HTTP_1_1 = b"HTTP/1.1 "


@dataclass(frozen=True)
class Load:
    """What all phones do together."""

    host: str
    port: int
    pages: list[tuple[str, str]]  # of each phone: the kind of page, and the address it asks again and again
    every: float  # seconds between two times that a phone asks
    seconds: float  # that are counted, after one time that is not: there a phone has nothing yet


@dataclass
class Asked:
    """What the phones with one kind of page got."""

    statuses: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # milliseconds from the moment a phone was to ask
    bytes: int = 0

    def note(self, status: int, times: float, size: int) -> None:
        """Count an answer."""
        self.statuses[str(status)] = self.statuses.get(str(status), 0) + 1
        self.times.append(times)
        self.bytes += size


class Phone:
    """One phone: its connection, its cookies, and what it has already."""

    def __init__(self, load: Load, number: int, path: str) -> None:
        self.load, self.tag = load, b""
        language = "ru" if number % 4 == 3 else "en"
        self.head = (
            f"GET {path} HTTP/1.1\r\nHost: {load.host}:{load.port}\r\nHX-Request: true\r\n"
            f"Accept-Encoding: gzip\r\nAccept-Language: {language}\r\nCookie: csrftoken={number:032d}\r\n"
        ).encode()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self) -> tuple[int, int]:
        """Ask for the page, if it has changed; give the status and the size of the answer."""
        kept = self.streams is not None
        try:
            return await self._ask()
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hang_up()
            if not kept:
                raise
        return await self._ask()  # the server has closed a connection that nothing came over: any browser opens another

    async def _ask(self) -> tuple[int, int]:
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.load.host, self.load.port)
        reader, writer = self.streams
        writer.write(self.head + (b"If-None-Match: " + self.tag + b"\r\n" if self.tag else b"") + b"\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        body = await _body(reader, head)
        status = int(head[len(HTTP_1_1) : len(HTTP_1_1) + 3])
        if status == 200:
            found = TAG.search(head)
            self.tag = found[1] if found else b""
        if CLOSE.search(head):
            self.hang_up()
        return status, len(head) + body

    def hang_up(self) -> None:
        """Close the connection."""
        if self.streams:
            self.streams[1].close()
        self.streams = None


async def _body(reader: asyncio.StreamReader, head: bytes) -> int:
    if head[len(HTTP_1_1) : len(HTTP_1_1) + 3] == b"304":
        return 0
    if CHUNKED.search(head):
        size = 0
        while length := int((await reader.readline()).strip(), 16):
            await reader.readexactly(length + 2)
            size += length
        await reader.readline()
        return size
    found = LENGTH.search(head)
    length = int(found[1]) if found else 0
    await reader.readexactly(length)
    return length


async def hold(load: Load) -> dict[str, Asked]:
    """Let all phones ask until the time is over; give what each kind of page got."""
    asked = {kind: Asked() for kind, _path in load.pages}
    begin = time.perf_counter() + OPEN_FILES_ASIDE
    phones = [Phone(load, number, path) for number, (_kind, path) in enumerate(load.pages)]
    works = [
        _keep_asking(phone, asked[kind], list(_moments(load, begin, number)), begin + load.every)
        for number, (phone, (kind, _path)) in enumerate(zip(phones, load.pages, strict=True))
    ]
    await asyncio.gather(*works)
    return asked


def _moments(load: Load, begin: float, number: int) -> Iterator[float]:
    """Give the moments at which a phone is to ask: those of all phones are evenly spread."""
    moment = begin + load.every * number / len(load.pages)
    while moment < begin + load.every + load.seconds:
        yield moment
        moment += load.every


async def _keep_asking(phone: Phone, asked: Asked, moments: Sequence[float], counted: float) -> None:
    for moment in moments:
        await asyncio.sleep(max(0.0, moment - time.perf_counter()))
        try:
            status, size = await asyncio.wait_for(phone.ask(), PATIENCE)
        except (OSError, EOFError, ValueError, TimeoutError, asyncio.LimitOverrunError) as error:
            phone.hang_up()
            asked.errors.append(f"{type(error).__name__}: {error}")
            asked.times.append(1000 * (time.perf_counter() - moment))
            continue
        if moment >= counted or status >= 400:
            asked.note(status, 1000 * (time.perf_counter() - moment), size)
    phone.hang_up()


def main() -> None:
    """Read the work, do it, write what came of it."""
    given: dict[str, Any] = json.load(sys.stdin)
    load = Load(**{**given, "pages": [(kind, path) for kind, path in given["pages"]]})
    asked = asyncio.run(hold(load))
    with suppress(BrokenPipeError):
        print(json.dumps({kind: asdict(one) for kind, one in asked.items()}))


if __name__ == "__main__":
    main()
