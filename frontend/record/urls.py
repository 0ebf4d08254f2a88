"""The addresses of beginning a battle, tables of one's own, joining, the open table, and score sheets from paper."""

from django.urls import URLPattern, path

from frontend.record import join_views, own_table_views, paper_views, record_views, recorder_views, table_views

urlpatterns: list[URLPattern] = [
    path("record/", record_views.record, name="record"),
    path("record/tables/", own_table_views.kept_tables, name="own-tables"),
    path("record/tables/look/", own_table_views.look, name="own-table-look"),
    path("record/paper/", paper_views.paper, name="paper"),
    path("sheets/<uuid:sheet_id>/", paper_views.sheet_page, name="sheet"),
    path("sheets/<uuid:sheet_id>/correct/", paper_views.correct, name="sheet-correct"),
    path("sheets/<uuid:sheet_id>/file/", paper_views.sheet_file, name="sheet-file"),
    path("join/", join_views.type_code, name="join"),
    path("join/<str:code>/", join_views.join, name="join-code"),
    path("games/<uuid:game_id>/table/", table_views.open_table, name="game-table"),
    path("games/<uuid:game_id>/table/seats/", table_views.seats_part, name="game-table-seats"),
    path("games/<uuid:game_id>/record/", recorder_views.recorder, name="recorder"),
    path("games/<uuid:game_id>/record/now/", recorder_views.now, name="recorder-now"),
    path("games/<uuid:game_id>/record/ways/", recorder_views.ways, name="recorder-ways"),
    path("games/<uuid:game_id>/record/consider/", recorder_views.consider, name="recorder-consider"),
    path("games/<uuid:game_id>/record/confirm/", recorder_views.confirm, name="recorder-confirm"),
    path("games/<uuid:game_id>/record/call/", recorder_views.call, name="recorder-call"),
    path("games/<uuid:game_id>/record/take-back/", recorder_views.take_back, name="recorder-take-back"),
    path(
        "games/<uuid:game_id>/record/take-back-answer/",
        recorder_views.take_back_answer,
        name="recorder-take-back-answer",
    ),
    path("games/<uuid:game_id>/table/qr.svg", table_views.join_qr, name="game-table-qr"),
]
