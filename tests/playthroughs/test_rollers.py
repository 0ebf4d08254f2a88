"""Who throws the dice of a roll: a player re-rolls only rolls of their own, and the audit counts them as theirs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rules
from rules.kernel.effects import Rolled
from rules.kernel.state import State
from tests.playthroughs.test_playthroughs import FILES, read

OF_THE_ATTACKER = {
    "kt.injury.result": "kt.gap.injury-roller: the attacker rolls for the injured model, if there is one",
    "wh40k.assumed.vehicle.explodes": "the side that destroyed a vehicle rolls how far the explosion reaches",
}
"""Rolls that name a model of the other side, and why."""


def rolls_about_a_model(file: rules.GameFile) -> Iterator[tuple[Rolled, str]]:
    """The rolls that name a model or unit, each with the side it belongs to."""
    state: State = rules.empty(rules.load(file.header.ruleset, file.header.version))
    for event in file.events:
        rules.evolve(state, event)
        for effect in event.effects:
            if isinstance(effect, Rolled) and effect.model:
                holder = state.models.get(effect.model) or state.units[effect.model]
                yield effect, holder.side


def test_every_roll_about_a_model_is_its_own_sides() -> None:
    """Saves, morale, nerve, deny: whatever the rules roll for a model or unit, its own side rolls."""
    others: dict[str, str] = {}
    seen = set()
    for path in FILES:
        for rolled, side in rolls_about_a_model(read(path)):
            seen.add(rolled.rule)
            if rolled.by != side:
                others[rolled.rule] = OF_THE_ATTACKER.get(rolled.rule, f"{path.stem}: {rolled}")
    assert others == OF_THE_ATTACKER
    assert {"kt.save.roll", "kt.morale.nerve-roll", "kt.psychic.deny.roll", "wh40k.assumed.save.armour"} <= seen


@pytest.mark.parametrize(
    "rule", ["kt.deploy.roll-off", "kt.initiative.roll", "wh40k.assumed.dice.roll-off", "cod.stratagem.declare.rolloff"]
)
def test_a_roll_off_is_one_roll_of_each_side(rule: str) -> None:
    found = 0
    for path in FILES:
        for event in read(path).events:
            by = [effect.by for effect in event.effects if isinstance(effect, Rolled) and effect.rule == rule]
            assert sorted(by) in ([], ["a", "b"]), (path.stem, event.number)
            found += bool(by)
    assert found
