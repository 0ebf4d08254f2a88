"""What every sentence of `narrate` and `ruled` is made with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from rules import Event
from rules.kernel.canonical import tag_of

tag = tag_of
"""The word of an action or effect, as in a game file."""


class Explanation(msgspec.Struct, frozen=True):
    """A sentence; `quiet` for bookkeeping, `declared` where players said so and nothing was measured.

    `step` is the number of the step it speaks of, 0 where it speaks of its own.
    """

    text: str
    quiet: bool = False
    declared: bool = False
    step: int = 0


def effects(event: Event[Any], *kinds: str) -> list[Any]:
    """The effects of an event; of some kinds when they are named by their tags."""
    return [effect for effect in event.effects if not kinds or tag(effect) in kinds]


def listed(names: Iterable[str]) -> str:
    """Names with commas and a final "and"."""
    *first, last = list(names) or [""]
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def signed(amount: int) -> str:
    """A number with its sign: +1, −1."""
    return f"{amount:+d}".replace("-", "−")
