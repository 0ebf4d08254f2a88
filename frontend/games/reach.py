"""What the board answers about a position: reach, sight and distances, in words and as they are drawn.

Every figure is an answer of the rules (`rules.asking`, `rules.seeing`); here it is only put into words. Keys are short
because pages ask at every step:

    reach   n name, k weapons (`frontend.games.weapons`), s shapes, g rings
    shape   o outline or a single point, r what it is grown by
    ring    k kind, d length, t label, s the shapes round which it lies
    sight   n name, t title, u unit words where it sees nobody, r rows, h those who are not seen
    row     i target, n name, d distance, v 2 open, 1 partly hidden, w what is in the way, y the pieces of terrain that
            are, p needed, g weapon, f and a the shapes of viewer and target
    chance  i target, c per cent, w width of the bar in thousandths; y why there is no figure
    part    c the chance of one target, n of how many targets there are chances, left ways of the dice that are left
    apart   d distance in hundredths (null where the rules do not measure it), t in words, a and b shapes

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

import rules
from frontend.base.lengths import inches
from frontend.games import odds, weapons
from frontend.games.cast import Cast
from frontend.games.sentences import listed
from gamelog.games import luck
from rules import State, asking, recording, seeing
from rules.kernel import reaching
from rules.kernel.query import Answer
from rules.kernel.state import Model
from rules.kernel.telling import Phrase

FORMAT = 2
Json = dict[str, Any]
Rings: TypeAlias = dict[tuple[str, int, str], list[Answer]]
"""The answers that make up a ring, by its kind, its length, and the clause where it works around somebody."""
WAYS = 100_000
"""Divided by the models of both sides, so many ways of the dice are followed for the chances of all targets of a
shooter, and never more than for the odds of a step (`luck.RUNS`), nor in more than `luck.CHANCE_STEPS` for one target.
"""


class Board:
    """A position with the names of all in it."""

    def __init__(self, ruleset: rules.Ruleset, state: State) -> None:
        self.ruleset, self.state, self.cast = ruleset, state, Cast(ruleset)
        self.cast.meet(state)
        self.pieces = {piece.id for piece in state.table.terrain}

    def has(self, key: str) -> bool:
        """Whether somebody with this id is on the table, which has to be one with coordinates."""
        return not self.state.table.sketch and bool(self.standing(key))

    def standing(self, key: str) -> list[Model]:
        """The model with this id, or the models of that unit, as far as they are on the table."""
        return seeing.standing(self.state, key)

    def shape(self, key: str) -> Json:
        """The ground from whose edge somebody is measured."""
        outline, radius = seeing.core(self.state, key)
        return {"o": outline, "r": radius}


def reach(board: Board, key: str) -> Json:
    """The rings of a model or a unit, the shortest first. Raises: rules.RulesError."""
    query = asking.worded(board.ruleset, "reach", {"of": key})
    rings: Rings = {}
    for answer in asking.ask(board.ruleset, board.state, query):
        kind, length = answer.facts["kind"], answer.value
        assert isinstance(length, int)
        rings.setdefault((kind, length, answer.clauses[0] if kind == "aura" else ""), []).append(answer)
    holders = list(dict.fromkeys(answer.of for found in rings.values() for answer in found))
    return {
        "n": board.cast.model(key), "k": weapons.table(board.cast.telling, board.standing(key)),
        "s": [board.shape(holder) for holder in holders],
        "g": [_ring(board, of, rings, holders) for of in sorted(rings, key=lambda ring: (ring[1], ring[0]))],
    }  # fmt: skip


def _ring(board: Board, of: tuple[str, int, str], rings: Rings, holders: list[str]) -> Json:
    kind, length, clause = of
    around = list(dict.fromkeys(holders.index(answer.of) for answer in rings[of]))
    alike = sum(other == kind for other, _, _ in rings) > 1
    label = board.cast.rule(clause) if clause else _label(board, kind, rings[of], alike)
    return {"k": kind, "d": length, "t": f"{inches(length)} {label}", "s": around}


def _label(board: Board, kind: str, found: Sequence[Answer], alike: bool) -> str:
    """What a ring is: the weapons that reach so far, or words, with a weapon where other rings are called the same."""
    named = (board.cast.weapon(answer.of, answer.facts["weapon"]) for answer in found if "weapon" in answer.facts)
    first, *others = dict.fromkeys(named) or [""]
    weapon = f"{first} +{len(others)}" if others else first
    said = board.cast.say(reaching.KINDS.get(kind, Phrase(kind, kind)))
    return weapon if kind == "range" else f"{said}: {weapon}" if weapon and alike else said


# sight


def sight(board: Board, key: str) -> Json:
    """Whom a model or a unit sees, the nearest first, with what a usual shot needs. Raises: rules.RulesError."""
    found = seeing.sights(board.ruleset, board.state, key)
    seen = [each for each in found if each.seen and not each.aside]
    rows = sorted(seen, key=lambda each: (each.away is None, each.away or 0, each.target))
    return {
        "n": board.cast.model(key), "t": _("Sees %(count)d of the enemy") % {"count": len(rows)},
        "u": "" if rows else _("Sees none of the enemy."), "r": [_row(board, key, each) for each in rows],
        "h": _others(board, found),
    }  # fmt: skip


def _row(board: Board, key: str, each: seeing.Sight) -> Json:
    row: Json = {
        "i": each.target, "n": board.cast.model(each.target), "v": 1 if each.cover else 2,
        "w": _in_the_way(board, each), "y": [key for key in each.by if key in board.pieces],
        "d": "" if each.away is None else inches(each.away),
        "f": board.shape(each.viewer), "a": board.shape(each.model),
    }  # fmt: skip
    shot = seeing.shot(board.ruleset, board.state, key, each.target)
    if shot is not None:
        row |= {"p": f"{shot.needed}+" if shot.needed else "", "g": _armed(board, key, shot)}
    return row


def _in_the_way(board: Board, each: seeing.Sight) -> str:
    """What makes a target harder to hit, and what is in the way."""
    cast = board.cast
    if not each.cover:
        return ""
    cover, by = cast.say(cast.telling.covers[each.cover]), listed(dict.fromkeys(map(cast.thing, each.by)))
    return f"{cover}: {by}" if each.by else cover


def _armed(board: Board, key: str, shot: seeing.Shot) -> str:
    """The weapons of a shot, each once."""
    names = {weapon.id: weapon.name for model in board.standing(key) for weapon in model.sheet.weapons}
    return ", ".join(dict.fromkeys(names[each] for each in shot.weapons if each in names))


def _others(board: Board, found: Iterable[seeing.Sight]) -> str:
    """Who is not seen, and of whom nobody can tell."""
    name = board.cast.model
    hidden = [name(each.target) for each in found if each.seen is False]
    aside = [name(each.target) for each in found if each.seen and each.aside]
    unknown = [name(each.target) for each in found if each.seen is None]
    told = [
        _("Out of sight: %(names)s.") % {"names": listed(hidden)} if hidden else "",
        _("Outside its front: %(names)s.") % {"names": listed(aside)} if aside else "",
        _("Not worked out: %(names)s.") % {"names": listed(unknown)} if unknown else "",
    ]
    return " ".join(filter(None, told))


# chances


def targets(told: Json) -> list[str]:
    """At whom there is a shot, the nearest first, as `sight` has told."""
    return [row["i"] for row in told["r"] if "p" in row]


def ways(board: Board) -> int:
    """How many ways of the dice are followed for all targets of a shooter."""
    return min(luck.RUNS, WAYS // max(1, len(board.state.models)))


def chance(board: Board, key: str, targets: Sequence[str], part: int, left: int | None) -> Json:
    """How likely the usual shot takes the target number `part` out of action, with the ways that are `left` after those
    before it; None before the first.

    Nearer targets may take more of them, and what one does not need is left to those after it.
    """
    target, left = targets[part], ways(board) if left is None else left
    most = 2 * left // (len(targets) - part + 1)
    shot = seeing.shot(
        board.ruleset, board.state, key, target, most=most, go_on=luck.budget(luck.CHANCE_STEPS, luck.SECONDS)
    )
    hurt = shot.hurt if shot is not None else None
    spent = hurt.ways if hurt is not None else most
    return {"c": {"i": target, **_chance(hurt)}, "n": len(targets), "left": left - spent}


def _chance(hurt: recording.Hurt | None) -> Json:
    if hurt is None:
        return {"c": "", "w": 0, "y": _("too many ways")}
    if not hurt.out:
        return {"c": _("not in one move"), "w": 0}
    return {"c": odds.at_least(hurt.out, hurt.open), "w": max(1, int(1000 * hurt.out))}


# the ruler


def apart(board: Board, of: str, to: str) -> Json:
    """How far two models or units are apart, as the rules measure. Raises: rules.RulesError."""
    query = asking.worded(board.ruleset, "distance", {"of": of, "to": to})
    (answer,) = asking.ask(board.ruleset, board.state, query)
    ends = answer.facts.get("between", (of, to))
    said = _("not measured: something impassable is in between") if answer.value is None else inches(answer.value)  # type: ignore[arg-type]
    return {"d": answer.value, "t": said, "a": board.shape(ends[0]), "b": board.shape(ends[1])}
