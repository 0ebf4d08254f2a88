"""The site as an app that can be installed on a phone: its manifest and its service worker."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frontend.base.icon import ICON
from gamelog.setup import paths

WORKER = "src/sw.ts"


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest."""
    icon = {"src": reverse("app-icon"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    return JsonResponse({
        "name": _("Game log"), "short_name": _("Game log"), "lang": get_language(), "id": "/", "scope": "/",
        "start_url": reverse("record"), "display": "standalone", "background_color": "#f4f1ea",
        "theme_color": "#22303c", "icons": [icon],
        "shortcuts": [{"name": _("Record a battle"), "url": reverse("record")}],
    }, content_type="application/manifest+json")  # fmt: skip


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """The icon of the app."""
    return HttpResponse(ICON, content_type="image/svg+xml")


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It is at the top, because it can only serve what is below its own address."""
    try:
        built = json.loads((paths.DIST / "manifest.json").read_bytes())[WORKER]["file"]
        code = (paths.DIST / built).read_bytes()
    except (FileNotFoundError, KeyError):
        raise Http404("the pages are not built") from None
    return HttpResponse(code, content_type="text/javascript")
