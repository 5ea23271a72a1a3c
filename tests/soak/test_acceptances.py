"""Several people accept one game's versions at one moment, again and again: one wins, the others are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from django.db.models import Count

from benchmarks.server import Server
from benchmarks.tablet import Answer
from referees.acts.lines import append_lines
from referees.acts.protocols import accept_protocol, draw_up_protocol, reopen_game
from referees.models import Line, Protocol, Signature
from tests.builders import Event, add_round, event
from tests.referees.games import WHOLE_GAME, holding
from tests.soak.conftest import Request, Tablets
from tournaments.models import AuditEntry, Game, Result

pytestmark = [pytest.mark.soak, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TRIALS, TABLES, TRIALS_WITH_LINES = 1_000, 50, 200
#: Which version each of the four accepts, trial by trial: 2 is the open one, 1 is void.
VERSIONS = ((2, 2, 2, 2), (1, 2, 1, 2), (2, 1, 2, 2), (1, 1, 2, 1))
REFUSAL = {1: "protocol_void", 2: "accepted_already"}


def test_of_four_acceptances_at_one_moment_exactly_one_wins_and_the_others_are_told(
    server: Server, tablets: Callable[[Event], Tablets], tell: Callable[[str], None]
) -> None:
    made, games = event_with_games(TRIALS)
    four = tablets(made)
    told: Counter[str] = Counter()
    for trial, game in enumerate(games):
        protocols = two_versions(made, game, by_reopening=trial % 2 == 0)
        versions = VERSIONS[trial // 2 % len(VERSIONS)]
        answers = four.send([acceptance(protocols[version]) for version in versions])
        told.update(judged(trial, versions, answers, server))
        exactly_one_counts(trial, game, protocols[2], reopened=trial % 2 == 0)
    assert Protocol.objects.filter(state="accepted").count() == TRIALS
    assert Result.objects.count() == 4 * TRIALS
    assert Game.objects.filter(state="accepted").count() == TRIALS
    tell(f"{TRIALS} trials of 4 acceptances: {TRIALS} accepted, {dict(told)}; {four.timing()}")


def test_of_acceptances_and_lines_at_one_moment_either_the_version_stands_or_the_lines_do(
    server: Server, tablets: Callable[[Event], Tablets], tell: Callable[[str], None]
) -> None:
    made, games = event_with_games(TRIALS_WITH_LINES)
    four = tablets(made)
    accepted = 0
    for trial, game in enumerate(games):
        protocol = two_versions(made, game, by_reopening=False)[2]
        note = (f"/api/v1/games/{game.pk}/lines/", {"lines": [{"kind": "note", "text": "one thing more"}]})
        requests = [acceptance(protocol), note] * 2
        answers = four.send(requests if trial % 2 else requests[::-1])
        assert {answer.status for answer in answers} <= {200, 409}, (trial, said(answers), server.last_words())
        accepted += either_or(trial, game)
    assert Result.objects.count() == 4 * accepted
    tell(f"{TRIALS_WITH_LINES} trials of 2 acceptances and 2 lines: {accepted} accepted, the others void by the lines")


def event_with_games(number: int) -> tuple[Event, list[Game]]:
    """Make an event with as many games, published, of rounds with 50 tables."""
    made = event(pairs=2 * TABLES)
    rounds = [add_round(made.tournament, n + 1) for n in range(-(-number // TABLES))]
    return made, [game for round_ in rounds for game in round_.games.order_by("table")][:number]


def two_versions(made: Event, game: Game, *, by_reopening: bool) -> dict[int, Protocol]:
    """Play a game to a signed version 1 that became void, by a late line or a reopening, and a signed version 2."""
    chief = holding(made.chief_referee)
    append_lines(game.pk, WHOLE_GAME, actor=chief)
    first = draw_up_protocol(game.pk, actor=chief)
    sign_quickly(first)
    if by_reopening:
        accept_protocol(first.pk, digest=first.digest, actor=chief)
        reopen_game(game.pk, reason="deal 2 was typed wrongly", actor=chief)
    append_lines(game.pk, [{"kind": "note", "text": "counted again"}], actor=chief)
    second = draw_up_protocol(game.pk, actor=chief)
    sign_quickly(second)
    return {1: first, 2: second}


def sign_quickly(protocol: Protocol) -> None:
    """Let all five sign on paper in one query: signing is not what is tried here."""
    Signature.objects.bulk_create(
        Signature(protocol=protocol, signer=signer, how="on_paper", digest=protocol.digest)
        for signer in Signature.Signer.values
    )


def acceptance(protocol: Protocol) -> Request:
    """Write the request that accepts a version, as the tablet that shows it does."""
    return f"/api/v1/protocols/{protocol.pk}/accept/", {"digest": protocol.digest}


def judged(trial: int, versions: tuple[int, ...], answers: list[Answer], server: Server) -> list[str]:
    """Check the four answers: one 200 for the open version, a code and a sentence for everybody else."""
    context = (trial, versions, said(answers), server.last_words())
    assert [answer.status for answer in answers].count(200) == 1, context
    refused = [(version, answer) for version, answer in zip(versions, answers, strict=True) if answer.status != 200]
    assert all(answer.status == 409 for _version, answer in refused), context
    for version, answer in refused:
        assert answer.json()["code"] == REFUSAL[version], context
        assert answer.json()["sentence"], context
    return [answer.json()["code"] for _version, answer in refused]


def exactly_one_counts(trial: int, game: Game, protocol: Protocol, *, reopened: bool) -> None:
    """Check the records of a game: version 2 accepted, four results, each acceptance in the audit record."""
    states = dict(Protocol.objects.filter(game=game).values_list("version", "state"))
    assert states == {1: "void", 2: "accepted"}, trial
    assert Result.objects.filter(game=game).values("seat").annotate(rows=Count("id")).filter(rows=1).count() == 4, trial
    results = list(Result.objects.filter(game=game, seat="A1").values_list("won", "points_for", "points_against"))
    assert results == [(True, protocol.outcome["score"]["A"], protocol.outcome["score"]["B"])], trial
    assert AuditEntry.objects.filter(act="record_result", subject=game.code).count() == 1 + reopened, trial


def either_or(trial: int, game: Game) -> bool:
    """Check that the accepted version holds the whole log, or that there is none and the new lines are in the log."""
    second = Protocol.objects.get(game=game, version=2)
    added = Line.objects.filter(game=game).count() - (len(WHOLE_GAME) + 1)
    accepted = second.state == "accepted"
    assert (second.state, added) in {("accepted", 0), ("void", 2)}, trial
    assert Result.objects.filter(game=game).count() == (4 if accepted else 0), trial
    return accepted


def said(answers: list[Answer]) -> list[tuple[int, bytes]]:
    """Show answers in a failure."""
    return [(answer.status, answer.body[:300]) for answer in answers]
