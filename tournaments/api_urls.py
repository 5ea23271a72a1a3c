"""Paths of events below /api/v1/."""

from django.urls import URLPattern, path

from . import api

urlpatterns: list[URLPattern] = [
    path("events/", api.EventList.as_view(), name="api_events"),
    path("events/<slug:slug>/", api.EventView.as_view(), name="api_event"),
    path("events/<slug:slug>/standings/", api.StandingsView.as_view(), name="api_standings"),
    path("events/<slug:slug>/rounds/<int:number>/", api.RoundView.as_view(), name="api_round"),
]
