"""Russian is complete: every sentence of the code is translated, and what is compiled is what was translated."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).parent.parent
MESSAGES = ROOT / "locale" / "ru" / "LC_MESSAGES"
DOMAINS = ("django", "djangojs")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}")


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_sentence_is_translated(domain: str) -> None:
    po = polib.pofile(str(MESSAGES / f"{domain}.po"))
    assert [entry.msgid for entry in po.untranslated_entries()] == []
    assert [entry.msgid for entry in po.fuzzy_entries()] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_translation_has_the_placeholders_of_its_sentence(domain: str) -> None:
    for entry in polib.pofile(str(MESSAGES / f"{domain}.po")):
        wanted = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        for translated in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            assert set(PLACEHOLDER.findall(translated)) <= wanted, entry.msgid
        if not entry.msgid_plural and not entry.obsolete:
            assert set(PLACEHOLDER.findall(entry.msgstr)) == wanted, entry.msgid


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_compiled_file_is_that_of_the_translation(domain: str) -> None:
    po = polib.pofile(str(MESSAGES / f"{domain}.po"))
    mo = polib.mofile(str(MESSAGES / f"{domain}.mo"))
    compiled = {(entry.msgctxt, entry.msgid): entry.msgstr or entry.msgstr_plural for entry in mo}
    written = {(entry.msgctxt, entry.msgid): entry.msgstr or entry.msgstr_plural for entry in po if not entry.obsolete}
    assert compiled == written


@pytest.mark.skipif(not shutil.which("xgettext"), reason="gettext is not installed")
@pytest.mark.parametrize("domain", DOMAINS)
def test_no_sentence_of_the_code_is_missing(domain: str, tmp_path: Path) -> None:
    for part in ("config", "referees", "scoring", "static", "templates", "tournaments"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "locale").mkdir()
    command = [sys.executable, "-m", "django", "makemessages", "-l", "ru", "-d", domain, "--no-location"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, env=environment)
    found = {entry.msgid for entry in polib.pofile(str(tmp_path / f"locale/ru/LC_MESSAGES/{domain}.po"))}
    there = {entry.msgid for entry in polib.pofile(str(MESSAGES / f"{domain}.po")) if not entry.obsolete}
    assert found - there == set()


def test_sentences_are_marked_in_the_ways_that_are_collected() -> None:
    """Under another name than `_` a sentence is not seen by makemessages, and so nobody misses its translation."""
    renamed = re.compile(r"import .*\b\w*gettext\w* as (?!_\b)\w+")
    files = [path for part in ("config", "referees", "tournaments") for path in (ROOT / part).rglob("*.py")]
    assert [str(path.relative_to(ROOT)) for path in files if renamed.search(path.read_text())] == []
