"""What lets anybody check a record: public keys, signed heads, seals, and the check itself for those without Python."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny, IsAdminUser, IsAuthenticatedOrReadOnly
from rest_framework.request import Request

import rules
from gamelog.api import documents
from gamelog.api.bodies import MIB, BoundedView, RawJson, asking, raw, read, upload, waiting
from gamelog.api.documents import refusals
from gamelog.api.serializers import FileSerializer
from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of
from gamelog.evidence import checks, clubs, events, selectors, services
from gamelog.evidence.models import Seal
from gamelog.games import access, long_work
from gamelog.games.models import OPEN, QueuedWork, game_key
from gamelog.games.selectors import records_of
from gamelog.signing.selectors import keys_published
from gamelog.signing.services import key_current
from rules import trailers

JSON = "application/json"
FILE = "application/x-ndjson"
CHECK_BYTES = 4 * MIB
"""The largest file that anybody may have checked: some 6,000 events, a second of work."""

MOST_COMPARED = 20
"""With so many copies of its game a file is compared."""
RELATIONS = ("same", "newer", "older", "differs")
"""From the closest relation on."""


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
        operation_id="check", summary="Check a game file as the offline verifier does; no game is stored",
        description=f"A file of more than {checks.AT_ONCE // 1024} KiB is checked by a worker: the answer is 202 with "
        "the address of the verdict, which is kept for an hour and is the same for all who send the same file. The "
        "file is kept until it is checked.",
        request=FileSerializer, responses={200: CHECKED, 202: documents.WAITING, **refusals(400, 401, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """The verdict, and how the file relates to the game with its id stored here."""
        data, _ = upload(request, CHECK_BYTES)
        if len(data) <= checks.AT_ONCE:
            return _verdict(request, checks.checked(data))
        # What cannot be a game file is refused at once.
        rules.read_header(data.partition(b"\n")[0])
        row = long_work.ask(long_work.CHECK, checks.subject_of(data), asking(request), payload=data)
        return _worked_out(request, row)


class CheckedFile(BoundedView):
    """The check of a file by a worker."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="check_read", summary="The verdict on a file that was sent to be checked, by its SHA-256",
        responses={200: CHECKED, 202: documents.WAITING, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, digest: str) -> HttpResponse:
        """The verdict, once there is one."""
        row = long_work.find(long_work.CHECK, digest) if checks.is_subject(digest) else None
        if row is None:
            raise Http404("no file with this digest was sent to be checked within the hour")
        return _worked_out(request, row)


def _worked_out(request: Request, row: QueuedWork) -> HttpResponse:
    if row.state in OPEN:
        return waiting(row, reverse("api-check-read", args=[row.subject]))
    return _verdict(request, checks.result_of(row))


def _verdict(request: Request, found: checks.Checked) -> HttpResponse:
    told = {**found.told, "stored": _stored(request, found)}
    return HttpResponse(msgspec.json.encode(told, order="sorted"), content_type=JSON)


def _stored(request: Request, found: checks.Checked) -> selectors.Relation:
    """How the file relates to our own record of its game, else to that of the copies which it is closest to."""
    named = rules.read_header(found.header).game
    rows = access.games_visible(request.user).filter(records_of(game_key(named)))
    own = rows.filter(copy_of=None)
    each_of = own or rows.order_by("created")[:MOST_COMPARED]
    related = [selectors.relation_of(found.header, found.hashes, game) for game in each_of]
    return min(related, key=lambda each: RELATIONS.index(each.relation), default=selectors.Relation("unknown"))
