"""One person in the registry twice: found, looked at, merged."""

from __future__ import annotations

import hashlib
import re
from random import Random
from typing import Any

import pytest

from referees.acts.protocols import name_digest
from referees.models import Protocol
from referees.playing import finish_round, play_game
from tests import builders
from tests.builders import Event, player
from tests.tournaments.playing import published, refusal
from tournaments.acts.merging import merge_players
from tournaments.models import AuditEntry, Club, Entry, EntryMember, OtherKey, Player, Result, Seat
from tournaments.reads.keys import players_by_key, salts_of
from tournaments.reads.merging import merge_of, merge_stamp
from tournaments.refusals import NotPermitted

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return builders.event(pairs=4)


@pytest.fixture
def twin(event: Event) -> Player:
    """Write the first player of the event into the registry once more, in Latin letters under another licence."""
    return player("Gromov Ilya", "NEW-1", federation=event.tournament.federation, latin_name="Gromov Ilya", rating=1500)


def first(event: Event) -> Player:
    return EntryMember.objects.get(entry__tournament=event.tournament, entry__number=1, place=1).player


def page(event: Event, kept: Player, gone: Player, who: str = "desk", **more: Any) -> str:
    answer = event.client(who).get(f"/registry/players/{kept.pk}/merge/", {"other": gone.pk, **more})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_entries_seats_results_and_keys_move_and_signed_records_still_verify(event: Event, twin: Player) -> None:
    gone = first(event)
    published_round = published(event)
    finish_round(published_round, Random(1), actor=event.actor("chief_referee"))
    signed = Protocol.objects.get(game__seats__player=gone)
    before = signed.envelope, signed.digest
    results = Result.objects.filter(player=gone).count()
    merge_players(twin, gone, user=event.account("desk"), seen=merge_stamp(twin, gone))
    assert not Player.objects.filter(pk=gone.pk).exists()
    assert Result.objects.filter(player=twin).count() == results == 1
    assert Seat.objects.filter(player=twin).count() == 1
    assert EntryMember.objects.get(player=twin).entry.number == 1
    assert Entry.objects.get(tournament=event.tournament, number=1).name.startswith("Gromov – ")
    other = OtherKey.objects.get()
    assert (other.player, other.key, other.salt) == (twin, gone.key, gone.salt)
    assert players_by_key([gone.key]) == {gone.key: twin}
    signed.refresh_from_db()
    assert (signed.envelope, signed.digest) == before
    seal = name_digest(Player(name=gone.name), salts_of([gone.key])[gone.key])
    assert seal == hashlib.sha256(f"{gone.salt}:{gone.name}".encode()).hexdigest()
    assert f'"{gone.key}":"{seal}"' in signed.envelope
    Player.objects.filter(pk=twin.pk).update(erased_at="2026-11-30T00:00Z", salt="")
    assert salts_of([gone.key, twin.key]) == {gone.key: "", twin.key: ""}


def test_a_player_who_was_merged_already_brings_all_his_keys(event: Event, twin: Player) -> None:
    again = player("Gromov I.", "NEW-2", federation=event.tournament.federation)
    keys = {first(event).key, again.key}
    merge_players(again, first(event), user=event.account("desk"))
    merge_players(twin, again, user=event.account("desk"))
    assert set(twin.other_keys.values_list("key", flat=True)) == keys


def test_what_is_not_said_of_who_stays_is_taken_over_and_nothing_else(event: Event, twin: Player) -> None:
    Player.objects.filter(pk=first(event).pk).update(rating=None)
    kept = first(event)
    name, club, country = kept.name, kept.club, kept.country
    twin.club, twin.country = Club.objects.create(federation=twin.federation, name="Another"), "SWE"
    twin.save()
    shown = page(event, kept, twin)
    assert "takes over what is not said of him yet: Gromov Ilya, 1500." in shown
    merge_players(kept, twin, user=event.account("desk"))
    kept.refresh_from_db()
    assert (kept.name, kept.club, kept.country, kept.latin_name, kept.rating) == (
        name, club, country, "Gromov Ilya", 1500,
    )  # fmt: skip


def test_the_page_names_what_moves_and_the_audit_record_who_did_it(event: Event, twin: Player) -> None:
    gone = first(event)
    shown = page(event, twin, gone)
    assert f"{event.tournament.name}" in shown
    assert "1 Громов – Ветров 0 0" in shown
    assert "Entries, seats and results go to Gromov Ilya" in shown
    assert f"The licence {gone.licence} is given up; lists must name NEW-1 from now on." in shown
    client = event.client("desk")
    stamp = merge_of(twin, gone).stamp
    done = client.post(f"/registry/players/{twin.pk}/merge/", {"other": gone.pk, "stamp": stamp}, follow=True)
    assert f"({gone.licence}) is now Gromov Ilya" in done.content.decode()
    note = AuditEntry.objects.get(act="merge_players")
    assert note.actor == f"desk-{event.tournament.pk}"
    assert note.details == {
        "player": twin.pk, "gone": gone.pk, "key": gone.key, "licence": gone.licence, "was": gone.name,
        "entries": 1, "seats": 0, "results": 0,
    }  # fmt: skip


def test_two_of_the_same_event_are_not_merged_and_the_sentence_names_it(event: Event) -> None:
    one = first(event)
    other = EntryMember.objects.get(entry__tournament=event.tournament, entry__number=3, place=2).player
    shown = page(event, one, other)
    assert f"both stand in “{event.tournament.name}”" in shown
    assert "Merge " + other.name not in shown
    refused = refusal(merge_players, one, other, user=event.account("desk"))
    assert (refused.code, event.tournament.name in str(refused)) == ("cannot_merge", True)
    answer = event.client("desk").post(f"/registry/players/{one.pk}/merge/", {"other": other.pk})
    assert answer.status_code == 409
    assert Player.objects.filter(pk__in=[one.pk, other.pk]).count() == 2


def test_one_who_left_the_event_after_playing_is_not_merged_with_who_plays_in_it(event: Event, twin: Player) -> None:
    gone = first(event)
    finish_round(published(event), Random(1), actor=event.actor("chief_referee"))
    EntryMember.objects.filter(player=gone).update(player=twin)
    assert "left it" in str(refusal(merge_players, twin, gone, user=event.account("desk")))


def test_who_is_playing_now_is_merged_when_his_game_is_accepted(event: Event, twin: Player) -> None:
    gone = first(event)
    game = published(event).games.get(seats__player=gone)
    play_game(game, Random(1), actor=event.actor("referee"), share=0.3)
    refused = refusal(merge_players, twin, gone, user=event.account("desk"))
    assert f"is playing at table {game.table} of “{event.tournament.name}”" in str(refused)


def test_what_changed_since_the_page_was_opened_is_looked_at_first(event: Event, twin: Player) -> None:
    seen = merge_stamp(twin, first(event))
    Player.objects.filter(pk=twin.pk).update(rating=1600)
    assert refusal(merge_players, twin, first(event), user=event.account("desk"), seen=seen).code == "changed_meanwhile"
    gone = first(event)
    merge_players(twin, gone, user=event.account("desk"))
    assert refusal(merge_players, twin, gone, user=event.account("desk")).code == "gone_meanwhile"


def test_a_second_press_is_told_that_they_are_merged_already(event: Event, twin: Player) -> None:
    gone, client = first(event), event.client("desk")
    agreed = {"other": gone.pk, "stamp": merge_of(twin, gone).stamp}
    client.post(f"/registry/players/{twin.pk}/merge/", agreed)
    again = client.post(f"/registry/players/{twin.pk}/merge/", agreed)
    assert again.status_code == 409
    assert "somebody has merged them already" in again.content.decode()


def test_nobody_is_merged_with_himself_or_with_who_was_erased(event: Event, twin: Player) -> None:
    assert "same line of the registry" in page(event, twin, twin)
    Player.objects.filter(pk=twin.pk).update(erased_at="2026-11-01T00:00Z", name="")
    assert "erased" in str(refusal(merge_players, first(event), twin, user=event.account("desk")))


def test_only_who_runs_events_of_both_federations_merges(event: Event) -> None:
    abroad = player("Gromov Ilya", "SWE-1", federation=builders.federation("SWE", "Another"))
    kept = first(event)
    answer = event.client("desk").get(f"/registry/players/{kept.pk}/merge/", {"other": abroad.pk})
    assert answer.context["merge"] is None
    assert event.client("referee").get(f"/registry/players/{kept.pk}/merge/").status_code == 403
    with pytest.raises(NotPermitted):
        merge_players(kept, abroad, user=event.account("desk"))
    merge_players(kept, abroad, user=event.administrator)
    assert kept.other_keys.get().key == abroad.key


def test_the_other_one_is_searched_in_any_script(event: Event, twin: Player) -> None:
    kept = first(event)
    found = event.client("desk").get(f"/registry/players/{kept.pk}/merge/", {"q": "gromov"})
    assert [one.pk for one in found.context["people"]] == [twin.pk]
    assert f"?other={twin.pk}" in found.content.decode()
    for odd in ("x", "9" * 30, "-1"):
        assert event.client("desk").get(f"/registry/players/{kept.pk}/merge/", {"other": odd}).status_code == 200
