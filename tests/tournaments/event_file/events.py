"""An event with everything in it that an event file has to carry."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.acts.protests import decide_protest
from referees.acts.protocols import accept_protocol, draw_up_protocol, reopen_game
from referees.acts.rulings import Ruling, rule_game
from referees.models import Call, Decision, Line, PinAttempt, Protocol, Signature
from referees.playing import finish_round, play_game
from tests import builders, chance
from tests.builders import Event
from tests.referees.games import WHOLE_GAME, holding, sign_all
from tests.tournaments.playing import drawn
from tournaments.acts import rounds
from tournaments.acts.disqualifications import disqualify, take_back_disqualification
from tournaments.acts.documents import ask_for_document, make_document
from tournaments.acts.draws import draw_round
from tournaments.acts.event_files import export_event
from tournaments.acts.swaps import swap_entries
from tournaments.models import Category, Document, Entry, Game, Round, Tournament


def whole_event(pairs: int = 5, **more: Any) -> Event:
    """Play two rounds with signed protocols, and leave a third one under way: all that happens in a hall."""
    event = builders.event(pairs=pairs, slug="amber", **more)
    tournament = event.tournament
    tournament.regulations.system = "swiss"
    tournament.regulations.save()
    women = Category.objects.create(tournament=tournament, code="women", name="Women, Frauen")
    event.entries()[0].categories.add(women)
    Entry.objects.filter(tournament=tournament, number=2).update(fee_paid_at=tournament.created_at)
    make_table_links(tournament, [1, 2], actor=event.actor())
    chief = event.actor("chief_referee")
    first = rounds.publish_round(draw_round(tournament, actor=chief), actor=chief)
    _first_round(event, first)
    rounds.close_round(first, actor=chief)
    second = drawn(event)
    _swapped(event, second)
    rounds.publish_round(second, actor=chief)
    finish_round(Round.objects.get(pk=second.pk), Random(2), actor=holding(event.chief_referee))
    _decide_all(event)
    rounds.close_round(second, actor=chief)
    _disqualified(event)
    third = rounds.publish_round(drawn(event), actor=chief)
    play_game(third.games.filter(bye=False).order_by("table")[0], Random(3), actor=holding(event.referee), share=0.4)
    _printed(event, first)
    game = third.games.filter(bye=False).order_by("table")[0]
    Call.objects.create(game=game, kind="help", text="ink", caller="Oak", address="10.0.0.7")
    PinAttempt.objects.create(official=event.referee, address="10.0.0.7", succeeded=False)
    return event


def _first_round(event: Event, round_: Round) -> None:
    """A substitute, a protest, a game that was reopened, a ruling, and a bye."""
    one, two = round_.games.filter(bye=False).select_related("round__tournament").order_by("table")
    referee, chief = holding(event.referee), event.actor("chief_referee")
    comes = builders.player("Stråle, Ida", "SUB-1", federation=event.tournament.federation, rating=1500)
    stays = one.seats.get(seat="B2").player
    seats = [{"kind": "seat", "seat": "B2", "player": key, "id": key} for key in (stays.key, comes.key)]
    protest = {"kind": "protest", "side": "B", "text": "Deal 2 was a false pass", "id": "pr1"}
    append_lines(one.pk, [*seats, *WHOLE_GAME, protest], actor=referee)
    for _again in range(2):
        protocol = draw_up_protocol(one.pk, actor=referee)
        sign_all(protocol, referee)
        accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
        if not _again:
            reopen_game(one.pk, reason="a slip", actor=chief)
            append_lines(one.pk, [{"kind": "note", "text": "Исправлено", "id": "n1"}], actor=referee)
    decide_protest(one.pk, "pr1", upheld=False, reason="nobody saw it", actor=chief)
    append_lines(two.pk, WHOLE_GAME[:2], actor=referee)
    rule_game(two.pk, Ruling("score", a=10, b=120, winner="B"), reason="left the hall", actor=chief)


def _swapped(event: Event, round_: Round) -> None:
    a, b = (game.seats.get(seat="A1").entry_id for game in round_.games.filter(bye=False).order_by("table"))
    swap_entries(round_, a, b, reason="by hand, for the test", actor=event.actor("chief_referee"))


def _decide_all(event: Event) -> None:
    decided = set(Decision.objects.values_list("game", "line_id"))
    for game, line in Line.objects.filter(kind="protest").values_list("game", "line_id"):
        if (game, line) not in decided:
            decide_protest(game, line, upheld=False, reason="no cause", actor=event.actor("chief_referee"))


def _disqualified(event: Event) -> None:
    chief = event.actor("chief_referee")
    entry = event.entries()[3]
    disqualify(entry, from_round=2, opponents="walkover", reason="abuse", actor=chief)
    take_back_disqualification(entry, reason="heard", actor=chief)
    disqualify(event.entries()[3], from_round=1, opponents="keep", reason="abuse after all", actor=chief)


def _printed(event: Event, round_: Round) -> None:
    done = ask_for_document(event.tournament, "pairings", {"round": 1}, actor=event.actor(), title="Pairings")
    make_document(done.pk)
    protocol = Protocol.objects.filter(game__round=round_, state="accepted").order_by("pk")[0]
    one = ask_for_document(event.tournament, "protocol", {"protocol": protocol.pk}, actor=event.actor(), title="One")
    make_document(one.pk)
    Document.objects.create(tournament=event.tournament, kind="standings", title="half made", state="running")


def exported(event: Event, who: str = "organiser") -> bytes:
    """Take an event away in a file."""
    with export_event(event.tournament, actor=event.actor(who)) as file:
        return file.read()


@cache
def _kept() -> list[bytes]:
    return []


def whole_file() -> bytes:
    """Give the file of such an event, which is not here itself; made once, as it takes a while."""
    if not _kept():
        with chance.fixed("the whole event"):
            made = whole_event()
        accounts = [official.user_id for official in made.tournament.officials.all() if official.user_id]
        _kept().append(exported(made))
        forget(made.tournament)
        User.objects.filter(pk__in=accounts).delete()
    return _kept()[0]


def packed(parts: dict[str, bytes], *, manifest: bool = True) -> bytes:
    """Pack parts into a file, with the digests they have now; `manifest` False keeps the one that is there."""
    parts = dict(parts)
    if manifest:
        told = json.loads(parts.pop("manifest.json"))
        told["parts"] = {name: hashlib.sha256(part).hexdigest() for name, part in parts.items()}
        parts["manifest.json"] = json.dumps(told).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return buffer.getvalue()


def edited(file: bytes, edit: Callable[[dict[str, Any]], object]) -> bytes:
    """Give a file whose event.json was changed by somebody who mended the digests too."""
    parts = parts_of(file)
    content = json.loads(parts["event.json"])
    before = json.dumps(content, ensure_ascii=False)
    edit(content)
    after = json.dumps(content, ensure_ascii=False)
    assert before != after, "the edit changes nothing"
    return packed({**parts, "event.json": after.encode()})


def parts_of(file: bytes) -> dict[str, bytes]:
    """Unpack a file."""
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def content_of(file: bytes) -> dict[str, Any]:
    """Read event.json."""
    return dict(json.loads(parts_of(file)["event.json"]))


def forget(tournament: Tournament, *, people_too: bool = True) -> None:
    """Take an event out of the database, as nobody can at a door."""
    games = Game.objects.filter(round__tournament=tournament)
    with connection.constraint_checks_disabled():
        Signature.objects.filter(protocol__game__in=games).delete()
        for model in (Decision, Protocol, Line, Call):
            model.objects.filter(game__in=games).delete()
        for game in games:
            game.results.all().delete()
            game.seats.all().delete()
        for entry in tournament.entries.all():
            entry.disqualifications.all().delete()
        preset, federation = tournament.regulations.preset, tournament.federation
        tournament.entries.all().delete()
        tournament.delete()
        if people_too and preset:
            federation.players.all().delete()
            federation.clubs.all().delete()
            preset.delete()
            federation.delete()
