"""Ranks and files: who stands where in a regiment, and how its ranks close when a model is gone.

Models with Front Rank stand as near to the first rank as there is room (`special/front_rank.py` says where); the others
fill the ranks behind them. A base that is a multiple of the rank-and-file base covers several files and ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.state import Beside, Facing, Formation, Model, Stand, State, Unit
from rules.t9a import hooks, words
from rules.t9a.book import FULL_RANKS

FULL = {"Standard": 5, "Large": 3, "Gigantic": 1}
"""How many models make a Full Rank, by their height."""
FRONT = "t9a.front-rank"


class Block(NamedTuple):
    """A model to be placed, with the files and ranks that its base covers."""

    model: str
    wide: int
    deep: int


def cell(state: State, unit: Unit) -> tuple[int, int]:
    """The base of the rank-and-file models of a unit in millimetres."""
    return words.base(words.rank_and_file(state, unit)[0])


def spans(base: tuple[int, int], among: tuple[int, int]) -> tuple[int, int] | None:
    """How many files and ranks a base covers among others; None if it does not match them."""
    wide, long = base
    return None if wide % among[0] or long % among[1] else (wide // among[0], long // among[1])


def fronted(ctx: Context, models: Iterable[Model]) -> list[Model]:
    """The models that have Front Rank: characters do."""
    return [m for m in models if words.is_(m, "Character") or ctx.holds(m, FRONT)]


def arranged(ctx: Context, unit: Unit, models: Sequence[Model], files: int, first: Sequence[str] = ()) -> Arrangement:
    """Where the models of a unit stand in so many files; of those with Front Rank the `first` come first."""
    among = cell(ctx.state, unit)
    front = sorted(fronted(ctx, models), key=lambda m: first.index(m.id) if m.id in first else len(first))
    if len(front) == len(models):
        front = []
    inside = [(m, spans(words.base(m), among)) for m in front]
    blocks = [Block(m.id, *span) for m, span in inside if span is not None]
    ranked = [m.id for m in models if m not in front]
    beside = [m for m, span in inside if span is None]
    return Arrangement(packed(blocks, ranked, files), tuple(beside))


class Arrangement(NamedTuple):
    """The models in ranks and files, and those whose bases do not match and who stand beside them."""

    stands: Mapping[str, Stand]
    beside: tuple[Model, ...]


def packed(blocks: Sequence[Block], ranked: Sequence[str], files: int) -> dict[str, Stand]:
    """The blocks, each in the foremost rank that has room for it, and the ranked models in the cells that are left."""
    taken: set[tuple[int, int]] = set()
    stands: dict[str, Stand] = {}
    for block in blocks:
        stands[block.model] = stand = _room(block, taken, files)
        taken |= cells(stand)
    free = ((file, rank) for rank in range(len(ranked) + len(taken) + 1) for file in range(files))
    free = (each for each in free if each not in taken)
    for key in ranked:
        stands[key] = Stand(*next(free))
    return stands


def _room(block: Block, taken: set[tuple[int, int]], files: int) -> Stand:
    """The foremost place, in it the leftmost, where a block fits."""
    rank = 0
    while True:
        for file in range(max(1, files - block.wide + 1)):
            stand = Stand(file, rank, block.wide, block.deep)
            if not cells(stand) & taken:
                return stand
        rank += 1


def cells(stand: Stand) -> set[tuple[int, int]]:
    """The files and ranks that a model covers."""
    return {
        (file, rank)
        for file in range(stand.file, stand.file + stand.wide)
        for rank in range(stand.rank, stand.rank + stand.deep)
    }


def formed(
    ctx: Context, unit: Unit, at: tuple[int, int], facing: Facing, files: int, first: Sequence[str] = ()
) -> Formation:
    """A unit drawn up with the left end of its front at a place."""
    found = arranged(ctx, unit, ctx.state.members(unit.id), files, first)
    left, right = (*(_beside(m) for m in found.beside), None, None)[:2]
    return Formation(
        at=at, facing=facing, files=files, cell=cell(ctx.state, unit), stands=dict(found.stands), left=left, right=right
    )


def _beside(model: Model) -> Beside:
    wide, long = words.base(model)
    return Beside(model.id, wide, long)


def closed(ctx: Context, unit: Unit, rule: str) -> None:
    """The ranks of a unit close after losses: the front stays where it is."""
    stands, models = unit.formation, ctx.state.members(unit.id)
    if stands is None or not models:
        return
    files = min(stands.files, max(1, sum(_width(m, stands.cell) for m in models)))
    found = arranged(ctx, unit, models, files, tuple(stands.stands))
    kept = {beside.model for beside in (stands.left, stands.right) if beside} & {m.id for m in models}
    anew = replace(
        stands, files=files, stands=dict(found.stands),
        left=stands.left if stands.left and stands.left.model in kept else None,
        right=stands.right if stands.right and stands.right.model in kept else None,
    )  # fmt: skip
    words.form(ctx, unit, anew, rule)


def _width(model: Model, among: tuple[int, int]) -> int:
    return max(1, words.base(model)[0] // among[0])


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


def tall(ctx: Context, unit: Unit) -> int:
    """The height of a unit, 0 for Standard to 2 for Gigantic: that of its tallest model."""
    return max((words.HEIGHTS.index(words.height(m)) for m in ctx.state.members(unit.id)), default=0)
