"""Paths, from the root on."""

from django.urls import URLPattern, URLResolver, path

from .views import board, games, links, mistakes, paper, pen, protests, table, training

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/", pen.find_table, name="find_table"),
    path("t/<slug:token>/", table.view_table, name="view_table"),
    path("t/<slug:token>/now/", table.table_now, name="table_now"),
    path("t/<slug:token>/mistake/", mistakes.flag_mistake, name="flag_mistake"),
    path("t/<slug:token>/pen/", pen.take_up_pen, name="pen"),
    path("t/<slug:token>/pen/down/", pen.put_down_pen, name="pen_down"),
    path("t/<slug:token>/table/", table.instrument, name="table"),
    path("t/<slug:token>/protocol/", table.protocol, name="protocol"),
    path("training/", training.training, name="training"),
    path("desk/<slug:slug>/tables/", links.table_links, name="table_links"),
    path("desk/<slug:slug>/games/<int:game>/", games.desk_game, name="desk_game"),
    path("desk/<slug:slug>/games/<int:game>/reopen/", games.desk_reopen_game, name="desk_reopen_game"),
    path("desk/<slug:slug>/games/<int:game>/rule/", games.desk_rule, name="desk_rule"),
    path("desk/<slug:slug>/games/<int:game>/minutes/", games.desk_minutes, name="desk_minutes"),
    path("desk/<slug:slug>/games/<int:game>/decide/", protests.decide, name="decide_protest"),
    path("desk/<slug:slug>/games/<int:game>/calls/<int:call>/close/", board.desk_close_call, name="desk_close_call"),
    path("desk/<slug:slug>/board/", board.board, name="board"),
    path("desk/<slug:slug>/paper/", paper.paper, name="paper"),
    path("desk/<slug:slug>/paper/<int:game>/", paper.paper_sheet, name="paper_sheet"),
    path("desk/<slug:slug>/paper/<int:game>/check/", paper.paper_check, name="paper_check"),
    path("desk/<slug:slug>/paper/<int:game>/clear/", paper.paper_clear, name="paper_clear"),
    path("desk/<slug:slug>/protests/", protests.protests, name="protests"),
    path(
        "desk/<slug:slug>/games/<int:game>/versions/<int:version>/print/", games.print_protocol, name="print_protocol"
    ),
]
