"""Run one process that ends with the process that started it: python -m tournaments.child PARENT WHAT ARGUMENTS.

WHAT is `https-server`, or a command of Celery.
"""

import ctypes
import os
import signal
import sys
import threading
import time

from celery.__main__ import main as celery

from tournaments import secure

PR_SET_PDEATHSIG = 1


def end_with(parent: int) -> None:
    """Ask for SIGTERM when the parent dies, even by SIGKILL."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    else:
        threading.Thread(target=watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:  # it died before we asked
        sys.exit(1)


def watch(parent: int) -> None:
    """Look every second whether the parent is there, on systems that do not tell."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def be(what: str, arguments: list[str]) -> None:
    """Become what was asked for."""
    if what == "https-server":
        sys.argv = [what]  # gunicorn would read ours as its own
        secure.serve(*arguments)
    else:
        sys.argv = ["celery", "-A", "config", what, *arguments]
        celery()


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    be(sys.argv[2], sys.argv[3:])
