"""Ranks and files: who stands where in a regiment, and how its ranks close when a model is gone.

Models with Front Rank stand as near to the first rank as there is room (`placing`); the others fill the places around
and behind them. A base that is a multiple of the rank-and-file base covers several files and ranks; one that does not
match stands beside the ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.lengths import show
from rules.kernel.part import Objection, objection, refuse
from rules.kernel.state import Beside, Facing, Formation, Model, Number, Stand, State, Unit
from rules.t9a import hooks, placing, words
from rules.t9a.book import FULL_RANKS, LINE
from rules.t9a.placing import Block

FULL = {"Standard": 5, "Large": 3, "Gigantic": 1}
"""How many models make a Full Rank, by their height."""
LINE_WIDTH = 8
"""How many models of Standard height a first rank has in Line Formation."""
MOST_BESIDE = 2
PLATFORM = "t9a.core.war-platform"

FRONT = "t9a.front-rank"
FIRST = f"{FRONT}.first-rank"
INSIDE, BEHIND = f"{FRONT}.matching.first-rank", f"{FRONT}.matching.next-rank"
SAME, MULTIPLE = f"{FRONT}.matching.same-size", f"{FRONT}.matching.multiple"
TOO_WIDE, TOO_NARROW = f"{FRONT}.matching.join-too-wide", f"{FRONT}.matching.reform-too-narrow"
INCOMPLETE = f"{FRONT}.matching.incomplete-ranks"
REPOSITION, WHILE_MOVING = f"{FRONT}.matching.reposition", f"{FRONT}.matching.reposition-moves"
FAR = f"{FRONT}.matching.reposition-distance"
SHUFFLE = f"{FRONT}.matching.minimal-shuffle"
GAP_FILLED, GAP_REAR = f"{FRONT}.matching.gap-priority", f"{FRONT}.matching.gap-from-rear"
GAP_CHOICE = f"{FRONT}.matching.gap-choice"
"""On a unit, for the turn: the model that has moved up into the first rank, and those that could have instead."""
MISMATCH, BESIDE = f"{FRONT}.mismatching.definition", f"{FRONT}.mismatching.placement"
TWO, OWN_FILE = f"{FRONT}.mismatching.max-two", f"{FRONT}.mismatching.own-file"
SIDES, SIDES_WHILE_MOVING = f"{FRONT}.mismatching.reposition", f"{FRONT}.mismatching.reposition-moves"
SIDES_FAR = f"{FRONT}.mismatching.reposition-distance"

Side = Literal["left", "right"]
BOTH: tuple[Side, Side] = ("left", "right")
Place: TypeAlias = Side | tuple[Number, Number]
"""Where a model with Front Rank is to stand: its leftmost file and foremost rank, from 0; or beside the ranks."""
Places: TypeAlias = Mapping[str, Place]


class Wish(NamedTuple):
    """What the owner says of the models with Front Rank: which take their places `first`, and the `places` of some."""

    first: tuple[str, ...] = ()
    places: Places = {}


NO_WISH = Wish()


class Drawn(NamedTuple):
    """A unit in ranks and files, wherever it stands, and what there is against drawing it up so."""

    files: int
    cell: tuple[int, int]
    stands: dict[str, Stand]
    left: Beside | None
    right: Beside | None
    front: tuple[str, ...]
    objections: tuple[Objection, ...]

    def formation(self, at: tuple[int, int], facing: Facing) -> Formation:
        """The unit with the left end of its front at a place."""
        return Formation(at, facing, self.files, self.cell, self.stands, self.left, self.right)


# bases


def cell(ctx: Context, unit: Unit, models: Sequence[Model]) -> tuple[int, int]:
    """The base of the rank and file among the models of a unit, in millimetres; as it was when none of them is left."""
    ranked, stands = [m for m in models if not has_front(ctx, m)], unit.formation
    if not ranked and stands is not None and any(m.id in stands.stands for m in models):
        return stands.cell
    others = [m for m in models if not words.is_(m, "Character")]
    return words.base((ranked or others or models)[0])


def spans(base: tuple[int, int], among: tuple[int, int]) -> tuple[int, int] | None:
    """How many files and ranks a base covers among others; None if it does not match them."""
    wide, long = base
    return None if wide % among[0] or long % among[1] else (wide // among[0], long // among[1])


def has_front(ctx: Context, model: Model) -> bool:
    """Whether a model has Front Rank: characters do."""
    return words.is_(model, "Character") or bool(ctx.holds(model, FRONT))


def fronted(ctx: Context, models: Iterable[Model]) -> list[Model]:
    """The models that have Front Rank."""
    return [m for m in models if has_front(ctx, m)]


def _blocks(ctx: Context, models: Iterable[Model], among: tuple[int, int]) -> list[Block]:
    """The bases that match, in bases of the rank and file; one War Platform stands in the middle."""
    found = [(m, span) for m in models if (span := spans(words.base(m), among)) is not None]
    platform = next((m.id for m, _ in found if ctx.holds(m, PLATFORM)), "")
    return [Block(m.id, *span, centred=m.id == platform) for m, span in found]


# drawing up


def drawn(
    ctx: Context,
    unit: Unit,
    files: int,
    wish: Wish = NO_WISH,
    models: Sequence[Model] = (),
    before: Formation | None = None,
    narrow: str = TOO_NARROW,
) -> Drawn:
    """Where the models of a unit stand in so many files, having stood as `before`.

    `narrow` is the clause that refuses a front narrower than a base.
    """
    models = models or ctx.state.members(unit.id)
    among, was = cell(ctx, unit, models), dict(before.stands) if before else {}
    front = fronted(ctx, models)
    blocks = sorted(_blocks(ctx, front, among), key=lambda block: _turn(block, wish, was))
    inside = {block.model for block in blocks}
    stands, against = _inside(blocks, files, wish, was)
    names = {m.id: m.sheet.name for m in models}
    beside = [m for m in front if m.id not in inside]
    sides = _sides(beside, before, wish.places)
    ranked = [m.id for m in models if m not in front]
    found = {**stands, **placing.filled(stands, ranked, files, was)}
    problems = (
        *_widths(blocks, files, names, narrow),
        *_without_turn(wish, inside, names),
        *_unplaceable(wish, inside, {m.id for m in beside}, blocks, files, sides),
        *against,
        *_crowded(beside, sides, wish.places),
        *_ragged(found, files),
    )
    return Drawn(files, among, found, sides.get("left"), sides.get("right"), tuple(m.id for m in front), problems)


def _turn(block: Block, wish: Wish, was: Mapping[str, Stand]) -> tuple[int, ...]:
    """When a model takes its place: as its owner says, then as it stood; one that is new comes last."""
    first = wish.first.index(block.model) if block.model in wish.first else len(wish.first)
    place, stood = wish.places.get(block.model), was.get(block.model)
    if isinstance(place, tuple):
        return (not block.centred, first, place[1], 0, place[0])
    newest = placing.MOST_TRIES
    return (not block.centred, first, stood.rank if stood else newest, 1, stood.file if stood else newest)


def _inside(
    blocks: Sequence[Block], files: int, wish: Wish, was: Mapping[str, Stand]
) -> tuple[Mapping[str, Stand], list[Objection]]:
    """The models with Front Rank among the ranks, and what speaks against the places that were named."""
    ranks = placing.foremost(blocks, files)
    best = placing.arranged(blocks, ranks, files, was)
    assert best is not None
    named = {b.model: place for b in blocks if isinstance(place := wish.places.get(b.model), tuple)}
    for key, (_, rank) in named.items():
        if rank != ranks[key]:
            clause = BEHIND if ranks[key] else FIRST
            text = "rank {rank}, the nearest with room is {nearest}"
            return best.stands, [objection(clause, text, rank=rank + 1, nearest=ranks[key] + 1)]
    pinned = {key: file for key, (file, _) in named.items()}
    wished = placing.arranged(blocks, ranks, files, was, pinned) if pinned else best
    if wished is None:
        return best.stands, [objection(BEHIND, "so the others would not stand as near to the first rank as they can")]
    return wished.stands, []


def _widths(blocks: Iterable[Block], files: int, names: Mapping[str, str], clause: str) -> Iterator[Objection]:
    """Bases that are wider than the front."""
    for block in blocks:
        if block.wide > files:
            yield objection(clause, "{name} is {wide} files wide, the front is {files}", name=names[block.model],
                            wide=block.wide, files=files)  # fmt: skip


def _without_turn(wish: Wish, inside: Iterable[str], names: Mapping[str, str]) -> Iterator[Objection]:
    """Models that are to take their places first although no place in the ranks is chosen for them in turn."""
    for key in wish.first:
        if key not in inside:
            yield objection(FIRST, "first: {model} has no Front Rank in the ranks of this unit",
                            model=names.get(key, key))  # fmt: skip


def _unplaceable(
    wish: Wish,
    inside: Iterable[str],
    beside: Iterable[str],
    blocks: Iterable[Block],
    files: int,
    sides: Mapping[str, Beside | None],
) -> Iterator[Objection]:
    """Places that are named for models that cannot have one of that kind."""
    sizes = {block.model: block for block in blocks}
    for key, place in wish.places.items():
        if key in beside and isinstance(place, tuple):
            yield objection(MISMATCH, "the base of {model} does not match: it stands beside the ranks", model=key)
        elif key in inside and isinstance(place, str):
            clause = SAME if (sizes[key].wide, sizes[key].deep) == (1, 1) else MULTIPLE
            yield objection(clause, "the base of {model} matches: it stands in the ranks", model=key)
        elif key not in sizes and key not in beside:
            yield objection(FIRST, "{model} has no Front Rank in this unit", model=key)
        elif isinstance(place, tuple) and not 0 <= place[0] <= files - min(files, sizes[key].wide):
            taken = sides.get("left" if place[0] < 0 else "right") is not None
            yield objection(OWN_FILE if taken else FIRST, "there is no file {file} in the ranks", file=place[0] + 1)


def _sides(beside: Sequence[Model], before: Formation | None, places: Places) -> dict[str, Beside | None]:
    """Who stands to the left and to the right of the ranks: as was said, else as before, else where there is room."""
    stood = {b.model: side for side in BOTH if before and (b := getattr(before, side)) is not None}
    found: dict[str, Beside | None] = {"left": None, "right": None}
    late: list[Model] = []
    for model in sorted(beside, key=lambda m: (m.id not in places, m.id not in stood)):
        place = places.get(model.id, stood.get(model.id))
        if isinstance(place, str) and found[place] is None:
            found[place] = Beside(model.id, *words.base(model))
        else:
            late.append(model)
    for model in late:
        side = next((side for side, taken in found.items() if taken is None), None)
        if side is not None:
            found[side] = Beside(model.id, *words.base(model))
    return found


def _crowded(beside: Sequence[Model], sides: Mapping[str, Beside | None], places: Places) -> Iterator[Objection]:
    """More than two models beside the ranks, or two on one side of them."""
    if len(beside) > MOST_BESIDE:
        yield objection(TWO, "{count} characters would stand beside the unit, {most} are the most", count=len(beside),
                        most=MOST_BESIDE)  # fmt: skip
        return
    for model in beside:
        place = places.get(model.id)
        there = sides.get(place) if isinstance(place, str) else None
        if isinstance(place, str) and (there is None or there.model != model.id):
            yield objection(TWO, "only one character stands on the {side}", side=place)


def _ragged(stands: Mapping[str, Stand], files: int) -> Iterator[Objection]:
    if not placing.sound(stands, files):
        yield objection(INCOMPLETE, "behind an incomplete rank there would be more than long bases ({files} files)",
                        files=files)  # fmt: skip


def formed(
    ctx: Context, unit: Unit, at: tuple[int, int], facing: Facing, files: int, wish: Wish = NO_WISH
) -> Formation:
    """A unit drawn up with the left end of its front at a place, whatever speaks against it."""
    return drawn(ctx, unit, files, wish).formation(at, facing)


def most_files(ctx: Context, unit: Unit) -> int:
    """The most files that the models of a unit can fill, side by side."""
    models = ctx.state.members(unit.id)
    among = cell(ctx, unit, models)
    return max(1, sum(_width(m, among) for m in models))


def _width(model: Model, among: tuple[int, int]) -> int:
    span = spans(words.base(model), among)
    return span[0] if span else 0


# changing places while the unit moves


def changed(ctx: Context, unit: Unit, places: Places, gone: int, limit: int) -> Formation:
    """A unit in which models with Front Rank change their places as it moves `gone` hundredths of an inch.

    Refuses where one of them gets farther than `limit` with that.
    """
    before = words.formation(unit)
    if not places:
        return before
    found = drawn(ctx, unit, before.files, Wish(places=places), before=before)
    besides = {each.model for each in (before.left, before.right) if each}
    if not gone:
        clause = SIDES_WHILE_MOVING if besides.issuperset(places) else WHILE_MOVING
        ctx.require(False, clause, "models change their places only while the unit moves")
    refuse(ctx, found.objections)
    after = found.formation(before.at, before.facing)
    old, new = regiment.places(before), regiment.places(after)
    for model in fronted(ctx, ctx.state.members(unit.id)):
        way = regiment.apart((old[model.id],), (new[model.id],)) if model.id in old and model.id in new else 0
        clause = SIDES_FAR if model.id in besides else FAR
        ctx.require(not way or gone + way <= limit, clause, "{name} would move {far}, {limit} is the most",
                    name=model.sheet.name, far=show(gone + way), limit=show(limit))  # fmt: skip
    return after


def change_clause(before: Formation, after: Formation) -> str:
    """The clause by which models have changed places: inside the ranks, or from one side of them to the other."""
    return SIDES if before.stands == after.stands else REPOSITION


# closing up


def closed(ctx: Context, unit: Unit, rule: str) -> None:
    """The ranks of a unit close after losses: the front stays where it is, and gaps in it are filled."""
    was, models = unit.formation, ctx.state.members(unit.id)
    if was is None or not models:
        return
    found = _closing(ctx, unit, was)
    words.form(ctx, unit, found.formation(was.at, was.facing), _filler(ctx, was, found) or rule)
    _several(ctx, unit, was, found)


def _closing(ctx: Context, unit: Unit, was: Formation) -> Drawn:
    """The unit in as many files as before, or the most that its models can fill by the rules."""
    most = min(was.files, most_files(ctx, unit))
    for files in range(most, 0, -1):
        found = drawn(ctx, unit, files, before=was)
        if not found.objections:
            return found
    return drawn(ctx, unit, most, before=was)


def _filler(ctx: Context, was: Formation, found: Drawn) -> str:
    """The clause by which the place in the first rank of a model with Front Rank that has gone was filled."""
    gaps = [
        stand for key, stand in was.stands.items()
        if key not in found.stands and stand.rank == 0 and has_front(ctx, ctx.state.models[key])
    ]  # fmt: skip
    open_ = {cell for stand in gaps for cell in placing.cells(stand) if cell[1] == 0}
    fillers = [key for key, stand in found.stands.items() if placing.cells(stand) & open_]
    if not fillers:
        return ""
    return GAP_FILLED if any(has_front(ctx, ctx.state.models[key]) for key in fillers) else GAP_REAR


def _several(ctx: Context, unit: Unit, was: Formation, found: Drawn) -> None:
    """Remember that the owner may choose, where another model could have moved up as well."""
    behind = [m.id for m in fronted(ctx, ctx.state.members(unit.id)) if (s := was.stands.get(m.id)) and s.rank]
    up = [key for key in behind if key in found.stands and found.stands[key].rank < was.stands[key].rank]
    if not up:
        return
    stay = [key for key, stand in was.stands.items() if stand.rank == 0]
    others = [key for key in behind if key not in up and _could(ctx, unit, was, found.files, (*stay, key))]
    if others:
        words.mark(ctx, unit, GAP_CHOICE, (up[0], *others))


def _could(ctx: Context, unit: Unit, was: Formation, files: int, first: tuple[str, ...]) -> bool:
    """Whether the last of these would move up if it came next."""
    other = drawn(ctx, unit, files, Wish(first=first), before=was).stands
    return other[first[-1]].rank < was.stands[first[-1]].rank


def swapped(ctx: Context, unit: Unit, up: str, instead: str) -> Formation:
    """A unit in which a model stands as near to the first rank as it can in place of one that has moved up."""
    was = words.formation(unit)
    stay = tuple(key for key, stand in was.stands.items() if stand.rank == 0 and key != up)
    found = drawn(ctx, unit, was.files, Wish(first=(*stay, instead, up)), before=was)
    return found.formation(was.at, was.facing)


def ask_due(ctx: Context) -> bool:
    """Ask the owner of a unit in which one of several models has moved up which it should be. Returns whether so."""
    for unit in ctx.state.units.values():
        choice = unit.turn.get(GAP_CHOICE)
        if choice is not None:
            words.unmark(ctx, unit, GAP_CHOICE)
            there = unit.formation.stands if unit.formation else {}
            able = tuple(key for key in choice if key in there) if isinstance(choice, tuple) else ()
            if len(able) > 1 and able[0] == choice[0]:  # type: ignore[index]
                ctx.ask(GAP_CHOICE, unit.side, model=unit.id, targets=able)
                return True
    return False


# Full Ranks and Line Formation


def full(ctx: Context, unit: Unit) -> int:
    """The number of Full Ranks of a unit."""
    return int(ctx.value(hooks.FULL_RANKS, 0, unit=unit))


@FULL_RANKS.at(hooks.FULL_RANKS)
def _counted(ctx: Context, ranks: int, *, unit: Unit, **_: object) -> int:
    if unit.formation is None:
        return 0
    needed = FULL[words.height(words.rank_and_file(ctx.state, unit)[0])]
    stands = unit.formation
    return sum(regiment.in_rank(stands, rank) >= needed for rank in range(regiment.ranks(stands)))


def in_line(state: State, unit: Unit) -> bool:
    """Whether a unit is in Line Formation: eight models of Standard height in its first rank."""
    standard = words.height(words.rank_and_file(state, unit)[0]) == "Standard"
    return standard and unit.formation is not None and regiment.in_rank(unit.formation, 0) >= LINE_WIDTH


@LINE.at(hooks.FULL_RANKS)
def _in_line(ctx: Context, ranks: int, *, unit: Unit, **_: object) -> int:
    """A line has no depth: it counts no Full Ranks."""
    return 0 if ranks and in_line(ctx.state, unit) else ranks


def tall(ctx: Context, unit: Unit) -> int:
    """The height of a unit, 0 for Standard to 2 for Gigantic: that of its tallest model."""
    members = ctx.state.members(unit.id)
    found: int = ctx.once(
        ("tall", unit.id), lambda: max((words.HEIGHTS.index(words.height(m)) for m in members), default=0)
    )
    return found
