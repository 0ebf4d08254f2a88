"""Terms of the stages that an event can have beside its rounds for everybody."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class Knockout(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an elimination is entered and played."""

    losses: Annotated[int, Meta(ge=0, le=98)] | None = None
    """Everybody who lost no more than so many rounds plays on after the Swiss, however many they are: 0 are all who are
    undefeated. None: the best `Terms.cut` play on."""
    reseed: bool = False
    """Whether all who are left are seeded anew in each round: the highest seed left meets the lowest left. Otherwise
    the first draw holds to the end."""
    second_final: bool = True
    """Whether the final of a double elimination is played again where the winner of the lower bracket wins it, so that
    both finalists have lost once."""


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round is played for. `options` of the ruleset are those that its games begin with beside the event's."""

    round: Annotated[int, Meta(ge=1, le=99)]
    en: Annotated[str, Meta(min_length=1, max_length=200)]
    ru: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, int | str | bool] = {}
