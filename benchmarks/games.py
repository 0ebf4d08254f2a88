"""The games that are measured: played by the autoplayer between the demo's rosters and, if available, real ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from msgspec.structs import replace

import rules
from rules import autoplay
from rules.gamefile import GameFile
from rules.kernel.actions import Fact
from rules.kernel.sheet import Ability, Roster
from rules.kernel.state import Model
from rules.kt import roster, table, words

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "gamelog" / "demo"
SHARED = Path(os.environ.get("GAMELOG_SHARED") or ROOT.parent / "shared") / "data" / "rosters" / "kill-team"

OPTIONS: dict[str, int | str | bool] = {"kt.game.round-count": 99, "kt.roster.format-agreed": 400}
"""Of the long game: as many rounds as the rules allow, and teams of any size."""
RETURN = Ability("Return", "Models that were hurt are whole again, and stand where they fell.")


def rosters(folder: Path) -> list[Roster]:
    """The roster files of a folder, by name; none if the folder does not exist."""
    found = sorted(path for path in folder.glob("*") if path.suffix in (".ros", ".rosz"))
    return [roster.load(path.read_bytes(), path.name) for path in found]


def play(teams: Sequence[Roster], count: int) -> list[GameFile]:
    """Whole games, each roster against the next in turn, with the seeds 1 to `count`."""
    pairs = list(pairwise([*teams, teams[0]])) if len(teams) > 2 else [(teams[0], teams[1])]
    kt = rules.load("kt")
    return [autoplay.play(kt, pairs[seed % len(pairs)], seed) for seed in range(1, count + 1)]


def long_game(events: int, seed: int = 1) -> GameFile:
    """A legal game of so many events, with fighting to the end.

    A made-up ability, declared as a fact, mends a side's hurt models before the side breaks.
    """
    kt = rules.load("kt")
    file = GameFile(rules.Header(game=f"long-{events}", ruleset=kt.id, version=kt.version))
    auto = autoplay.Autoplay(kt, seed)
    teams = [_doubled(team) for team in rosters(DEMO)]
    for declaration in auto.begin(teams, table.table(seed), OPTIONS):
        autoplay.add(file, *auto.play(declaration, auto.decide(declaration)))
    while len(file.records) < events:
        declaration = _reinforcement(auto.state)
        step = auto.play(declaration, auto.decide(declaration)) if declaration else auto.next()
        assert step is not None, "the long game ended"
        autoplay.add(file, *step)
    return file


def _doubled(team: Roster) -> Roster:
    """A team with every model but its specialists twice, each able to return, for more events per round."""
    first = [replace(model, abilities=(*model.abilities, RETURN)) for model in team.models]
    second = [replace(m, id=f"{m.id}r", type=f"{m.type} reserve") for m in first if not roster.specialism(m)]
    return replace(team, models=(*first, *second))


def _reinforcement(state: rules.State) -> rules.Declaration[Fact] | None:
    """A side with a quarter of its models hurt is restored, unless a decision is pending."""
    if state.pending is not None or state.active:
        return None
    for side in state.sides.values():
        hurt = [m for m in state.models.values() if m.side == side.id and (m.out or words.flesh_wounds(m))]
        if len(hurt) * 4 > side.size:
            changes = tuple(_whole(model) for model in hurt)
            return rules.Declaration(by=side.id, action=Fact(model=hurt[0].id, ability=RETURN.name, changes=changes))
    return None


def _whole(model: Model) -> rules.Claim:
    wounds = words.characteristic(model, "W")
    return rules.Claim(model=model.id, wounds=wounds, out=False, marks={words.FLESH: 0})
