"""How a golden game of any game system is played from its plan, and what it covers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import rules
from rules import IllegalAction, autoplay
from rules.gamefile import GameFile
from rules.kernel.effects import Ended, Removed
from rules.kernel.events import Action, Administrative, Claim, Declaration, Header, Policy
from rules.kernel.hold import GoOn
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table
from tests.playthroughs.correcting import Correction

FOLDER = Path(__file__).parent

Options = dict[str, int | str | bool]
Interjection = Callable[[State], tuple[str, Action] | None]
"""What a side declares at the first step at which this gives something, if the rules let it."""


class Plan(NamedTuple):
    """How one golden game is played."""

    name: str
    forces: tuple[str, str]
    seed: int
    options: Options = {}
    says: tuple[Interjection, ...] = ()
    policy: Policy = "enforced"
    ground: str = "layout"
    corrections: tuple[Correction, ...] = ()


class System:
    """The golden games of one game system: its forces and tables by name, how the games are played, and where they are
    stored.

    Anything the system shares with its `basis` is covered by the games of that. The file `chosen`, if there is one,
    names the chosen plans.
    """

    def __init__(
        self,
        ruleset: rules.Ruleset,
        forces: Mapping[str, Roster],
        grounds: Mapping[str, Callable[[int], Table]],
        plans: tuple[Plan, ...],
        candidates: Callable[[], list[Plan]],
        *,
        chosen: Path | None = None,
        basis: System | None = None,
        most_bytes: int = 5 * 2**19,
    ) -> None:
        self.ruleset, self.forces, self.grounds, self.plans = ruleset, forces, grounds, plans
        self.candidates = candidates
        """Plans to choose from, when rules have moved."""
        self.chosen, self.basis = chosen, basis
        self.most_bytes = most_bytes

    @property
    def acts(self) -> set[str]:
        """The acts of this system that its base does not have, by tag."""
        known = self.basis.ruleset.handlers if self.basis else {}
        kinds = [
            kind for kind in self.ruleset.handlers if not issubclass(kind, (Administrative, GoOn)) and kind not in known
        ]
        return {kind.__struct_config__.tag for kind in kinds}  # type: ignore[attr-defined]

    @cached_property
    def folder(self) -> Path:
        """The folder with the games of the version under development."""
        return FOLDER / f"{self.ruleset.id}@{self.ruleset.version}"

    def play(self, plan: Plan) -> GameFile:
        """The game of a plan."""
        of = self.ruleset
        header = Header(game=plan.name, ruleset=of.id, version=of.version, policy=plan.policy)
        file, auto = GameFile(header), autoplay.Autoplay(of, plan.seed, lenient=plan.policy == "declared")
        forces = [self.forces[name] for name in plan.forces]
        for declaration in auto.begin(forces, self.grounds[plan.ground](plan.seed), plan.options):
            autoplay.add(file, *auto.play(declaration, auto.decide(declaration)))
        waiting, left = list(plan.says), list(plan.corrections)
        while True:
            _correct(file, auto, left)
            step = _interject(auto, waiting) or auto.next()
            if step is None:
                return file
            declaration, decided = step
            if plan.policy == "declared":
                declaration = msgspec.structs.replace(declaration, claim=tuple(_lost(decided)))
            autoplay.add(file, declaration, decided)


def names_in(path: Path) -> list[tuple[str, str, int]]:
    """The forces and the seed of each plan that a file names, one a line: `cantons-mire-9`."""
    parts = [line.split("-") for line in path.read_text(encoding="utf-8").split()]
    return [(first, second, int(seed)) for first, second, seed in parts]


def _correct(file: GameFile, auto: autoplay.Autoplay, left: list[Correction]) -> None:
    """Add the corrections that are due: those of the next numbers, and after the end all others."""
    while left and (left[0][0] == len(file.records) + 1 or auto.state.over is not None):
        _, says = left.pop(0)
        declaration = says(auto.ruleset, file.events)
        decided = rules.decide(auto.ruleset, auto.state, declaration, history=file.events)
        autoplay.add(file, *auto.play(declaration, decided))


def _lost(decided: rules.Decided) -> Iterator[Claim]:
    """The table's view of a step's outcome: who is out of action."""
    for key in dict.fromkeys(effect.model for effect in decided.effects if isinstance(effect, Removed)):
        if decided.state.models[key].out:
            yield Claim(model=key, out=True)


def _interject(auto: autoplay.Autoplay, waiting: list[Interjection]) -> Any:
    for says in waiting if auto.state.over is None else ():
        said = says(auto.state)
        if said is not None:
            waiting.remove(says)
            declaration: Declaration[Any] = Declaration(by=said[0], action=said[1])
            with suppress(IllegalAction):
                return auto.play(declaration, auto.decide(declaration))
    return None


def digests(file: GameFile) -> Iterator[str]:
    """One line per step: its number, and the digest of the position after it."""
    state = rules.empty(rules.load(file.header.ruleset, file.header.version))
    for event in file.events:
        rules.evolve(state, event)
        yield f"{event.number} {rules.digest(rules.to_json(state))}"


def used(file: GameFile) -> set[str]:
    """Every clause that an effect of a game names: its cause, its modifiers, and the marks it set."""
    found: set[str] = set()
    for event in file.events:
        for effect in event.effects:
            found |= {effect.rule, getattr(effect, "key", "")}
            found |= {rule for rule, _ in getattr(effect, "modifiers", ())}
            found |= {effect.outcome.reason} if isinstance(effect, Ended) else set()
    return found - {""}


def shows(file: GameFile) -> set[str]:
    """The coverage of a game: its actions, rules and clauses, and whether a roll was re-rolled."""
    kinds, named = {f"action {event.action.__struct_config__.tag}" for event in file.events}, used(file)
    held = rules.load(file.header.ruleset, file.header.version).clauses
    named_rules = {f"rule {held[key][0].id}" for key in named if key in held and held[key][0].handlers}
    return kinds | named | named_rules | {"re-roll" for event in file.events if event.rerolls}
