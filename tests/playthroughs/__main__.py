"""Writes the golden games again: `python -m tests.playthroughs [RULESET ...]`, of the rulesets named or of all.

With `choose [RULESET ...]` it first chooses plans that together show as much as any do, which takes minutes. Games of a
released ruleset version are kept for ever: see README.md.
"""

from __future__ import annotations

import math
import sys
from functools import partial
from multiprocessing import Pool
from typing import NamedTuple

from rules import IllegalAction
from rules.autoplay import Stuck
from tests.playthroughs import SYSTEMS
from tests.playthroughs.playing import System, digests, shows

FOREMOST = ("action ", "rule ")
LEAST, WEIGHT = 6, 4
"""At least so many games; an act or a rule counts for so many clauses."""


class Told(NamedTuple):
    """The coverage of a candidate, and its size in bytes."""

    name: str
    shown: frozenset[str]
    size: int


def write(system: System) -> None:
    """Write every game and its digests; games of this version that no plan names any more are deleted."""
    system.folder.mkdir(exist_ok=True)
    files = {plan.name: system.play(plan) for plan in system.plans}
    for old in (*system.folder.glob("*.jsonl"), *system.folder.glob("*.digests")):
        old.unlink()
    for name, file in files.items():
        (system.folder / f"{name}.jsonl").write_bytes(file.dump())
        (system.folder / f"{name}.digests").write_text("".join(f"{line}\n" for line in digests(file)))
        print(f"{system.ruleset.id} {name}: {len(file.records)} steps, {len(file.dump()) // 1024} KiB")


def choose(system: System) -> None:
    """Plans that together cover every act and nearly everything that any candidate does, the most comprehensive first.

    Of two with the same coverage, the shorter one. They are printed, and stored as the system's choice.
    """
    with Pool() as pool:
        every = pool.map(partial(_told, system.ruleset.id), range(len(system.candidates())), chunksize=4)
    kept = set[str]().union(*(shows(system.play(plan)) for plan in system.plans if plan.corrections))
    found = set[str]().union(*(told.shown for told in every)) - kept
    left, games = {each for each in found if _is_own(system, each)}, list(every)
    names: list[str] = []
    while any(each.startswith(FOREMOST) for each in left) or len(names) < LEAST:
        best = max(games, key=partial(_worth, left))
        if not best.shown & left:
            break
        print(best.name, best.size // 1024, len(best.shown & left), *sorted(best.shown & left)[:5])
        names.append(best.name)
        left -= best.shown
    if system.chosen is not None:
        system.chosen.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


def _told(key: str, index: int) -> Told:
    """The coverage of one candidate; None if the autoplayer does not reach its end."""
    system = SYSTEMS[key]
    plan = system.candidates()[index]
    try:
        file = system.play(plan)
    except (Stuck, IllegalAction) as error:
        print(f"{plan.name}: {error}", file=sys.stderr)
        return Told(plan.name, frozenset(), 1)
    return Told(plan.name, frozenset(shows(file)), len(file.dump()))


def _is_own(system: System, shown: str) -> bool:
    """Whether an act, a rule or a clause belongs to this system and not to its base."""
    what, _, name = shown.rpartition(" ")
    return name in system.acts if what == "action" else system.basis is None or name.startswith(f"{system.ruleset.id}.")


def _worth(left: set[str], told: Told) -> float:
    """How much of the missing coverage a candidate adds, for its size."""
    new = told.shown & left
    return (len(new) + WEIGHT * sum(each.startswith(FOREMOST) for each in new)) / math.sqrt(told.size)


def main(arguments: list[str]) -> None:
    """Write, or choose."""
    choosing = arguments[:1] == ["choose"]
    for name in arguments[choosing:] or SYSTEMS:
        (choose if choosing else write)(SYSTEMS[name])
    if choosing and any(SYSTEMS[name].chosen for name in arguments[1:] or SYSTEMS):
        print("now write them: python -m tests.playthroughs", *arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
