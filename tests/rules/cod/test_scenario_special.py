"""The six special scenarios: who has won, and what else is their own."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import hideout, prepared, scoring
from rules.cod import ruins as buildings
from rules.cod.hideout import OpenHideout
from rules.cod.mission import mission, missions
from rules.kernel import secrets
from rules.kernel.effects import sealed_key
from rules.kernel.secrets import Reveal
from rules.kernel.state import Outcome, Sealed, State
from rules.wh40k import words
from rules.wh40k.turn import Pass, RollLength

from ..wh40k.field import Group, asked, box, decide, refusal, squad, tank
from .streets import COD, city, ruin, shows

LARGE = (7200, 4800)
LONG = {"a": ("south",), "b": ("north",)}
SPOTS = {"r1": (2100, 2100), "r2": (500, 3600), "r3": (3600, 3600)}
RUINS = [ruin(key, x, y) for key, (x, y) in SPOTS.items()]
SALT = "ab" * 16
HERO: dict[str, Any] = {"keywords": ("Infantry", "Character", "Independent Character"), "category": "HQ", "W": 2}


def within(unit: str, key: str, dx: int = 200, count: int = 3, **more: Any) -> Group:
    """A unit inside a ruin."""
    x, y = SPOTS[key]
    return squad(unit, None, count, places=[(x + 100 + 100 * n, y + dx) for n in range(count)], base=25, **more)


def fought(scenario: str, *groups: Group, **more: Any) -> State:
    """Side a attacks; side b ends the player turn."""
    told: dict[str, Any] = {
        "attacker": "a",
        "ruins": RUINS,
        "phase": "assault",
        "step": "fight",
        "turn": "b",
        "round": 6,
        **more,
    }
    return city(*groups, scenario=scenario, **told)


def outcome(state: State) -> Outcome:
    played = mission(state)
    assert played is not None
    return played.victory(state)


def ended(state: State, dice: tuple[int, ...] = (1,)) -> Outcome:
    """The last turn ends and the die for another one shows a 1."""
    state = decide(state, "b", Pass()).state
    over = decide(state, "a", RollLength(), dice).state.over
    assert over is not None
    return over


# the gauntlet


@pytest.mark.parametrize(
    ("gone", "winner", "row"),
    [
        (3, "b", "cod.scenario.gauntlet.defender-win"),  # 3 of 7 are fewer than half
        (4, "a", "cod.scenario.gauntlet.victory"),
    ],
)
def test_the_gauntlet_wants_half_of_the_army_out(gone: int, winner: str, row: str) -> None:
    units = [squad(f"au{n}", None, 1, game={prepared.GONE: 1}) for n in range(1, gone + 1)]
    units += [squad(f"au{n}", (500 + 200 * n, 300), 1) for n in range(gone + 1, 8)]
    state = fought("gauntlet", *units, squad("bu1", (3000, 4500), 3), edges=LONG, size=LARGE)
    assert ended(state) == Outcome(winner, row, {"a": gone, "b": 0})


@pytest.mark.decides("cod.scenario.gauntlet.counts-damaged", by="cod.scenario.gauntlet.victory")
def test_what_is_left_of_a_unit_is_a_whole_unit() -> None:
    for place, gone, winner in ((None, {prepared.GONE: 1}, "a"), ((500, 300), {}, "b")):
        state = fought("gauntlet", squad("au1", place, 5, game=gone), squad("au2", (2900, 300), 5),
                       squad("bu1", (3000, 4500), 3), edges=LONG, size=LARGE)  # fmt: skip
        for n in (1, 2, 3, 4):
            state.models[f"au1.{n}"].out = True
        assert ended(state).winner == winner


# scorched earth


def secret(state: State, key: str = "r2") -> State:
    """The defender has written down his hideout."""
    sealed = Sealed("b", hideout.HIDEOUT, secrets.commitment("b", hideout.HIDEOUT, key, SALT))
    state.sealed[sealed_key("b", hideout.HIDEOUT)] = sealed
    return state


def burnt(*fallen: str, written: str = "r2") -> State:
    groups = (squad("au1", (500, 500), 3), squad("bu1", (4500, 4500), 3))
    told: dict[str, Any] = {buildings.FALLEN: fallen} if fallen else {}
    return secret(fought("scorched-earth", *groups, game=told), written)


@pytest.mark.decides("cod.scenario.scorched-earth.objective", by="cod.scenario.scorched-earth.attacker-win")
@pytest.mark.parametrize(
    ("fallen", "winner", "row"),
    [
        (("r1",), "b", "cod.scenario.scorched-earth.defender-win"),
        ((), "b", "cod.scenario.scorched-earth.defender-win"),
        (("r1", "r2"), "a", "cod.scenario.scorched-earth.attacker-win"),
    ],
)
def test_scorched_earth_is_about_the_hideout(fallen: tuple[str, ...], winner: str, row: str) -> None:
    state = burnt(*fallen)
    state.sides["b"].game[hideout.FELL] = len(fallen)
    state = decide(state, "b", Pass()).state
    state = decide(state, "a", RollLength(), (3,)).state
    assert asked_side(state) == ("cod.scenario.scorched-earth.hideout", "b"), "cod.gap.hideout-reveal"
    assert refusal(state, "b", OpenHideout(ruin="r3", salt=SALT)) == "log.reveal"
    assert refusal(state, "b", OpenHideout(ruin="r9", salt=SALT)) == "cod.scenario.scorched-earth.hideout"
    over = decide(state, "b", OpenHideout(ruin="r2", salt=SALT)).state.over
    assert over is not None and (over.winner, over.reason) == (winner, row)
    assert over.score == {"a": len(fallen), "b": 0}, "cod.scenario.scorched-earth.objective"


def asked_side(state: State) -> tuple[str, str]:
    pending = state.pending
    return (pending.clause, pending.side) if pending is not None else ("", "")


def test_the_hideout_is_opened_when_it_falls() -> None:
    row = "cod.gap.hideout-reveal"
    done = decide(burnt("r2"), "b", Pass())
    assert asked(done)[:2] == (row, "b")
    opened = decide(done.state, "b", OpenHideout(ruin="r2", salt=SALT)).state
    assert opened.sealed["b:" + hideout.HIDEOUT].value == "r2", row
    assert opened.pending is not None and opened.pending.clause == "cod.special.random-length.roll"
    over = decide(opened, "a", RollLength(), (1,)).state.over
    assert over is not None and over.winner == "a", "cod.scenario.scorched-earth.attacker-win"


@pytest.mark.parametrize("written", ["r9", "", "x" * 2000])
def test_a_hideout_that_does_not_exist_is_lost(written: str) -> None:
    """It cannot be refused when it is opened, or the battle would not end; verification names the clause."""
    row = "cod.assumed.secret-impossible"
    asked_now = decide(decide(burnt(written=written), "b", Pass()).state, "a", RollLength(), (3,)).state
    assert refusal(asked_now, "b", OpenHideout(ruin="r8", salt=SALT)) == hideout.HIDEOUT
    assert refusal(asked_now, "b", Reveal(subject=hideout.HIDEOUT, value=written, salt=SALT)) == hideout.HIDEOUT
    done = decide(asked_now, "b", OpenHideout(ruin=written, salt=SALT))
    assert [(found.rule, found.severity) for found in done.findings] == [(row, "illegal")]
    assert done.state.over is not None and done.state.over.winner == "a", row


def test_a_hideout_that_is_not_opened_is_lost() -> None:
    """Nobody can open a note whose salt is lost: then the question is declined."""
    asked_now = decide(decide(burnt(), "b", Pass()).state, "a", RollLength(), (3,)).state
    assert {option.action for option in rules.options(COD, asked_now)} == {"pass", "open-hideout"}
    done = decide(asked_now, "b", Pass())
    assert [found.rule for found in done.findings] == ["cod.assumed.secret-impossible"]
    assert done.state.over is not None and done.state.over.winner == "a"


def test_a_hideout_shown_early_does_not_stop_the_end() -> None:
    """It may be shown at any time but in place of the answer; who has shown it is not asked for it again."""
    for written, winner in (("r2", "b"), ("r9", "a")):
        early = decide(burnt(written=written), "b", Reveal(subject=hideout.HIDEOUT, value=written, salt=SALT))
        assert bool(early.findings) is (written == "r9")
        over = decide(decide(early.state, "b", Pass()).state, "a", RollLength(), (3,)).state.over
        assert over is not None and over.winner == winner
    # a position in which the note is open and still asked for goes on too
    asked_now = decide(decide(burnt(), "b", Pass()).state, "a", RollLength(), (3,)).state
    asked_now.sealed["b:" + hideout.HIDEOUT] = Sealed("b", hideout.HIDEOUT, "", "r2", True)
    for answer in (Pass(), OpenHideout(ruin="r2", salt=SALT)):
        over = decide(asked_now, "b", answer).state.over
        assert over is not None and over.winner == "b"


def test_another_ruin_that_fell_says_nothing() -> None:
    state = decide(burnt("r1"), "b", Pass()).state
    assert {option.action for option in rules.options(COD, state)} == {"pass", "open-hideout"}
    kept = decide(state, "b", Pass()).state
    assert kept.sealed["b:" + hideout.HIDEOUT].value == "", "cod.scenario.scorched-earth.hideout"
    assert kept.pending is not None and kept.pending.clause == "cod.special.random-length.roll"
    longer = decide(kept, "a", RollLength(), (4,)).state
    assert longer.round == 7


def test_a_dangerous_hideout_is_not_destroyed() -> None:
    state = burnt()
    state.game[buildings.DANGEROUS] = ("r2",)
    state.sealed["b:" + hideout.HIDEOUT] = Sealed("b", hideout.HIDEOUT, "", "r2", True)
    assert outcome(state).reason == "cod.scenario.scorched-earth.defender-win"


def test_the_attacker_may_take_demolition_again() -> None:
    from rules.cod import stratagems

    row = "cod.scenario.scorched-earth.multiple-demolition"
    assert missions()["scorched-earth"].repeated == {("attacker", "demolition"): row}
    state = fought("scorched-earth", squad("au1", (500, 500), 3), squad("bu1", (4500, 4500), 3), level="omega",
                   sides={side: {"cod.stratagem.choose.before-game": ("demolition",)} for side in "ab"})  # fmt: skip
    assert [*stratagems.objections(state, "a", "demolition")] == [], row
    assert [each[0] for each in stratagems.objections(state, "b", "demolition")] == ["cod.stratagem.choose.once-each"]


# relief force


def relieved(*groups: Group, turn: str = "b", **more: Any) -> State:
    told: dict[str, Any] = {
        "edges": {"a": ("south", "west"), "b": ("north", "east")},
        "sides": {"b": {prepared.BUILDING: "r1"}},
    }
    return fought("relief-force", *groups, turn=turn, **{**told, **more})


@pytest.mark.decides("cod.scenario.relief-force.objective", by="cod.scenario.relief-force.attacker-win")
def test_the_building_is_captured_when_a_turn_of_the_defender_ends() -> None:
    row = "cod.scenario.relief-force.attacker-win"
    away = squad("bu1", (4500, 4500), 3)
    done = decide(relieved(within("au1", "r1"), away, round=2), "b", Pass()).state
    assert done.over == Outcome("a", row, {"a": 1, "b": 0}), "cod.scenario.relief-force.objective"
    early = decide(relieved(within("au1", "r1"), away, round=2, turn="a"), "a", Pass()).state
    assert early.over is None, row


def test_one_scoring_defender_in_the_building_is_enough() -> None:
    """Two of the defender's five models are inside: his unit does not occupy it, and yet it is not captured."""
    row = "cod.scenario.relief-force.attacker-win"
    x, y = SPOTS["r1"]
    partly = squad("bu1", None, 5, places=[(x + 100, y + 500), (x + 300, y + 500), (x + 300, y + 700),
                                           (x + 300, y + 850), (x + 300, y + 1000)])  # fmt: skip
    state = relieved(within("au1", "r1"), partly, round=2)
    assert scoring.occupant(state, "r1") == "a"
    assert decide(state, "b", Pass()).state.over is None, row
    hero = squad("bu1", None, 1, places=[(x + 100, y + 500)], **HERO)
    assert decide(relieved(within("au1", "r1"), hero, round=2), "b", Pass()).state.over is not None, row


def test_what_was_not_captured_is_held() -> None:
    row = "cod.scenario.relief-force.defender-win"
    state = relieved(squad("au1", (500, 500), 3), within("bu1", "r1"))
    assert (ended(state).winner, ended(state).reason) == ("b", row)


def test_the_defender_has_one_more_key_building() -> None:
    from rules.cod import stratagems

    row = "cod.scenario.relief-force.extra-key-building"
    taken = {"b": {prepared.BUILDING: "r1", "cod.stratagem.choose.before-game": ("booby-traps",)}}
    state = relieved(squad("au1", (500, 500), 3), within("bu1", "r1"), sides=taken)
    assert [*stratagems.objections(state, "b", "hospital", "r1")] == [], row
    assert [each[0] for each in stratagems.objections(state, "b", "hospital", "r2")] == [row]
    assert [each[0] for each in stratagems.objections(state, "b", "plunging-fire")] == [row]


# grand assault


def stormed(flags: tuple[str, ...]) -> State:
    """All three ruins reach into the defender's zone."""
    left = tuple(key for key in SPOTS if key not in flags)
    sides = {"a": {scoring.FLAGS: flags}, "b": {scoring.FLAGS: left}}
    return fought("grand-assault", squad("au1", (500, 300), 3), squad("bu1", (4500, 4500), 3), edges=LONG, sides=sides)


@pytest.mark.decides("cod.scenario.grand-assault.objective", by="cod.scenario.grand-assault.attacker-win")
def test_the_attacker_needs_every_flag() -> None:
    assert ended(stormed(("r1", "r2", "r3"))).reason == "cod.scenario.grand-assault.attacker-win"
    lacking = ended(stormed(("r2", "r3")))
    assert (lacking.winner, lacking.reason) == ("b", "cod.scenario.grand-assault.defender-win")


def test_flags_stand_in_all_buildings_of_the_zone_at_the_start() -> None:
    """b has the 24" along the north edge: r2 and r3 and, with its far half, r1."""
    from rules.cod import steps
    from rules.kernel.context import Context

    row = "cod.scenario.grand-assault.initial-flags"
    ruins = [*RUINS, ruin("r4", 500, 300)]
    state = fought("grand-assault", squad("au1", (500, 300), 3), squad("bu1", (4500, 4500), 3), edges=LONG, ruins=ruins)
    state.phase, state.step = "dusk", ""
    steps.begin_battle(Context(COD, state, "a", ()), "b")
    assert scoring.flags(state, "b") == ("r1", "r2", "r3"), row
    assert scoring.flags(state, "a") == ()
    assert state.order == ("b", "a"), "cod.scenario.grand-assault.first-turn"


def test_flags_are_planted_as_in_firesweep_but_only_in_the_zone() -> None:
    row = "cod.scenario.grand-assault.objective"
    ruins = [*RUINS, ruin("r4", 500, 300)]
    x, y = 500, 300
    outside = squad("au2", None, 3, places=[(x + 100 + 100 * n, y + 200) for n in range(3)], base=25)
    state = fought("grand-assault", within("au1", "r2"), outside, squad("bu1", (4500, 4500), 3), edges=LONG,
                   ruins=ruins, sides={"b": {scoring.FLAGS: ("r1", "r2", "r3")}}, turn="a", round=3)  # fmt: skip
    after = decide(state, "a", Pass()).state
    assert scoring.flags(after, "a") == ("r2",), row
    assert scoring.flags(after, "b") == ("r1", "r3"), row


def test_the_attacker_has_a_bombardment_for_nothing() -> None:
    from rules.cod import stratagems

    row = "cod.scenario.grand-assault.extra-bombardment"
    taken = {"a": {"cod.stratagem.choose.before-game": ("plunging-fire",)}}
    state = fought("grand-assault", squad("au1", (500, 300), 3), squad("bu1", (4500, 4500), 3), edges=LONG, sides=taken)
    assert [*stratagems.objections(state, "a", "preliminary-bombardment")] == [], row
    assert [each[0] for each in stratagems.objections(state, "a", "master-snipers")] == [row]


# thunder run

STREET: dict[str, Any] = {"edges": {"a": ("west",), "b": ("south",)}, "size": LARGE}


@pytest.mark.decides(
    "cod.scenario.thunder-run.exit-points",
    "cod.scenario.thunder-run.defender-double",
    by="cod.scenario.thunder-run.victory",
)
@pytest.mark.parametrize(("gone", "lost"), [(True, 7), (False, 7), (True, 0)])
def test_points_of_the_thunder_run(gone: bool, lost: int) -> None:
    """a: a unit of 100 gone, one of 80 left, a tank of 120 destroyed; b: half of 60 twice, own 90."""
    groups = (
        squad("au1", None, 3, points=100, game={prepared.GONE: 1} if gone else {}),
        squad("au2", (500, 500), 3, points=80),
        squad("au3", (900, 900), 8, points=60),
        squad("bu1", (4500, 300), 3, points=90),
        tank("bu2", (5000, 4000), points=120),
    )
    state = fought("thunder-run", *groups, **STREET)
    for n in range(1, lost + 1):
        state.models[f"au3.{n}"].out = True
    state.models["bu2.1"].out = True
    over = ended(state)
    whole = 0 if lost else 2 * 60
    assert over.score["a"] == 2 * 100 * gone + 2 * 80 + 2 * 120 + whole
    assert over.score["b"] == 2 * 60 * bool(lost) + 2 * 90
    assert (over.winner, over.reason) == ("a", "cod.scenario.thunder-run.victory")


def test_equal_points_in_the_thunder_run_are_a_draw() -> None:
    state = fought("thunder-run", squad("au1", (500, 500), 3), squad("bu1", (4500, 300), 3), **STREET)
    assert ended(state).winner == "", "cod.gap.scenario-tie"


def test_no_manoeuvres_in_the_thunder_run() -> None:
    from rules.cod import stratagems

    row = "cod.scenario.thunder-run.no-manoeuvre"
    state = fought("thunder-run", squad("au1", (500, 500), 3), squad("bu1", (4500, 300), 3), **STREET)
    for name in ("deep-strike", "infiltrate", "sewer-rats"):
        assert [each[0] for each in stratagems.objections(state, "a", name)] == [row]


@pytest.mark.parametrize(
    ("boxes", "leads"),
    [
        ([(0, 2200, 7200, 2600)], True),
        ([(0, 2200, 3600, 2600), (3600, 2300, 7200, 2500)], True),
        ([(0, 2200, 3500, 2600), (3600, 2300, 7200, 2500)], False),  # a gap
        ([(0, 2500, 7200, 2600)], False),  # not from the middle
    ],
)
def test_the_street_leads_from_middle_to_middle(boxes: list[tuple[int, int, int, int]], leads: bool) -> None:
    roads = [box(f"road{n}", *sides, 1, "road") for n, sides in enumerate(boxes)]
    state = fought("thunder-run", squad("au1", (500, 500), 3), squad("bu1", (4500, 300), 3), terrain=roads, **STREET)
    found = missions()["thunder-run"].board(state)
    assert found == ("" if leads else "cod.scenario.thunder-run.deploy.road")


# elimination


def hunted(**more: Any) -> State:
    """b has an HQ squad, a captain who is marked as the choice itself where `marked`, and a squad."""
    marked = {"cod.scenario.elimination.hq-choice": 1} if more.pop("marked", False) else {}
    groups = (
        squad("au1", (500, 500), 3, points=100),
        squad("bu1", (3600, 2000), 3, points=50, category="HQ", unit_has=marked),
        squad("bu2", (3600, 3000), 3, points=70, category="HQ"),
        squad("bu3", (4500, 3500), 3, points=300),
    )
    return fought("elimination", *groups, edges={}, size=LARGE, **more)


def lost(state: State, *units: str) -> State:
    for model in state.models.values():
        model.out = model.out or model.unit in units
    return state


def test_without_the_hq_destroyed_the_defender_wins() -> None:
    state = lost(hunted(), "bu3")  # the attacker has far more points
    over = ended(state)
    assert (over.winner, over.reason) == ("b", "cod.scenario.elimination.hq-survives")
    assert over.score["a"] > over.score["b"], "cod.scenario.elimination.objective"


@pytest.mark.decides("cod.scenario.elimination.own-units", by="cod.scenario.elimination.hq-destroyed")
def test_with_the_hq_destroyed_points_decide() -> None:
    """a: 50 + 70 for the HQ and its own 100, which counts twice; b: nothing."""
    over = ended(lost(hunted(), "bu1", "bu2"))
    assert over.score == {"a": 2 * 120 + 4 * 100, "b": 0}
    gone = hunted()
    gone.models["au1.1"].out = gone.models["au1.2"].out = True
    gone.units["au1"].game[words.FALLING_BACK] = 1
    assert ended(lost(gone, "bu1", "bu2")).score == {"a": 2 * 120, "b": 2 * 100}
    assert (over.winner, over.reason) == ("a", "cod.scenario.elimination.hq-destroyed")


@pytest.mark.decides("cod.scenario.elimination.double", by="cod.scenario.elimination.hq-destroyed")
def test_what_the_attacker_gets_twice_is_agreed() -> None:
    for agreed, score in (("own", 2 * 120 + 2 * 2 * 100), ("enemy", 2 * 2 * 120 + 2 * 100)):
        state = lost(hunted(options={"cod.scenario.elimination.double": agreed}), "bu1", "bu2")
        assert ended(state).score["a"] == score


@pytest.mark.decides("cod.scenario.elimination.hq-choice", by="cod.scenario.elimination.hq-destroyed")
def test_of_a_choice_with_several_parts_the_marked_one_is_meant() -> None:
    row = "cod.scenario.elimination.hq-choice"
    assert ended(lost(hunted(marked=True), "bu1")).reason == "cod.scenario.elimination.hq-destroyed", row
    assert ended(lost(hunted(), "bu1")).reason == "cod.scenario.elimination.hq-survives", row


@pytest.mark.decides("cod.scenario.elimination.objective", by="cod.scenario.elimination.hq-survives")
def test_falling_back_is_not_yet_destroyed() -> None:
    state = lost(hunted(), "bu2")
    state.units["bu1"].game[words.FALLING_BACK] = 1
    assert ended(state).reason == "cod.scenario.elimination.hq-survives"
    assert ended(lost(hunted(), "bu1", "bu2")).winner == "a"


@pytest.mark.parametrize(
    "scenario",
    [
        shows("cod.scenario.gauntlet.first-turn", "wh40k.assumed.turn-structure", "gauntlet"),
        shows("cod.scenario.grand-assault.first-turn", "wh40k.assumed.turn-structure", "grand-assault"),
        shows("cod.scenario.thunder-run.first-turn", "wh40k.assumed.turn-structure", "thunder-run"),
        shows("cod.scenario.elimination.first-turn", "wh40k.assumed.turn-structure", "elimination"),
    ],
)
def test_who_goes_first_without_a_roll(scenario: str) -> None:
    from rules.cod.night import DuskAndDawn

    for attacker, defender in ("ab", "ba"):
        state = fought(scenario, squad("au1", (500, 300), 3), squad("bu1", (4500, 4500), 3), edges=LONG, size=LARGE,
                       phase="dusk", step="", round=0, order=(), attacker=attacker)  # fmt: skip
        state.to_act = state.turn = ""
        done = decide(state, "a", DuskAndDawn(), (4,)).state
        first = defender if scenario == "grand-assault" else attacker
        assert (done.round, done.turn, done.order[0]) == (1, first, first)
