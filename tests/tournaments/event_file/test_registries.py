"""An event comes to a registry that knows some of its people: what is here stays, and differences are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from referees.acts.protocols import draw_up_protocol, name_digest, reopen_game
from referees.models import Protocol
from referees.reads.games import is_whole, record_of, substitutes
from tests import builders
from tests.builders import administrator
from tournaments.acts.event_files import export_event, import_event, preview_of
from tournaments.event_file.known import Difference
from tournaments.models import Club, Federation, Game, OtherKey, Player, Result, Role, Tournament
from tournaments.permissions import Actor, actor_for
from tournaments.reads.record import record_of as shown
from tournaments.refusals import Refused

from .events import content_of, edited, forget, packed, parts_of, whole_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def file() -> bytes:
    return whole_file()


def people(file: bytes) -> list[dict[str, Any]]:
    return list(content_of(file)["players"])


def known(row: dict[str, Any], **other: Any) -> Player:
    """Make a player of the file known here already, as another list brought him."""
    club = (
        row["club"]
        and Club.objects.get_or_create(
            federation=builders.federation(), name=row["club"][1], defaults={"country": row["country"]}
        )[0]
    )
    said = {name: row[name] for name in ("licence", "name", "latin_name", "country", "rating")}
    return Player.objects.create(federation=builders.federation(), **{"club": club or None, **said, **other})


def substitute(file: bytes) -> dict[str, Any]:
    return next(row for row in people(file) if row["licence"] == "SUB-1")


def test_an_empty_registry_gets_everybody(file: bytes) -> None:
    preview = preview_of(file)
    assert preview.registry.new() == {"federations": 1, "clubs": 3, "players": 11, "presets": 1}
    assert (preview.differences, preview.taken, preview.accounts, preview.slug) == ([], (), (), "amber")
    assert not Player.objects.exists()


def test_who_is_known_by_key_is_not_made_again(file: bytes) -> None:
    there = [known(row, key=row["key"], salt=row["salt"]) for row in people(file)]
    preview = preview_of(file)
    assert (preview.registry.new()["players"], preview.differences) == (0, [])
    import_event(file, user=administrator())
    assert set(Player.objects.all()) == set(there)
    assert not OtherKey.objects.exists()


def test_a_licence_under_another_key_is_the_same_person_and_the_records_find_him(file: bytes) -> None:
    there = [known(row) for row in people(file)]
    preview = preview_of(file)
    assert (preview.registry.new()["players"], len(preview.registry.other_keys)) == (0, 11)
    came = import_event(file, user=administrator())
    assert set(Player.objects.all()) == set(there)
    assert {other.key: other.salt for other in OtherKey.objects.all()} == {r["key"]: r["salt"] for r in people(file)}
    game = Game.objects.get(round__tournament=came, round__number=1, table=1)
    sat = Result.objects.get(game=game, seat="B2").player
    assert sat.licence == "SUB-1"
    assert [chair.player for chair in shown(game).chairs if chair.seat == "B2"] == [sat.name]
    named = {one["name"] for one in substitutes(game, record_of(game))}
    assert sat.name in named
    assert all(is_whole(protocol) for protocol in Protocol.objects.all())


def test_a_new_version_of_a_protocol_hashes_each_name_with_the_salt_of_its_key(file: bytes) -> None:
    for row in people(file):
        known(row)
    came = import_event(file, user=administrator())
    chief = Actor("chief", official=came.officials.get(role=Role.CHIEF_REFEREE))
    came.rounds.filter(number=1).update(state="running")
    game = Game.objects.get(round__tournament=came, round__number=1, table=1)
    reopen_game(game.pk, reason="again", actor=chief)
    envelope = json.loads(draw_up_protocol(game.pk, actor=chief).envelope)
    row, here = substitute(file), Player.objects.get(licence="SUB-1")
    assert envelope["names"][row["key"]] == name_digest(here, row["salt"])
    assert here.key not in envelope["names"]


def test_such_an_event_goes_on_to_a_third_machine_and_means_the_same_people(file: bytes) -> None:
    for row in people(file):
        known(row)
    came = import_event(file, user=administrator())
    with export_event(came, actor=actor_for(administrator(), came)) as file_of_came:
        onward = file_of_came.read()
    assert len(content_of(onward)["other_keys"]) == 11
    keys = set(Player.objects.values_list("key", flat=True))
    forget(came)
    third = import_event(onward, user=administrator())
    assert set(Player.objects.values_list("key", flat=True)) == keys
    assert OtherKey.objects.count() == 11
    game = Game.objects.get(round__tournament=third, round__number=1, table=1)
    assert [c.player for c in shown(game).chairs if c.seat == "B2"] == [Player.objects.get(licence="SUB-1").name]


def test_what_is_said_otherwise_is_told_and_stays(file: bytes) -> None:
    row = people(file)[0]
    there = known(row, name="Another, Name", rating=1)
    Federation.objects.update(name="Another federation")
    told = preview_of(file).differences
    who = f"Another, Name ({row['licence']})"
    assert Difference("Federation RUS", "name", "Another federation", "Domino Federation of the Coast") in told
    assert Difference(who, "name", "Another, Name", row["name"]) in told
    assert Difference(who, "rating", "1", str(row["rating"])) in told
    assert len(told) == 3
    import_event(file, user=administrator())
    there.refresh_from_db()
    assert (there.name, there.rating) == ("Another, Name", 1)


def test_who_was_erased_here_stays_erased(file: bytes) -> None:
    row = people(file)[0]
    there = known(row, name="", salt="", erased_at=timezone.now())
    assert [one.what for one in preview_of(file).differences] == ["erased from the registry here"]
    import_event(file, user=administrator())
    there.refresh_from_db()
    assert (there.name, there.salt, OtherKey.objects.get(player=there).salt) == ("", "", "")


def test_numbers_of_a_desk_are_no_licences_by_which_one_is_known(file: bytes) -> None:
    def without_licence(content: dict[str, Any]) -> None:
        content["players"][0]["licence"] = "T-12345678"

    stranger = builders.player("Somebody Else", "T-12345678")
    changed = edited(file, without_licence)
    row = people(file)[0]
    assert [one.what for one in preview_of(changed).differences] == ["licence"]
    import_event(changed, user=administrator())
    assert Player.objects.get(key=row["key"]).licence == f"T-{row['key']}".upper()
    stranger.refresh_from_db()
    assert stranger.name == "Somebody Else"


def test_two_players_who_are_one_here_are_refused(file: bytes) -> None:
    one, two = people(file)[:2]
    known(one, key=two["key"])
    with pytest.raises(Refused) as caught:
        preview_of(file)
    assert caught.value.code == "two_are_one"
    assert one["licence"] in str(caught.value) and two["licence"] in str(caught.value)


def test_what_is_taken_here_is_given_anew_and_told(file: bytes) -> None:
    other = builders.event(pairs=2, slug="amber", federation=builders.federation("X", "X"))
    game = builders.add_round(other.tournament).games.get()
    content = content_of(file)
    code, token = content["games"][0]["code"], content["table_links"][0]["token"]
    Game.objects.filter(pk=game.pk).update(code=code)
    other.tournament.table_links.create(table=9, token=token)
    preview = preview_of(file)
    assert [(one.table, one.column, one.file) for one in preview.taken] == [
        ("games", "code", code), ("table_links", "token", token),
    ]  # fmt: skip
    assert preview.slug == "amber-2"
    came = import_event(file, user=administrator())
    assert came.slug == "amber-2"
    here = Game.objects.get(round__tournament=came, round__number=1, table=1)
    assert here.code.startswith("R1-T1-") and here.code != code
    assert came.audit.get(act="import_event").details["codes"] == {code: here.code}
    assert here.protocols.count() == 2
    assert json.loads(here.protocols.get(version=1).envelope)["code"] == code
    assert came.table_links.get(table=1).token != token


@pytest.mark.parametrize(("slug", "code"), [("taken", "slug_taken"), ("a b", "bad_slug"), ("x" * 61, "bad_slug")])
def test_an_address_that_cannot_be_is_refused(file: bytes, slug: str, code: str) -> None:
    builders.event(slug="taken", federation=builders.federation("X", "X"))
    with pytest.raises(Refused) as caught:
        import_event(file, user=administrator(), slug=slug)
    assert caught.value.code == code
    assert Tournament.objects.count() == 1


def test_two_of_one_licence_are_told_so_also_where_one_of_them_is_known(file: bytes) -> None:
    def one_licence(content: dict[str, Any]) -> None:
        content["players"][4]["licence"] = content["players"][1]["licence"]

    known(people(file)[1])
    with pytest.raises(Refused) as caught:
        preview_of(edited(file, one_licence))
    assert caught.value.code == "one_licence"


def change_who_is_meant(file: bytes) -> None:
    """Let another line of the registry, which says the same, be the one that is known by the licence."""
    row = people(file)[0]
    Player.objects.filter(licence=row["licence"]).delete()
    known(row)


def take_a_code(file: bytes) -> None:
    other = builders.event(pairs=2, slug="other", federation=builders.federation("X", "X"))
    builders.add_round(other.tournament).games.update(code=content_of(file)["games"][0]["code"])


def give_the_name_of_an_account_to_somebody_else(file: bytes) -> None:
    name = next(row["user"] for row in content_of(file)["officials"] if row["user"])
    User.objects.filter(username=name).update(username="gone")
    builders.user(name)


@pytest.mark.parametrize("change", [change_who_is_meant, take_a_code, give_the_name_of_an_account_to_somebody_else])
def test_whatever_changed_behind_a_preview_is_not_silently_agreed_to(
    file: bytes, change: Callable[[bytes], None]
) -> None:
    known(people(file)[0])
    builders.user(next(row["user"] for row in content_of(file)["officials"] if row["user"]))
    stamp = preview_of(file).stamp
    assert preview_of(file).stamp == stamp
    change(file)
    with pytest.raises(Refused) as caught:
        import_event(file, user=administrator(), seen=stamp)
    assert caught.value.code == "changed_meanwhile"


def test_another_file_of_the_same_parts_is_not_the_one_that_was_looked_at(file: bytes) -> None:
    stamp, parts = preview_of(file).stamp, parts_of(file)
    told = {**json.loads(parts["manifest.json"]), "made_at": "2020-01-01T00:00:00Z"}
    other = packed({**parts, "manifest.json": json.dumps(told).encode()})
    assert preview_of(other).stamp != stamp


def test_what_changed_since_it_was_looked_at_is_not_agreed_to(file: bytes) -> None:
    stamp = preview_of(file).stamp
    known(people(file)[0], name="Another, Name")
    with pytest.raises(Refused) as caught:
        import_event(file, user=administrator(), seen=stamp)
    assert caught.value.code == "changed_meanwhile"
    assert not Tournament.objects.exists()
    assert import_event(file, user=administrator(), seen=preview_of(file).stamp)
