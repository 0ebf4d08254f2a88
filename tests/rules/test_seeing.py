"""What somebody reaches and sees, and what a shot would need: every figure is the engine's own, in all five systems."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
from rules import asking, recording, seeing
from rules.kernel import geometry, reaching
from rules.kernel.aiming import Aim
from rules.kernel.errors import DiceWanted
from rules.kernel.events import Declaration
from rules.kernel.hold import is_held
from rules.kernel.state import Model, State, Table, Unit
from rules.odds import distribution
from tests.kernel.systems import games, recorded, ruleset
from tests.playthroughs import SYSTEMS
from tests.rules.kt.board import KT, box, gun, model, position
from tests.rules.wh40k.field import field, squad

EACH = pytest.mark.parametrize("key", list(SYSTEMS))


def positions(key: str) -> list[State]:
    """Positions in the middle of golden games of a system in which both sides are on the table."""
    file = recorded("cod", "cantons-mire-4") if key == "cod" else games(key, 1)[0]
    found = [rules.fold(ruleset(key), file.events[: len(file.events) * part // 8]) for part in (3, 5, 8)]
    return [state for state in found if all(state.alive(side) for side in state.sides)]


def holders(state: State) -> list[str]:
    return list(dict.fromkeys(each.unit or each.id for each in state.alive()))


def ask(of: rules.Ruleset, state: State, query: str, /, **about: str) -> list[Any]:
    return list(asking.ask(of, state, asking.worded(of, query, about)))


@EACH
def test_every_line_is_that_of_the_query_of_sight(key: str) -> None:
    """A target is seen exactly if the rules see it along some line; the line that is drawn is one of those."""
    of, lines = ruleset(key), set()
    assert positions(key)
    for state in positions(key):
        for one in holders(state)[:4]:
            for found in seeing.sights(of, state, one):
                away = ask(of, state, "distance", of=one, to=found.target)[0].value
                assert found.away == away
                if found.seen:
                    (line,) = ask(of, state, "sight", viewer=found.viewer, target=found.model)
                    (cover,) = ask(of, state, "cover", attacker=found.viewer, target=found.model)
                    assert line.value is True and found.aside == (line.facts.get("in_front") is False)
                    assert found.cover == (str(cover.value) if str(cover.value) in of.telling.covers else "")
                    assert found.by == (tuple(cover.facts.get("by", ())) if found.cover else ())
                elif found.seen is False:
                    assert not any(a.value for viewer in viewers(state, one)
                                   for a in ask(of, state, "sight", viewer=viewer, target=found.target))  # fmt: skip
                lines.add(found.seen)
    assert True in lines


def viewers(state: State, key: str) -> list[str]:
    unit = state.units.get(key)
    if unit is None or unit.formation is not None:
        return [key]
    return [each.id for each in state.alive() if each.unit == key]


@EACH
def test_a_shot_needs_what_the_engine_rolls_for_and_hurts_as_likely(key: str) -> None:
    """The same act, declared where it is the shooter's turn, wants the dice that were told."""
    of, told = ruleset(key), 0
    for state in positions(key):
        before = rules.to_json(state)
        for one in holders(state)[:4]:
            for target in seeing.enemies(state, seeing.standing(state, one)[0].side)[:3]:
                shot = seeing.shot(of, state, one, target, most=30)
                if shot is None:
                    continue
                told += 1
                wanted = [found for aim in of.brought(Aim) for found in _declared(of, state, aim, one, target, shot)]
                assert shot.needed in [needed for needed, _ in wanted]
                assert shot.hurt in [hurt for _, hurt in wanted]
        assert rules.to_json(state) == before, "nothing is changed by asking"
    assert told


def _declared(of: rules.Ruleset, state: State, aim: Aim, one: str, target: str, shot: seeing.Shot) -> Any:
    ready = state.copied()
    named: dict[str, Model | Unit] = {**ready.models, **ready.units}
    shooter, at = named[one], named[target]
    aim.ready(ready, shooter, at)
    declaration = Declaration(by=shooter.side, action=shot.action)
    assert shot.weapons == tuple(dict.fromkeys(aim.arms(shot.action)))
    assert set(shot.weapons) <= {weapon.id for each in ready.models.values() for weapon in each.sheet.weapons}
    try:
        hurt = recording.hurt(of, ready, declaration, most=30)
    except rules.RulesError:
        hurt = None
    try:
        rules.decide(of, ready, declaration)
    except DiceWanted as wanted:
        test = wanted.throw.test
        yield (max(0, test.needed - wanted.throw.bonus) if test else 0), hurt
    except rules.IllegalAction:
        return


@EACH
def test_a_chance_of_harm_is_that_of_every_course_followed_to_its_end(key: str) -> None:
    """Courses are cut off once somebody is out of action, which changes no chance: what a stop to ask something hides
    is in the chance if somebody was out of action before it, and else in what is left open.
    """
    of, spared = ruleset(key), 0
    for state in positions(key):
        for one in holders(state):
            for target in seeing.enemies(state, seeing.standing(state, one)[0].side):
                shot = seeing.shot(of, state, one, target, most=100)
                if shot is None or shot.hurt is None:
                    continue
                ends = _followed(of, state, one, target, shot)
                if ends is None:
                    continue
                ways, (harm, out, held) = ends
                assert shot.hurt.out + shot.hurt.open == out + held and shot.hurt.out >= out
                if not held:
                    assert (shot.hurt.harm, shot.hurt.out) == (harm, out)
                spared += ways - shot.hurt.ways
    assert spared >= 0


def test_who_is_out_of_action_before_a_stop_counts() -> None:
    """A volley at a unit that feels no pain stops where its player chooses: somebody may have fallen before that."""
    of, file = ruleset("wh40k"), recorded("wh40k", "mire-foundry-2")
    state = rules.fold(of, file.events[:40])
    shot = seeing.shot(of, state, "bu3", "au2", most=100)
    assert shot is not None and shot.hurt is not None
    ends = _followed(of, state, "bu3", "au2", shot)
    assert ends is not None
    ways, (_, out, held) = ends
    assert (shot.hurt.out, out) == (Fraction(9035, 19683), Fraction(8735, 19683))
    assert shot.hurt.open == held - Fraction(300, 19683)
    assert shot.hurt.ways < ways


def _followed(
    of: rules.Ruleset, state: State, one: str, target: str, shot: seeing.Shot
) -> tuple[int, tuple[Fraction, Fraction, Fraction]] | None:
    """The chances of harm, of somebody out of action and of a stop at the end of every course, none of them cut off."""
    ready, ways = _readied(of, state, one, target), 0
    foes = [key for key, each in ready.models.items() if each.side != _side(ready, one) and not each.out]

    def told(decided: rules.Decided) -> tuple[bool, bool, bool]:
        nonlocal ways
        ways += 1
        now = decided.state.models
        out = any(now[key].out for key in foes)
        worse = any(now[key].wounds < ready.models[key].wounds for key in foes)
        return out or worse, out, is_held(decided.effects)

    try:
        found = distribution(of, ready, Declaration(by=_side(ready, one), action=shot.action), told, most=1200)
    except rules.TooMany:
        return None
    harm, out, held = (sum((p for key, p in found.items() if key[place]), Fraction(0)) for place in range(3))
    return ways, (harm, out, held)


def _side(state: State, key: str) -> str:
    return state.models[key].side if key in state.models else state.units[key].side


def _readied(of: rules.Ruleset, state: State, one: str, target: str) -> State:
    """A copy of a position in which it is the shooter's turn."""
    (aim,) = of.brought(Aim)
    ready = state.copied()
    named: dict[str, Model | Unit] = {**ready.models, **ready.units}
    aim.ready(ready, named[one], named[target])
    return ready


@EACH
def test_reaches_are_lengths_of_sheets_and_rules(key: str) -> None:
    of, kinds = ruleset(key), set()
    for state in positions(key):
        for one in holders(state):
            for answer in ask(of, state, "reach", of=one):
                assert answer.value > 0 and answer.facts["kind"] in reaching.KINDS
                assert set(answer.clauses) <= set(of.clauses)
                kinds.add(answer.facts["kind"])
                if answer.facts["kind"] == "range":
                    sheet = state.models[answer.of].sheet
                    profile = next(each for each in sheet.weapons if each.id == answer.facts["weapon"]).profile
                    assert answer.value == profile[of.telling.weapon_range]
    assert {"move", "range"} <= kinds


# at the threshold


def test_the_ring_of_a_range_is_where_shooting_begins() -> None:
    """At exactly the range a shot is allowed, a hundredth beyond it is not; at half of it the modifier ends."""
    rifle = gun("rifle", type="Assault", range=1200)
    for away, allowed, needed in ((1200, True, 4), (1201, False, 0), (600, True, 3), (601, True, 4)):
        shooter, target = model("a1", (500, 500), weapons=[rifle]), model("b1", (500 + away + 100, 500))
        here = position(shooter, target)
        assert geometry.distance(here.models["a1"], here.models["b1"]) == away
        lengths = {a.facts["kind"]: a.value for a in ask(KT, here, "reach", of="a1")}
        assert lengths["range"] == 1200 and lengths["short"] == 600
        shot = seeing.shot(KT, here, "a1", "b1", most=0)
        assert (shot is not None) == allowed
        assert shot is None or shot.needed == needed


def test_a_crate_in_between_is_named_and_a_wall_hides() -> None:
    crate, wall = box("crate", 1250, 400, 1300, 600, 100), box("wall", 950, 0, 1000, 1000, 500)
    one, other = model("a1", (500, 500)), model("b1", (1400, 500))
    (partly,) = seeing.sights(KT, position(one, other, terrain=[crate]), "a1")
    assert (partly.seen, partly.cover, partly.by, partly.away) == (True, "in-cover", ("crate",), 800)
    (hidden,) = seeing.sights(KT, position(one, other, terrain=[wall]), "a1")
    assert (hidden.seen, hidden.cover) == (False, "")


def test_without_a_map_nobody_can_tell_and_who_is_gone_sees_nobody() -> None:
    here = position(model("a1", (500, 500)), model("b1", (1400, 500)))
    here.models["a1"].out = True
    assert seeing.sights(KT, here, "a1") == []
    here.models["a1"].out, here.table = False, Table(3000, 2200, mapped=False)
    assert [found.seen for found in seeing.sights(KT, here, "a1")] == [None]


def test_looks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not found in so many looks is not judged, instead of being called hidden."""
    wh40k = rules.load("wh40k")
    wall = box("wall", 2000, 0, 2050, 3000, 900)
    here = field(squad("au1", (1000, 1000), 5), squad("bu1", (3000, 1000), 5), terrain=[wall])
    assert [found.seen for found in seeing.sights(wh40k, here, "au1")] == [False]
    monkeypatch.setattr(seeing, "LOOKS", 24)
    assert [found.seen for found in seeing.sights(wh40k, here, "au1")] == [None]
