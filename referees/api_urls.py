"""Paths of the table below /api/v1/."""

from django.urls import URLPattern, path

from .api import desk, table

EVENT = "events/<slug:slug>/"
GAME = f"{EVENT}games/<int:game>/"
VERSION = f"{GAME}versions/<int:version>/"

urlpatterns: list[URLPattern] = [
    path("games/<int:game_id>/", table.GameView.as_view(), name="api_game"),
    path("games/<int:game_id>/lines/", table.LinesView.as_view(), name="api_lines"),
    path("games/<int:game_id>/lease/", table.LeaseView.as_view(), name="api_lease"),
    path("games/<int:game_id>/calls/", table.CallsView.as_view(), name="api_calls"),
    path("games/<int:game_id>/calls/<int:call_id>/close/", table.CloseCall.as_view(), name="api_close_call"),
    path("games/<int:game_id>/players/", table.PlayersView.as_view(), name="api_players"),
    path("games/<int:game_id>/tables/", table.TablesView.as_view(), name="api_tables"),
    path("games/<int:game_id>/protocol/", table.ProtocolOfGame.as_view(), name="api_draw_up_protocol"),
    path("games/<int:game_id>/reopen/", table.ReopenGame.as_view(), name="api_reopen_game"),
    path("protocols/<int:protocol_id>/signatures/", table.SignaturesView.as_view(), name="api_sign"),
    path("protocols/<int:protocol_id>/accept/", table.AcceptProtocol.as_view(), name="api_accept_protocol"),
    path(f"{EVENT}board/", desk.BoardView.as_view(), name="api_board"),
    path(f"{EVENT}protests/", desk.ProtestList.as_view(), name="api_protests"),
    path(f"{EVENT}tables/", desk.TableLinkList.as_view(), name="api_table_links"),
    path(f"{GAME}rule/", desk.RuleGame.as_view(), name="api_rule"),
    path(f"{GAME}minutes/", desk.MinutesAtTable.as_view(), name="api_minutes_at_table"),
    path(f"{GAME}decide/", desk.DecideProtest.as_view(), name="api_decide_protest"),
    path(f"{GAME}paper/", desk.PaperDoor.as_view(), name="api_paper"),
    path(f"{GAME}paper/check/", desk.PaperCheck.as_view(), name="api_paper_check"),
    path(f"{GAME}paper/clear/", desk.PaperClear.as_view(), name="api_paper_clear"),
    path(f"{GAME}versions/", desk.VersionList.as_view(), name="api_versions"),
    path(VERSION, desk.VersionView.as_view(), name="api_version"),
    path(f"{VERSION}print/", desk.VersionPrint.as_view(), name="api_print_protocol"),
]
