"""Paths of the table below /api/v1/."""

from django.urls import URLPattern, path

from . import api

urlpatterns: list[URLPattern] = [
    path("games/<int:game_id>/", api.GameView.as_view(), name="api_game"),
    path("games/<int:game_id>/lines/", api.LinesView.as_view(), name="api_lines"),
    path("games/<int:game_id>/protocol/", api.ProtocolOfGame.as_view(), name="api_draw_up_protocol"),
    path("games/<int:game_id>/reopen/", api.ReopenGame.as_view(), name="api_reopen_game"),
    path("protocols/<int:protocol_id>/signatures/", api.SignaturesView.as_view(), name="api_sign"),
    path("protocols/<int:protocol_id>/accept/", api.AcceptProtocol.as_view(), name="api_accept_protocol"),
]
