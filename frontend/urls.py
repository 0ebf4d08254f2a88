"""The addresses of the pages."""

from django.urls import URLPattern, URLResolver, include, path

from frontend import me_views, roster_views, rule_views
from frontend.club_urls import urlpatterns as clubs
from frontend.desk_urls import urlpatterns as desk
from frontend.event_urls import urlpatterns as events
from frontend.publish_urls import urlpatterns as published
from frontend.site import home_views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home_views.home, name="home"),
    path("rosters/", roster_views.rosters, name="rosters"),
    path("rosters/<uuid:roster_id>/", roster_views.roster, name="roster"),
    path("me/", me_views.me, name="me"),
    path("me/data.zip", me_views.my_data, name="my-data"),
    path("me/tokens/revoke/", me_views.revoke_tokens, name="revoke-tokens"),
    path("me/delete/", me_views.delete_me, name="delete-me"),
    path("rules/", rule_views.rulesets, name="rulesets"),
    path("rules/<slug:ruleset_id>/", rule_views.catalogue, name="rules"),
    path("", include("frontend.games.urls")),
    *events,
    *desk,
    *published,
    *clubs,
]
