"""The addresses of studies."""

from django.urls import URLPattern, path

from frontend.studies import views

urlpatterns: list[URLPattern] = [
    path("studies/", views.mine, name="studies"),
    path("studies/<slug:key>/", views.study, name="study"),
    path("studies/<slug:key>/edit/", views.edit, name="study-edit"),
    path("studies/<slug:key>/delete/", views.delete, name="study-delete"),
    path("studies/<slug:key>/hide/", views.hide, name="study-hide"),
    path("studies/<slug:key>/hide/<int:step>/", views.hide, name="study-note-hide"),
    path("games/<uuid:game_id>/studies.json", views.panel, name="study-panel"),
]
