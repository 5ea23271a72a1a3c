"""The program's addresses, and those of the views it is measured against."""

from django.urls import include, path

from . import bare

urlpatterns = [
    path("bare/games/<int:game_id>/lines/", bare.OneRow.as_view()),
    path("bare/e/<slug:slug>/standings/", bare.standings),
    path("bare/unchanged/", bare.unchanged),
    path("", include("config.urls")),
]
