"""The addresses of the pages."""

from django.urls import URLPattern, path

from frontend import audit, me_views, reverify_views, roster_views, rule_views, ruling_views, take_back_views, views
from frontend.club_urls import urlpatterns as clubs
from frontend.desk_urls import urlpatterns as desk
from frontend.event_urls import urlpatterns as events
from frontend.publish_urls import urlpatterns as published

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
    path("games/<uuid:game_id>/rule/", ruling_views.rule, name="rule"),
    path("games/<uuid:game_id>/corrections/", ruling_views.corrections_page, name="corrections"),
    path("games/<uuid:game_id>/take-back/", take_back_views.propose, name="take-back"),
    path("games/<uuid:game_id>/take-back/<int:take_back_id>/", take_back_views.take_back, name="take-back-answer"),
    path("dice/", audit.dice, name="dice"),
    path("rosters/", roster_views.rosters, name="rosters"),
    path("rosters/<uuid:roster_id>/", roster_views.roster, name="roster"),
    path("me/", me_views.me, name="me"),
    path("me/data.zip", me_views.my_data, name="my-data"),
    path("me/tokens/revoke/", me_views.revoke_tokens, name="revoke-tokens"),
    path("me/delete/", me_views.delete_me, name="delete-me"),
    path("reverify/", reverify_views.runs, name="reverify"),
    path("reverify/<uuid:run_id>/", reverify_views.run, name="reverify-run"),
    path("reverify/<uuid:run_id>/state.json", reverify_views.run_state, name="reverify-state"),
    path("rules/", rule_views.rulesets, name="rulesets"),
    path("rules/<slug:ruleset_id>/", rule_views.catalogue, name="rules"),
    *events,
    *desk,
    *published,
    *clubs,
]
