"""Paths, from the root on."""

from django.urls import URLPattern, URLResolver, path

from .views import links, pen, table

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/", pen.find_table, name="find_table"),
    path("t/<str:token>/", table.view_table, name="view_table"),
    path("t/<str:token>/now/", table.table_now, name="table_now"),
    path("t/<str:token>/pen/", pen.take_up_pen, name="pen"),
    path("t/<str:token>/pen/down/", pen.put_down_pen, name="pen_down"),
    path("t/<str:token>/table/", table.instrument, name="table"),
    path("t/<str:token>/protocol/", table.protocol, name="protocol"),
    path("desk/<slug:slug>/tables/", links.table_links, name="table_links"),
]
