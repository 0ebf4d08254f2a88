"""The one place where refusals become answers: problem+json (RFC 9457) with everything a client and a player need.

Unreadable is 400 with the path, not allowed 422 with the rule (of a game) or the code (of an event), dice wanted 422
with what to roll, a conflict 409, too large 413, a site that cannot sign 503. Views raise; they do not format.
"""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

import rules
from gamelog.api.engine_json import clause_of, consequences_json, finding_json, refusal_in_language
from gamelog.contest.errors import Refused
from gamelog.games import errors, selectors
from gamelog.sheets.errors import StaleSheet
from gamelog.signing.services import KeysMissing
from gamelog.streams.errors import STORAGE, KeyReused
from gamelog.studies.errors import StaleStudy
from gamelog.tournaments import selectors as events
from gamelog.tournaments.errors import EffectChanged, EventExists, StaleEvent
from gamelog.tournaments.published import NoSuchRound
from rules.kernel.errors import GROUNDS, Ground

PROBLEM = "application/problem+json"
AGAIN = "5"
"""Seconds after which a client asks again."""

log = structlog.get_logger(__name__)


class TooLarge(exceptions.APIException):
    """A body over the limit of its address."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too-large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"the body is larger than {limit} bytes")
        self.limit = limit


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's handler for every exception of a view; None leaves it to Django, as an internal error."""
    problem = _problem(error)
    if problem is not None:
        again = {"Retry-After": str(error.again)} if isinstance(error, errors.QueueFull) else {}
        return Response(problem, problem["status"], content_type=PROBLEM, headers=again)
    if isinstance(error, STORAGE):
        log.exception("storage_does_not_answer")
        return Response(unavailable_body(), 503, content_type=PROBLEM, headers={"Retry-After": AGAIN})
    # Permission, authentication, throttling, parsing: DRF knows their status and headers.
    answer = exception_handler(error, context)
    if answer is not None:
        answer.data = _framework(error, answer)
        answer.content_type = PROBLEM
    return answer


def _framework(error: Exception, answer: Response) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        return body_of(
            400, "malformed", "The request cannot be read", "some fields are wrong", fields_wrong=answer.data
        )
    code = str(getattr(error, "default_code", "refused")).replace("_", "-")
    if isinstance(error, Http404):
        code = "not-found"
    elif isinstance(error, PermissionDenied):
        code = "forbidden"
    detail = str(error) or str(answer.data.get("detail", ""))
    return body_of(answer.status_code, code, TITLES.get(answer.status_code, "Refused"), detail)


TITLES = {
    400: "The request cannot be read",
    401: "Not logged in",
    403: "Not allowed",
    404: "Not found",
    405: "Not possible here",
    408: "Too slow",
    410: "Taken down",
    413: "Too large",
    415: "Unsupported media type",
    429: "Too often",
    500: "Something is broken here",
    503: "Not available right now",
}


def _problem(error: Exception) -> dict[str, Any] | None:
    match error:
        case rules.RulesError():
            return _refusal(rules.problem(error))
        case errors.StaleGame():
            return body_of(409, "stale-game", "Conflict", str(error), expected=error.expected,
                         actual=error.actual)  # fmt: skip
        case KeyReused():
            return body_of(
                409, "key-reused", "The key was used for a different request", str(error), number=error.number
            )
        case errors.ConsequencesChanged():
            return body_of(409, "consequences-changed", "The outcome has changed", str(error),
                         consequences=_consequences(error))  # fmt: skip
        case errors.QueueFull():
            return body_of(429, "queue-full", TITLES[429], str(error), of=error.of, most=error.most)
        case errors.TakeBackClosed():
            return body_of(409, "take-back-closed", "It no longer awaits an answer", str(error), state=error.state)
        case errors.SeatAnswerRefused():
            return body_of(
                409, "seat-answer-refused", "It no longer awaits this answer", str(error), state=error.reason
            )
        case errors.TakenDown():
            return body_of(410, "taken-down", TITLES[410], str(error))
        case errors.BrokenChain():
            return body_of(400, "broken-chain", "The file is not what was recorded", str(error),
                         findings=[finding_json(finding) for finding in error.findings])  # fmt: skip
        case KeysMissing():
            return body_of(503, "keys-missing", "The site cannot sign at present", str(error))
        case selectors.NoSuchStep():
            return body_of(404, "no-such-step", "There is no such step", str(error), last=error.last)
    return _of_event(error)


def _of_event(error: Exception) -> dict[str, Any] | None:
    """Refusals of events, clubs and sheets: a `Refused` has a code of the closed lists in their docs."""
    match error:
        case Refused(code="unreadable"):
            return body_of(400, "malformed", TITLES[400], error.text, code=error.code, path=error.path)
        case Refused():
            return body_of(422, "refused", "Refused", error.text, code=error.code, path=error.path,
                         facts=msgspec.to_builtins(error.facts, str_keys=True))  # fmt: skip
        case StaleEvent():
            return body_of(409, "stale-event", "Conflict", str(error), expected=error.expected,
                         actual=error.actual)  # fmt: skip
        case StaleSheet():
            return body_of(409, "stale-sheet", "Conflict", str(error), expected=error.expected,
                         actual=error.actual)  # fmt: skip
        case StaleStudy():
            return body_of(409, "stale-study", "Conflict", str(error), expected=error.expected,
                         actual=error.actual)  # fmt: skip
        case EffectChanged():
            return body_of(409, "effect-changed", "The outcome has changed", str(error),
                         effect=msgspec.to_builtins(error.effect, str_keys=True))  # fmt: skip
        case EventExists():
            return body_of(409, "event-exists", "The event is stored already", str(error), number=error.number,
                         head=error.head)  # fmt: skip
        case events.NoSuchAct():
            return body_of(404, "no-such-act", "There is no such act", str(error), last=error.last)
        case NoSuchRound():
            return body_of(404, "not-found", TITLES[404], str(error))
    return None


def _consequences(error: errors.ConsequencesChanged) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(consequences_json(error.consequences))
    return plain


def _refusal(found: rules.Problem) -> dict[str, Any]:
    """A refusal of the engine, its sentences in the language of the request."""
    if found.kind == "malformed":
        return body_of(400, found.kind, TITLES[400], found.text, path=found.path)
    more: dict[str, Any] = {"clause": found.clause, "rule": clause_of(found.clause)} if found.clause else {}
    if found.kind == "illegal-action":
        more["facts"] = _with_rules(found.facts)
    elif found.kind == "dice-wanted":
        more |= {"count": found.count, "sides": found.sides, "roller": found.roller, "read": found.read}
    return body_of(422, found.kind, _REFUSALS.get(found.kind, "Refused"), _sentence(found.grounds()[0]), **more)


def _with_rules(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a refusal, the sentence and the rule of each ground in the language of the request among them."""
    if GROUNDS not in facts:
        return facts
    told = [{**each, "text": _sentence(Ground(**each)), "rule": clause_of(each["clause"])} for each in facts[GROUNDS]]
    return {**facts, GROUNDS: told}


def _sentence(ground: Ground) -> str:
    return refusal_in_language(ground.clause, ground.text, ground.facts)


_REFUSALS = {
    "illegal-action": "The rules do not allow it",
    "dice-wanted": "Dice are required",
    "too-many": "Too much to count",
    "out-of-time": "Still to be counted",
}


def body_of(status_code: int, kind: str, title: str, detail: str, **more: Any) -> dict[str, Any]:
    """The members of problem+json."""
    return {"type": f"urn:gamelog:{kind}", "title": title, "status": status_code, "detail": detail, **more}


def unavailable_body() -> dict[str, Any]:
    """What the API says while the storage does not answer."""
    return body_of(503, "unavailable", TITLES[503], "the storage does not answer; nothing was stored")


def problem_answer(problem: dict[str, Any]) -> HttpResponse:
    """An answer of Django's own with a problem."""
    return HttpResponse(msgspec.json.encode(problem), content_type=PROBLEM, status=problem["status"])


def not_found(request: HttpRequest, path: str = "") -> HttpResponse:
    """The answer below /api/ for paths that do not exist."""
    body = body_of(404, "not-found", TITLES[404], f"nothing is at /api/{path}")
    return problem_answer(body)
