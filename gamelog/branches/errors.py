"""Why a what-if cannot be made, or cannot go on."""

from __future__ import annotations

from typing import Literal

Why = Literal["open", "today", "early", "over", "running", "long"]
TEXTS: dict[Why, str] = {
    "open": "you have as many what-ifs as one person may keep: put some of them away",
    "today": "you have made as many what-ifs today as one person may",
    "early": "a what-if begins where both forces have mustered",
    "over": "the battle is over there: begin before an earlier step",
    "running": "the engine is playing on already",
    "long": "the what-if has as many steps as one may have",
}


class BranchRefused(Exception):
    """A what-if is refused; `why` says for which of the reasons."""

    def __init__(self, why: Why) -> None:
        super().__init__(TEXTS[why])
        self.why = why
