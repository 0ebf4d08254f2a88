"""What a side writes down in secret: a commitment now, the opening later; and how to check one by hand.

A commitment is the SHA-256 of canonical JSON, `{"by":…,"salt":…,"subject":…,"value":…}`. Salt and value stay with the
writer (a site may keep them for its players), so nothing stored in the game reveals them. The commitment includes who
made it: a copy of somebody else's cannot be passed off as one's own.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.kernel.canonical import canonical
from rules.kernel.context import Context
from rules.kernel.effects import Committed, Revealed, sealed_key
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Administrative, digest
from rules.kernel.log import LOG

SERVER = "server"
"""The name that commits to and reveals the site's dice seed; no side of a game may have it."""
DICE = "dice"
"""The subject of a commitment to a dice seed."""

RECIPE = (
    "A commitment is SHA-256, in lower-case hexadecimal, of this object as canonical JSON in UTF-8: its four members "
    "in alphabetical order, without white space or a line feed at the end. Anybody can recompute it with sha256sum; "
    "`python -m rules commit` writes the object, the commitment and the command."
)
Subject = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=100, description="What it is about: see the subjects under `commitment` in the schema."
    ),
]
Value = Annotated[str, msgspec.Meta(max_length=2000, description="What was written down.")]
Salt = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[0-9a-f]{32,128}$",
        description="At least 128 random bits in lower-case hexadecimal, because a secret is often one of a few.",
    ),
]
Hash = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[0-9a-f]{64}$", description="SHA-256 in lower-case hexadecimal of the definition `commitment`."
    ),
]


class Commit(Administrative, frozen=True, tag="commit"):
    """A side has written something down about `subject`."""

    subject: Subject
    commitment: Hash


class Reveal(Administrative, frozen=True, tag="reveal"):
    """A side shows what it had written down about `subject`, and the salt that proves it."""

    subject: Subject
    value: Value
    salt: Salt


def commitment(by: str, subject: str, value: str, salt: str) -> str:
    """The commitment to a value, in hexadecimal."""
    return digest(hashed(by, subject, value, salt))


def hashed(by: str, subject: str, value: str, salt: str) -> bytes:
    """The bytes whose SHA-256 is the commitment."""
    return canonical({"by": by, "salt": salt, "subject": subject, "value": value})


def commit(ctx: Context, action: Commit) -> None:
    """Record a commitment."""
    known = (SERVER, *ctx.ruleset.sides) if action.subject == DICE else ctx.ruleset.sides
    ctx.require(ctx.by in known, LOG["commit"], "{by} is not a side of this game", by=ctx.by)
    ctx.require(
        sealed_key(ctx.by, action.subject) not in ctx.state.sealed,
        LOG["commit"],
        "{by} has already committed to {subject}",
        by=ctx.by,
        subject=action.subject,
    )
    late = action.subject == DICE and LOG["begin"] in ctx.state.game
    ctx.require(not late, LOG["dice-commit"], "dice seeds have to be committed to before the first step")
    ctx.emit(Committed(rule=LOG["commit"], by=ctx.by, subject=action.subject, commitment=action.commitment))


def reveal(ctx: Context, action: Reveal) -> None:
    """Open a commitment; refused if it does not match."""
    sealed = ctx.state.sealed.get(sealed_key(ctx.by, action.subject))
    if sealed is None:
        raise IllegalAction(LOG["reveal"], f"{ctx.by} has not committed to anything about {action.subject}")
    ctx.require(not sealed.opened, LOG["reveal"], "{subject} has already been revealed", subject=action.subject)
    ctx.require(
        commitment(ctx.by, action.subject, action.value, action.salt) == sealed.commitment,
        LOG["reveal"],
        "what is revealed about {subject} does not match the commitment",
        subject=action.subject,
    )
    early = action.subject == DICE and ctx.state.over is None
    ctx.require(not early, LOG["dice-reveal"], "dice seeds are only revealed after the last step")
    ctx.emit(Revealed(rule=LOG["reveal"], by=ctx.by, subject=action.subject, value=action.value))
