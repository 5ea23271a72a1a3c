"""The ZIP around an event: its parts, their digests, and the bounds of what is ever unpacked."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from django.utils.translation import gettext as _

from .faults import FaultyFile

FORMAT = "domino-desk-event"
VERSION = 1
MANIFEST, EVENT_PART = "manifest.json", "event.json"
DOCUMENT_PART = re.compile(r"documents/[0-9]{1,6}\.pdf")

MOST_PARTS = 5_000
LARGEST_MANIFEST = 2_000_000  # bytes, as all that follow
LARGEST_EVENT = 250_000_000  # 6,000 games with their logs, envelopes and signatures are half of it
LARGEST_DOCUMENT = 50_000_000
LARGEST_ALL = 500_000_000
#: The moment in the directory of the ZIP: always the same, so that the same event gives the same parts.
ZIP_MOMENT = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Package:
    """An opened file whose manifest was read and whose parts are those it names."""

    archive: zipfile.ZipFile
    manifest: dict[str, Any]

    def read(self, name: str) -> bytes:
        """Give one part. Raises FaultyFile where it is not the one that was packed."""
        content = _unpacked(self.archive, name, LARGEST_EVENT if name == EVENT_PART else LARGEST_DOCUMENT)
        if hashlib.sha256(content).hexdigest() != self.manifest["parts"][name]:
            said = _("This part was changed after the file was made. Take the file anew.")
            raise FaultyFile("part_changed", said, name)
        return content


class Packing:
    """A file that is being written: parts one after the other, the manifest last."""

    def __init__(self, target: IO[bytes]) -> None:
        self.archive = zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED)
        self.parts: dict[str, str] = {}

    def add(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write a part piece by piece, and keep its digest."""
        digest = hashlib.sha256()
        entry = zipfile.ZipInfo(name, ZIP_MOMENT)
        entry.compress_type = zipfile.ZIP_DEFLATED
        with self.archive.open(entry, "w", force_zip64=True) as part:
            for piece in pieces:
                digest.update(piece)
                part.write(piece)
        self.parts[name] = digest.hexdigest()

    def finish(self, **told: Any) -> None:
        """Write the manifest and the end of the ZIP."""
        manifest = {"format": FORMAT, "version": VERSION, **told, "parts": self.parts}
        text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
        self.archive.writestr(zipfile.ZipInfo(MANIFEST, ZIP_MOMENT), text)
        self.archive.close()


def opened(file: IO[bytes]) -> Package:
    """Open a file and look at everything it says of itself; nothing but the manifest is unpacked."""
    try:
        archive = zipfile.ZipFile(file)
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, OverflowError, EOFError):
        raise FaultyFile(
            "no_event_file",
            _(
                "This is no event file, or only a part of one: it cannot be opened as a ZIP. Take it anew from the "
                "event, and bring it as it came."
            ),
        ) from None
    _refuse_bounds(entries)
    manifest = _manifest(archive)
    _refuse_other_parts({entry.filename for entry in entries}, manifest)
    return Package(archive, manifest)


def _refuse_bounds(entries: list[zipfile.ZipInfo]) -> None:
    names = [entry.filename for entry in entries]
    if MANIFEST not in names or EVENT_PART not in names:
        raise FaultyFile(
            "no_event_file", _("This ZIP is no event file: an event file has manifest.json and event.json in it.")
        )
    if len(names) > MOST_PARTS:
        raise FaultyFile("too_many_parts", _("The file has more than %(most)d parts.") % {"most": MOST_PARTS})
    if sum(entry.file_size for entry in entries) > LARGEST_ALL:
        said = _("Unpacked, the file is larger than %(most)d MB.") % {"most": LARGEST_ALL // 1_000_000}
        raise FaultyFile("unpacks_too_large", said)
    strange = next((name for name, times in Counter(names).items() if times > 1 or not _is_part(name)), "")
    if strange:
        raise FaultyFile("strange_part", _("This part is none of an event file, or stands in it twice."), strange[:80])


def _is_part(name: str) -> bool:
    return name in (MANIFEST, EVENT_PART) or DOCUMENT_PART.fullmatch(name) is not None


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    manifest = strict_json(_unpacked(archive, MANIFEST, LARGEST_MANIFEST), MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise FaultyFile("no_event_file", _("This is no event file of Domino Desk."), MANIFEST)
    if type(manifest.get("version")) is not int or manifest["version"] != VERSION:
        raise FaultyFile(
            "other_version",
            _("The file is of version %(version)s, and this program reads version %(ours)d. Bring both to one version.")
            % {"version": str(manifest.get("version"))[:20], "ours": VERSION},
            MANIFEST,
        )
    parts = manifest.get("parts")
    if not isinstance(parts, dict) or not all(isinstance(digest, str) for digest in parts.values()):
        raise FaultyFile("bad_manifest", _("The digests of the parts are missing."), MANIFEST)
    return manifest


def _refuse_other_parts(names: set[str], manifest: dict[str, Any]) -> None:
    if missing := sorted(set(manifest["parts"]) - names):
        raise FaultyFile("part_missing", _("This part is missing in the file."), missing[0][:80])
    if more := sorted(names - {MANIFEST} - set(manifest["parts"])):
        raise FaultyFile("strange_part", _("The manifest does not name this part."), more[0][:80])


def _unpacked(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Unpack one part: never more than it says of its size, and not at all where that is too much."""
    entry = archive.getinfo(name)
    if entry.file_size > most:
        said = _("Unpacked, this part is larger than %(most)d MB.") % {"most": most // 1_000_000}
        raise FaultyFile("unpacks_too_large", said, name)
    if entry.flag_bits & 0x1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        said = _("This part is locked or packed in another way. Take the file anew.")
        raise FaultyFile("packed_otherwise", said, name)
    try:
        return archive.read(entry)
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, OSError, EOFError, RuntimeError):
        said = _("This part is damaged. The file did not arrive whole, or was changed: take it anew.")
        raise FaultyFile("part_damaged", said, name) from None


def strict_json(content: bytes, place: str) -> Any:
    """Read JSON as it is kept: no NaN, no number without end, no character that a database cannot hold."""
    try:
        text = content.decode("utf-8")
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
        if _RISKY.search(text) or "\0" in text:
            _refuse_unkept(value)
    except (ValueError, RecursionError) as error:
        at = _(" (line %(line)d)") % {"line": error.lineno} if isinstance(error, json.JSONDecodeError) else ""
        raise FaultyFile("bad_json", _("This is no JSON that can be kept%(at)s.") % {"at": at}, place) from None
    return value


_RISKY = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


def _refuse_unkept(value: Any) -> None:
    for text in _texts(value):
        if "\0" in text:
            raise ValueError("NUL")
        text.encode("utf-8")  # a half of a pair is an error


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number without end")
    return number
