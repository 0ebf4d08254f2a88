"""The addresses below /api/. The generated openapi.yaml (`manage.py spectacular`) is committed."""

from django.http import FileResponse, HttpRequest
from django.urls import path
from drf_spectacular.views import SpectacularSwaggerSplitView

from gamelog.api import (
    asking,
    audit,
    calls,
    corrections,
    errors,
    evidence,
    games,
    imports,
    me,
    own_tables,
    reverify,
    rosters,
    rulesets,
    scores,
    seat_questions,
    secrets,
    tokens,
)
from gamelog.api.club_urls import CLUB_URLS
from gamelog.api.event_urls import EVENT_URLS
from gamelog.api.sheet_urls import SHEET_URLS
from gamelog.api.study_urls import STUDY_URLS
from gamelog.setup.paths import ROOT

OPENAPI = ROOT / "gamelog" / "api" / "openapi.yaml"


def openapi(request: HttpRequest) -> FileResponse:
    """The description of this API."""
    return FileResponse(OPENAPI.open("rb"), content_type="application/yaml")


urlpatterns = [
    path("token", tokens.Login.as_view(), name="api-token"),
    path("token/revoke", tokens.Logout.as_view(), name="api-token-revoke"),
    path("me", me.Me.as_view(), name="api-me"),
    path("me/export", me.MyExport.as_view(), name="api-me-export"),
    path("games", games.GameList.as_view(), name="api-games"),
    path("games/import", games.GameImport.as_view(), name="api-game-import"),
    path("imports", imports.Imports.as_view(), name="api-imports"),
    path("games/<uuid:game_id>/take-down", imports.GameTakedown.as_view(), name="api-take-down"),
    path("games/<uuid:game_id>", games.GameDetail.as_view(), name="api-game"),
    path("games/<uuid:game_id>/events", games.GameEvents.as_view(), name="api-events"),
    path("games/<uuid:game_id>/position", games.GamePosition.as_view(), name="api-position"),
    path("games/<uuid:game_id>/replay", games.GameReplay.as_view(), name="api-replay"),
    path("games/<uuid:game_id>/decide", games.GameDecide.as_view(), name="api-decide"),
    path("games/<uuid:game_id>/options", games.GameOptions.as_view(), name="api-options"),
    path("games/<uuid:game_id>/ask", asking.GameAsk.as_view(), name="api-game-ask"),
    path("games/<uuid:game_id>/verify", games.GameVerify.as_view(), name="api-verify"),
    path("games/<uuid:game_id>/report", games.GameReport.as_view(), name="api-report"),
    path("games/<uuid:game_id>/steps", games.GameSteps.as_view(), name="api-steps"),
    path("calls", calls.OpenCalls.as_view(), name="api-open-calls"),
    path("games/<uuid:game_id>/calls", calls.GameCalls.as_view(), name="api-calls"),
    path("games/<uuid:game_id>/calls/<int:call_id>", calls.GameCall.as_view(), name="api-call"),
    path("games/<uuid:game_id>/score", scores.GameScore.as_view(), name="api-score"),
    path("games/<uuid:game_id>/confirm", scores.GameConfirm.as_view(), name="api-confirm"),
    path("games/<uuid:game_id>/result", corrections.GameResult.as_view(), name="api-result"),
    path("games/<uuid:game_id>/corrections", corrections.GameCorrections.as_view(), name="api-corrections"),
    path(
        "games/<uuid:game_id>/corrections/preview",
        corrections.CorrectionPreview.as_view(),
        name="api-corrections-preview",
    ),
    path("games/<uuid:game_id>/take-backs", corrections.GameTakeBacks.as_view(), name="api-take-backs"),
    path(
        "games/<uuid:game_id>/take-backs/<int:take_back_id>/answer",
        corrections.TakeBackAnswer.as_view(),
        name="api-take-back-answer",
    ),
    path("games/<uuid:game_id>/odds", games.GameOdds.as_view(), name="api-odds"),
    path("games/<uuid:game_id>/luck", games.GameLuck.as_view(), name="api-luck"),
    path("games/<uuid:game_id>/file", evidence.GameFile.as_view(), name="api-file"),
    path("games/<uuid:game_id>/head", evidence.GameHead.as_view(), name="api-head"),
    path("games/<uuid:game_id>/secrets", secrets.GameSecrets.as_view(), name="api-secrets"),
    path("seat-questions", seat_questions.SeatQuestions.as_view(), name="api-seat-questions"),
    path("seat-questions/<int:question_id>", seat_questions.SeatQuestionAnswer.as_view(), name="api-seat-question"),
    path("games/<uuid:game_id>/seats/<str:side>", secrets.GameSeat.as_view(), name="api-seat"),
    path(
        "games/<uuid:game_id>/secrets/<str:subject>/reveal",
        secrets.GameSecretReveal.as_view(),
        name="api-secret-reveal",
    ),
    path("keys", evidence.Keys.as_view(), name="api-keys"),
    path("seals", evidence.SealList.as_view(), name="api-seals"),
    path("seals/<uuid:seal_id>", evidence.SealDetail.as_view(), name="api-seal"),
    path("check", evidence.Check.as_view(), name="api-check"),
    path("check/<str:digest>", evidence.CheckedFile.as_view(), name="api-check-read"),
    path("games/<uuid:game_id>/dice", audit.GameDice.as_view(), name="api-game-dice"),
    path("dice", audit.Dice.as_view(), name="api-dice"),
    path("rosters", rosters.RosterList.as_view(), name="api-rosters"),
    path("rosters/<uuid:roster_id>", rosters.RosterDetail.as_view(), name="api-roster"),
    path("rosters/<uuid:roster_id>/pick", rosters.RosterPick.as_view(), name="api-pick"),
    path("tables", own_tables.OwnTableList.as_view(), name="api-own-tables"),
    path("tables/<uuid:table_id>", own_tables.OwnTableDetail.as_view(), name="api-own-table"),
    path("reverifications", reverify.Reverifications.as_view(), name="api-reverifications"),
    path("reverifications/<uuid:run_id>", reverify.Reverification.as_view(), name="api-reverification"),
    path("rulesets", rulesets.RulesetList.as_view(), name="api-rulesets"),
    path("rulesets/<str:ruleset_id>/catalogue", rulesets.RulesetCatalogue.as_view(), name="api-catalogue"),
    path("rulesets/<str:ruleset_id>/schema", rulesets.RulesetSchema.as_view(), name="api-schema"),
    path("rulesets/<str:ruleset_id>/queries", asking.RulesetQueries.as_view(), name="api-queries"),
    path("rulesets/<str:ruleset_id>/ask", asking.RulesetAsk.as_view(), name="api-ask"),
    *EVENT_URLS,
    *CLUB_URLS,
    *SHEET_URLS,
    *STUDY_URLS,
    path("openapi.yaml", openapi, name="api-openapi"),
    path("", SpectacularSwaggerSplitView.as_view(url_name="api-openapi", authentication_classes=[]), name="api"),
    path("<path:path>", errors.not_found),
]
