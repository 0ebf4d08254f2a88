"""The addresses of the front page, accounts, players, rosters and rule catalogues."""

from django.urls import URLPattern, path

from frontend.site import (
    account_views,
    app_views,
    catalogue_views,
    home_views,
    log_views,
    player_views,
    roster_views,
)

PLAYERS: list[URLPattern] = [
    path("players/", player_views.players, name="players"),
    path("players/<slug:person_id>/", player_views.player, name="player"),
    path("players/<slug:person_id>/claim/", player_views.claim, name="player-claim"),
]
"""The subject of the table of roles."""

urlpatterns: list[URLPattern] = [
    path("", home_views.home, name="home"),
    path("manifest.webmanifest", app_views.manifest, name="app-manifest"),
    path("icon.svg", app_views.icon, name="app-icon"),
    path("sw.js", app_views.worker, name="app-worker"),
    path("rosters/", roster_views.rosters, name="rosters"),
    path("rosters/<uuid:roster_id>/", roster_views.roster, name="roster"),
    path("me/", account_views.me, name="me"),
    path("me/data.zip", account_views.my_data, name="my-data"),
    path("me/tokens/revoke/", account_views.revoke_tokens, name="revoke-tokens"),
    path("me/delete/", account_views.delete_me, name="delete-me"),
    path("rules/", catalogue_views.rulesets, name="rulesets"),
    path("rules/<slug:ruleset_id>/", catalogue_views.catalogue, name="rules"),
    path("rules/<slug:ruleset_id>/go/<str:clause_id>/", catalogue_views.clause_page, name="rule-place"),
    path("rules/<slug:ruleset_id>/<slug:name>/", catalogue_views.chapter, name="rule-chapter"),
    path("rules/<slug:ruleset_id>/<str:clause_id>.json", catalogue_views.clause, name="rule-card"),
    path("log/", log_views.log, name="log"),
    path("witness/", log_views.witness, name="witness"),
    *PLAYERS,
]
