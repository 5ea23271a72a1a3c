"""The acts of the audit record in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

ACTS: dict[str, str | Promise] = {
    "create_first_administrator": gettext_lazy("first administrator created"),
    "create_event": gettext_lazy("event created"),
    "change_event": gettext_lazy("event changed"),
    "change_regulations": gettext_lazy("regulations changed"),
    "add_official": gettext_lazy("official added"),
    "give_pin": gettext_lazy("new PIN given"),
    "take_back_office": gettext_lazy("office taken back"),
    "give_back_office": gettext_lazy("office given back"),
    "add_entry": gettext_lazy("entry added"),
    "change_entry": gettext_lazy("entry changed"),
    "correct_names": gettext_lazy("names corrected"),
    "take_entries": gettext_lazy("entry list taken"),
    "withdraw_entry": gettext_lazy("entry withdrawn"),
    "return_entry": gettext_lazy("entry returned"),
    "delete_entry": gettext_lazy("entry deleted"),
    "draw_round": gettext_lazy("round drawn"),
    "undo_draw": gettext_lazy("draw undone"),
    "publish_round": gettext_lazy("round published"),
    "start_clock": gettext_lazy("clock started"),
    "pause_clock": gettext_lazy("clock paused"),
    "go_on_with_clock": gettext_lazy("clock goes on"),
    "add_minutes": gettext_lazy("minutes added"),
    "close_round": gettext_lazy("round closed"),
    "reopen_round": gettext_lazy("round opened again"),
    "make_table_links": gettext_lazy("links of the tables made"),
    "draw_up_protocol": gettext_lazy("protocol drawn up"),
    "accept_protocol": gettext_lazy("protocol accepted"),
    "reopen_game": gettext_lazy("game opened again"),
    "record_result": gettext_lazy("result recorded"),
    "take_back_result": gettext_lazy("result taken back"),
    "ask_for_document": gettext_lazy("document asked for"),
    "try_again": gettext_lazy("document tried again"),
}


def act_word(act: str) -> str:
    """Say what was done; an act without words of its own is its own name."""
    return str(ACTS.get(act) or act.replace("_", " "))
