"""The admin: people can be corrected, what an act is for cannot."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import PASSWORD, Event
from tournaments.models import AuditEntry, Game, Player, RegulationsPreset

pytestmark = pytest.mark.django_db

READ_ONLY = (
    "tournament", "regulations", "entry", "entrymember", "official", "round", "game", "seat", "result", "document",
    "documentfile", "auditentry",
)  # fmt: skip


@pytest.fixture
def event() -> Event:
    return builders.event(pairs=2)


@pytest.mark.parametrize("model", READ_ONLY)
def test_a_record_of_the_event_can_be_read_and_nothing_else(event: Event, model: str) -> None:
    client = event.client("administrator")
    assert client.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:tournaments_{model}_add")).status_code == 403
    assert client.post(reverse(f"admin:tournaments_{model}_add"), {}).status_code == 403


def test_a_game_is_neither_changed_nor_deleted(event: Event) -> None:
    game = builders.add_round(event.tournament).games.get()
    client = event.client("administrator")
    change = reverse("admin:tournaments_game_change", args=[game.pk])
    assert client.get(change).status_code == 200
    assert client.post(change, {"score_a": 200}).status_code == 403
    assert client.post(reverse("admin:tournaments_game_delete", args=[game.pk]), {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": game.pk, "post": "yes"}
    client.post(reverse("admin:tournaments_game_changelist"), action)
    assert Game.objects.get(pk=game.pk).score_a == 0


def test_every_record_of_the_app_is_in_the_admin_and_hashes_are_not(event: Event) -> None:
    registered = {model._meta.model_name for model in admin.site._registry if model._meta.app_label == "tournaments"}
    assert registered == {*READ_ONLY, "federation", "club", "player", "regulationspreset"}
    page = event.client("administrator").get(reverse("admin:tournaments_official_change", args=[event.referee.pk]))
    assert event.referee.pin_hash not in page.content.decode()


def test_a_players_name_is_corrected_in_his_entries_too_and_written_down(event: Event) -> None:
    player = Player.objects.get(licence="RUS-1002")
    sent = {
        "federation": player.federation_id, "licence": player.licence, "name": " Громова  Илона", "latin_name": "",
        "country": "RUS", "club": player.club_id, "rating": 1495,
    }  # fmt: skip
    response = event.client("administrator").post(reverse("admin:tournaments_player_change", args=[player.pk]), sent)
    assert response.status_code == 302
    assert event.tournament.entries.get(number=1).name == "Громова – Ветров"
    note = AuditEntry.objects.get(act="change_player")
    assert (note.subject, note.details) == ("Громова Илона", {"before": {"name": "Громов Илья"}})


def test_the_record_says_why_in_words(event: Event) -> None:
    for told in ({"reason": "misread"}, {"details": {"why": "draw_undone"}}):
        AuditEntry.objects.create(tournament=event.tournament, act="take_back_result", subject="R1-T1", **told)
    AuditEntry.objects.create(tournament=None, act="correct_club", subject="Lund", reason="typing")
    page = event.client("administrator").get(reverse("admin:tournaments_auditentry_changelist")).content.decode()
    for reason in ("misread", "The draw was undone.", "typing"):
        assert reason in page


def test_a_player_who_is_entered_is_not_deleted(event: Event) -> None:
    player = Player.objects.get(licence="RUS-1002")
    event.client("administrator").post(reverse("admin:tournaments_player_delete", args=[player.pk]), {"post": "yes"})
    assert Player.objects.filter(pk=player.pk).exists()


def test_a_user_is_switched_off_and_never_deleted(event: Event) -> None:
    client = event.client("administrator")
    assert client.post(reverse("admin:auth_user_delete", args=[event.player.pk]), {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=event.player.pk).exists()


@pytest.mark.parametrize(
    ("rules", "told"), [('{"target": 0}', "The rule target is unknown"), ('{"deals": 6}', "multiple of four")]
)
def test_a_preset_holds_rules_the_rules_code_accepts(event: Event, rules: str, told: str) -> None:
    client = event.client("administrator")
    sent = {"federation": event.tournament.federation_id, "name": "Club evening", "rules": rules}
    assert told in client.post(reverse("admin:tournaments_regulationspreset_add"), sent).content.decode()
    assert not RegulationsPreset.objects.filter(name="Club evening").exists()
    client.post(reverse("admin:tournaments_regulationspreset_add"), {**sent, "rules": '{"target": 100}'})
    assert RegulationsPreset.objects.get(name="Club evening").rules == {"target": 100}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ('{"colour": "red"}', "A preset has no setting “colour”"),
        ('{"planned_rounds": "8"}', "“planned_rounds” cannot be that"),
        ('{"system": "knockout"}', "There is no such choice"),
        ("[1]", "Write the settings by their names"),
    ],
)
def test_a_preset_holds_settings_an_event_can_take(event: Event, settings: str, told: str) -> None:
    client = event.client("administrator")
    sent = {"federation": event.tournament.federation_id, "name": "Club evening", "rules": "{}", "settings": settings}
    assert told in client.post(reverse("admin:tournaments_regulationspreset_add"), sent).content.decode()
    assert not RegulationsPreset.objects.filter(name="Club evening").exists()
    client.post(reverse("admin:tournaments_regulationspreset_add"), {**sent, "settings": '{"system": "swiss"}'})
    assert RegulationsPreset.objects.get(name="Club evening").settings == {"system": "swiss"}


def test_passwords_cannot_be_guessed_at_the_door_of_the_admin_either(event: Event) -> None:
    cache.clear()
    for number in range(6):
        page = Client().post("/admin/login/", {"username": "administrator", "password": f"wrong {number}"})
    assert "Too many wrong passwords." in page.content.decode()
    cache.clear()


@pytest.mark.parametrize(("who", "status"), [("administrator", 302), ("player", 200)])
def test_only_staff_signs_in_at_the_admin(event: Event, who: str, status: int) -> None:
    cache.clear()
    page = Client().post("/admin/login/?next=/admin/", {"username": event.account(who).username, "password": PASSWORD})
    assert page.status_code == status


@pytest.mark.parametrize("who", ["organiser", "chief_referee", "desk", "player", "stranger"])
def test_the_admin_is_for_administrators(event: Event, who: str) -> None:
    assert event.client(who).get("/admin/").status_code == 302


def test_a_preset_without_rules_of_its_own_can_be_saved(event: Event) -> None:
    preset = RegulationsPreset.objects.create(federation=event.tournament.federation, name="As the book has it")
    change = reverse("admin:tournaments_regulationspreset_change", args=[preset.pk])
    sent = {"federation": preset.federation_id, "club": "", "name": "The rule book", "rules": "{}"}
    assert event.client("administrator").post(change, sent).status_code == 302
    preset.refresh_from_db()
    assert (preset.name, preset.rules, preset.rounds_in_fours) == ("The rule book", {}, False)
