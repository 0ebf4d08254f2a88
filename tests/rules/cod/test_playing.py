"""How the autoplayer plays single situations of a city fight: stairs, exits, hideouts, charges, its table."""

from __future__ import annotations

from typing import Any

import rules
from rules.cod import player, table
from rules.cod.board import AgreeTerrain
from rules.cod.playing.goals import at_goal, ruin_for, wanted, way_out
from rules.cod.playing.notes import Notes
from rules.cod.reserves import LeaveTable
from rules.cod.stratagem import demolition
from rules.kernel import footprint, geometry
from rules.kernel.dice import Seeded
from rules.kernel.secrets import Reveal, commitment
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault import closing
from rules.wh40k.movement import footing
from rules.wh40k.movement.move import Move
from tests.kernel.games import tag_of
from tests.rules.cod.plans import planned
from tests.rules.cod.streets import COD, city, ruin
from tests.rules.cod.town import ruin as tall
from tests.rules.cod.town import town
from tests.rules.wh40k.field import squad

FLOOR = 300


def proposed(state: State, seed: int = 1) -> list[Any]:
    """The actions that a fresh player would try, best first."""
    mine = player.CityPlayer(player.PROPOSALS, Seeded(b"%d" % seed, "player"))
    return [each.action for each in mine.proposals(COD, state)]


def test_a_straight_charge_ends_beside_somebody_on_another_floor() -> None:
    """What is climbed is no part of the way across: bases touch in the end, whatever the difference in height."""
    for along in (150, 400, 700):
        here = town(squad("au1", (2300, 1500), 1), squad("bu1", (2300 + along, 1500, FLOOR), 1), terrain=tall(floors=2))
        model, foe = here.models["au1.1"], here.models["bu1.1"]
        end = footprint.placed(model, closing.straight(model, foe))
        assert end.at is not None
        assert end.at[2] == FLOOR
        assert geometry.near(end, foe, words.CONTACT), along
        assert not footprint.overlaps(end, foe), along


def test_who_has_dared_the_ruin_goes_up_the_stairs() -> None:
    here = town(
        squad("au1", (2300, 1500), 4, phase={footing.DIFFICULT: 600}), squad("bu1", (6000, 4000), 2),
        terrain=tall(floors=3),
    )  # fmt: skip
    moves = [action for action in proposed(here) if isinstance(action, Move)]
    done = rules.decide(COD, here, rules.Declaration(by="a", action=moves[0])).state
    assert {model.at and model.at[2] for model in done.models.values() if model.side == "a"} == {2 * FLOOR}


def test_units_want_the_ruins_of_the_scenario() -> None:
    pieces = [ruin("r1", 600, 600), ruin("r2", 2100, 2100), ruin("r3", 3600, 3600)]
    inside, outside = squad("au1", (700, 700), 3), squad("au2", (1500, 3000), 3)
    here = city(inside, outside, squad("bu1", (4000, 500), 3), scenario="high-ground", ruins=pieces)
    assert [piece.id for piece in wanted(here, "a")] == ["r1"]
    assert at_goal(here, here.units["au1"])
    assert not at_goal(here, here.units["au2"])
    every = city(inside, outside, squad("bu1", (4000, 500), 3), scenario="domination", ruins=pieces)
    assert {piece.id for unit in every.units.values() if (piece := ruin_for(every, unit))} == {"r1", "r2"}


def test_who_can_leave_leaves() -> None:
    here = city(
        squad("au1", (2400, 4650), 2), squad("bu1", (500, 500), 2), scenario="thunder-run", attacker="a",
        edges={"a": ("south",), "b": ("west",)},
    )  # fmt: skip
    goal = way_out(here, here.units["au1"])
    assert goal is not None
    assert goal[1] == here.table.depth
    assert isinstance(proposed(here)[0], LeaveTable)


def test_notes_are_the_same_for_the_same_dice() -> None:
    first, again = (Notes(Seeded(b"1", "notes")) for _ in range(2))
    sealed = first.write("a", "somewhere", "r1")
    assert sealed == again.write("a", "somewhere", "r1")
    opening = first.reveal("a", "somewhere")
    assert opening is not None
    assert commitment("a", "somewhere", opening.value, opening.salt) == sealed.commitment
    assert first.reveal("b", "somewhere") is None


def test_a_charge_is_opened_in_its_turn_and_set_off() -> None:
    """It is opened in the Shooting phase that was written down, no earlier; what is open can go off."""
    pieces = [ruin("r1", 600, 600), ruin("r2", 2100, 2100)]
    mine = player.CityPlayer(player.PROPOSALS, Seeded(b"7", "player"))
    here = city(
        squad("au1", (1500, 500), 2), squad("bu1", (4000, 4000), 2), ruins=pieces, phase="shooting", round=2,
        **planned(a=["demolition"]),
    )  # fmt: skip
    note = mine.notes.write("a", demolition.SUBJECT, "r1:3")
    here = rules.decide(COD, here, rules.Declaration(by="a", action=note)).state
    assert not any(isinstance(each.action, Reveal) for each in mine.proposals(COD, here))
    here.round = 3
    first = next(iter(mine.proposals(COD, here)))
    assert isinstance(first.action, Reveal)
    open_now = rules.decide(COD, here, first).state
    assert "demolish" in {tag_of(type(each.action)) for each in mine.proposals(COD, open_now)}
    assert list(mine.closing(open_now)) == []
    assert [each.action for each in mine.closing(here)] == [first.action]


def test_everything_a_city_fight_offers_is_answered() -> None:
    """Standing orders are given without being offered; everything else that is a declaration has a proposal."""
    own = {tag_of(kind) for kind in COD.handlers if kind.__module__.startswith("rules.cod.")}
    assert own - player.PROPOSALS.keys() == {"casualties"}


def test_a_suitable_table_is_kept() -> None:
    made = table.table(1, "omega")
    mine = player.CityPlayer(player.PROPOSALS, Seeded(b"1", "player"))
    assert mine._suitable(made, {"cod.level": "alpha"}) is made
    assert mine._suitable(table.table(1), {"cod.level": "omega"}) != table.table(1)


def test_agreed_terrain_is_agreed_to() -> None:
    here = city(squad("au1", None, 1), squad("bu1", None, 1), phase="board", step="agree", turn="", round=0, order=())
    assert any(isinstance(action, AgreeTerrain) for action in proposed(here))
