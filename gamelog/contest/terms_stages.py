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
    """Whether everybody who is left is seeded anew in each round: the highest seed left meets the lowest left. Otherwise
    the first draw holds to the end."""
