"""The addresses below /api/. openapi.yaml, made of them by `manage.py spectacular`, is committed."""

from django.http import FileResponse, HttpRequest
from django.urls import path
from drf_spectacular.views import SpectacularSwaggerSplitView

from gamelog.api import errors, games, rosters, rulesets, tokens
from gamelog.setup.paths import ROOT

OPENAPI = ROOT / "gamelog" / "api" / "openapi.yaml"


def openapi(request: HttpRequest) -> FileResponse:
    """The description of this API."""
    return FileResponse(OPENAPI.open("rb"), content_type="application/yaml")


urlpatterns = [
    path("token", tokens.Login.as_view(), name="api-token"),
    path("token/revoke", tokens.Logout.as_view(), name="api-token-revoke"),
    path("games", games.GameList.as_view(), name="api-games"),
    path("games/import", games.GameImport.as_view(), name="api-game-import"),
    path("games/<uuid:game_id>", games.GameDetail.as_view(), name="api-game"),
    path("games/<uuid:game_id>/events", games.GameEvents.as_view(), name="api-events"),
    path("games/<uuid:game_id>/position", games.GamePosition.as_view(), name="api-position"),
    path("games/<uuid:game_id>/replay", games.GameReplay.as_view(), name="api-replay"),
    path("games/<uuid:game_id>/options", games.GameOptions.as_view(), name="api-options"),
    path("games/<uuid:game_id>/verify", games.GameVerify.as_view(), name="api-verify"),
    path("games/<uuid:game_id>/report", games.GameReport.as_view(), name="api-report"),
    path("games/<uuid:game_id>/steps", games.GameSteps.as_view(), name="api-steps"),
    path("games/<uuid:game_id>/odds", games.GameOdds.as_view(), name="api-odds"),
    path("games/<uuid:game_id>/file", games.GameFile.as_view(), name="api-file"),
    path("rosters", rosters.RosterList.as_view(), name="api-rosters"),
    path("rosters/<uuid:roster_id>", rosters.RosterDetail.as_view(), name="api-roster"),
    path("rosters/<uuid:roster_id>/pick", rosters.RosterPick.as_view(), name="api-pick"),
    path("rulesets", rulesets.RulesetList.as_view(), name="api-rulesets"),
    path("rulesets/<str:ruleset_id>/catalogue", rulesets.RulesetCatalogue.as_view(), name="api-catalogue"),
    path("rulesets/<str:ruleset_id>/schema", rulesets.RulesetSchema.as_view(), name="api-schema"),
    path("openapi.yaml", openapi, name="api-openapi"),
    path("", SpectacularSwaggerSplitView.as_view(url_name="api-openapi", authentication_classes=[]), name="api"),
    path("<path:path>", errors.not_found),
]
