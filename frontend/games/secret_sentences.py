"""Secrets and the origin of dice in words: steps of the replay, the evidence page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

import rules
from frontend.games.cast import Cast
from frontend.games.sentences import Explanation
from rules.kernel.secrets import DICE, SERVER


def who(cast: Cast, by: str) -> str:
    """The party that commits and reveals: a side, or the site."""
    if by == SERVER:
        return _("The server")
    return cast.side(by) if by in cast.sides else _("Side %(side)s") % {"side": by.upper()}


def _subject(cast: Cast, subject: str) -> str:
    """The subject of a secret, from the rule that asks for it; numbered if there are several of a kind."""
    kind, _dot, number = subject.rpartition(".")
    if not number.isdecimal():
        return cast.rule(subject)
    return f"{cast.rule(kind)} {number}"


def _commit(cast: Cast, state: rules.State, event: rules.Event[Any]) -> str:
    about = {"who": who(cast, event.by), "subject": _subject(cast, event.action.subject)}
    if event.action.subject == DICE:
        return _("%(who)s commits to a dice seed") % about
    return _("%(who)s writes something down in secret: %(subject)s") % about


def _reveal(cast: Cast, state: rules.State, event: rules.Event[Any]) -> str:
    about = {"who": who(cast, event.by), "subject": _subject(cast, event.action.subject)}
    if event.action.subject == DICE:
        return _("%(who)s reveals the dice seed") % about
    return _("%(who)s reveals what was written down: %(subject)s") % about


def _committed(cast: Cast, effect: Any, state: rules.State) -> Explanation:
    return Explanation(_("Sealed with the hash %(hash)s…") % {"hash": effect.commitment[:16]})


def _revealed(cast: Cast, effect: Any, state: rules.State) -> Explanation:
    said = re.sub(r"\S+", lambda word: cast.thing(word[0]), str(effect.value))
    return Explanation(_("It says: %(text)s") % {"text": said})


def _go_on(cast: Cast, state: rules.State, event: rules.Event[Any]) -> str:
    about = {"side": cast.side(event.by)}
    if any(request.stands for request in event.rerolls):
        return _("%(side)s keeps dice it could re-roll, and the step continues") % about
    free = state.pending is not None and bool(state.pending.about.get("free"))
    if event.rerolls or free:
        return _("%(side)s re-rolls, and the step continues") % about
    return _("%(side)s keeps the roll, and the step continues") % about


ACTIONS: dict[str, Callable[[Cast, rules.State, rules.Event[Any]], str]] = {
    "commit": _commit, "reveal": _reveal, "go-on": _go_on,
}  # fmt: skip
EFFECTS: dict[str, Callable[[Cast, Any, rules.State], Explanation]] = {"committed": _committed, "revealed": _revealed}
