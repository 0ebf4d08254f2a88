"""How the autoplayer plays single situations of a city fight: stairs, exits, hideouts, charges, its table."""

from __future__ import annotations

from typing import Any

import msgspec

import rules
from rules.cod import ground, player, table, taste
from rules.cod.board import AgreeTerrain
from rules.cod.casualties import Casualties
from rules.cod.reserves import LeaveTable
from rules.cod.stratagem import demolition
from rules.kernel import footprint, geometry, notes
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.part import Choice, Option
from rules.kernel.secrets import Commit, Reveal, commitment
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault import closing
from rules.wh40k.movement import footing
from rules.wh40k.movement.move import Move
from rules.wh40k.taste import Aim
from tests.kernel.games import tag_of
from tests.rules.cod.plans import planned
from tests.rules.cod.streets import COD, city, ruin
from tests.rules.cod.town import ruin as tall
from tests.rules.cod.town import town
from tests.rules.wh40k.field import squad

FLOOR = 300


def proposed(state: State, seed: int = 1) -> list[Any]:
    """The actions that a fresh player would try, best first."""
    mine = player.CityPlayer(Seeded(b"%d" % seed, "player"))
    return [each.action for each in mine.proposals(COD, state)]


def choosing(state: State, side: str, dice: Seeded, memory: dict[str, Any], *offered: Option) -> Choice:
    """What a proposal is asked with."""
    option = offered[0] if offered else Option(side, "")
    return Choice(Context(COD, state, side, ()), option, offered, dice, memory)


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
    middles = {piece.id: ground.middle(piece) for piece in pieces}
    inside, outside = squad("au1", (700, 700), 3), squad("au2", (1500, 3000), 3)
    here = city(inside, outside, squad("bu1", (4000, 500), 3), scenario="high-ground", ruins=pieces)
    assert taste.aim(here, here.units["au1"]) == Aim(middles["r1"], stops=True, there=True)
    assert taste.aim(here, here.units["au2"]) == Aim(middles["r1"], stops=True, there=False)
    every = city(inside, outside, squad("bu1", (4000, 500), 3), scenario="domination", ruins=pieces)
    aims = [taste.aim(every, unit) for unit in every.units.values()]
    assert {each.at for each in aims if each} == {middles["r1"], middles["r2"]}


def test_the_attacker_of_elimination_hunts_the_headquarters() -> None:
    captain = squad("bu1", (4000, 500), 1, category="HQ")
    here = city(squad("au1", (700, 700), 3), captain, scenario="elimination", attacker="a")
    assert taste.aim(here, here.units["au1"]) == Aim(here.models["bu1.1"].at or (0, 0, 0))
    assert taste.aim(here, here.units["bu1"]) is None


def test_who_can_leave_leaves() -> None:
    here = city(
        squad("au1", (2400, 4650), 2), squad("bu1", (500, 500), 2), scenario="thunder-run", attacker="a",
        edges={"a": ("south",), "b": ("west",)},
    )  # fmt: skip
    wanted = taste.aim(here, here.units["au1"])
    assert wanted is not None
    assert wanted.leaves
    assert wanted.at[1] == here.table.depth
    assert isinstance(proposed(here)[0], LeaveTable)


def test_notes_are_the_same_for_the_same_dice() -> None:
    here = city(squad("au1", (1500, 500), 2), squad("bu1", (4000, 4000), 2))
    first, again = (choosing(here, "a", Seeded(b"1", "notes"), {}) for _ in range(2))
    sealed = notes.write(first, "somewhere", "r1")
    assert sealed == notes.write(again, "somewhere", "r1")
    note = notes.read(first, "somewhere")
    assert note is not None
    assert commitment("a", "somewhere", note.value, note.salt) == sealed.commitment
    assert notes.read(choosing(here, "b", first.dice, first.memory), "somewhere") is None


def test_a_charge_is_opened_in_its_turn_and_set_off() -> None:
    """It is opened in the Shooting phase that was written down, no earlier; what is open can go off."""
    pieces = [ruin("r1", 600, 600), ruin("r2", 2100, 2100)]
    mine = player.CityPlayer(Seeded(b"7", "player"))
    here = city(
        squad("au1", (1500, 500), 2), squad("bu1", (4000, 4000), 2), ruins=pieces, phase="shooting", round=2,
        **planned(a=["demolition"]),
    )  # fmt: skip
    note = notes.write(choosing(here, "a", mine.dice, mine.memory), demolition.SUBJECT, "r1:3")
    here = rules.decide(COD, here, rules.Declaration(by="a", action=note)).state
    assert [o.weapons for o in rules.options(COD, here) if o.action == "reveal"] == [(demolition.SUBJECT,)]
    assert not any(isinstance(each.action, Reveal) for each in mine.proposals(COD, here))
    here.round = 3
    first = next(iter(mine.proposals(COD, here)))
    assert isinstance(first.action, Reveal)
    open_now = rules.decide(COD, here, first).state
    assert "demolish" in {tag_of(type(each.action)) for each in mine.proposals(COD, open_now)}
    assert list(mine.closing(open_now)) == []
    assert [each.action for each in mine.closing(here)] == [first.action]


def test_a_charge_is_written_down_before_its_stratagem_is_declared() -> None:
    """The offer to commit is filled in by the part that wants something written down, and the player remembers it."""
    pieces = [ruin("r1", 600, 600), ruin("r2", 2100, 2100)]
    here = city(
        squad("au1", (1500, 500), 2), squad("bu1", (4000, 4000), 2), ruins=pieces, phase="stratagems", step="declare",
        turn="", round=0, order=(), to_act="a",
    )  # fmt: skip
    offered = [o for o in rules.options(COD, here) if o.action == "commit"]
    choice = choosing(here, "a", Seeded(b"3"), {}, *offered)
    (sealed,) = COD.act("commit").proposals(choice)
    assert isinstance(sealed, Commit)
    note = notes.read(choice, demolition.SUBJECT)
    assert note is not None
    key, _, number = note.value.partition(":")
    assert key in ("r1", "r2")
    assert 2 <= int(number) <= 5


def test_who_falls_first_is_offered_to_units_in_ruins() -> None:
    here = town(squad("au1", (2300, 1500), 3), squad("bu1", (6000, 4000), 2), terrain=tall(floors=2))
    offered = [o for o in rules.options(COD, here) if o.action == "casualties"]
    assert [(o.side, o.model, o.targets) for o in offered] == [("a", "au1", ("au1.1", "au1.2", "au1.3"))]
    here.models["au1.3"].sheet = msgspec.structs.replace(here.models["au1.3"].sheet, points=1)
    (order,) = COD.act("casualties").proposals(choosing(here, "a", Seeded(b"1"), {}, *offered))
    assert isinstance(order, Casualties)
    assert order.models[0] == "au1.3"
    mine = player.CityPlayer(Seeded(b"rarely"))
    said = sum(len(list(mine.actions(choosing(here, "a", mine.dice, {}, *offered)))) for _ in range(500))
    assert 0 < said < 25


def test_a_suitable_table_is_kept() -> None:
    made = table.table(1, "omega")
    mine = player.CityPlayer(Seeded(b"1", "player"))
    assert mine.suitable(made, {"cod.level": "alpha"}) is made
    assert mine.suitable(table.table(1), {"cod.level": "omega"}) != table.table(1)


def test_a_table_with_ruins_and_no_street_is_none_for_a_thunder_run() -> None:
    made, mine = table.table(1), player.CityPlayer(Seeded(b"1", "player"))
    bare = msgspec.structs.replace(made, terrain=tuple(piece for piece in made.terrain if piece.kind != "road"))
    assert mine.suitable(bare, {"cod.level": "alpha"}) is bare
    assert mine.suitable(bare, {"cod.level": "alpha", "cod.scenario": "thunder-run"}) is not bare


def test_agreed_terrain_is_agreed_to() -> None:
    here = city(squad("au1", None, 1), squad("bu1", None, 1), phase="board", step="agree", turn="", round=0, order=())
    assert any(isinstance(action, AgreeTerrain) for action in proposed(here))
