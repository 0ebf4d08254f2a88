"""Going along a way: as far as the movement lasts, with tests at barricades, leaps and on dangerous ground."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Moved, Noted
from rules.kernel.errors import Malformed
from rules.kernel.geometry import FINE
from rules.kernel.lengths import INCH
from rules.kernel.marks import Takes, each
from rules.kernel.part import Objection, objection
from rules.kernel.state import Facing, Model, Point, State, Terrain
from rules.necro import checks, danger, fall, ground, words

BARRICADE = "necro.move.barricade-test"
TOLL = "necro.move.barricade-cost"
LEAP = ground.LEDGE
TURN = "necro.move.turn-after-move"
SHORT = "necro.move.short-of-target"
OTHERWISE = "necro.move.forbidden-otherwise"
PRICE = 2 * INCH
"""What a barricade takes from the movement of a fighter that fails the test, or pays for it."""
OUT, FELL = "out", "fell"
"""What a way may come to before its end."""


class Stop(NamedTuple):
    """Something that a fighter meets on a leg: how many hundredths along it, what, and which piece."""

    part: int
    what: str
    piece: Terrain | None = None


class Going(msgspec.Struct):
    """A fighter under way: where it is, the points behind it, the movement left (in hundredths of a hundredth).

    `met` are the barricades it has tested or paid for and the dangerous areas it is in; `pays` the barricades that it
    pays for without a test. `fate` is what stopped it for good.
    """

    ctx: Context
    model: Model
    at: Point
    limit: int
    left: int
    pays: frozenset[str]
    met: dict[str, None]
    behind: list[Point] = msgspec.field(default_factory=list)
    whole: bool = False
    fate: str = ""
    over: Point = (0, 0, 0)

    @property
    def used(self) -> int:
        """The movement used, in hundredths of an inch."""
        return min(self.limit, (self.limit * FINE + FINE - 1 - self.left) // FINE)


def go(
    ctx: Context, model: Model, path: Sequence[Point], limit: int, pays: Iterable[str] = (), paid: Iterable[str] = ()
) -> Going:
    """Go along a way with a movement allowance; tests are rolled, and nothing else is recorded yet."""
    start = ctx.place(model)
    inside = [piece.id for piece in danger.under(ctx.state, model, start)]
    now = Going(ctx, model, start, limit, limit * FINE + FINE - 1, frozenset(pays), dict.fromkeys([*paid, *inside]))
    now.whole = all(_leg(now, b) for b in path)
    return now


def unpaid(state: State, model: Model, path: Sequence[Point], pays: Iterable[str]) -> Iterator[Objection]:
    """Objections to pieces for which a fighter would pay and that are no barricades on its way."""
    legs = ground.legs(model.at or path[0], path) if path else []
    met = {piece.id for piece in ground.barricades(state) if any(geometry.crosses(a, b, piece) for a, b in legs)}
    for key in pays:
        if key not in met:
            yield objection(TOLL, "{piece} is no barricade on the way of {name}", piece=key, name=model.sheet.name)


def _leg(now: Going, b: Point) -> bool:
    """Go along a leg; returns whether its end was reached."""
    a = now.at
    reached = all(_advance(now, a, b, stop.part) and _meet(now, stop, a, b) for stop in _stops(now, a, b))
    reached = reached and _advance(now, a, b, ground.size(a, b))
    if now.at != a:
        now.behind.append(now.at)
    return reached


def _stops(now: Going, a: Point, b: Point) -> list[Stop]:
    """What a fighter meets on a leg, in order; whatever it leaps over is left out."""
    state, base = now.ctx.state, now.model.sheet.base
    if (a[0], a[1]) == (b[0], b[1]):
        return []
    found = []
    for piece in ground.barricades(state):
        if geometry.crosses(a, b, piece):
            part = ground.first(a, b, ground.overlapping(piece, base)) or 0
            found.append(Stop(max(0, part - 1), BARRICADE, piece))
    for piece in danger.areas(state, a):
        part_ = ground.first(a, b, ground.overlapping(piece, base))
        if part_ is not None:
            found.append(Stop(part_, danger.TEST, piece))
    if ground.leaps(state, now.model, a, b):
        off = ground.edge(state, now.model, a, b)
        found = [*(stop for stop in found if stop.part < off), Stop(off, LEAP)]
    return sorted(found, key=lambda stop: (stop.part, stop.what, stop.piece.id if stop.piece else ""))


def _advance(now: Going, a: Point, b: Point, part: int) -> bool:
    """Go on to a place of a leg, or as far as the movement lasts; returns whether it lasts."""
    if now.at == b:
        return True
    state, whole = now.ctx.state, ground.size(a, b)
    place = b if part == whole else ground.spot(a, b if a[:2] == b[:2] else (b[0], b[1], a[2]), part)
    need = ground.fine_cost(state, now.model, now.at, place)
    if need > now.left:
        lasts, most = 0, ground.size(now.at, place)
        while most - lasts > 1:
            middle = (lasts + most) // 2
            fits = ground.fine_cost(state, now.model, now.at, ground.spot(now.at, place, middle)) <= now.left
            lasts, most = (middle, most) if fits else (lasts, middle)
        place = ground.spot(now.at, place, lasts)
        now.left -= ground.fine_cost(state, now.model, now.at, place)
        now.at = place
        return False
    now.left -= need
    now.at = place
    return True


def _meet(now: Going, stop: Stop, a: Point, b: Point) -> bool:
    """What a fighter meets on its way; returns whether it goes on."""
    if stop.piece is None:
        return _leap(now, a, b)
    if stop.piece.id in now.met:
        return True
    now.met[stop.piece.id] = None
    if stop.what == danger.TEST:
        return _endangered(now)
    if stop.piece.id in now.pays:
        now.ctx.emit(Noted(rule=TOLL, model=now.model.id, value=PRICE, text="paid"))
    elif checks.taken(now.ctx, now.model, BARRICADE, "I"):
        return True
    else:
        now.ctx.emit(Noted(rule=TOLL, model=now.model.id, value=PRICE, text="failed"))
    now.left = max(0, now.left - PRICE * FINE)
    return True


def _endangered(now: Going) -> bool:
    """A fighter that comes onto dangerous ground tests its Initiative, or is out of action."""
    if checks.taken(now.ctx, now.model, danger.TEST, "I"):
        return True
    now.fate = OUT
    return False


def _leap(now: Going, a: Point, b: Point) -> bool:
    """Leap to the end of a leg, if the movement lasts; a fighter that fails falls at once."""
    need = ground.fine_cost(now.ctx.state, now.model, now.at, b)
    if need > now.left:
        return False
    if not checks.taken(now.ctx, now.model, LEAP, "I"):
        now.fate, now.over = FELL, _middle(now.ctx.state, a, b)
        return False
    now.left -= need
    now.at = b
    for piece in danger.areas(now.ctx.state, b):
        if piece.id not in now.met and ground.overlapping(piece, now.model.sheet.base)(b, b):
            now.met[piece.id] = None
            if not _endangered(now):
                return False
    return True


def _middle(state: State, a: Point, b: Point) -> Point:
    """Where a fighter falls that fails a leap: below the middle of the first gap; from a ledge, where it jumps to."""
    if b[2] < a[2]:
        return b[0], b[1], a[2]
    open_ = [not ground.floored(state, ground.spot(a, b, part)) for part in range(ground.size(a, b) + 1)]
    first = open_.index(True) if True in open_ else 0
    last = open_.index(False, first) if False in open_[first:] else len(open_)
    return ground.spot(a, b, (first + last) // 2)


# how it ends


def arrive(ctx: Context, now: Going, rule: str, facing: Facing | None = None) -> None:
    """Record where a fighter has come to, and what became of it."""
    model = now.model
    if now.behind:
        ctx.emit(Moved(rule=rule, model=model.id, path=tuple(now.behind), length=now.used))
    elif not now.fate:
        ctx.emit(Noted(rule=rule, model=model.id, text="stays"))
    if now.fate == OUT:
        words.out(ctx, model, danger.FAILED)
    elif now.fate == FELL:
        fall.falls(ctx, model, now.over)
    elif facing is not None:
        face(ctx, model, facing, TURN)


def face(ctx: Context, model: Model, facing: Facing, rule: str) -> None:
    """A fighter turns to a direction."""
    ctx.emit(Moved(rule=rule, model=model.id, path=(), facing=facing))


def looks(facing: Facing | None) -> None:
    """Refuse a direction that is none.

    Raises:
        Malformed: it has no length.
    """
    if facing == (0, 0):
        raise Malformed("$.action.facing", "a fighter faces somewhere")


def blocked(ctx: Context, model: Model, at: Point, engaging: bool = False) -> bool:
    """Whether a fighter may not end a move at a place."""
    return not ground.clear(ctx.state, model, at, engaging)


def stop_short(ctx: Context, now: Going, start: Point, engaging: bool = False) -> None:
    """Let a fighter stop at the last place of its way where it may; at the start, if there is no other."""
    for keep in range(len(now.behind), 0, -1):
        a, b = (now.behind[keep - 2] if keep > 1 else start), now.behind[keep - 1]
        for part in range(ground.size(a, b), 0, -1):
            place = ground.spot(a, b, part)
            if not blocked(ctx, now.model, place, engaging):
                now.behind, now.at = [*now.behind[: keep - 1], place], place
                return
    now.behind, now.at = [], start


_POINT = re.compile(r"-?[0-9]{1,6},-?[0-9]{1,6},-?[0-9]{1,6}", re.ASCII)
_ONE = Takes("a place such as 1200,600,0", {"type": "string", "pattern": _POINT.pattern},
             lambda state, value: isinstance(value, str) and _POINT.fullmatch(value) is not None)  # fmt: skip
PLACES = each(_ONE, "a list of places such as 1200,600,0")
PLACE = Takes("a list of one place, such as 1200,600,0", {**PLACES.schema, "minItems": 1},
              lambda state, value: bool(value) and PLACES.fits(state, value))  # fmt: skip


def points(text: tuple[str, ...]) -> Iterator[Point]:
    """The places that a question remembers."""
    for place in text:
        x, y, z = (int(part) for part in place.split(","))
        yield x, y, z


def texts(path: Iterable[Point]) -> tuple[str, ...]:
    """Places as a question remembers them."""
    return tuple(",".join(str(part) for part in point) for point in path)
