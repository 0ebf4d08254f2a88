"""What a side writes down in secret, with all that is needed to declare it, open it, and check it by other means."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.ruleset import Ruleset
from rules.kernel.secrets import DICE, SERVER, Commit, Reveal, commitment, hashed
from rules.kernel.spelling import meant
from rules.kernel.state import read


class WrittenSecret(msgspec.Struct, frozen=True):
    """A secret: `declare` is for the record now, `open` for later; both are declarations.

    `hashed` is the text whose SHA-256 is the `commitment`; `check` is a command that computes it.
    """

    commitment: str
    hashed: str
    check: str
    declare: dict[str, Any]
    open: dict[str, Any]


def seal(ruleset: Ruleset, by: str, subject: str, value: str, salt: str) -> WrittenSecret:
    """Write something down for a side of a game.

    Raises:
        Malformed: nobody of that name commits to anything in this game, or a text is too long or not a salt.
    """
    known = (*ruleset.sides, SERVER) if subject == DICE else ruleset.sides
    if by not in known:
        raise Malformed("$.by", f"{by!r} is none of {', '.join(known)}{meant(by, known)}")
    opening = {"type": "reveal", "subject": subject, "value": value, "salt": salt}
    read(msgspec.json.Decoder(Reveal), msgspec.json.encode(opening))
    text, digest = hashed(by, subject, value, salt).decode(), commitment(by, subject, value, salt)
    act = Commit(subject=subject, commitment=digest)
    return WrittenSecret(
        commitment=digest, hashed=text, check=f"printf %s {shlex.quote(text)} | sha256sum",
        declare={"by": by, "action": act}, open={"by": by, "action": opening},
    )  # fmt: skip
