"""A tablet that sends to the API: HTTP over one connection, with as little work as possible on this side."""

from __future__ import annotations

import gzip
import json
import socket
from dataclasses import dataclass, field
from typing import Any

CSRF = "c" * 32


@dataclass(frozen=True)
class Answer:
    """What came back, unread until somebody asks: reading is not the server's time."""

    status: int
    head: bytes
    body: bytes

    def json(self) -> Any:
        """Read the body."""
        packed = b"content-encoding: gzip" in self.head.lower()
        return json.loads(gzip.decompress(self.body) if packed else self.body)


@dataclass
class Tablet:
    """One tablet with the pen: the session an official has opened on it."""

    address: tuple[str, int]
    session: str
    _socket: socket.socket | None = field(default=None, repr=False)

    def request(self, path: str, data: Any) -> bytes:
        """Write a POST out, to be sent later."""
        body = json.dumps(data).encode()
        head = (
            f"POST {path} HTTP/1.1",
            f"Host: {self.address[0]}:{self.address[1]}",
            f"Cookie: sessionid={self.session}; csrftoken={CSRF}",
            f"X-CSRFToken: {CSRF}",
            "Content-Type: application/json",
            "Accept-Encoding: gzip",
            f"Content-Length: {len(body)}",
        )
        return "\r\n".join(head).encode() + b"\r\n\r\n" + body

    def connect(self) -> None:
        """Open the connection before it is needed."""
        if self._socket is None:
            self._socket = socket.create_connection(self.address, timeout=60)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, request: bytes) -> Answer:
        """Send a request and wait for its answer."""
        self.connect()
        assert self._socket
        self._socket.sendall(request)
        answer = _read(self._socket)
        if b"connection: close" in answer.head.lower():
            self.hang_up()
        return answer

    def post(self, path: str, data: Any) -> Answer:
        """Write a POST out and send it."""
        return self.send(self.request(path, data))

    def hang_up(self) -> None:
        """Close the connection; the next request opens another."""
        if self._socket:
            self._socket.close()
        self._socket = None


def _read(connection: socket.socket) -> Answer:
    received = b""
    while (end := received.find(b"\r\n\r\n")) < 0:
        received += _piece(connection)
    head, body = received[:end], received[end + 4 :]
    length = _length(head)
    while len(body) < length:
        body += _piece(connection)
    return Answer(int(head.split(b" ", 2)[1]), head, body)


def _piece(connection: socket.socket) -> bytes:
    piece = connection.recv(65_536)
    if not piece:
        raise ConnectionError("the server closed the connection without an answer")
    return piece


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":", 1)[1])
    raise ValueError(f"an answer without a length: {head!r}")
