"""The typefaces of the sheets: which packages hold them, and which characters each can draw."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, Final

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapedStr, TTFont, shapeStr

from ..reads.documents import cannot_print

# In the order they are asked: the first that has a character draws it. Licence of all: SIL Open Font License 1.1.
FAMILIES: Final = (
    ("NotoSans", "fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),
    ("NotoSansThai", "fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf"),
    ("NotoSansArmenian", "manimgx_fonts", "NotoSansArmenian[wght].ttf"),
    ("NotoSansGeorgian", "manimgx_fonts", "NotoSansGeorgian[wght].ttf"),
)
WEIGHTS: Final = {"Regular": 400, "Bold": 700}
EM: Final = 1000  # every Noto face counts in thousandths of its size

_registering = Lock()


class SheetFont(TTFont):
    """A font whose shaped glyphs can be copied and searched.

    ReportLab gives a glyph without a character of its own (a lowered Thai tone mark) a private one, and tells readers
    of the PDF that private one; `meant` remembers the character it stands for.
    """

    def __init__(self, name: str, data: bytes) -> None:
        super().__init__(name, io.BytesIO(data), asciiReadable=False)
        # All weights of a variable font carry one name; two faces of one name would share one file in the PDF.
        self.face.name = name.encode()
        self.characters: frozenset[int] = frozenset(self.face.charToGlyph)
        self.meant: dict[int, int] = {}

    def shape(self, text: str) -> str:
        """Place marks over their letters; the answer is a str that the canvas knows how to draw."""
        shaped: str = shapeStr(text, self.fontName, EM)
        if isinstance(shaped, ShapedStr):
            for char, place in zip(shaped, shaped.__shapeData__, strict=True):
                if ord(char) not in self.characters:
                    self.meant[ord(char)] = ord(text[place.cluster])
        return shaped

    def width(self, text: str) -> float:
        """Measure a text, shaped or not, at size 1."""
        if isinstance(text, ShapedStr):
            return float(sum(place.x_advance for place in text.__shapeData__)) / EM
        return float(pdfmetrics.stringWidth(text, self.fontName, EM)) / EM

    def addObjects(self, doc: Any) -> None:
        """Write the font into a document, its shaped glyphs under the characters they mean."""
        super().addObjects(doc)
        if not self.meant:
            return
        for name, thing in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:") and f"+{self.fontName}" in name:
                thing.content = re.sub(r"<([E-F][0-9A-F]{3})>$", self._meaning, thing.content, flags=re.MULTILINE)

    def _meaning(self, match: re.Match[str]) -> str:
        code = int(match[1], 16)
        return f"<{self.meant.get(code, code):04X}>"


@dataclass(frozen=True)
class Family:
    """One typeface in its two weights."""

    name: str
    regular: SheetFont
    bold: SheetFont

    def has(self, char: str) -> bool:
        """Tell whether the typeface can draw a character."""
        return ord(char) in self.regular.characters

    def weight(self, bold: bool) -> SheetFont:
        """Choose the face of a weight."""
        return self.bold if bold else self.regular


def families() -> tuple[Family, ...]:
    """Answer the typefaces of this installation, made ready at the first call."""
    with _registering:  # two threads of one worker must not register a face twice
        return _families()


@cache
def _families() -> tuple[Family, ...]:
    found = tuple(_family(name, file) for name, file in _files() if file.is_file())
    if not found or found[0].name != "NotoSans":
        raise cannot_print("fonts_missing", {}, code="fonts_missing")
    return found


def _files() -> list[tuple[str, Path]]:
    specs = ((name, find_spec(package), file) for name, package, file in FAMILIES)
    return [(name, Path(spec.origin).parent / file) for name, spec, file in specs if spec and spec.origin]


def _family(name: str, file: Path) -> Family:
    regular, bold = (SheetFont(f"{name}-{weight}", instance(file, number)) for weight, number in WEIGHTS.items())
    for font in (regular, bold):
        pdfmetrics.registerFont(font)
    return Family(name, regular, bold)


def instance(file: Path, weight: int) -> bytes:
    """Cut the face of one weight out of a variable font (20 ms for the largest)."""
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file)))
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    for axis in face.axis_infos:
        if axis.tag == "wght":
            wanted.pin_axis_location(face, axis.tag, weight)
        else:
            wanted.pin_axis_to_default(face, axis.tag)
    return bytes(wanted.subset(face).blob.data)
