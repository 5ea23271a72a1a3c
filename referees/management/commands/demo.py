"""Play a demo event: 24 pairs, three rounds in, the fourth at the tables."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from referees.acts.links import make_table_links
from referees.models import TableLink
from referees.playing import finish_game, finish_round, play_game, sign_game
from tournaments.acts.clock import start_clock
from tournaments.acts.documents import ask_for_document, make_document
from tournaments.acts.draws import draw_round
from tournaments.acts.entry_list import take_entries
from tournaments.acts.events import EventData, create_event
from tournaments.acts.officials import add_official
from tournaments.acts.rounds import close_round, publish_round
from tournaments.entry_list import read_entry_list
from tournaments.models import Official, Role, Round, Tournament
from tournaments.permissions import Actor, actor_for

NAME = "Amber Coast Open"
SLUG = "amber-coast-open"
PAIRS = Path(__file__).with_name("demo-pairs.csv")
PASSWORD = "double six leads"
FINISHED_ROUNDS = 3
SINCE_START = timedelta(minutes=27)  # of the round that runs
BETWEEN_ROUNDS = timedelta(minutes=65)

#: name, role, user name (the desk), PIN (the tables)
OFFICIALS: tuple[tuple[str, Role, str, str], ...] = (
    ("Henrike Vos", Role.CHIEF_REFEREE, "chief", "2580"),
    ("Kerem Demir", Role.DESK, "desk", ""),
    ("Олег Тарасов", Role.REFEREE, "", "4711"),
    ("Nok Chaiyaporn", Role.REFEREE, "", "8642"),
    ("Σπύρος Ράλλης", Role.SCORER, "", "5312"),
)


@dataclass(frozen=True)
class Crew:
    """Who does what in the demo."""

    organiser: Actor
    chief: Actor
    referee: Actor


class Command(BaseCommand):
    help = "Play a demo event of 24 pairs through the acts of the program."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=6, help="another seed, other games")

    def handle(self, *args: Any, seed: int, **options: Any) -> None:
        if Tournament.objects.filter(slug=SLUG).exists():
            raise CommandError(f"The demo event is there already, at /e/{SLUG}/.")
        rng = Random(seed)
        with transaction.atomic():
            tournament, crew = self.set_up()
            running = self.play(tournament, crew, rng)
        self.print_sheets(tournament, running, crew)
        self.tell(tournament)
        self.stdout.write(f"{NAME}: {FINISHED_ROUNDS} rounds played, round {running.number} at the tables.")

    def set_up(self) -> tuple[Tournament, Crew]:
        """Make the event, its officials, its entries and its table links."""
        user = _user("organiser", "Ingrid Sandell")
        today = timezone.localdate()
        data = EventData(
            name=NAME,
            starts_on=today,
            ends_on=today + timedelta(days=1),
            venue="Kalmar hall",
            federation_name="Domino Federation of the Coast",
            planned_rounds=8,
        )
        tournament = create_event(data, user=user)
        organiser = actor_for(user, tournament)
        officials = [_official(tournament, organiser, *row) for row in OFFICIALS]
        entries = read_entry_list(PAIRS.read_text(encoding="utf-8"))
        take_entries(tournament, entries.pairs, actor=organiser)
        make_table_links(tournament, range(1, 13), actor=organiser)
        return tournament, Crew(organiser, _at_table(officials[0]), _at_table(officials[2]))

    def play(self, tournament: Tournament, crew: Crew, rng: Random) -> Round:
        """Play the finished rounds, and the running one as far as its tables have come."""
        start = timezone.now() - SINCE_START - FINISHED_ROUNDS * BETWEEN_ROUNDS
        for number in range(FINISHED_ROUNDS):
            began = start + number * BETWEEN_ROUNDS
            round_ = self.begin_round(tournament, crew, began)
            finish_round(round_, rng, actor=crew.referee, started_at=began)
            close_round(round_, actor=crew.organiser)
        began = timezone.now() - SINCE_START
        running = self.begin_round(tournament, crew, began)
        self.play_part(running, crew, rng, began)
        return running

    def begin_round(self, tournament: Tournament, crew: Crew, began: datetime) -> Round:
        """Draw, publish and start a round; its clock is set to when the story has it begin."""
        round_ = publish_round(draw_round(tournament, actor=crew.organiser), actor=crew.organiser)
        round_ = start_clock(round_, actor=crew.organiser)
        round_.clock_started_at = began
        round_.save(update_fields=["clock_started_at"])
        return round_

    def play_part(self, round_: Round, crew: Crew, rng: Random, began: datetime) -> None:
        """Leave the tables as they are found half-way: accepted, being signed, in a deal, not begun."""
        games = list(round_.games.filter(bye=False).order_by("table"))
        for game in games[:3]:
            finish_game(game, rng, actor=crew.referee, started_at=began)
        for game, signers in zip(games[3:5], (("A1", "B1", "A2"), ("A1",)), strict=True):
            play_game(game, rng, actor=crew.referee, started_at=began)
            sign_game(game, rng, actor=crew.referee, signers=signers)
        for game in games[5:-1]:
            play_game(game, rng, actor=crew.referee, started_at=began, share=rng.uniform(0.4, 0.8))

    def print_sheets(self, tournament: Tournament, running: Round, crew: Crew) -> None:
        """Print what lies on the desk by now, without waiting for a worker."""
        last = running.number - 1
        for kind, number in (
            ("pairings", running.number),
            ("score_sheets", running.number),
            ("standings", last),
            ("protocols", last),
        ):
            document = ask_for_document(tournament, kind, {"round": number}, actor=crew.organiser)
            make_document(document.pk)

    def tell(self, tournament: Tournament) -> None:
        """Leave the accounts, PINs and links where the start of the program reads them."""
        accounts = [("organiser", Role.ORGANISER)] + [(user, role) for _, role, user, _ in OFFICIALS if user]
        links = TableLink.objects.filter(tournament=tournament, table__in=(6, 12))
        story = {
            "accounts": [
                {"name": name, "password": PASSWORD, "role": str(Role(role).label)} for name, role in accounts
            ],
            "pins": [f"{pin}  {name} ({Role(role).label})" for name, role, _, pin in OFFICIALS if pin],
            "table_links": [reverse("view_table", args=[link.token]) for link in links],
        }
        (settings.VAR / "demo.json").write_text(json.dumps(story, ensure_ascii=False, indent=1), encoding="utf-8")


def _user(username: str, name: str) -> User:
    first, _, last = name.partition(" ")
    return User.objects.create_superuser(username, password=PASSWORD, first_name=first, last_name=last)


def _official(tournament: Tournament, actor: Actor, name: str, role: Role, username: str, pin: str) -> Official:
    password = PASSWORD if username else ""
    return add_official(tournament, actor=actor, name=name, role=role, pin=pin, username=username, password=password)


def _at_table(official: Official) -> Actor:
    return Actor(official.name, official=official)
