"""Where models with Front Rank stand among ranks and files: as near to the first rank as there is room.

Of all ways to do that the one is taken in which the fewest models leave the place where they stood, of those the one in
which they go the shortest way, and of those the leftmost. Places are counted in rank-and-file bases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.kernel.state import Stand

MOST_TRIES = 20_000
"""How many places are tried in the search for the best way; beyond that the best one found stands."""


class Block(NamedTuple):
    """A model to be placed, with the files and ranks that its base covers; `centred` if it stands in the middle."""

    model: str
    wide: int
    deep: int
    centred: bool = False


class Cost(NamedTuple):
    """What an arrangement asks of the models: how many change their place, and by how many bases in all."""

    moved: int
    length: int


class Layout(NamedTuple):
    """An arrangement and its cost."""

    stands: Mapping[str, Stand]
    cost: Cost


def cells(stand: Stand) -> set[tuple[int, int]]:
    """The files and ranks that a model covers."""
    return {
        (file, rank)
        for file in range(stand.file, stand.file + stand.wide)
        for rank in range(stand.rank, stand.rank + stand.deep)
    }


def foremost(blocks: Sequence[Block], files: int) -> dict[str, int]:
    """The rank of each block: one after the other takes the nearest rank in which all so far have room."""
    found: dict[str, int] = {}
    for index, block in enumerate(blocks, 1):
        rank = 0
        while arranged(blocks[:index], {**found, block.model: rank}, files) is None:
            rank += 1
        found[block.model] = rank
    return found


def arranged(
    blocks: Sequence[Block],
    ranks: Mapping[str, int],
    files: int,
    before: Mapping[str, Stand] | None = None,
    pinned: Mapping[str, int] | None = None,
) -> Layout | None:
    """The cheapest way to have every block in its rank; None if there is none. `pinned` are files that are given."""
    search = _Search(blocks, ranks, files, before or {}, pinned or {})
    if not _too_many(blocks, ranks, files):
        search.go(0, 0, Cost(0, 0))
    return search.best


def _too_many(blocks: Sequence[Block], ranks: Mapping[str, int], files: int) -> bool:
    """Whether the blocks of some rank are together wider than it."""
    widths: Counter[int] = Counter()
    for block in blocks:
        widths.update(dict.fromkeys(range(ranks[block.model], ranks[block.model] + block.deep), min(block.wide, files)))
    return max(widths.values(), default=0) > files


class _Search:
    """Tries the places of one block after the other, the cheapest first, as long as that can be better."""

    def __init__(
        self,
        blocks: Sequence[Block],
        ranks: Mapping[str, int],
        files: int,
        before: Mapping[str, Stand],
        pinned: Mapping[str, int],
    ) -> None:
        self.files, self.before, self.pinned = files, before, pinned
        self.blocks = sorted(blocks, key=lambda b: (b.model not in pinned, not b.centred, -b.deep * b.wide))
        self.ranks = ranks
        self.stands: dict[str, Stand] = {}
        self.best: Layout | None = None
        self.tries = 0

    def go(self, index: int, taken: int, cost: Cost) -> None:
        """Place the blocks from `index` on where nothing is `taken`."""
        if self.best is not None and (cost >= self.best.cost or self.tries > MOST_TRIES):
            return
        if index == len(self.blocks):
            self.best = Layout(dict(self.stands), cost)
            return
        block = self.blocks[index]
        for stand, (moved, length) in sorted(self._places(block), key=lambda each: each[1]):
            self.tries += 1
            mask = self._mask(stand)
            if not mask & taken and self.tries <= 2 * MOST_TRIES:
                self.stands[block.model] = stand
                self.go(index + 1, taken | mask, Cost(cost.moved + moved, cost.length + length))

    def _places(self, block: Block) -> Iterator[tuple[Stand, Cost]]:
        """Where a block could stand in its rank, and what that costs; one that is centred only in the middle."""
        wide, rank = min(block.wide, self.files), self.ranks[block.model]
        last = self.files - wide
        found = range(last // 2, last // 2 + 1) if block.centred and rank == 0 else range(last + 1)
        if block.model in self.pinned:
            file = self.pinned[block.model]
            found = range(file, file + 1) if 0 <= file <= last else range(0)
        was = self.before.get(block.model)
        for file in found:
            length = abs(was.file - file) + abs(was.rank - rank) if was else 0
            yield Stand(file, rank, wide, block.deep), Cost(int(length > 0), length)

    def _mask(self, stand: Stand) -> int:
        row = ((1 << stand.wide) - 1) << stand.file
        return sum(row << (self.files * rank) for rank in range(stand.rank, stand.rank + stand.deep))


def cost(before: Mapping[str, Stand], after: Mapping[str, Stand], of: Iterable[str]) -> Cost:
    """What it asks of some models to stand otherwise than before."""
    both = [(before[key], after[key]) for key in of if key in before and key in after]
    lengths = [abs(was.file - now.file) + abs(was.rank - now.rank) for was, now in both]
    return Cost(sum(length > 0 for length in lengths), sum(lengths))


def filled(
    fixed: Mapping[str, Stand], ranked: Sequence[str], files: int, before: Mapping[str, Stand]
) -> dict[str, Stand]:
    """The rank and file around the others: who can stays, and the places that are left are taken from the rear."""
    taken = {cell for stand in fixed.values() for cell in cells(stand)}
    rows = range(len(ranked) + len(taken) + 1)
    free = [(file, rank) for rank in rows for file in range(files) if (file, rank) not in taken][: len(ranked)]
    open_ = set(free)
    stay = {key: (was.file, was.rank) for key in ranked if (was := before.get(key)) and (was.file, was.rank) in open_}
    held = set(stay.values())
    movers = sorted((key for key in ranked if key not in stay), key=lambda key: _from_rear(before.get(key)))
    stands = {key: Stand(*cell) for key, cell in stay.items()}
    stands.update({key: Stand(*cell) for key, cell in zip(movers, (c for c in free if c not in held), strict=True)})
    return {key: stands[key] for key in ranked}


def _from_rear(was: Stand | None) -> tuple[int, int]:
    return (-was.rank, -was.file) if was else (0, 0)


def sound(stands: Mapping[str, Stand], files: int) -> bool:
    """Whether only the last rank is incomplete; behind it there may be more of nothing but long bases."""
    deepest = max((stand.rank + stand.deep for stand in stands.values()), default=0)
    broken = False
    for rank in range(deepest):
        there = [stand for stand in stands.values() if stand.rank <= rank < stand.rank + stand.deep]
        if broken and any(stand.deep == 1 for stand in there):
            return False
        broken = broken or sum(stand.wide for stand in there) < files
    return True
