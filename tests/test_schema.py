"""The API does what its schema says: thousands of requests, good and bad, made out of the schema itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.pytest.lazy import get_all_tests

from referees.playing import play_game
from tests.builders import Event, event
from tests.referees.games import holding
from tests.tournaments.playing import closed, drawn, published
from tournaments.models import Game

pytestmark = pytest.mark.django_db

# A fixed seed, and so few examples for each operation and visitor that the file stays well under a minute.
CONFIG: dict[str, Any] = {
    "seed": 20261130,
    "generation": {"deterministic": True, "max-examples": 2, "database": "none"},
}
FEWER = {
    "phases": {"coverage": {"enabled": False}},
    "generation": {**CONFIG["generation"], "max-examples": 1},
}


@pytest.fixture
def amber() -> Event:
    """Make an event under way: round 1 closed, 2 published with a game half played, 3 drawn."""
    made = event(pairs=5, slug="amber")
    closed(made)
    game = published(made).games.select_related("round__tournament").get(table=1)
    play_game(game, Random(7), actor=holding(made.referee), share=0.5)
    drawn(made)
    return made


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Keep the connection, and with it the transaction of the test, from one request to the next."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def schema(request: pytest.FixtureRequest, amber: Event) -> Any:
    """Read the schema from the program itself."""
    config = SchemathesisConfig.from_dict({**CONFIG, **getattr(request, "param", {})})
    return schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application(), config=config)


def test_every_operation_says_how_it_refuses() -> None:
    described = Client().get("/api/schema/?format=json").json()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            answers = operation["responses"]
            told = {status for status in answers if status >= "400"}
            assert told >= (
                {"406", "500"} if method == "get" else {"400", "403", "406", "409", "413", "415", "429", "500"}
            )
            assert "404" in told or "{" not in path
            assert {media for status in told for media in answers[status]["content"]} == {"application/problem+json"}
            assert operation["description"], f"{method} {path}"


# Who may nothing is asked less: most of what the schema can be made to say ends at the same door.
@pytest.mark.parametrize("schema", [FEWER], indirect=True, ids=["fewer"])
def test_a_stranger_gets_what_the_schema_says(schema: Any) -> None:
    answered = knock_at_every_door(schema, Client())
    assert answered[200] and answered[403] and answered[404]
    assert not answered[201] and not answered[202] and not answered[204]


def test_an_organiser_gets_what_the_schema_says(schema: Any, amber: Event) -> None:
    answered = knock_at_every_door(schema, amber.client("organiser"))
    assert answered[200] and answered[202] and answered[400] and answered[404] and answered[405] and answered[409]


def knock_at_every_door(schema: Any, visitor: Client) -> Counter[int]:
    """Send what is made for each operation, and tell all that fails at once; count the answers by status."""
    seal = "s" * 32
    cookies = {settings.CSRF_COOKIE_NAME: seal, **{c.key: c.value for c in visitor.cookies.values()}}
    headers = {"Accept-Encoding": "identity", "X-CSRFToken": seal}
    answered: Counter[int] = Counter()
    game = Game.objects.get(round__number=2, table=1).pk

    def knock(case: Any) -> None:
        if case.path_parameters and "slug" in case.path_parameters and case.operation.method != "delete":
            case.path_parameters["slug"] = "amber"  # invented addresses lead nowhere, and nothing more would be tried
        for name in {"game", "game_id"} & (case.path_parameters or {}).keys():
            case.path_parameters[name] = game
        answered[case.call_and_validate(headers=headers, cookies=cookies).status_code] += 1

    failed = []
    for made in get_all_tests(schema=schema, test_func=knock, settings=None, given_kwargs={}):
        assert isinstance(made, Ok)
        operation, test = made.ok()
        try:
            test()
        except (Exception, FailureGroup) as error:
            failed.append(f"{operation.label}: {error!r}")
    assert not failed, "\n\n".join(failed)
    return answered
