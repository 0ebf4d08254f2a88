"""What lets anybody check a record: public keys, signed heads, seals, and the check itself for those without Python."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny, IsAdminUser, IsAuthenticatedOrReadOnly
from rest_framework.request import Request

import rules
from gamelog.api.bodies import MIB, BoundedView, RawJson, raw, read, upload
from gamelog.api.documents import refusals
from gamelog.api.serializers import FileSerializer
from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of
from gamelog.evidence import clubs, events, selectors, services
from gamelog.evidence.models import Seal
from gamelog.games import access
from gamelog.games.models import Game, game_key
from gamelog.signing.selectors import keys_published
from gamelog.signing.services import key_current
from rules import trailers
from rules.verdict import verdict

JSON = "application/json"
FILE = "application/x-ndjson"
CHECK_BYTES = 4 * MIB
"""The largest file that anybody may have checked: some 6,000 events, half a second of work."""


SIGNATURES = list_of(object_of({"key": TEXT, "signature": TEXT}))
KEY = object_of(
    {"id": TEXT, "public": TEXT, "from": TEXT, "until": TEXT,
     "endorsed": object_of({"by": TEXT, "signature": TEXT})}, optional=("until", "endorsed"),
)  # fmt: skip
KEYS = object_of({"keys": list_of(KEY)})
HEAD = object_of({
    "checkpoint": object_of({"at": TEXT, "finished": {"type": "boolean"}, "format": TEXT, "game": TEXT, "head": TEXT,
                           "number": NUMBER}),
    "signatures": SIGNATURES,
})  # fmt: skip
SEAL = object_of({"at": TEXT, "format": TEXT, "id": TEXT, "root": TEXT, "size": NUMBER, "title": TEXT})
SEALS = object_of({"seals": list_of(SEAL)})
SEAL_WANTED = object_of({"title": TEXT, "games": list_of({"type": "string", "format": "uuid"})})
PUBLISHED = object_of({
    "seal": SEAL, "signatures": SIGNATURES, "games": list_of(object_of({"game": TEXT, "head": TEXT, "number": NUMBER})),
    "events": list_of(object_of({"event": TEXT, "head": TEXT, "number": NUMBER})),
    "clubs": list_of(object_of({"club": TEXT, "head": TEXT, "number": NUMBER})),
}, "over `games`, over `events`, or over `clubs`", optional=("games", "events", "clubs"))  # fmt: skip
EVIDENCE = object_of({
    "signature": {**TEXT, "enum": ["trusted", "valid", "absent", "broken", "unchecked"]},
    "keys": list_of(TEXT), "at": TEXT, "states": {**TEXT, "enum": ["match", "absent", "differ"]}, "differs": NUMBER,
    "seals": list_of(object_of({"id": TEXT, "title": TEXT, "at": TEXT, "standing": TEXT, "keys": list_of(TEXT)})),
    "findings": list_of({"type": "object"}),
})  # fmt: skip
RELATION = object_of({
    "relation": {**TEXT, "enum": ["same", "older", "newer", "differs", "unknown"], "description":
                 "compared with the stored game of that id: older ends after step `number`, differs from step "
                 "`number` on"},
    "number": NUMBER, "stored": {**NUMBER, "description": "how many events the stored game has"},
})  # fmt: skip
CHECKED = object_of({
    "verdict": {**TEXT, "enum": ["verified", "findings"]}, "ruleset": TEXT, "version": TEXT, "steps": NUMBER,
    "finished": {"type": "boolean"}, "winner": TEXT, "digest": TEXT, "evidence": EVIDENCE, "stored": RELATION,
    "findings": list_of({"type": "object", "required": ["number", "rule", "severity", "message"]}),
})  # fmt: skip


class SealWanted(msgspec.Struct, forbid_unknown_fields=True):
    """A seal to make."""

    title: str
    games: list[UUID]


def keys_json(request: HttpRequest | None = None) -> HttpResponse:
    """The public keys, as `verify --keys` reads them."""
    key_current()
    return HttpResponse(rules.canonical(trailers.KeysLine(keys_published())), content_type=JSON)


class Keys(BoundedView):
    """The public keys."""

    @extend_schema(
        operation_id="keys_read", summary="The public keys of this site, as the offline verifier reads them",
        responses={200: KEYS, **refusals()},
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Every key this site has ever signed with."""
        return keys_json()


class GameHead(BoundedView):
    """The signed head."""

    @extend_schema(
        operation_id="head_read", summary="The newest signed head of a game", responses={200: HEAD, **refusals(404)}
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The checkpoint, as in the game file."""
        game = access.access_played(request.user, game_id)
        services.checkpoint_of(game)
        for line in selectors.trailers_of(game):
            if isinstance(line, trailers.CheckpointLine):
                return HttpResponse(rules.canonical(line), content_type=JSON)
        raise Http404("this game was not recorded here and was imported unsigned")


class GameFile(BoundedView):
    """The game file."""

    @extend_schema(
        operation_id="file_read", summary="The game file: complete in itself, verifiable offline",
        parameters=[OpenApiParameter("states", int, description="1: with the digests of positions")],
        responses={(200, FILE): OpenApiResponse(OpenApiTypes.BINARY), **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The file, complete in itself."""
        game = access.access_game(request.user, game_id)
        named = {"Content-Disposition": f'attachment; filename="{game.pk}.jsonl"'}
        data = services.file_of(game, states=request.query_params.get("states") == "1")
        return HttpResponse(data, content_type=FILE, headers=named)


class SealList(BoundedView):
    """Seals."""

    parser_classes = [RawJson]
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="seals_list", summary="Seals, newest first", responses={200: SEALS, **refusals()})
    def get(self, request: Request) -> HttpResponse:
        """The signed content of each seal."""
        bodies = Seal.objects.order_by("-at", "id").values_list("body", flat=True)
        return HttpResponse('{"seals":[' + ",".join(bodies) + "]}", content_type=JSON)

    @extend_schema(
        operation_id="seals_create", summary="Put finished games under one signed Merkle root (staff)",
        request={JSON: SEAL_WANTED}, responses={201: PUBLISHED, **refusals(400, 401, 403, 404, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Seal games."""
        if not IsAdminUser().has_permission(request, self):
            self.permission_denied(request)
        wanted: SealWanted = read(SealWanted, raw(request))
        games = [access.access_played(request.user, game) for game in wanted.games]
        try:
            seal = services.seal_create(title=wanted.title, games=games)
        except services.NotSealable as error:
            raise rules.Malformed("$.games", str(error)) from None
        return HttpResponse(_published(seal), content_type=JSON, status=201)


class SealDetail(BoundedView):
    """One seal."""

    @extend_schema(
        operation_id="seals_read", summary="A seal with the games under it, as the offline verifier reads it",
        responses={200: PUBLISHED, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, seal_id: UUID) -> HttpResponse:
        """The seal and its games."""
        found = Seal.objects.filter(pk=seal_id).first()
        if found is None:
            raise Http404(f"there is no seal {seal_id}")
        return HttpResponse(_published(found), content_type=JSON)


def _published(seal: Seal) -> bytes:
    if seal.events.exists():
        return rules.canonical(events.seal_published(seal))
    if seal.clubs.exists():
        return rules.canonical(clubs.EVIDENCE.seal_published(seal))
    return rules.canonical(selectors.seal_published(seal))


class Check(BoundedView):
    """Checking a file."""

    parser_classes = [MultiPartParser]
    permission_classes = [AllowAny]
    limit = CHECK_BYTES + MIB

    @extend_schema(
        operation_id="check", summary="Check a game file as the offline verifier does; nothing is stored",
        request=FileSerializer, responses={200: CHECKED, **refusals(400, 401, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """The verdict, and how the file relates to the game with its id stored here."""
        data, _ = upload(request, CHECK_BYTES)
        trusted = selectors.trusted_for(rules.read_header(data.partition(b"\n")[0]))
        found = verdict(data, trusted)
        stored = _stored(request, found.file)
        plain = {**msgspec.to_builtins(found.report), "evidence": found.evidence, "stored": stored}
        return HttpResponse(msgspec.json.encode(plain, order="sorted"), content_type=JSON)


def _stored(request: Request, file: rules.GameFile) -> selectors.Relation:
    game: Game | None = access.games_visible(request.user).filter(pk=game_key(file.header.game)).first()
    return selectors.relation_of(file, game) if game else selectors.Relation("unknown")
