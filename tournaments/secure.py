"""Serve the pages over https with the certificate of the hall, in a process of its own beside the plain one."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from typing import Any

from django.core.servers.basehttp import get_internal_wsgi_application
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config

# Browsers open connections before they have anything to ask, a handful each, and every one holds a thread until it is
# let go: as many as all tablets of a hall open at the beginning of a round. Threads are made when they are needed.
THREADS = 256
OUT_OF_REACH = 20.0  # seconds of silence in the middle of a request
KEEP_OPEN = 75  # seconds between two requests of a tablet: a new handshake costs a slow network four trips


class PatientSocket(ssl.SSLSocket):
    """Let go of a visitor who went out of reach half-way: each would keep a thread until the end of the evening."""

    def settimeout(self, value: float | None) -> None:
        super().settimeout(OUT_OF_REACH if value is None else value)

    def setblocking(self, flag: bool) -> None:
        self.settimeout(None if flag else 0.0)


def context(config: Config, default: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
    """Read the certificate for one connection: a new one is shown without a restart."""
    made = default()
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.sslsocket_class = PatientSocket
    return made


class SecurePages(BaseApplication):
    """Our pages behind gunicorn, on a port that is open already."""

    def __init__(self, listener: int, certificate: str) -> None:
        self.chosen: dict[str, Any] = {
            "bind": f"fd://{listener}",
            "certfile": certificate,
            "ssl_context": context,
            "worker_class": "gthread",
            "threads": THREADS,
            "keepalive": KEEP_OPEN,
            "graceful_timeout": 2,
            "loglevel": "warning",
            "forwarded_allow_ips": "",  # nobody stands between us and the visitor
            "control_socket_disable": True,
        }
        super().__init__()

    def load_config(self) -> None:
        """Take the settings above and nothing from files or the environment."""
        for name, value in self.chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Give the application."""
        return get_internal_wsgi_application()


def serve(listener: str, certificate: str) -> None:
    """Answer requests until a signal comes."""
    SecurePages(int(listener), certificate).run()
