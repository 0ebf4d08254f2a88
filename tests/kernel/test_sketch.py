"""Tables without coordinates: what is said to be so far apart is so, in every game system, and nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

import rules
from rules import asking
from rules.kernel import engine, sketch
from rules.kernel.dice import Seeded
from rules.kernel.effects import Measured
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.events import Declaration
from rules.kernel.lengths import INCH
from rules.kernel.regiment import TOUCHING
from rules.kernel.sketch import Apart
from rules.kernel.state import State, Table, Zone, from_json, to_json
from tests.kernel.systems import plans, positions, ruleset

LENGTHS = (0, INCH, 3 * INCH, 650, 9 * INCH, 12 * INCH, 18 * INCH, 24 * INCH)
ROUNDING = TOUCHING
"""Places are whole hundredths of an inch: two that touch may be so far apart."""
ROOM = 60 * INCH
SYSTEMS = rules.RULESETS


class Drawn(NamedTuple):
    """A position without coordinates, two enemies in it, and a distance."""

    state: State
    of: str
    to: str
    distance: int

    def said(self, **more: Any) -> State:
        """The position once the distance has been said."""
        return self.decided(**more).state

    def decided(self, **more: Any) -> engine.Decided:
        """What saying the distance comes to."""
        action = Apart(self.of, self.to, self.distance, **more)
        by = self.state.models[self.of].side if self.of in self.state.models else self.state.units[self.of].side
        return engine.decide(ruleset(self.state.ruleset), self.state, Declaration(by=by, action=action))


def flat(state: State) -> State:
    """A position as if its game had been recorded without coordinates, with room on all sides."""
    twin = state.copied()
    size = twin.table.width + twin.table.depth + 2 * ROOM
    twin.table = Table(size, size, mapped=False, sketch=True)
    for model in twin.models.values():
        if model.at is not None:
            model.at = (model.at[0] + ROOM, model.at[1] + ROOM, 0)
    for unit in twin.units.values():
        if unit.formation is not None:
            x, y = unit.formation.at
            unit.formation = msgspec.structs.replace(unit.formation, at=(x + ROOM, y + ROOM))
    return twin


def pieces(state: State, side: str) -> list[str]:
    """The units of a side that are on the table, and its models without one."""
    return sorted({model.unit or model.id for model in state.alive(side)})


def drawn(key: str, count: int = 16) -> Iterator[Drawn]:
    """Positions of golden games, nothing asked in them, with two enemies and a distance."""
    dice = Seeded(key.encode(), "apart")
    for plan in plans(key)[:3]:
        there = [p for p in positions((key, plan.name)) if p.over is None and p.pending is None and len(p.alive()) > 4]
        for _ in range(count if there else 0):
            state = flat(there[dice.below(len(there))])
            sides = [pieces(state, side) for side in state.sides]
            if all(sides):
                of, to = (keys[dice.below(len(keys))] for keys in sides)
                yield Drawn(state, of, to, LENGTHS[dice.below(len(LENGTHS))])


def apart(state: State, of: str, to: str) -> int:
    """The distance that the rules measure between two pieces."""
    system = ruleset(state.ruleset)
    found = asking.ask(system, state, asking.worded(system, "distance", {"of": of, "to": to}))[0].value
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_rules_measure_what_was_said(key: str) -> None:
    seen = list(drawn(key))
    assert len(seen) >= 24
    for each in seen:
        after = each.said()
        assert each.distance - ROUNDING <= apart(after, each.of, each.to) <= max(each.distance, ROUNDING)


@pytest.mark.parametrize("key", SYSTEMS)
def test_whoever_is_locked_in_combat_stays_so_and_nobody_else_comes_into_it(key: str) -> None:
    """But for the two that were named."""
    for each in drawn(key, 10):
        named = tuple(sorted((each.of, each.to)))
        before, after = ({*sketch.known(state, ())} for state in (each.state, each.said()))
        assert after - {named} <= before
        # Of two that are locked with each other, one leaves the combat.
        assert named in before or before <= after


def test_a_combat_goes_along_as_a_whole() -> None:
    """Somebody who shoots at one of two who fight each other: the other one comes along."""
    each = next(one for one in drawn("kt", 400) if _fighting(one.state, one.to) and not _fighting(one.state, one.of))
    far = msgspec.structs.replace(each.state.table, width=90 * INCH, depth=90 * INCH)
    each.state.table = far
    for turned in (each, Drawn(each.state, each.to, each.of, 0)):
        after = turned._replace(distance=14 * INCH).said()
        assert {*sketch.known(each.state, ())} <= {*sketch.known(after, ())}
        assert apart(after, each.of, each.to) == pytest.approx(14 * INCH, abs=ROUNDING)


def _fighting(state: State, key: str) -> bool:
    return any(key in pair for pair in sketch.known(state, ()))


def test_a_side_that_is_faced_is_the_one_that_the_rules_find() -> None:
    sided = 0
    for key, side in (("t9a", "rear"), ("t9a", "left"), ("necro", "rear"), ("wh40k", "right")):
        for each in drawn(key):
            if each.to not in sketch.sided(each.state) or _fighting(each.state, each.of):
                continue
            after = each._replace(distance=8 * INCH).said(side=side)
            sided += 1
            assert sketch.facing(after, each.to, each.of) == side
    assert sided > 12


def test_what_was_said_holds_until_somebody_moves_or_the_phase_ends() -> None:
    each = next(drawn("kt"))
    found = each.decided()
    event = rules.make_event(1, Declaration(by="a", action=Apart(each.of, each.to, each.distance)), found.effects, "")
    pair = min(each.of, each.to), max(each.of, each.to)
    assert sketch.known(found.state, [event])[pair] == each.distance
    moved = [effect for effect in found.effects if not isinstance(effect, Measured)]
    again = msgspec.structs.replace(
        event, action=msgspec.convert({"type": "concede"}, ruleset("kt").action), effects=tuple(moved)
    )
    assert pair not in sketch.known(each.state, [event, again])
    assert {effect.rule for effect in found.effects} == {"table.sketch"}
    said = found.effects[0]
    assert isinstance(said, Measured)
    assert (said.fact, said.value, said.declared) == ("distance", each.distance, True)


def test_a_zone_can_be_entered_and_never_moves() -> None:
    each = next(drawn("necro"))
    zone = Zone("z", "z", ((3000, 3000), (4000, 3000), (4000, 4000), (3000, 4000)))
    each.state.table = msgspec.structs.replace(each.state.table, zones=(zone,))
    inside = each._replace(to="z", distance=0).said()
    x, y, _ = inside.models[each.of].at or (0, 0, 0)
    assert 2800 < x < 4200
    assert 2800 < y < 4200
    assert apart(each._replace(to="z", distance=500).said(), each.of, "z") in (499, 500)


def test_refusals_name_what_is_wrong() -> None:
    each = next(drawn("kt"))
    system = ruleset("kt")

    def refused(state: State, **said: Any) -> str:
        action = msgspec.convert(
            {"type": "apart", "of": each.of, "to": each.to, "distance": 100, **said}, system.action
        )
        with pytest.raises((IllegalAction, Malformed)) as why:
            engine.decide(system, state, Declaration(by="a", action=action))
        return str(why.value)

    assert "no model or unit 'nobody'" in refused(each.state, of="nobody")
    assert "$.action.to" in refused(each.state, to="nobody")
    assert "are one" in refused(each.state, to=each.of)
    assert "no sides" in refused(each.state, side="rear")
    assert "no room" in refused(each.state, distance=60_000)
    measured = each.state.copied()
    measured.table = msgspec.structs.replace(measured.table, sketch=False)
    assert "records where models stand" in refused(measured)
    gone = each.state.copied()
    gone.models[each.to].at = None
    assert "not on the table" in refused(gone)
    with pytest.raises(Malformed, match="has no terrain map"):
        from_json(to_json(each.state).replace(b'"mapped":false,', b""))
