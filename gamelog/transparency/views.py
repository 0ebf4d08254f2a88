"""The log as C2SP's tlog-tiles has it read, and `add-checkpoint` of tlog-witness."""

from __future__ import annotations

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

import rules
from gamelog.signing.services import key_current
from gamelog.transparency import selectors, witnesses
from gamelog.transparency.models import KeptCheckpoint, LogHead
from gamelog.transparency.witnesses import Refused
from rules import merkle, note, tlog

TEXT = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NOW = {"Cache-Control": "no-cache"}


def _head() -> LogHead:
    head = selectors.head_now()
    if head is None:
        raise Http404("nothing was logged yet")
    return head


@require_safe
def checkpoint(request: HttpRequest) -> HttpResponse:
    """The newest checkpoint, with the cosignatures of those who keep it."""
    return HttpResponse(selectors.checkpoint(_head()).note.dump(), content_type=TEXT, headers=NOW)


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """The keys of the log, and those with which this site cosigns as a witness, the present ones first."""
    key_current()
    found = [*selectors.log_keys(), *selectors.log_keys(note.COSIGNATURE)]
    return HttpResponse("".join(f"{key.text()}\n" for key in found), content_type=TEXT, headers=NOW)


@require_safe
def tile(request: HttpRequest, path: str) -> HttpResponse:
    """A tile of hashes, or of entries; of a tile that is not full, so much as was ever signed."""
    try:
        wanted = tlog.read_tile(path)
    except rules.Malformed as error:
        raise Http404(str(error)) from None
    size = _head().size
    if wanted.width > tlog.width_of(size, wanted.level, wanted.place):
        raise Http404("the log has no such tile yet")
    first = wanted.place * merkle.TILE
    if wanted.level == tlog.ENTRIES:
        data = tlog.bundle(selectors.entries(first, first + wanted.width))
    else:
        data = b"".join(selectors.tile(wanted.level, wanted.place, wanted.width))
    return HttpResponse(data, content_type=BYTES, headers=FOR_EVER)


@require_safe
def proof(request: HttpRequest, kind: str, subject: str) -> HttpResponse:
    """The proof that the newest entry about something is in the log, with that entry."""
    found = selectors.proof_of(kind, subject)
    if found is None:
        raise Http404("the log has no entry about this")
    name = f"{kind}-{subject.replace('/', '-')}.tlog-proof"
    return HttpResponse(
        found.dump(), content_type=TEXT, headers={"Content-Disposition": f'attachment; filename="{name}"', **NOW}
    )


@require_safe
def entries(request: HttpRequest) -> HttpResponseBase:
    """All entries up to the newest head, a line each, as `python -m rules log check` reads them."""
    size = _head().size
    named = {"Content-Disposition": 'attachment; filename="entries.jsonl"', **NOW}
    return StreamingHttpResponse(_lines(size), content_type="application/x-ndjson", headers=named)


async def _lines(size: int) -> AsyncIterator[bytes]:
    for start in range(0, size, selectors.WHOLE):
        end = min(start + selectors.WHOLE, size)
        yield await sync_to_async(lambda first=start, last=end: b"".join(
            each + b"\n" for each in selectors.entries(first, last)
        ))()  # fmt: skip


@require_safe
def kept(request: HttpRequest, kept_id: int) -> HttpResponse:
    """A checkpoint that this site keeps of another one, byte for byte, with this site's cosignature."""
    row = KeptCheckpoint.objects.filter(pk=kept_id).first()
    if row is None:
        raise Http404("nothing of this number is kept")
    return HttpResponse(row.note.encode(), content_type=TEXT, headers=FOR_EVER)


@csrf_exempt
@require_POST
def add_checkpoint(request: HttpRequest) -> HttpResponse:
    """Cosign the checkpoint of a log that this site keeps; whose it is, its signature says."""
    data = request.read(witnesses.SMALL + 1)
    if len(data) > witnesses.SMALL:
        return HttpResponse("too long\n", status=413, content_type=TEXT)
    try:
        return HttpResponse(witnesses.submitted(data), content_type=TEXT)
    except rules.Malformed as error:
        return HttpResponse(f"{error}\n", status=400, content_type=TEXT)
    except Refused as refused:
        kind = "text/x.tlog.size" if refused.status == 409 and not refused.wrong else TEXT
        return HttpResponse(f"{refused}", status=refused.status, content_type=kind)
