"""The addresses of what-ifs. A what-if itself is a game, with the addresses of one."""

from django.urls import URLPattern, path

from frontend.what_if import views

urlpatterns: list[URLPattern] = [
    path("me/what-ifs/", views.mine, name="my-what-ifs"),
    path("games/<uuid:game_id>/what-if/", views.what_if, name="what-if"),
    path("games/<uuid:game_id>/what-if/make/", views.make, name="what-if-make"),
    path("games/<uuid:game_id>/what-if/<int:step>/targets/", views.targets, name="what-if-targets"),
    path("games/<uuid:game_id>/what-if/<int:step>/act/", views.act, name="what-if-act"),
    path("games/<uuid:game_id>/what-if/engine/", views.engine, name="what-if-engine"),
    path("games/<uuid:game_id>/what-if/engine/state.json", views.engine_state, name="what-if-engine-state"),
    path("games/<uuid:game_id>/what-if/put-away/", views.put_away, name="what-if-put-away"),
]
