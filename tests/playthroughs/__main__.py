"""Writes the golden games anew: `python -m tests.playthroughs`. With `choose` it prints plans that show every clause.

Games of a ruleset version that is released are kept for ever: see README.md.
"""

from __future__ import annotations

import sys
from itertools import permutations

from tests.playthroughs import (
    FORCES,
    GAMES,
    ONE_BY_ONE,
    PLANS,
    Plan,
    digests,
    gives_up,
    luck,
    play,
    shows,
    spared,
    waits,
)

SEEDS = range(1, 301)
SAYS = ((), (luck, spared), (spared, gives_up, waits), (luck,))


def write() -> None:
    """Every game and its digests; games of this version that no plan names any more go."""
    GAMES.mkdir(exist_ok=True)
    for old in (*GAMES.glob("*.jsonl"), *GAMES.glob("*.digests")):
        old.unlink()
    for plan in PLANS:
        file = play(plan)
        (GAMES / f"{plan.name}.jsonl").write_bytes(file.dump())
        (GAMES / f"{plan.name}.digests").write_text("".join(f"{line}\n" for line in digests(file)))
        print(f"{plan.name}: {len(file.records)} steps, {len(file.dump()) // 1024} KiB")


def choose() -> None:
    """Plans that together show all that any of some thousand games does, the most telling first."""
    games = [(plan, shows(play(plan))) for plan in _candidates()]
    left = set[str]().union(*(shown for _, shown in games))
    while left:
        plan, shown = max(games, key=lambda game: len(game[1] & left))
        print(plan, len(shown & left), *sorted(shown & left)[:5])
        left -= shown


def _candidates() -> list[Plan]:
    return [
        Plan(
            f"{first}-{second}-{seed}",
            (first, second),
            seed,
            rounds=2 + seed % 2,
            cp=3,
            options=ONE_BY_ONE if seed % 7 == 0 else {},
            says=SAYS[seed // 4 % 4],
            policy="declared" if seed % 5 == 0 else "enforced",
            ground="unmapped" if seed % 11 == 0 else ("arena", "arena", "layout")[seed % 3],
        )
        for first, second in permutations(FORCES, 2)
        for seed in SEEDS
    ]


if __name__ == "__main__":
    choose() if sys.argv[1:] == ["choose"] else write()
