"""The signed head of a game and the seals that cover it, for its evidence page."""

from __future__ import annotations

from typing import Any

import rules
from frontend.games.file_words import file_words
from gamelog.evidence import selectors
from gamelog.games.models import Game
from gamelog.signing.selectors import keys_published
from rules.trailers import CheckpointLine, SealLine


def signatures_of(game: Game) -> dict[str, Any]:
    """The newest signature and the seals, as in the game's file.

    `current` says whether the signature is over the game as it is now, `ours` whether a key of this site made it.
    """
    try:
        lines = selectors.trailers_of(game)
    except rules.Malformed as error:
        return {"damaged": file_words(error), "seals": []}
    ours = {key.id for key in keys_published()}
    head = next((line for line in lines if isinstance(line, CheckpointLine)), None)
    seals = [line for line in lines if isinstance(line, SealLine)]
    return {
        "head": head.checkpoint if head else None,
        "keys": [(each.key, each.key in ours) for each in head.signatures] if head else [],
        "current": head is not None and head.checkpoint.head == game.head,
        "seals": [{"title": line.seal.title, "at": line.seal.at, "size": line.seal.size, "root": line.seal.root,
                   "id": line.seal.id} for line in seals],
    }  # fmt: skip
