"""Addresses of the pages, each subject's in its own module."""

from django.urls import URLResolver, include, path

urlpatterns: list[URLResolver] = [
    path("", include("frontend.site.urls")),
    path("", include("frontend.games.urls")),
    path("", include("frontend.record.urls")),
    path("", include("frontend.what_if.urls")),
    path("", include("frontend.tournaments.urls")),
    path("", include("frontend.desk.urls")),
    path("", include("frontend.publishing.urls")),
    path("", include("frontend.publishing.battle_urls")),
    path("", include("frontend.clubs.urls")),
    path("", include("frontend.studies.urls")),
]
