"""The register of people at /admin/. What an act is for is shown here and changed nowhere but there."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .acts import audit
from .acts.entries import rename_entries_of
from .acts.regulation_checks import checked_preset, checked_rules
from .forms.accounts import AdminSignInForm
from .models import (
    AuditEntry,
    Club,
    Document,
    DocumentFile,
    Entry,
    EntryMember,
    Federation,
    Game,
    Official,
    Player,
    Regulations,
    RegulationsPreset,
    Result,
    Round,
    Seat,
    Tournament,
)
from .names import tidy
from .permissions import Actor, name_of
from .reads.act_words import reason_words
from .refusals import Refused


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows records and changes none: not by a form, not by an action, not by deleting something above them."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Federation)
class FederationAdmin(admin.ModelAdmin):
    list_display = ("name", "code")
    search_fields = ("name", "code")


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ("name", "federation", "country")
    list_select_related = ("federation",)
    list_filter = ("federation",)
    search_fields = ("name",)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "licence", "federation", "club", "country", "rating")
    list_select_related = ("federation", "club")
    list_filter = ("federation", "country")
    search_fields = ("name", "latin_name", "licence")
    autocomplete_fields = ("club",)
    readonly_fields = ("key", "erased_at")

    def save_model(self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool) -> None:
        """Keep the names of the player's entries in step, and write down who corrected what."""
        obj.name = tidy(obj.name)
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            rename_entries_of(obj)
            if form.changed_data:
                before = {name: str(form.initial.get(name, "")) for name in form.changed_data}
                audit.note(_actor(request), "change_player", obj, tournament=None, before=before)


class PresetForm(forms.ModelForm):
    """A preset whose rules the rules code accepts, and whose settings an event can take; without any, the rule book."""

    rules = forms.JSONField(required=False)
    settings = forms.JSONField(
        required=False, help_text=gettext_lazy("beside the rules of a game: system, planned_rounds, ranking …")
    )

    def clean_settings(self) -> dict[str, Any]:
        settings = self.cleaned_data["settings"] or {}
        if not isinstance(settings, dict):
            raise forms.ValidationError(_('Write the settings by their names: {"system": "swiss"}.'))
        try:
            return checked_preset(settings)
        except Refused as refused:
            raise forms.ValidationError(str(refused), code=refused.code) from None

    def clean_rules(self) -> dict[str, Any]:
        rules: dict[str, Any] = self.cleaned_data["rules"] or {}
        try:
            return checked_rules(rules)
        except Refused as refused:
            raise forms.ValidationError(str(refused), code=refused.code) from None


@admin.register(RegulationsPreset)
class RegulationsPresetAdmin(admin.ModelAdmin):
    form = PresetForm
    list_display = ("name", "federation", "club", "rounds_in_fours")
    list_select_related = ("federation", "club")


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "federation", "starts_on", "ends_on", "slug")
    list_select_related = ("federation",)
    search_fields = ("name", "slug")


@admin.register(Regulations)
class RegulationsAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "system", "planned_rounds", "frozen_at")
    list_select_related = ("tournament",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("number", "name", "tournament", "club", "withdrawn_at")
    list_select_related = ("tournament", "club")
    list_filter = ("tournament",)
    search_fields = ("name",)


@admin.register(EntryMember)
class EntryMemberAdmin(ReadOnlyAdmin):
    list_display = ("player", "entry", "place", "tournament")
    list_select_related = ("player", "entry", "tournament")


@admin.register(Official)
class OfficialAdmin(ReadOnlyAdmin):
    list_display = ("name", "role", "tournament", "user", "active")
    list_select_related = ("tournament", "user")
    list_filter = ("tournament", "role")
    exclude = ("pin_hash",)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "number", "state", "published_at", "closed_at")
    list_select_related = ("tournament",)


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("code", "round", "table", "state", "score_a", "score_b", "winner")
    list_select_related = ("round__tournament",)
    search_fields = ("code",)


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("game", "seat", "player", "entry")
    list_select_related = ("game", "player", "entry")


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ("game", "seat", "player", "won", "points_for", "points_against", "source")
    list_select_related = ("game", "player")


@admin.register(Document)
class DocumentAdmin(ReadOnlyAdmin):
    list_display = ("title", "tournament", "kind", "state", "asked_at", "finished_at")
    list_select_related = ("tournament",)
    list_filter = ("state", "kind")


@admin.register(DocumentFile)
class DocumentFileAdmin(ReadOnlyAdmin):
    list_display = ("filename", "document", "sha256")
    list_select_related = ("document",)
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Leave the bytes of the files in the database."""
        return super().get_queryset(request).defer("content")


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "actor", "act", "subject", "tournament", "why")
    list_select_related = ("tournament",)
    list_filter = ("act",)
    search_fields = ("actor", "subject", "reason")

    @admin.display(description=gettext_lazy("reason"))
    def why(self, note: AuditEntry) -> str:
        """Say why, as the desk does."""
        return reason_words(note, note.tournament.entry_kind) if note.tournament else note.reason


admin.site.login_form = AdminSignInForm
admin.site.unregister(User)


@admin.register(User)
class DeskUserAdmin(UserAdmin):
    """A user is switched off, never deleted: the audit record names him."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _actor(request: HttpRequest) -> Actor:
    user = request.user
    assert isinstance(user, User)  # nobody else comes into the admin
    return Actor(name=name_of(user), user=user, everything=user.is_superuser)
