"""The acts of the audit record in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from ..models import AuditEntry
from .entry_words import PAIR, WORDS, entry_word

ACTS: dict[str, str | Promise] = {
    "create_first_administrator": gettext_lazy("first administrator created"),
    "create_event": gettext_lazy("event created"),
    "change_event": gettext_lazy("event changed"),
    "end_event": gettext_lazy("event ended"),
    "reopen_event": gettext_lazy("event opened again"),
    "change_regulations": gettext_lazy("regulations changed"),
    "begin_regulations": gettext_lazy("regulations begun anew"),
    "draw_new_seed": gettext_lazy("new seed drawn for the lots"),
    "save_preset": gettext_lazy("regulations saved as a preset"),
    "copy_event": gettext_lazy("event made as a copy of another"),
    "export_event": gettext_lazy("event taken away in a file"),
    "import_event": gettext_lazy("event brought in from a file"),
    "bring_along": gettext_lazy("brought along from another event"),
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
    "take_in": gettext_lazy("reserve taken in"),
    "set_fee": gettext_lazy("fee noted"),
    "set_categories": gettext_lazy("categories changed"),
    "add_category": gettext_lazy("category added"),
    "rename_category": gettext_lazy("category renamed"),
    "delete_category": gettext_lazy("category deleted"),
    "substitute_player": gettext_lazy("player replaced"),
    "check_in": gettext_lazy("checked in"),
    "undo_check_in": gettext_lazy("check-in taken back"),
    "check_everybody_in": gettext_lazy("everybody checked in"),
    "start_check_in_over": gettext_lazy("check-in started over"),
    "correct_player": gettext_lazy("player corrected"),
    "merge_players": gettext_lazy("two players merged into one"),
    "correct_club": gettext_lazy("club corrected"),
    "draw_round": gettext_lazy("round drawn"),
    "undo_draw": gettext_lazy("draw undone"),
    "swap_entries": WORDS["swapped"][0],
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
    "settle_result": gettext_lazy("provisional result counts"),
    "take_back_result": gettext_lazy("result taken back"),
    "rule_game": gettext_lazy("ruling on a game"),
    "decide_protest": gettext_lazy("protest decided"),
    "enter_paper": gettext_lazy("game entered from paper"),
    "clear_log": gettext_lazy("log of a table struck"),
    "add_minutes_at_table": gettext_lazy("minutes added at one table"),
    "take_over_table": gettext_lazy("table taken over"),
    "disqualify": gettext_lazy("entry disqualified"),
    "take_back_disqualification": gettext_lazy("disqualification taken back"),
    "ask_for_document": gettext_lazy("document asked for"),
    "try_again": gettext_lazy("document tried again"),
}


#: Why the program itself did something, by the code that the details of the note keep as `why`.
REASONS: dict[str, str | Promise] = {
    "draw_undone": gettext_lazy("The draw was undone."),
}


def act_word(act: str, kind: str = PAIR) -> str:
    """Say what was done in an event of such entries; an act without words of its own is its own name."""
    if act == "swap_entries":
        return entry_word(kind, "swapped")
    return str(ACTS.get(act) or act.replace("_", " "))


def reason_words(note: AuditEntry, kind: str = PAIR) -> str:
    """Say why something was done in an event of such entries; what a person wrote stands as he wrote it."""
    why = note.details.get("why")
    if note.reason or not isinstance(why, str):
        return note.reason
    return entry_word(kind, "were_swapped") if why == "entries_swapped" else str(REASONS.get(why, ""))
