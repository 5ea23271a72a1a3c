"""Names in every script an event has seen: the right face, measured, broken, never lost."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.builders import CASES
from tournaments.sheets.fonts import FAMILIES, families
from tournaments.sheets.paper import Page, Paper, Print, print_pages
from tournaments.sheets.words import clean, fit, missing, printable, runs, squeeze, width, wrap

from .samples import fonts, spelled, texts

FIVE_SCRIPTS = {
    "Latin": "Muñoz Sáez, Begoña · Țurcanu Ștefan · Łódź · Trần Phạm · Çağrı",
    "Cyrillic": "Ёлкин Семён · Їжак Ґудзь",
    "Greek": "Ζερβός Άγγελος",
    "Thai": "กิ่งแก้ว ทองคำ · ปิ่น รุ่งเรือง · น้ำเพชร",
    "Tajik": "Ӯктамова Ҳилола · Шарифӣ · Қодиров Ғайрат · Ҷамшед",
}
INSTALLED = {family.name for family in families()}


def case_names() -> list[str]:
    with Path(CASES / "entries" / "pairs-24-utf8.csv").open(encoding="utf-8", newline="") as file:
        return [row[column] for row in csv.DictReader(file) for column in ("Player 1", "Player 2", "Club")]


def page_of_lines(lines: list[str], bold: bool = False) -> Page:
    def draw(paper: Paper) -> None:
        for number, line in enumerate(lines):
            paper.text(paper.left, 60 + 9 * number, line, 8, bold=bold)

    return draw


def printed(*lines: str) -> Print:
    return print_pages([page_of_lines(list(lines)), page_of_lines(list(lines), bold=True)], "Names", "en")


@pytest.mark.parametrize("script", FIVE_SCRIPTS)
def test_five_scripts_come_out_of_the_pdf_as_they_went_in(script: str) -> None:
    made = printed(FIVE_SCRIPTS[script])
    assert [spelled(text) for text in texts(made.pdf)] == [spelled(FIVE_SCRIPTS[script])] * 2
    assert made.missing == ()


def test_every_name_of_the_entry_list_has_its_glyphs() -> None:
    names = case_names()
    assert len(names) == 72
    assert [name for name in names if missing(name)] == []
    regular, bold = texts(printed(*names).pdf)
    assert [name for name in names if spelled(name) not in spelled(regular) or spelled(name) not in spelled(bold)] == []


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
def test_thai_names_can_be_copied_and_searched_letter_by_letter() -> None:
    read = subprocess.run(["pdftotext", "-", "-"], input=printed(FIVE_SCRIPTS["Thai"]).pdf, capture_output=True)
    assert read.stdout.decode().count(FIVE_SCRIPTS["Thai"]) == 2


def test_regular_and_bold_are_two_faces_both_embedded() -> None:
    found = fonts(printed("Anna", "กิ่งแก้ว").pdf)
    assert found == {
        "/AAAAAA+NotoSans-Regular": True,
        "/AAAAAA+NotoSans-Bold": True,
        "/AAAAAA+NotoSansThai-Regular": True,
        "/AAAAAA+NotoSansThai-Bold": True,
    }
    assert width("Anna", 10, bold=True) > width("Anna", 10)


def test_figures_are_of_one_width_so_that_columns_stand() -> None:
    assert {round(width(str(digit), 10), 3) for digit in range(10)} == {5.72}


def test_thai_marks_take_no_room_of_their_own() -> None:
    assert width("กิ่", 10) == pytest.approx(width("ก", 10))


def test_a_tone_mark_over_a_vowel_is_lifted() -> None:
    lifted, low = runs("กิ่")[0].text, runs("ก่")[0].text
    assert lifted[-1] != low[-1]  # two glyphs of one tone mark
    assert (runs("กิ่")[0].spelled, runs("ก่")[0].spelled) == ("กิ่", "ก่")


def test_each_run_has_one_face_and_spaces_stay_with_the_word_before() -> None:
    assert [(run.font, str(run.spelled or run.text)) for run in runs("Anna วิชัย ใจดี – Ҷамшед")] == [
        ("NotoSans-Regular", "Anna "),
        ("NotoSansThai-Regular", "วิชัย ใจดี "),
        ("NotoSans-Regular", "– Ҷамшед"),
    ]


def test_a_character_without_a_glyph_is_boxed_with_its_number_and_reported() -> None:
    made = printed("Li 李 Wei")
    assert missing("Li 李 Wei") == ["李"]
    assert "67" in texts(made.pdf)[0]
    assert "4E" in texts(made.pdf)[0]
    assert made.missing == ({"name": "Li 李 Wei", "why": "boxes", "characters": "李 (U+674E)"},)


def test_a_character_beyond_four_digits_is_boxed_too() -> None:
    assert printed("😀").missing == ({"name": "😀", "why": "boxes", "characters": "😀 (U+1F600)"},)


def test_the_latin_name_stands_in_where_it_is_known_and_is_reported() -> None:
    paper = Paper("", "en")
    assert paper.person("李小龙", "Li Xiaolong") == "Li Xiaolong"
    assert paper.person("Ζερβός Άγγελος", "Zervos Angelos") == "Ζερβός Άγγελος"
    assert list(paper.missing.values()) == [
        {"name": "李小龙", "why": "latin", "characters": "李 (U+674E), 小 (U+5C0F), 龙 (U+9F99)"}
    ]


def test_a_latin_name_that_cannot_be_printed_either_helps_nobody() -> None:
    assert printable("李", "李") == "李"
    assert printable("李", "") == "李"


@pytest.mark.skipif(
    not {"NotoSansArmenian", "NotoSansGeorgian"} <= INSTALLED, reason="their typefaces are not installed"
)
def test_armenian_and_georgian_names_are_printed() -> None:
    names = ("Հակոբյան Արամ", "ქავთარაძე გიორგი")
    made = printed(*names)
    assert made.missing == ()
    assert all(spelled(name) in spelled(text) for name in names for text in texts(made.pdf))


def test_the_typefaces_are_asked_in_a_fixed_order() -> None:
    assert [family.name for family in families()] == [name for name, _package, _file in FAMILIES if name in INSTALLED]
    assert {"NotoSans", "NotoSansThai"} <= INSTALLED


def test_letters_taken_apart_are_put_together_and_odd_marks_are_placed() -> None:
    assert clean("S\u0326erban I\u0306") == "Șerban Ĭ"
    assert missing("Е\u0301лкин") == []
    assert width("Е\u0301лкин", 10) == pytest.approx(width("Елкин", 10), abs=0.2)


def test_tabs_line_ends_and_invisible_characters_do_not_reach_the_paper() -> None:
    assert clean(" Anna\t\n Bell\u200b\ufeff\u202e ") == "Anna Bell"


def test_angle_brackets_and_entities_are_printed_as_they_are_written() -> None:
    assert texts(printed("<b>Anna</b> &amp; <i>").pdf)[0].strip() == "<b>Anna</b> &amp; <i>"


def test_a_text_that_fits_keeps_its_size() -> None:
    assert fit("Anna Bell", 200, 10, 7) == (("Anna Bell",), 10)


def test_a_long_name_shrinks_before_it_breaks() -> None:
    name = "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff"
    shrunk = fit(name, 220, 11, 7)
    assert shrunk.lines == (name,)
    assert 7 <= shrunk.size < 11
    assert width(name, shrunk.size) <= 220


def test_a_longer_name_breaks_between_words_and_loses_nothing() -> None:
    name = "María de los Ángeles Fernández de Córdoba y Álvarez de Toledo"
    broken = fit(name, 120, 11, 8)
    assert broken.size == 8
    assert len(broken.lines) > 1
    assert " ".join(broken.lines) == name
    assert max(width(line, 8) for line in broken.lines) <= 120


def test_a_huge_word_breaks_between_letters_never_before_a_mark() -> None:
    name = "กิ่งแก้วน้ำเพชร" * 12
    lines = wrap(name, 90, 8)
    assert "".join(lines) == name
    assert max(width(line, 8) for line in lines) <= 90
    assert [line for line in lines if runs(line[0])[0].width == 0 or line[0] in "ะำา"] == []


def test_where_nothing_can_grow_a_text_gets_as_small_as_it_must() -> None:
    name = "Anna Bell " * 30
    small = squeeze(name, 80, 19, 9, 7)
    assert " ".join(small.lines) == clean(name)
    assert len(small.lines) * small.size * 1.28 <= 19
    assert max(width(line, small.size) for line in small.lines) <= 80


def test_the_document_carries_its_title_and_language() -> None:
    reader = PdfReader(io.BytesIO(print_pages([page_of_lines(["Жданова"])], "Протокол 7", "ru").pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == "Протокол 7"
    assert reader.trailer["/Root"]["/Lang"] == "ru"  # type: ignore[index]
