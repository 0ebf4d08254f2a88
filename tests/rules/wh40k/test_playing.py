"""What the autoplayer works out before it declares: formations that move, places, ways into contact."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.part import Choice, Option, Part
from rules.kernel.state import Model, State
from rules.wh40k import likings, taste, words
from rules.wh40k.assault import charge, closing, combat, contact
from rules.wh40k.deployment import places, placing
from rules.wh40k.movement import formation, trail
from rules.wh40k.movement.formation import Draft
from rules.wh40k.special import deep_strike
from rules.wh40k.taste import Aim, Goal, Wish
from tests.rules.wh40k.field import box, field, ruleset, squad, tank


def context(state: State, side: str = "a") -> Context:
    return Context(ruleset(), state, side, ())


def draft(state: State, limit: int = 600, manner: trail.Manner | None = None, through: bool = True) -> Draft:
    return Draft(context(state), state.units["au1"], manner or trail.Manner(), limit, through=through)


def ends(made: Draft) -> dict[str, tuple[int, int]]:
    return {m.id: (m.at[0], m.at[1]) for m in made.models if m.at}


def test_a_formation_goes_straight_to_its_goal_and_the_position_stays_as_it_is() -> None:
    here = field(squad("au1", (1000, 1000), 5), squad("bu1", (1300, 4000), 3))
    made = draft(here)
    moves = next(formation.formations(made, (1300, 4000, 0), 600))
    assert [step.model for step in moves] == [f"au1.{n}" for n in (1, 2, 3, 4, 5)] or len(moves) == 5
    assert all(1580 <= y <= 1600 for _, y in ends(made).values())
    assert placing.coherent(made.ctx, made.models)
    assert here.models["au1.1"].at == (1000, 1000, 0)


def test_a_formation_goes_round_what_is_closed_and_keeps_out_of_what_is_slow() -> None:
    wall = box("t1", 900, 1100, 1700, 1200, 500, kind="wall")
    wood = box("t2", 900, 1100, 1700, 1700, 500, kind="forest")
    for piece in (wall, wood):
        here = field(squad("au1", (1000, 1000), 5), terrain=[piece])
        for moves in formation.formations(draft(here, through=False), (1300, 4000, 0), 600):
            made = draft(here, through=False)
            assert all(made.go(made.state.models[step.model], step.path) for step in moves)
            assert not any(footprint.overlaps_outline(m, piece.outline) for m in made.models)


def test_a_unit_that_has_come_apart_gathers() -> None:
    here = field(squad("au1", places=[(1000, 1000), (1150, 1000), (1900, 1000)], count=3))
    made = draft(here)
    assert made.strayed > 0
    assert made.gather()
    assert placing.coherent(made.ctx, made.models)


def test_a_hull_turns_to_where_it_goes() -> None:
    here = field(tank("au1", (1000, 1000)))
    moves = next(formation.formations(draft(here), (1000, 4000, 0), 600))
    assert moves[0].path == ((1000, 1600, 0),)
    assert moves[0].facing is not None
    assert moves[0].facing[0] == 0
    assert moves[0].facing[1] > 0


@pytest.mark.parametrize("foe", [squad("bu1", (1200, 1500), 3), tank("bu1", (1200, 1600))])
def test_a_charge_comes_into_contact_and_keeps_together(foe: tuple[object, list[Model]]) -> None:
    here = field(squad("au1", (1000, 1000), 5), foe, phase="assault", step="charge")  # type: ignore[arg-type]
    targets = [here.units["bu1"]]
    made = draft(here, 700, closing.charging(targets))
    moves = next(contact.charges(made, targets))
    foes = words.standing(made.state, "bu1")
    assert geometry.within(foes, made.state.models[moves[0].model], words.CONTACT)
    assert sum(bool(geometry.within(foes, m, words.CONTACT)) for m in made.models) >= 3
    assert placing.coherent(made.ctx, made.models)
    assert all(geometry.path_length(here.models[m.model].at or (0, 0, 0), m.path) <= 700 for m in moves)


def test_piling_in_closes_up_whoever_can_be_brought_nearer() -> None:
    here = field(
        squad("au1", places=[(1000, 1000), (1000, 870), (1000, 740)], count=3),
        squad("bu1", (1000, 1102), 1), phase="assault", step="fight",
    )  # fmt: skip
    manner = trail.Manner("pile-in", charge.MOVE, "off", near=("bu1",))
    made = draft(here, combat.PILE_IN, manner)
    moves = contact.pile_in(made, ["au1.2", "au1.3"], ["bu1.1"])
    touching = [m.id for m in made.models if geometry.near(m, made.state.models["bu1.1"], words.CONTACT)]
    assert {step.model for step in moves} == {"au1.2", "au1.3"}
    assert len(touching) >= 2


def test_places_are_free_and_together_or_there_are_none() -> None:
    here = field(squad("au1", None, 8), squad("bu1", (3000, 1000), 3))
    ctx, unit = context(here), here.units["au1"]
    found = places.set_up(ctx, unit, (1000, 1000, 0))
    stand_ins = [footprint.placed(here.models[place.model], place.at) for place in found]
    assert len(found) == 8
    assert placing.coherent(ctx, stand_ins)
    assert not any(footprint.overlaps(a, b) for a in stand_ins for b in stand_ins if a.id != b.id)
    assert places.set_up(ctx, unit, (1000, 1000, 0), fits=lambda stand_in: False) == ()


@pytest.mark.parametrize("count", [2, 7, 12])
def test_rings_round_the_first_model_are_full(count: int) -> None:
    here = field(squad("au1", None, count))
    first = footprint.placed(here.models["au1.1"], (2000, 2000, 0))
    found = places.rings(context(here), here.units["au1"], first)
    stand_ins = [first, *(footprint.placed(here.models[place.model], place.at) for place in found)]
    assert len(stand_ins) == count
    assert deep_strike.ringed(stand_ins)


def choice(state: State, *parts: Part) -> Choice:
    whole = replace(ruleset(), parts=(*ruleset().parts, *parts))
    return Choice(Context(whole, state, "a", ()), Option("a", "move", "au1"), (), Seeded(b"1"), {})


def test_a_unit_goes_for_the_nearest_enemy() -> None:
    here = field(squad("au1", (1000, 1000), 2), squad("bu1", (5000, 1000), 1), squad("bu2", (1000, 2500), 1))
    assert taste.goal(choice(here), here.units["au1"]) == (1000, 2500, 0)
    alone = field(squad("au1", (1000, 1000), 2))
    assert taste.goal(choice(alone), alone.units["au1"]) == (3600, 2400, 0)


def test_a_unit_goes_where_a_part_says_and_no_farther() -> None:
    place = Aim((1000, 1300, 0), stops=True)
    part = Part(brings=(Goal(lambda state, unit: None), Goal(lambda state, unit: place)))
    here = field(squad("au1", (1000, 1000), 1), squad("bu1", (5000, 1000), 1))
    sent, unit = choice(here, part), here.units["au1"]
    assert taste.goal(sent, unit) == (1000, 1300, 0)
    assert taste.stride(sent, 600) == 300
    assert taste.stride(choice(here), 600) > 300
    assert not taste.stands(sent, unit)
    there = Part(brings=(Goal(lambda state, unit: place._replace(there=True)),))
    assert taste.stands(choice(here, there), unit)
    assert not taste.runs(choice(here, there), unit)


def test_a_unit_that_leaves_the_table_hurries() -> None:
    part = Part(brings=(Goal(lambda state, unit: Aim((0, 1000, 0), leaves=True)),))
    here = field(squad("au1", (1000, 1000), 1), squad("bu1", (5000, 1000), 1))
    assert taste.hurries(choice(here, part), here.units["au1"])
    assert not taste.hurries(choice(here), here.units["au1"])
    assert not taste.stands(choice(here, part), here.units["au1"])


def test_a_part_may_say_when_an_act_is_wanted() -> None:
    here = field(squad("au1", (1000, 1000), 1), squad("bu1", (5000, 1000), 1))
    never, gladly = Part(brings=(Wish("move", lambda _: False),)), Part(brings=(Wish("move", lambda _: True),))
    assert likings.wanted(choice(here))
    assert not likings.wanted(choice(here, never))
    assert likings.wanted(choice(here, never, gladly))
    assert not likings.wanted(choice(here, gladly, never))


@pytest.mark.parametrize("away", [700, 1100])
def test_a_charge_from_afar_is_rarely_wanted(away: int) -> None:
    here = field(squad("au1", (1000, 1000), 1), squad("bu1", (1100 + away, 1000), 1))
    far = Choice(choice(here).ctx, Option("a", "charge", "au1", ("bu1",)), (), Seeded(b"1"), {})
    wanted = sum(likings.wanted(far) for _ in range(60))
    assert wanted == 60 if away < likings.LIKELY else 10 < wanted < 30
