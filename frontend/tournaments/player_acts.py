"""Storing a player's act, or explaining why it cannot be stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from frontend.tournaments import refusals, submission
from frontend.tournaments.player_forms import PlayerForm
from frontend.tournaments.visit import Visit
from gamelog.contest.errors import Refused
from gamelog.streams.errors import KeyReused
from gamelog.tournaments import services
from gamelog.tournaments.errors import StaleEvent

METHODS = ("GET", "HEAD", "POST")


def declared(
    request: HttpRequest, found: Visit, act: Any, done: str, form: PlayerForm | None = None,
    named: Sequence[services.Named] = (),
) -> bool:  # fmt: skip
    """Store an act of the visitor and show the message `done`; on failure, add the reason to the form, at its field if
    there is one.

    Raises: PermissionDenied.
    """
    try:
        submission.append(found, act, request, named)
    except (StaleEvent, KeyReused):
        messages.error(request, _("Somebody else changed this first, so nothing was saved. This is the current state."))
    except Refused as error:
        if form is None:
            messages.error(request, refusals.refusal_text(error))
        else:
            form.refused(error)
    else:
        if done:
            messages.success(request, done)
        return True
    return False


Forms = dict[str, Any]
