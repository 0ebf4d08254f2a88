"""The addresses of the pages."""

from django.urls import URLPattern, path

from frontend import roster_views, rule_views, views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("games/", views.games, name="games"),
    path("games/upload/", views.upload_game, name="upload-game"),
    path("games/<uuid:game_id>/", views.game, name="game"),
    path("games/<uuid:game_id>/replay.json", views.replay_data, name="replay-data"),
    path("games/<uuid:game_id>/odds/<int:number>/", views.step_odds, name="odds"),
    path("games/<uuid:game_id>/odds/<int:number>/odds.json", views.odds_data, name="odds-data"),
    path("games/<uuid:game_id>/log/", views.log, name="game-log"),
    path("games/<uuid:game_id>/rosters/", views.game_rosters, name="game-rosters"),
    path("games/<uuid:game_id>/evidence/", views.evidence, name="evidence"),
    path("games/<uuid:game_id>/export/", views.export, name="export"),
    path("games/<uuid:game_id>/verify/", views.verify, name="verify"),
    path("games/<uuid:game_id>/verify/state.json", views.verify_state, name="verify-state"),
    path("games/<uuid:game_id>/verify/again/", views.verify_again, name="verify-again"),
    path("rosters/", roster_views.rosters, name="rosters"),
    path("rosters/<uuid:roster_id>/", roster_views.roster, name="roster"),
    path("rules/", rule_views.rulesets, name="rulesets"),
    path("rules/<slug:ruleset_id>/", rule_views.catalogue, name="rules"),
]
