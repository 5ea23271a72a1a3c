"""The commands a user types."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")


def make(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME"}}
    return subprocess.run(["make", *arguments], cwd=folder, env=clean, capture_output=True, text=True, check=False)


def test_make_alone_lists_what_can_be_made() -> None:
    listed = {line.split()[1] for line in make().stdout.splitlines()}
    assert listed >= {"run", "resume", "test", "lint", "bench", "soak"}


def test_resume_without_a_file_asks_for_it(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements.txt").touch()
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "ready").touch()
    ran = make("resume", folder=tmp_path)
    assert ran.returncode != 0
    assert "Say which copy: make resume FILE=" in ran.stderr


@pytest.mark.parametrize("python", ["", "/no/such/python", "false"])
def test_a_machine_without_a_python_that_serves_is_told_which_one_is_needed(tmp_path: Path, python: str) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements.txt").touch()
    ran = make("run", f"PYTHON={python}", folder=tmp_path)
    assert ran.returncode != 0
    assert "Domino Desk needs Python 3.11 or later: PYTHON=/path/to/python3.11 make run" in ran.stderr
    assert not (tmp_path / ".venv" / "ready").exists()
