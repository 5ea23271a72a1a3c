"""Names as people look for them: by script, and by the alphabet of each."""

from __future__ import annotations

from random import Random

import pytest

from tournaments.reads.alphabets import in_order, script_of


def test_scripts_stand_in_a_fixed_order_and_each_has_its_own_alphabet() -> None:
    names = [
        "Aalto V.", "Āboliņa K.", "Bērziņa I.", "Zīle A.",
        "Ёлкина М.", "Ерёмин К.", "Иванов П.", "Йорданов Х.", "Қодиров Ғ.", "Лапин Н.", "Ӯктамова Ҳ.", "Яровой Д.",
        "Αναγνώστου Λ.", "Σταύρου Δ.",
        "Գրիգորյան Լ.", "Սարոյան Ա.",
        "ბერიძე ლ.", "წერეთელი ე.",
        "แก้วใส พ.", "ใจดี ส.", "ชัยวัฒน์ อ.", "ศรีสุข ด.", "สุขเกษม น.",
        "山田 太郎", "1234",
    ]  # fmt: skip
    mixed = Random(6).sample(names, len(names))
    assert sorted(mixed, key=in_order) == [*names[:-2], "1234", "山田 太郎"]


@pytest.mark.parametrize(("name", "script"), [("Ó", 0), ("“Й”", 1), ("", 6), ("7", 6), ("שלום", 6)])
def test_the_script_of_a_name_is_that_of_its_first_letter(name: str, script: int) -> None:
    assert script_of(name) == script
