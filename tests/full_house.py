"""A full house: events in which every page has much to show, names of sixty letters among them, and one without any."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from django.utils import timezone

from referees.acts.calls import call_official
from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.acts.protocols import accept_protocol, draw_up_protocol, reopen_game
from referees.models import Lease
from referees.playing import finish_game, play_game, sign_game
from tests import builders
from tests.builders import Event
from tests.referees.games import WHOLE_GAME, holding, sign_all
from tests.tournaments.playing import accept, closed, drawn, published
from tournaments.acts import clock, rounds
from tournaments.acts.disqualifications import disqualify
from tournaments.acts.documents import ask_for_document, make_document
from tournaments.acts.ending import end_event
from tournaments.acts.entries import set_categories, withdraw_entry
from tournaments.models import Club, Document, Entry, Game, Round
from tournaments.names import pair_name

#: Sixty letters each, in the five scripts of the entry lists.
LONG_NAMES = (
    "Константин-Александр Преображенский-Новодворский Мстиславович",
    "Παναγιώτης-Αλέξανδρος Παπαδημητρακόπουλος-Χατζηκωνσταντίνου",
    "Ալեքսանդր-Հովհաննես Տեր-Պետրոսյանց-Խաչատրյանց-Մելիքսեթյանցի",
    "ალექსანდრე-კონსტანტინე ჩიკვაიძე-ამირეჯიბი-წერეთელი-დადიანი-ი",
    "Maximiliane-Alexandrine von Hohenlohe-Waldenburg-Schillings",
)
LONG_EVENT = "Международный турнир по спортивному домино памяти Константина Преображенского-Новодворского"
PAIRS = 25  # twelve tables and a bye
PROTEST: dict[str, Any] = {"kind": "protest", "side": "B", "text": "Deal 2 was a false pass, A2 could move", "id": "p1"}
BREACH: dict[str, Any] = {"from_round": 1, "opponents": "keep", "reason": "left the hall during a game"}


@dataclass(frozen=True)
class House:
    """The events of a full house."""

    running: Event
    drawn: Event
    entered: Event
    ended: Event
    empty: Event

    def event(self, name: str) -> Event:
        found: Event = getattr(self, name)
        return found


def full_house() -> House:
    """Build all of them."""
    return House(
        running=running(), drawn=first_draw(), ended=ended(),
        entered=builders.event(8, slug="entered"), empty=builders.event(slug="empty"),
    )  # fmt: skip


def running() -> Event:
    """Play two rounds of 25 pairs and a third half-way: every state that a table, an entry or a sheet can be in."""
    made = builders.event(PAIRS, name=LONG_EVENT, slug="running")
    _name_at_length(made)
    make_table_links(made.tournament, range(1, 15), actor=made.actor())
    for _number in (1, 2):
        _played(made)
    round_ = clock.start_clock(published(made), actor=made.actor())
    Round.objects.filter(pk=round_.pk).update(clock_started_at=timezone.now() - timedelta(minutes=37))
    _at_the_tables(made, list(round_.games.filter(bye=False).order_by("table")))
    _at_the_door(made)
    disqualify(_entry(made, 9), actor=made.actor("chief_referee"), **BREACH)
    withdraw_entry(_entry(made, 11), actor=made.actor())
    _on_the_printer(made)
    return made


def first_draw() -> Event:
    """Draw round 1 of eight pairs; it is not published yet."""
    made = builders.event(8, slug="drawn")
    drawn(made)
    return made


def ended() -> Event:
    """End an event after its only round."""
    made = builders.event(6, slug="ended")
    closed(made)
    end_event(made.tournament, actor=made.actor(), reason="The hall is under water.")
    return made


def _name_at_length(made: Event) -> None:
    """Give ten entries the longest names, and their club one as long."""
    club = Club.objects.create(federation=made.tournament.federation, name=f"Клуб имени {LONG_NAMES[0]}", country="KGZ")
    for place, entry in enumerate(made.entries()[:10]):
        members = [member.player for member in entry.members.all()]
        for shift, player in enumerate(members):
            player.name = LONG_NAMES[(place + shift) % len(LONG_NAMES)]
            player.save()
        entry.name, entry.club = pair_name([player.name for player in members]), club
        entry.save()


def _at_the_door(made: Event) -> None:
    """Leave the desk half-way through the list: some are here, some have paid; one is a reserve, one comes late."""
    entries = made.tournament.entries
    entries.filter(number__lte=15).update(checked_in_at=timezone.now())
    entries.filter(number__lte=10).update(fee_paid_at=timezone.now())
    for number, names in ((1, ["Women", "Seniors of the Northern Coast"]), (2, ["Women"]), (13, ["Juniors"])):
        set_categories(_entry(made, number), names, actor=made.actor())


def _played(made: Event) -> None:
    """Close a round in which fines were given and cards shown."""
    round_ = published(made)
    games = round_.games.filter(bye=False).select_related("round__tournament").order_by("table")
    for game in games:
        assert game.table
        a, b = (200 + game.table, 100 + game.table)[:: 1 if game.table % 2 else -1]
        punished: dict[str, Any] = {"A1": {"fines": 50, "cards": ["yellow"]}, "B2": {"fines": 25}}
        accept(game, a, b, made, **(punished if game.table < 4 else {}))
    rounds.close_round(round_, actor=made.actor())


def _at_the_tables(made: Event, games: list[Game]) -> None:
    """Accepted, accepted under protest, reopened, being signed, in a deal, calling, silent, not begun."""
    rng, referee = Random(6), holding(made.referee)
    play = partial(play_game, rng=rng, actor=referee)
    finish_game(games[0], rng, actor=referee)
    accepted_under_protest(made, games[1])
    finish_game(games[2], rng, actor=referee)
    reopen_game(games[2].pk, reason="a fine was forgotten", actor=holding(made.chief_referee))
    for game, signers in ((games[3], ("A1", "B1", "A2")), (games[4], ("A1",))):
        play(game)
        sign_game(game, rng, actor=referee, signers=signers)
    for game in games[5:10]:
        play(game, share=0.6)
    _tablet_at(made, games[5], timedelta(seconds=2))
    _tablet_at(made, games[6], timedelta(minutes=12))
    call_official(games[7], "help", actor=referee, text="A tile lies face up, the sides do not agree whose it is")
    call_official(games[8], "mistake", actor=referee, text="Deal 2 was 35 points, not 53")
    clock.add_minutes_at_table(games[9], 5, actor=made.actor("chief_referee"), reason="a tile on the floor")


def accepted_under_protest(made: Event, game: Game) -> None:
    referee = holding(made.referee)
    append_lines(game.pk, [*WHOLE_GAME, PROTEST], actor=referee)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign_all(protocol, referee)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)


def _tablet_at(made: Event, game: Game, ago: timedelta) -> None:
    seen = timezone.now() - ago
    Lease.objects.create(game=game, official=made.referee, holder=f"tablet-{game.pk}", taken_at=seen, seen_at=seen)


def _on_the_printer(made: Event) -> None:
    """Leave a document in every state."""
    states: dict[Document.State, dict[str, Any]] = {
        Document.State.ASKED: {},
        Document.State.RUNNING: {"done_pages": 7, "all_pages": 12, "heartbeat_at": timezone.now()},
        Document.State.FAILED: {"error": "The document could not be made. Nothing is lost: try again."},
    }
    for state, more in states.items():
        document = ask_for_document(made.tournament, "score_sheets", {"round": 3}, actor=made.actor())
        Document.objects.filter(pk=document.pk).update(state=state, **more)
    make_document(ask_for_document(made.tournament, "standings", {"round": 2}, actor=made.actor()).pk)


def _entry(made: Event, number: int) -> Entry:
    return Entry.objects.select_related("tournament").get(tournament=made.tournament, number=number)
