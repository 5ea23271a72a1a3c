"""Entries: taken from a list or by hand, changed, withdrawn, deleted; and what the database refuses by itself."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connections, transaction

from tests import builders
from tests.builders import CASES
from tournaments.acts.entries import (
    add_entry,
    change_entry,
    correct_names,
    delete_entry,
    return_entry,
    withdraw_entry,
)
from tournaments.acts.entry_list import take_entries
from tournaments.entry_list import Pair, Person, decode, read_entry_list
from tournaments.models import AuditEntry, Club, Entry, EntryMember, Player, Round, Seat
from tournaments.reads.entries import as_pair
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


def typed(first: str = "Oak, Ada", second: str = "Elm, Ben", number: str = "", **more: str) -> Pair:
    """A pair typed by hand; a licence may follow a name after a slash."""
    people = [Person(*f"{text}/".split("/")[:2]) for text in (first, second)]
    return Pair(0, number, (people[0], people[1]), more.get("club", ""), more.get("country", ""))


def case_pairs() -> list[Pair]:
    return read_entry_list(decode((CASES / "entries" / "pairs-24-utf8.csv").read_bytes())).pairs


def refusal(act: object, *args: object, **kwargs: object) -> Refused:
    before = list(Entry.objects.order_by("pk").values()), list(EntryMember.objects.order_by("pk").values())
    with pytest.raises(Refused) as caught:
        act(*args, **kwargs)  # type: ignore[operator]
    assert (list(Entry.objects.order_by("pk").values()), list(EntryMember.objects.order_by("pk").values())) == before
    return caught.value


def test_the_24_pairs_of_the_case_file_are_entered_at_once() -> None:
    event = builders.event()
    entries = take_entries(event.tournament, case_pairs(), actor=event.actor())
    assert [entry.number for entry in entries] == list(range(1, 25))
    assert entries[17].name == "สมชาย – วิชัย"
    assert (Player.objects.count(), Club.objects.count()) == (48, 12)
    first = Player.objects.get(licence="RUS-1002")
    assert (first.name, first.rating, first.country, str(first.club)) == ("Громов Илья", 1495, "RUS", "Рыбинск")
    note = AuditEntry.objects.get(act="take_entries")
    assert (note.actor, note.subject, note.details["numbers"]) == ("Ingrid Sandell", "24 entries", list(range(1, 25)))


def test_taking_a_list_takes_as_many_queries_for_24_pairs_as_for_two(django_assert_num_queries: Any) -> None:
    event = builders.event()
    actor = event.actor()
    with django_assert_num_queries(16):
        take_entries(event.tournament, case_pairs()[:2], actor=actor)
    with django_assert_num_queries(16):
        take_entries(event.tournament, case_pairs()[2:], actor=actor)


def test_a_list_with_one_bad_row_enters_nobody() -> None:
    event = builders.event()
    pairs = case_pairs()
    pairs[23] = replace(pairs[23], players=(pairs[23].players[0], pairs[0].players[0]))
    refused = refusal(take_entries, event.tournament, pairs, actor=event.actor())
    assert refused.code == "player_twice"
    assert str(refused).startswith("Row 24, line 25: Громов Илья, licence RUS-1002, already plays in row 1, line 2.")
    assert Player.objects.count() == 0


def test_a_pair_that_is_entered_already_is_not_entered_twice() -> None:
    event = builders.event()
    take_entries(event.tournament, case_pairs(), actor=event.actor())
    assert refusal(take_entries, event.tournament, case_pairs(), actor=event.actor()).code == "already_entered"


def test_a_pair_without_a_number_gets_the_next_free_one() -> None:
    event = builders.event(pairs=3)
    assert add_entry(event.tournament, typed(), actor=event.actor()).number == 4
    assert add_entry(event.tournament, typed("A", "B", "17"), actor=event.actor()).number == 17
    assert add_entry(event.tournament, typed("C", "D"), actor=event.actor()).number == 18


def test_a_player_without_a_licence_stands_under_a_number_of_the_desk() -> None:
    event = builders.event()
    entry = add_entry(event.tournament, typed("Oak, Ada", "Elm, Ben/CST-7"), actor=event.actor())
    ada, ben = (member.player for member in entry.members.all())
    assert ada.licence.startswith("T-")
    assert len(ada.licence) == 10
    assert ben.licence == "CST-7"


def test_a_player_in_two_pairs_is_refused_and_the_other_entry_is_named() -> None:
    event = builders.event(pairs=5)
    refused = refusal(add_entry, event.tournament, typed("Быстров Олег/RUS-1008", "Elm, Ben"), actor=event.actor())
    assert refused.code == "player_entered"
    assert "already plays in entry 4, Быстров – Чижов." in str(refused)
    assert refused.params["columns"] == ("Player 1",)


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        (typed("Oak, Ada", ""), "no_name"),
        (typed("Oak, Ada/X1", "Oak, Ada/X1"), "with_himself"),
        (typed("Oak, Ada", "oak, ada"), "with_himself"),
        (typed("Oak, Ada/X1", "Elm, Ben/X1"), "licence_twice"),
        (typed(number="2"), "number_taken"),
        (typed(number="two"), "bad_number"),
        (typed("A" * 121), "too_long"),
        (typed("Oak\x00, Ada"), "unprintable"),
        (typed(country="Sweden"), "bad_country"),
    ],
)
def test_a_bad_pair_is_refused_in_a_sentence(pair: Pair, code: str) -> None:
    event = builders.event(pairs=2)
    refused = refusal(add_entry, event.tournament, pair, actor=event.actor())
    assert refused.code == code
    assert str(refused)[0].isupper() or str(refused)[0] == "“"
    assert str(refused).endswith(".")


def test_a_licence_that_is_known_under_another_name_is_asked_about() -> None:
    event = builders.event()
    known = builders.player("Громов Илья", "RUS-1", federation=event.tournament.federation)
    pair = typed("Gromov, Ilya/RUS-1", "Elm, Ben/RUS-2")
    refused = refusal(add_entry, event.tournament, pair, actor=event.actor())
    assert refused.code == "licence_of_another"
    assert "known as that of Громов Илья; here it stands with Gromov, Ilya." in str(refused)
    entry = add_entry(event.tournament, pair, actor=event.actor(), keep_known=True)
    assert entry.members.get(place=1).player == known
    assert entry.name == "Громов – Elm"
    known.refresh_from_db()
    assert known.name == "Громов Илья"


def test_a_known_player_is_not_made_anew_and_takes_the_newer_rating() -> None:
    event = builders.event()
    known = builders.player("Громов Илья", "RUS-1002", federation=event.tournament.federation, rating=1400)
    take_entries(event.tournament, case_pairs()[:1], actor=event.actor())
    known.refresh_from_db()
    assert (known.rating, Player.objects.filter(licence="RUS-1002").count()) == (1495, 1)


def test_the_licences_of_two_federations_do_not_meet() -> None:
    builders.player("Somebody Else", "RUS-1002", federation=builders.federation("SWE", "Another Federation"))
    event = builders.event()
    entries = take_entries(event.tournament, case_pairs()[:1], actor=event.actor())
    assert entries[0].members.get(place=1).player.name == "Громов Илья"


def test_a_name_is_corrected_in_the_register_and_in_every_entry_of_the_player() -> None:
    event = builders.event(pairs=2)
    entry = event.entries()[0]
    other = builders.event(federation=event.tournament.federation)
    ben = builders.player("Elm, Ben", "X", federation=other.tournament.federation)
    builders.pair(other.tournament, 1, entry.members.all()[0].player, ben)
    pair = as_pair(entry)
    corrected = replace(pair, players=(Person("Громова Илона", "RUS-1002", "1500"), pair.players[1]))
    changed = change_entry(entry, corrected, actor=event.actor())
    assert changed.name == "Громова – Ветров"
    assert other.tournament.entries.get().name == "Громова – Elm"
    assert Player.objects.get(licence="RUS-1002").rating == 1500
    note = AuditEntry.objects.get(act="change_entry")
    assert note.details["before"] == "1 Громов – Ветров"
    assert note.details["corrected"] == ["Громов Илья RUS-1002 → Громова Илона RUS-1002"]


def test_a_licence_is_corrected_for_the_same_player() -> None:
    event = builders.event(pairs=1)
    entry = event.entries()[0]
    player = entry.members.all()[0].player
    pair = as_pair(entry)
    change_entry(entry, replace(pair, players=(Person(player.name, "RUS-9"), pair.players[1])), actor=event.actor())
    player.refresh_from_db()
    assert (player.licence, Player.objects.count()) == ("RUS-9", 2)


def test_a_licence_left_empty_stays() -> None:
    event = builders.event(pairs=1)
    entry = event.entries()[0]
    pair = as_pair(entry)
    change_entry(entry, replace(pair, players=(Person("Громов Илья", ""), pair.players[1])), actor=event.actor())
    assert [m.player.licence for m in entry.members.all()] == ["RUS-1002", "RUS-1003"]
    assert Player.objects.count() == 2


def test_a_partner_is_replaced_by_another_player() -> None:
    event = builders.event(pairs=1)
    entry = event.entries()[0]
    pair = as_pair(entry)
    change_entry(entry, replace(pair, players=(pair.players[0], Person("Elm, Ben", "SWE-1"))), actor=event.actor())
    entry.refresh_from_db()
    assert entry.name == "Громов – Elm"
    assert Player.objects.get(licence="RUS-1003").name == "Ветров Пётр"


def test_partners_may_change_places_and_an_entry_its_number_and_club() -> None:
    event = builders.event(pairs=2)
    entry = event.entries()[0]
    pair = as_pair(entry)
    first, second = pair.players
    changed = change_entry(
        entry, replace(pair, players=(second, first), number_text="9", club="Новый клуб"), actor=event.actor()
    )
    assert (changed.number, changed.name, str(changed.club)) == (9, "Ветров – Громов", "Новый клуб")


def test_an_entry_cannot_take_a_number_or_a_player_of_another() -> None:
    event = builders.event(pairs=2)
    entry = event.entries()[0]
    pair = as_pair(entry)
    assert refusal(change_entry, entry, replace(pair, number_text="2"), actor=event.actor()).code == "number_taken"
    thief = replace(pair, players=(pair.players[0], Person("Ёлкин Семён", "RUS-1004")))
    assert refusal(change_entry, entry, thief, actor=event.actor()).code == "player_entered"


@pytest.mark.parametrize(
    ("state", "code"), [(Round.State.DRAWN, "round_drawn"), (Round.State.PUBLISHED, "entries_fixed")]
)
def test_entries_stand_as_soon_as_a_draw_rests_on_them(state: Round.State, code: str) -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament, state=state)
    entry = event.entries()[0]
    assert refusal(add_entry, event.tournament, typed(), actor=event.actor()).code == code
    assert refusal(change_entry, entry, as_pair(entry), actor=event.actor()).code == code
    assert refusal(delete_entry, entry, actor=event.actor()).code == "has_games"
    Seat.objects.all().delete()
    assert refusal(delete_entry, entry, actor=event.actor()).code == code


def test_an_entry_is_withdrawn_once_and_returns_once() -> None:
    event = builders.event(pairs=2)
    entry = event.entries()[0]
    withdraw_entry(entry, actor=event.actor("desk"), reason="train")
    assert Entry.objects.get(pk=entry.pk).withdrawn_at is not None
    assert refusal(withdraw_entry, entry, actor=event.actor()).code == "already_withdrawn"
    return_entry(entry, actor=event.actor())
    assert Entry.objects.get(pk=entry.pk).withdrawn_at is None
    assert refusal(return_entry, entry, actor=event.actor()).code == "not_withdrawn"
    assert AuditEntry.objects.get(act="withdraw_entry").reason == "train"


def test_who_was_withdrawn_at_the_first_draw_returns_only_after_that_is_undone() -> None:
    event = builders.event(pairs=5)
    entry = event.entries()[4]
    withdraw_entry(entry, actor=event.actor())
    builders.add_round(event.tournament, state=Round.State.DRAWN)
    refused = refusal(return_entry, entry, actor=event.actor())
    assert refused.code == "no_place"
    assert "undo the draw of round 1" in str(refused)
    Round.objects.all().delete()
    return_entry(entry, actor=event.actor())
    assert Entry.objects.get(pk=entry.pk).withdrawn_at is None


def test_who_withdrew_after_the_first_draw_returns() -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament)
    entry = event.entries()[0]
    withdraw_entry(entry, actor=event.actor())
    return_entry(entry, actor=event.actor())
    assert Entry.objects.get(pk=entry.pk).withdrawn_at is None


def test_a_slip_in_a_name_is_corrected_after_the_draw_and_written_down() -> None:
    event = builders.event(pairs=2)
    builders.add_round(event.tournament)
    entry = event.entries()[0]
    corrected = correct_names(entry, ("  Громова   Илона ", "Ветров Пётр"), actor=event.actor("desk"))
    assert corrected.name == "Громова – Ветров"
    assert list(Player.objects.filter(entries=entry).order_by("licence").values_list("licence", "name")) == [
        ("RUS-1002", "Громова Илона"),
        ("RUS-1003", "Ветров Пётр"),
    ]
    note = AuditEntry.objects.get(act="correct_names")
    assert (note.actor, note.subject) == ("Kerem Demir", "1 Громова – Ветров")
    assert note.details["corrected"] == ["Громов Илья RUS-1002 → Громова Илона RUS-1002"]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("", "Ветров Пётр"), "no_name"),
        (("A" * 121, "Ветров Пётр"), "too_long"),
        (("Громов\x07 Илья", "Ветров Пётр"), "unprintable"),
    ],
)
def test_a_name_that_is_none_is_refused_and_the_old_one_stays(names: tuple[str, str], code: str) -> None:
    event = builders.event(pairs=1)
    assert refusal(correct_names, event.entries()[0], names, actor=event.actor()).code == code
    assert event.entries()[0].name == "Громов – Ветров"


def test_names_left_as_they_are_leave_no_trace() -> None:
    event = builders.event(pairs=1)
    correct_names(event.entries()[0], ("Громов Илья", "Ветров Пётр"), actor=event.actor())
    assert not AuditEntry.objects.filter(act="correct_names").exists()


def test_an_entry_without_games_is_deleted_and_its_players_stay() -> None:
    event = builders.event(pairs=2)
    delete_entry(event.entries()[0], actor=event.actor())
    assert [entry.number for entry in event.entries()] == [2]
    assert Player.objects.filter(licence="RUS-1002").exists()
    assert AuditEntry.objects.get(act="delete_entry").subject == "1 Громов – Ветров"


@pytest.mark.parametrize("who", ["chief_referee", "referee", "scorer", "player", "stranger"])
def test_who_may_not_change_entries_changes_none(who: str) -> None:
    event = builders.event(pairs=2)
    actor, entry = event.actor(who), event.entries()[0]
    for act, args in (
        (take_entries, (event.tournament, case_pairs()[4:])),
        (add_entry, (event.tournament, typed())),
        (change_entry, (entry, as_pair(entry))),
        (withdraw_entry, (entry,)),
        (return_entry, (entry,)),
        (delete_entry, (entry,)),
        (correct_names, (entry, ("Oak, Ada", "Elm, Ben"))),
    ):
        assert isinstance(refusal(act, *args, actor=actor), NotPermitted)


# Whatever the checks overlook, the database does not.


def stopped(make: object) -> bool:
    try:
        with transaction.atomic():
            make()  # type: ignore[operator]
    except IntegrityError:
        return True
    return False


def test_the_database_itself_holds_the_entries_together() -> None:
    event = builders.event(pairs=2)
    t, (first, second) = event.tournament, event.entries()
    player, stranger = first.members.all()[0].player, builders.player("Elm, Ben", "X")
    member = {"tournament": t, "player": player}
    assert stopped(lambda: Entry.objects.create(tournament=t, number=1, name="twice"))
    assert stopped(lambda: Entry.objects.create(tournament=t, number=0, name="nought"))
    assert stopped(lambda: EntryMember.objects.create(entry=second, place=3, **member))
    assert stopped(lambda: EntryMember.objects.create(entry=first, place=1, tournament=t, player=stranger))
    assert stopped(lambda: EntryMember.objects.create(entry=first, place=0, tournament=t, player=stranger))
    assert stopped(lambda: Player.objects.create(federation=t.federation, licence="RUS-1002", name="twice"))
    assert stopped(lambda: Club.objects.create(federation=t.federation, name="Рыбинск"))


def in_a_thread_of_its_own(act: Callable[[], object]) -> object:
    try:
        return act()
    except Refused as refused:
        return refused
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_enter_the_same_new_players_at_one_moment_make_them_once() -> None:
    first = builders.event()
    second = builders.event(federation=first.tournament.federation)
    start = Barrier(2)

    def take(event: builders.Event) -> list[Entry]:
        actor = event.actor()
        start.wait(timeout=10)
        return take_entries(event.tournament, case_pairs(), actor=actor)

    with ThreadPoolExecutor(2) as desks:
        made = list(desks.map(lambda event: in_a_thread_of_its_own(lambda: take(event)), [first, second]))
    told = [outcome for outcome in made if isinstance(outcome, Refused)]
    assert [refused.code for refused in told] in ([], ["taken_meanwhile"])
    for event, outcome in zip((first, second), made, strict=True):
        if isinstance(outcome, Refused):
            assert "Nothing was written" in str(outcome)
            take_entries(event.tournament, case_pairs(), actor=event.actor())
    assert (Player.objects.count(), Club.objects.count(), Entry.objects.count()) == (48, 12, 48)


@pytest.mark.django_db(transaction=True)
def test_one_pair_entered_at_two_desks_at_one_moment_is_entered_once() -> None:
    event = builders.event()
    actor, start = event.actor(), Barrier(4)

    def add(_desk: int) -> object:
        start.wait(timeout=10)
        return add_entry(event.tournament, typed("Oak, Ada/X1", "Elm, Ben/X2"), actor=actor)

    with ThreadPoolExecutor(4) as desks:
        made = list(desks.map(lambda desk: in_a_thread_of_its_own(lambda: add(desk)), range(4)))
    assert sum(isinstance(outcome, Entry) for outcome in made) == 1
    assert {o.code for o in made if isinstance(o, Refused)} == {"already_entered"}
    assert event.tournament.entries.count() == 1
