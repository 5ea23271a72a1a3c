"""What is no whole event file is refused with the place of the fault, and nothing is written."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.test import override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referees.acts.links import MOST_TABLES
from referees.acts.protocols import check_strokes
from referees.api.log_shapes import TO_COME
from referees.strokes import are_strokes
from scoring.canonical import canonical, digest
from tests.builders import administrator
from tournaments.acts.clock import MOST_MINUTES
from tournaments.acts.event_files import import_event, preview_of
from tournaments.entry_list.faults import MAX_RATING
from tournaments.event_file import package, tables
from tournaments.models import Federation, Player, Tournament
from tournaments.refusals import Refused

from .events import content_of, edited, packed, parts_of, whole_file

pytestmark = pytest.mark.django_db

Content = dict[str, Any]


@pytest.fixture
def file() -> bytes:
    return whole_file()


def refused(content: bytes) -> Refused:
    """Bring a file in that must be refused; nothing of it may stay."""
    with pytest.raises(Refused) as caught:
        import_event(content, user=administrator())
    assert not Tournament.objects.exists() and not Player.objects.exists() and not Federation.objects.exists()
    assert "Nothing was written." in str(caught.value) or caught.value.code == "made_meanwhile"
    return caught.value


def test_the_file_as_it_came_is_taken(file: bytes) -> None:
    assert import_event(file, user=administrator()).name == "Amber Coast Open"


def test_an_event_is_not_brought_in_twice(file: bytes) -> None:
    came = import_event(file, user=administrator())
    came.slug, came.name = "elsewhere", "Renamed"
    came.save()
    with pytest.raises(Refused) as caught:
        import_event(file, user=administrator())
    assert caught.value.code == "event_known"
    assert "“Renamed”, at the address elsewhere" in str(caught.value)
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("content", [b"", b"name,licence\n", b"PK\x03\x04", b"%PDF-1.4 and so on"])
def test_what_is_no_zip_is_no_event_file(content: bytes) -> None:
    assert refused(content).code == "no_event_file"


def test_a_file_that_did_not_arrive_whole_is_refused(file: bytes) -> None:
    assert refused(file[: len(file) // 2]).code == "no_event_file"


def test_another_zip_is_no_event_file() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    assert "manifest.json and event.json" in str(refused(buffer.getvalue()))


@pytest.mark.parametrize("version", [2, 0, "1", True, None])
def test_another_version_is_refused_by_name(file: bytes, version: Any) -> None:
    parts = parts_of(file)
    told = {**json.loads(parts["manifest.json"]), "version": version}
    refusal = refused(packed({**parts, "manifest.json": json.dumps(told).encode()}, manifest=False))
    assert refusal.code == "other_version"
    assert "manifest.json" in str(refusal)


def test_one_changed_byte_is_found_in_every_part(file: bytes) -> None:
    parts = parts_of(file)
    for name in set(parts) - {"manifest.json"}:
        changed = parts[name][:-2] + bytes([parts[name][-2] ^ 1]) + parts[name][-1:]
        refusal = refused(packed({**parts, name: changed}, manifest=False))
        assert (refusal.code, refusal.params["place"]) == ("part_changed", name)


def test_a_damaged_zip_is_refused_wherever_it_is_damaged(file: bytes) -> None:
    for at in range(0, len(file), max(1, len(file) // 25)):
        damaged = file[:at] + bytes([file[at] ^ 0x55]) + file[at + 1 :]
        with suppress(Refused):  # a byte that says nothing, such as a moment in the directory, may be any
            preview_of(damaged)


def test_missing_strange_and_doubled_parts_are_named(file: bytes) -> None:
    parts = parts_of(file)
    pdf = next(name for name in parts if name.endswith(".pdf"))
    without = {name: part for name, part in parts.items() if name != pdf}
    assert refused(packed(without, manifest=False)).params["place"] == pdf
    assert refused(packed({**parts, "../../etc/passwd": b"x"})).code == "strange_part"
    assert refused(packed({**parts, "documents/9999.pdf": b"%PDF-"})).params["place"] == "documents/9999.pdf"
    doubled = io.BytesIO(file)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(doubled, "a") as archive:
        archive.writestr("event.json", b"{}")
    assert refused(doubled.getvalue()).code == "strange_part"


def test_a_file_that_unpacks_into_too_much_is_not_unpacked(file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = parts_of(file)
    monkeypatch.setattr(package, "LARGEST_EVENT", 1_000)
    assert (refused(file).code, refused(file).params["place"]) == ("unpacks_too_large", "event.json")
    monkeypatch.setattr(package, "LARGEST_ALL", 5_000_000)
    bomb = packed({**parts, "documents/0001.pdf": b"%PDF-" + b"0" * 6_000_000})
    assert len(bomb) < 1_000_000
    assert refused(bomb).code == "unpacks_too_large"
    monkeypatch.setattr(package, "MOST_PARTS", 2)
    assert refused(file).code == "too_many_parts"


@override_settings(EVENT_FILE_LIMIT=1_000_000)
def test_a_file_that_is_too_large_is_not_looked_at() -> None:
    refusal = refused(b"x" * 1_000_001)
    assert (refusal.code, "1 MB" in str(refusal)) == ("too_large", True)


@pytest.mark.parametrize("text", [b"", b"{", b"[1]", b'{"format": NaN}', b"\xff", b'{"a": 1e999}', b"[" * 100_000])
def test_what_is_no_json_is_told_with_its_place(file: bytes, text: bytes) -> None:
    refusal = refused(packed({**parts_of(file), "event.json": text}))
    assert refusal.params["place"] == "event.json"


def row(content: Content, name: str, **wanted: Any) -> Content:
    return next(row for row in content[name] if all(row[column] == value for column, value in wanted.items()))


def running(content: Content) -> Content:
    return row(content, "games", state="running")


def raised_score(content: Content) -> None:
    """Raise a score everywhere but where it was signed."""
    game = row(content, "games", table=1, round=1)
    game["score_a"] += 5
    for result in content["results"]:
        if result["game"] == game["code"] and result["seat"][0] == "A":
            result["side_points"] += 5


def another_credited(content: Content) -> None:
    """Give what one played to somebody who has no part in that game."""
    result = row(content, "results", source="protocol")
    playing = {other["player"] for other in content["results"] if other["game"] == result["game"]}
    result["player"] = next(player["key"] for player in content["players"] if player["key"] not in playing)


def raised_deal(content: Content) -> None:
    """Change a deal in the log of an accepted game."""
    row(content, "lines", line_id="d1")["data"]["points"] = 95


def nested(depth: int) -> Content:
    inner: Any = {}
    for _ in range(depth):
        inner = {"a": inner}
    return dict(inner)


def strokes_of(content: Content, strokes: Any) -> None:
    row(content, "signatures", how="drawn")["strokes"] = strokes


def raised_signed_deal(content: Content) -> None:
    """Change a deal in the envelope of the accepted version, with its digest and those of its signatures."""
    signed = row(content, "protocols", state="accepted")
    envelope = json.loads(signed["envelope"])
    next(line for line in envelope["lines"] if line["kind"] == "deal")["points"] = 95
    signed["envelope"] = canonical(envelope)
    signed["digest"] = digest(signed["envelope"])
    for signature in content["signatures"]:
        if signature["protocol"] == [signed["game"], signed["version"]]:
            signature["digest"] = signed["digest"]


FAULTS: dict[str, tuple[Callable[[Content], object], str, str]] = {
    "a list is missing": (lambda c: c.pop("seats"), "table_missing", "event.json"),
    "a list too many": (lambda c: c.update(secrets=[]), "strange_table", "event.json"),
    "two events": (lambda c: c["event"].append({**c["event"][0]}), "not_one_event", "event.json"),
    "a column is missing": (lambda c: c["games"][1].pop("table"), "other_columns", "games, row 2"),
    "a column too many": (lambda c: c["games"][0].update(pin="1"), "other_columns", "games, row 1"),
    "no row": (lambda c: c["games"].insert(0, 7), "other_columns", "games, row 1"),
    "text for a number": (lambda c: c["entries"][0].update(number="1"), "bad_value", "entries, row 1, number"),
    "true for a number": (lambda c: c["entries"][0].update(number=True), "bad_value", "entries, row 1, number"),
    "null": (lambda c: c["event"][0].update(name=None), "bad_value", "event, row 1, name"),
    "too long": (lambda c: c["event"][0].update(name="x" * 121), "bad_value", "event, row 1, name"),
    "too large": (lambda c: c["regulations"][0].update(seed=2**31), "bad_value", "regulations, row 1, seed"),
    "no choice": (lambda c: c["rounds"][0].update(state="over"), "bad_value", "rounds, row 1, state"),
    "no moment": (lambda c: c["event"][0].update(created_at="today"), "bad_value", "event, row 1, created_at"),
    "no day": (lambda c: c["event"][0].update(starts_on="2026-13-01"), "bad_value", "event, row 1, starts_on"),
    "days turned": (lambda c: c["event"][0].update(starts_on="2027-01-01"), "bad_value", "event, row 1, ends_on"),
    "a link out of the page": (
        lambda c: c["table_links"][0].update(token="a/../b"), "bad_value", "table_links, row 1, token"),
    "nobody": (lambda c: c["seats"][0].update(player="p0"), "bad_value", "seats, row 1, player"),
    "an object for a key": (lambda c: c["seats"][0].update(player={}), "bad_value", "seats, row 1, player"),
    "a bye of nobody": (
        lambda c: c["rounds"][0]["drawing"]["byes"][0].update(entry=77), "bad_value", "rounds, row 1, drawing"),
    "twice": (lambda c: c["games"].append(dict(c["games"][0])), "twice", "games"),
    "other rules": (lambda c: c["regulations"][0].update(rules={"target": "x"}), "bad_rules",
                    "regulations, row 1, rules"),
    "settings of nothing": (
        lambda c: c["presets"][0].update(settings={"beauty": 1}), "bad_setting", "presets, row 1, settings"),
    "a NUL": (lambda c: c["event"][0].update(venue="a\0b"), "bad_json", "event.json"),
    "a name no sheet can print": (lambda c: c["event"][0].update(name="a\x07b"), "bad_value", "event, row 1, name"),
    "a score that nobody signed": (raised_score, "bad_result", "protocols"),
    "a deal that nobody wrote": (raised_deal, "bad_protocol", "protocols"),
    "a score of a game under way": (lambda c: running(c).update(score_a=77), "bad_state", "games"),
    "a deal of a game under way": (lambda c: running(c)["live"]["deals"].pop(), "bad_state", "games"),
    "a deal that nobody signed": (raised_signed_deal, "bad_protocol", "protocols"),
    "an envelope changed": (
        lambda c: c["protocols"][0].update(envelope=c["protocols"][0]["envelope"] + " "), "protocol_changed",
        "protocols, row 1"),
    "a result changed": (
        lambda c: row(c, "results", source="protocol").update(points_for=999), "bad_result", "protocols"),
    "a winner changed": (
        lambda c: row(c, "results", source="protocol").update(won=False), "bad_result", "protocols"),
    "another player credited": (another_credited, "bad_result", "protocols"),
    "a signature of another version": (
        lambda c: c["signatures"][0].update(digest="0" * 64), "bad_signature", "signatures, row 1"),
    "a signature left out": (lambda c: c["signatures"].pop(), "bad_signature", "protocols"),
    "strokes of nothing": (lambda c: c["signatures"][0].update(strokes={}), "bad_value", "signatures, row 1"),
    "a decision on nothing": (
        lambda c: c["decisions"][0].update(line_id="zz"), "bad_decision", "decisions, row 1"),
    "a line left out": (lambda c: c["lines"].pop(), "log_not_whole", "games"),
    "a line renamed": (lambda c: c["lines"][0].update(line_id="z"), "bad_line", "lines, row 1"),
    "a result of nobody": (lambda c: c["results"].clear(), "bad_result", "games"),
    "a PDF swapped": (
        lambda c: c["document_files"][0].update(sha256="0" * 64), "document_changed", "documents/0001.pdf"),
    "a document without its file": (lambda c: c["document_files"].pop(), "part_missing", "documents/0002.pdf"),
    "one player in two entries": (
        lambda c: c["members"][2].update(player=c["members"][0]["player"]), "contradicts", "event.json"),
    "no address": (lambda c: c["event"][0].update(slug=""), "bad_value", "event, row 1, slug"),
    "cards of no kind": (
        lambda c: running(c).update(carried={"A1": {"cards": ["blue"]}}), "bad_carried", "carried"),
    "nothing that is carried, of a game to come": (
        lambda c: c["games"][-1].update(carried="x"), "bad_carried", "carried"),
    "pairings of nothing": (
        lambda c: c["rounds"][2]["drawing"].update(pairings=7), "bad_drawing", "rounds, row 3, drawing"),
    "a draw that is a list": (
        lambda c: c["rounds"][2].update(drawing=[1]), "bad_drawing", "rounds, row 3, drawing"),
    "a swap without a reason": (
        lambda c: c["rounds"][1]["drawing"].update(swaps=[{"a": 1, "b": 2}]), "bad_drawing", "rounds, row 2"),
    "a language that is not spoken here": (
        lambda c: c["event"][0].update(language="xx"), "bad_value", "event, row 1, language"),
    "a sheet in no language": (
        lambda c: c["documents"][0].update(language="xx"), "bad_value", "documents, row 1, language"),
    "a sheet of no kind": (lambda c: c["documents"][0].update(kind="poem"), "bad_value", "documents, row 1, kind"),
    "params that are a list": (
        lambda c: c["documents"][0].update(params=[]), "bad_value", "documents, row 1, params"),
    "missing letters of nothing": (
        lambda c: c["documents"][0].update(missing_glyphs=[7]), "bad_value", "documents, row 1, missing_glyphs"),
    "a million minutes": (lambda c: c["rounds"][0].update(minutes=30_000), "bad_value", "rounds, row 1, minutes"),
    "a million more minutes": (
        lambda c: c["games"][0].update(extra_minutes=30_000), "bad_value", "games, row 1, extra_minutes"),
    "minutes of rules without end": (
        lambda c: c["regulations"][0]["rules"].update(minutes=1_000_000), "bad_rules", "regulations, row 1, rules"),
    "minutes to start from without end": (
        lambda c: c["presets"][0]["rules"].update(minutes=1_000_000), "bad_rules", "presets, row 1, rules"),
    "a thousand rounds planned": (
        lambda c: c["regulations"][0].update(planned_rounds=1000), "bad_rounds", "regulations, row 1"),
    "entries that never close": (
        lambda c: c["regulations"][0].update(entries_close=99), "entries_close_never", "regulations, row 1"),
    "a pause of a lifetime": (
        lambda c: c["rounds"][0].update(paused_seconds=2**31 - 1), "bad_value", "rounds, row 1, paused_seconds"),
    "a negative pause": (
        lambda c: c["rounds"][0].update(paused_seconds=-1), "bad_value", "rounds, row 1, paused_seconds"),
    "round 30000": (lambda c: c["rounds"][0].update(number=30_000), "bad_value", "rounds, row 1, number"),
    "round 0": (lambda c: c["rounds"][0].update(number=0), "bad_value", "rounds, row 1, number"),
    "entry 0": (lambda c: c["entries"][0].update(number=0), "bad_value", "entries, row 1, number"),
    "a place before the first": (lambda c: c["members"][0].update(place=0), "bad_value", "members, row 1, place"),
    "out from round 0": (
        lambda c: c["disqualifications"][0].update(from_round=0), "bad_value", "disqualifications, row 1"),
    "a link of table 0": (lambda c: c["table_links"][0].update(table=0), "bad_value", "table_links, row 1, table"),
    "version 0": (lambda c: c["protocols"][0].update(version=0), "bad_value", "protocols, row 1, version"),
    "a rating of nobody": (lambda c: c["players"][0].update(rating=10**6), "bad_value", "players, row 1, rating"),
    "a country of no letters": (lambda c: c["players"][0].update(country="7!"), "bad_value", "players, row 1, country"),
    "the year 9998": (
        lambda c: c["event"][0].update(created_at="9998-01-01T00:00:00Z"), "bad_value", "event, row 1, created_at"),
    "the year 1": (
        lambda c: c["rounds"][0].update(drawn_at="0001-01-01T00:00:00Z"), "bad_value", "rounds, row 1, drawn_at"),
    "a day of the year 2999": (
        lambda c: c["event"][0].update(ends_on="2999-01-01"), "bad_value", "event, row 1, ends_on"),
    "a role of no official": (
        lambda c: c["officials"][0].update(role="king"), "bad_value", "officials, row 1, role"),
    "a system of nobody": (
        lambda c: c["regulations"][0].update(system="chance"), "bad_value", "regulations, row 1, system"),
    "an end of no game": (lambda c: c["results"][0].update(reason="rain"), "bad_value", "results, row 1, reason"),
    "a game that ended in rain": (
        lambda c: c["games"][-1].update(reason="rain"), "bad_value", "reason"),
    "a deal of no kind to come": (
        lambda c: c["games"][-1].update(to_come="tea"), "bad_value", "to_come"),
    "another deal to come than the log says": (
        lambda c: running(c).update(to_come="two_more_deals"), "bad_state", "to_come"),
    "deals of a game that did not begin": (
        lambda c: row(c, "games", state="waiting").update(deals_played=7), "bad_state", "games"),
    "a card of no colour": (lambda c: c["results"][0].update(cards=["blue"]), "bad_value", "results, row 1, cards"),
    "breaches less than none": (
        lambda c: c["results"][0].update(warnings={"late": -1}), "bad_value", "results, row 1, warnings"),
    "details that are a text": (lambda c: c["audit"][0].update(details="x"), "bad_value", "audit, row 1, details"),
    "lists in lists without end": (
        lambda c: c["audit"][0].update(details=nested(900)), "bad_value", "audit, row 1, details"),
    "a text longer than its field": (
        lambda c: c["audit"][0].update(reason="x" * 301), "bad_value", "audit, row 1, reason"),
    "no regulations": (lambda c: c["regulations"].clear(), "not_one_event", "event.json"),
    "a stroke out of the field": (
        lambda c: strokes_of(c, [[0, 0, 1001, 3]]), "bad_value", "strokes: it has not the shape"),
    "a stroke of half a point": (lambda c: strokes_of(c, [[0, 0, 1]]), "bad_value", "strokes"),
    "more strokes than a hand draws": (lambda c: strokes_of(c, [[0, 0, 1, 1]] * 201), "bad_value", "strokes"),
    "a stroke longer than a hand draws": (lambda c: strokes_of(c, [[0, 0] * 2001]), "bad_value", "strokes"),
    "signed by hand and nothing drawn": (lambda c: strokes_of(c, []), "bad_signature", "strokes"),
    "a key of somebody else": (
        lambda c: c["other_keys"].append(
            {"player": c["players"][0]["key"], "key": c["players"][1]["key"], "salt": ""}),
        "bad_value", "other_keys, row 1, key"),
    "a ranking of nothing": (
        lambda c: c["regulations"][0].update(ranking=["beauty"]), "bad_ranking", "regulations, row 1"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_was_changed_is_found_and_named(file: bytes, fault: str) -> None:
    edit, code, place = FAULTS[fault]
    refusal = refused(edited(file, edit))
    assert refusal.code == code, str(refusal)
    assert place in str(refusal)


def test_two_players_with_one_licence_are_named_with_what_to_do(file: bytes) -> None:
    def one_licence(content: Content) -> None:
        content["players"][4]["licence"] = content["players"][1]["licence"]

    first, second = (content_of(file)["players"][number] for number in (1, 4))
    refusal = refused(edited(file, one_licence))
    assert refusal.code == "one_licence"
    assert str(refusal) == (
        f"event.json, players, row 5, licence: {first['name']} ({first['key']}) and {second['name']} ({second['key']}) "
        f"have one licence, {first['licence']} of RUS. Correct it where the file was made, or merge the two there if "
        "they are one person, and take the file anew. Nothing was written."
    )


@pytest.mark.parametrize(
    "strokes",
    [[[0, 0, 1000, 1000]], [[0, 0, 1, 1]] * 200, [[0, 0] * 2000], [[0, 0] * 2001], [[0, 0, 1, 1]] * 201, [[0, 0]],
     [[0, 0, 0, -1]], [[0, 0, 0, 1001]], [[0, 0, 0, True]], [[0, 0, 0, 1.0]], [[0, 0, 0, 0, 0]], {}, "x", [7], [None]],
)  # fmt: skip
def test_a_file_takes_the_strokes_that_a_tablet_may_send_and_no_others(strokes: Any) -> None:
    taken = True
    try:
        check_strokes(strokes)
    except Refused:
        taken = False
    assert are_strokes(strokes) is taken


def test_the_bounds_of_numbers_are_those_of_the_doors() -> None:
    bounds = (tables.RATINGS[-1], tables.MINUTES[-1], tables.TABLE_NUMBERS[-1])
    assert bounds == (MAX_RATING, MOST_MINUTES, MOST_TABLES)
    assert set(TO_COME) == tables.TO_COME


def test_half_of_a_pair_of_characters_is_refused(file: bytes) -> None:
    parts = parts_of(file)
    text = parts["event.json"].replace(b'"Seaside Hall"', b'"Seaside \\ud83c Hall"')
    assert text != parts["event.json"]
    assert refused(packed({**parts, "event.json": text})).code == "bad_json"
    whole = parts["event.json"].replace(b'"Seaside Hall"', b'"Seaside \\ud83c\\udf0a Hall"')
    assert preview_of(packed({**parts, "event.json": whole})).content.event["venue"] == "Seaside 🌊 Hall"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_stands_in_a_field_it_is_taken_or_refused(file: bytes, data: st.DataObject) -> None:
    content = content_of(file)
    table = data.draw(
        st.sampled_from(sorted(name for name in content if content[name] and name not in ("format", "version")))
    )
    changed = data.draw(st.sampled_from(content[table]))
    changed[data.draw(st.sampled_from(sorted(changed)))] = data.draw(JSON)
    parts = {**parts_of(file), "event.json": json.dumps(content).encode()}
    with suppress(Refused):
        preview_of(packed(parts))
