"""The addresses of the pages of games."""

from django.urls import URLPattern, path

from frontend.games import (
    call_views,
    dice_views,
    evidence_views,
    list_views,
    live_views,
    odds_views,
    replay_views,
    reverification_views,
    roster_views,
    ruling_views,
    score_views,
    take_back_views,
    verification_views,
)  # fmt: skip

urlpatterns: list[URLPattern] = [
    path("games/", list_views.game_list, name="games"),
    path("games/calls/", call_views.open_calls, name="calls"),
    path("games/calls/part/", call_views.open_calls_part, name="calls-part"),
    path("games/upload/", list_views.upload_game, name="upload-game"),
    path("games/<uuid:game_id>/", replay_views.game, name="game"),
    path("games/<uuid:game_id>/replay.json", replay_views.replay_data, name="replay-data"),
    path("games/<uuid:game_id>/live", live_views.live, name="live"),
    path("games/<uuid:game_id>/odds/<int:number>/", odds_views.step_odds, name="odds"),
    path("games/<uuid:game_id>/odds/<int:number>/odds.json", odds_views.odds_data, name="odds-data"),
    path("games/<uuid:game_id>/log/", replay_views.log, name="game-log"),
    path("games/<uuid:game_id>/score/", score_views.score, name="game-score"),
    path("games/<uuid:game_id>/confirm/", score_views.confirm, name="game-confirm"),
    path("games/<uuid:game_id>/rosters/", roster_views.game_rosters, name="game-rosters"),
    path("games/<uuid:game_id>/evidence/", evidence_views.evidence, name="evidence"),
    path("games/<uuid:game_id>/export/", evidence_views.export, name="export"),
    path("games/<uuid:game_id>/verify/", verification_views.verify, name="verify"),
    path("games/<uuid:game_id>/verify/state.json", verification_views.verify_state, name="verify-state"),
    path("games/<uuid:game_id>/verify/again/", verification_views.verify_again, name="verify-again"),
    path("games/<uuid:game_id>/rule/", ruling_views.rule, name="rule"),
    path("games/<uuid:game_id>/corrections/", ruling_views.corrections_page, name="corrections"),
    path("games/<uuid:game_id>/take-back/", take_back_views.propose, name="take-back"),
    path("games/<uuid:game_id>/take-back/<int:take_back_id>/", take_back_views.take_back, name="take-back-answer"),
    path("dice/", dice_views.dice, name="dice"),
    path("reverify/", reverification_views.runs, name="reverify"),
    path("reverify/<uuid:run_id>/", reverification_views.run, name="reverify-run"),
    path("reverify/<uuid:run_id>/state.json", reverification_views.run_state, name="reverify-state"),
]
