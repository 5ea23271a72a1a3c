"""Names of people: tidied, shortened, written in Latin letters."""

import pytest

from tournaments.names import in_latin_letters, pair_name, surname, tidy, unprintable


def test_a_text_has_one_form_however_it_was_typed() -> None:
    assert tidy("  Громов\u00a0\t Илья\n") == "Громов Илья"
    assert tidy("Jose\u0301") == "José"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Громов Илья", "Громов"),
        ("Peña Ibáñez, José", "Peña Ibáñez"),
        ("สมชาย ใจดี", "สมชาย"),
        ("Pelé", "Pelé"),
        ("", ""),
    ],
)
def test_a_player_is_called_by_what_stands_before_the_comma_or_by_the_first_word(name: str, expected: str) -> None:
    assert surname(name) == expected


def test_a_pair_is_named_after_both() -> None:
    assert pair_name(["Громов Илья", "Núñez Calvo, Íñigo"]) == "Громов – Núñez Calvo"


@pytest.mark.parametrize("text", ["Gino\x07", "Gino\u202e", "\ufeffGino", "Gi\x00no"])
def test_a_character_that_nobody_sees_is_found(text: str) -> None:
    assert unprintable(text) != ""


@pytest.mark.parametrize("text", ["D'Alessio, Gino", "สมชาย ใจดี", "Ӯктамова Ҳилола", "Жан‌-Поль", "O’Brien"])
def test_names_of_all_scripts_can_be_printed(text: str) -> None:
    assert unprintable(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Кубок Рыбинска", "Kubok Rybinska"),
        ("Щукин Артём", "Shchukin Artem"),
        ("Διπλό Έξι", "Diplo Exi"),
        ("Хуҷанд", "Khujand"),
        ("Amber Coast", "Amber Coast"),
        ("สโมสร", "สโมสร"),
    ],
)
def test_cyrillic_and_greek_are_written_in_latin_letters(text: str, expected: str) -> None:
    assert in_latin_letters(text) == expected
