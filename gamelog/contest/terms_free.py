"""Terms of a free league: entrants challenge one another, and everybody plays as many games as they like."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class FreeLeague(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who may meet whom how often, and how unequal numbers of games are ranked.

    A game is a match with a result, a forfeit among them: whoever stays away has played and lost.
    """

    meetings: Annotated[int, Meta(ge=0, le=99)] = 0
    """How often the same two may meet; 0 is any number of times."""
    others_between: bool = False
    """Whether two who have met may meet again only after each of them has had another opponent."""
    least_games: Annotated[int, Meta(ge=0, le=999)] = 0
    """The games without which there is no place: those with fewer stand below all others."""
    per_game: bool = False
    """Whether the points by games rank the entrants, not their sum."""
    added_games: Annotated[int, Meta(ge=0, le=99)] = 0
    """How many games are added to those that the points are divided by, so that a few wins are not the best rate."""
