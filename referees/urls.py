"""Paths, from the root on."""

from django.urls import URLPattern, URLResolver, path

from .views import games, links, pen, table

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/", pen.find_table, name="find_table"),
    path("t/<slug:token>/", table.view_table, name="view_table"),
    path("t/<slug:token>/now/", table.table_now, name="table_now"),
    path("t/<slug:token>/pen/", pen.take_up_pen, name="pen"),
    path("t/<slug:token>/pen/down/", pen.put_down_pen, name="pen_down"),
    path("t/<slug:token>/table/", table.instrument, name="table"),
    path("t/<slug:token>/protocol/", table.protocol, name="protocol"),
    path("desk/<slug:slug>/tables/", links.table_links, name="table_links"),
    path("desk/<slug:slug>/games/<int:game>/", games.desk_game, name="desk_game"),
    path("desk/<slug:slug>/games/<int:game>/reopen/", games.desk_reopen_game, name="desk_reopen_game"),
    path(
        "desk/<slug:slug>/games/<int:game>/versions/<int:version>/print/", games.print_protocol, name="print_protocol"
    ),
]
