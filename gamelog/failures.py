"""The answers where no view answers: a page for readers, a problem for programs."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.views import defaults

from gamelog.api.errors import AGAIN, TITLES, body_of, problem_answer, unavailable_body
from gamelog.streams.errors import STORAGE

API = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a request that Django itself does not read, such as one with too many fields."""
    if not request.path.startswith(API):
        return defaults.bad_request(request, exception)
    return problem_answer(body_of(400, "malformed", TITLES[400], str(exception)[:200]))


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer where something broke; the log has the error, under the request's id."""
    if isinstance(sys.exc_info()[1], STORAGE):
        return unavailable(request)
    if not request.path.startswith(API):
        return defaults.server_error(request)
    detail = "the error is in the log of the site, under the id of this request"
    return problem_answer(body_of(500, "broken", TITLES[500], detail))


def unavailable(request: HttpRequest) -> HttpResponse:
    """The answer while the storage does not answer: of a page that asks it nothing."""
    if request.path.startswith(API):
        answer = problem_answer(unavailable_body())
    else:
        answer = HttpResponse(get_template("unavailable.html").render(), status=503)
    answer["Retry-After"] = AGAIN
    return answer
