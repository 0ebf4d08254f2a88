"""Autoplayed games that several tests look at, played once; and the rosters they are played with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from msgspec import inspect

import rules
from rules import autoplay
from rules.kernel.events import Administrative, Event
from rules.kernel.sheet import Roster
from rules.kernel.state import State
from tests.rules.kt.board import blade, gun, sheet

ROOT = Path(__file__).parents[2]
KT = rules.load("kt")
DEMO = tuple(KT.rosters.load(path.read_bytes(), path.name) for path in sorted((ROOT / "gamelog/demo").glob("*.ros*")))


def crew(models: int = 3, *words: str) -> Roster:
    """A small roster of our own making: a Leader and others with a rifle and a knife; `words` are their keywords."""
    first = sheet("1", name="Boss", has={"kt.specialist.leader": 1}, keywords=words)
    rest = [sheet(str(n), weapons=[gun(), gun("pistol", type="Pistol", range=1200), blade()], keywords=words)
            for n in range(2, models + 1)]  # fmt: skip
    return Roster("Crew", "Kill Team", "Ours", 10 * models, (first, *rest))


@cache
def game(seed: int, rosters: str = "demo") -> rules.GameFile:
    """A whole game: between the demo's forces, or a short one between two crews."""
    pair = (
        (DEMO[seed % len(DEMO)], DEMO[(seed + 1) % len(DEMO)])
        if rosters == "demo"
        else (crew(3, "PSYKER"), crew(4, "PSYKER"))
    )
    return autoplay.play(KT, pair, seed, options={"kt.game.round-count": 2} if rosters == "crew" else {})


def states(events: list[Event]) -> list[State]:  # type: ignore[type-arg]
    """The positions before each event, and the last one."""
    found, state = [], rules.fold(KT, [])
    for event in events:
        found.append(state.copied())
        rules.evolve(state, event)
    return [*found, state]


def rehashed(file: rules.GameFile, events: list[Event]) -> bytes:  # type: ignore[type-arg]
    """A game file of these events with a chain that fits."""
    made = rules.GameFile(file.header)
    for event in events:
        made.records.append(rules.seal(msgspec.structs.replace(event, previous=made.head)))
    return made.dump()


def acts() -> set[str]:
    """Tags of the acts of a battle: everything that may be declared but commitments and corrections."""
    return {tag_of(kind) for kind in KT.handlers if not issubclass(kind, Administrative)}


def tag_of(kind: type) -> str:
    """The word by which an action is declared."""
    return str(inspect.type_info(kind).tag)  # type: ignore[attr-defined]
