"""The first run: one administrator, once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connections

from tournaments.acts.first_run import create_first_administrator
from tournaments.models import AuditEntry
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


def test_the_first_administrator_may_do_everything_and_stands_in_the_audit_record() -> None:
    user = create_first_administrator(username="ingrid", password="six-six leads", name="Ingrid Sandell")
    assert (user.is_superuser, user.is_staff, user.check_password("six-six leads")) == (True, True, True)
    note = AuditEntry.objects.get()
    assert (note.actor, note.act, note.tournament) == ("Ingrid Sandell", "create_first_administrator", None)


def test_there_is_no_second_first_administrator() -> None:
    create_first_administrator(username="ingrid", password="six-six leads")
    with pytest.raises(Refused) as caught:
        create_first_administrator(username="mallory", password="six-six leads")
    assert caught.value.code == "not_the_first"
    assert list(User.objects.values_list("username", flat=True)) == ["ingrid"]


@pytest.mark.django_db(transaction=True)
def test_of_four_first_runs_at_one_moment_one_wins() -> None:
    start = Barrier(4)

    def run(number: int) -> str:
        try:
            start.wait(timeout=10)
            return create_first_administrator(username=f"first{number}", password="six-six leads").username
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as visitors:
        answers = list(visitors.map(run, range(4)))
    assert answers.count("not_the_first") == 3
    assert User.objects.count() == 1
