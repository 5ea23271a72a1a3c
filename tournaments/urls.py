"""Paths, from the root on. Desk pages are /desk/<slug>/..., public ones /e/<slug>/..."""

from django.urls import URLPattern, URLResolver, path

from .views import (
    accounts,
    documents,
    entries,
    entry_list,
    events,
    officials,
    public,
    regulations,
    rounds,
    theme,
    today,
)

DESK = "desk/<slug:slug>/"
EVENT = "e/<slug:slug>/"

setting_up: list[URLPattern | URLResolver] = [
    path("", events.home, name="home"),
    path("first-run/", accounts.first_run, name="first_run"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("password/", accounts.change_password, name="change_password"),
    path("theme/", theme.choose_theme, name="theme"),
    path("events/new/", events.event_new, name="event_new"),
    path(f"{EVENT}regulations/", regulations.regulations, name="regulations"),
    path(f"{DESK}event/", events.event_change, name="event_change"),
    path(f"{DESK}regulations/", regulations.desk_regulations, name="desk_regulations"),
    path(f"{DESK}entries/", entries.entries, name="entries"),
    path(f"{DESK}entries/new/", entries.entry_new, name="entry_new"),
    path(f"{DESK}entries/import/", entry_list.entries_import, name="entries_import"),
    path(f"{DESK}entries/import/preview/", entry_list.entries_preview, name="entries_preview"),
    path(f"{DESK}entries/<int:number>/", entries.entry_change, name="entry_change"),
    path(f"{DESK}entries/<int:number>/names/", entries.entry_names, name="entry_names"),
    path(f"{DESK}entries/<int:number>/withdraw/", entries.entry_withdraw, name="entry_withdraw"),
    path(f"{DESK}entries/<int:number>/return/", entries.entry_return, name="entry_return"),
    path(f"{DESK}entries/<int:number>/delete/", entries.entry_delete, name="entry_delete"),
    path(f"{DESK}officials/", officials.officials, name="officials"),
    path(f"{DESK}officials/<int:official>/pin/", officials.official_pin, name="official_pin"),
    path(f"{DESK}officials/<int:official>/take-back/", officials.official_take_back, name="official_take_back"),
    path(f"{DESK}officials/<int:official>/give-back/", officials.official_give_back, name="official_give_back"),
]

# rounds, standings, documents
running: list[URLPattern | URLResolver] = [
    path(EVENT, public.live, name="live"),
    path(f"{EVENT}live/", public.live_tables, name="live_tables"),
    path(f"{EVENT}draw/", public.draw, name="draw"),
    path(f"{EVENT}standings/", public.standings, name="standings"),
    path(f"{EVENT}results/", public.results, name="results"),
    path(f"{EVENT}games/<int:game>/", public.game, name="game"),
    path(DESK, today.today, name="today"),
    path(f"{DESK}audit/", today.audit, name="audit"),
    path(f"{DESK}rounds/", rounds.rounds, name="rounds"),
    path(f"{DESK}rounds/draw/", rounds.draw_round, name="draw_round"),
    path(f"{DESK}rounds/<int:number>/", rounds.round_page, name="round"),
    path(f"{DESK}rounds/<int:number>/undo/", rounds.undo_draw, name="undo_draw"),
    path(f"{DESK}rounds/<int:number>/publish/", rounds.publish_round, name="publish_round"),
    path(f"{DESK}rounds/<int:number>/close/", rounds.close_round, name="close_round"),
    path(f"{DESK}rounds/<int:number>/reopen/", rounds.reopen_round, name="reopen_round"),
    path(f"{DESK}rounds/<int:number>/clock/start/", rounds.start_clock, name="start_clock"),
    path(f"{DESK}rounds/<int:number>/clock/pause/", rounds.pause_clock, name="pause_clock"),
    path(f"{DESK}rounds/<int:number>/clock/go-on/", rounds.go_on_with_clock, name="go_on_with_clock"),
    path(f"{DESK}rounds/<int:number>/clock/minutes/", rounds.add_minutes, name="add_minutes"),
    path(f"{DESK}documents/", documents.documents, name="documents"),
    path(f"{DESK}documents/list/", documents.document_list, name="document_list"),
    path(f"{DESK}documents/<int:document>/", documents.document_file, name="document_file"),
    path(f"{DESK}documents/<int:document>/again/", documents.document_try_again, name="document_try_again"),
]

urlpatterns = setting_up + running
