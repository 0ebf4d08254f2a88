"""Rounds, phases, initiative, command points, passing and endings, a row a clause."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.actions import Begin
from rules.kernel.effects import Began, Counted, Ended, Marked, OrderSet, Rolled, Turned
from rules.kernel.events import Declaration
from rules.kernel.state import Model, State
from rules.kt import words
from rules.kt.fight import Fight
from rules.kt.game import PHASES, Initiative, Pass
from rules.kt.morale import Morale, NerveTest
from rules.kt.move import Advance, Move, Ready
from rules.kt.shoot import Shoot, Volley
from tests.rules.kt.board import KT, answer, blade, decide, effects_of, gun, model, position, refusal, wanted

LEADER = {"kt.specialist.leader": 1}


def apart(**more: Any) -> State:
    """Two models a side, far from each other."""
    keys = (("a1", (500, 500)), ("a2", (500, 900)), ("b1", (2500, 500)), ("b2", (2500, 900)))
    return position(*(model(key, at) for key, at in keys), **more)


def rolling(**more: Any) -> State:
    return apart(phase="initiative", to_act="", order=(), **more)


# initiative


@pytest.mark.parametrize(
    ("faces", "order"),
    [
        pytest.param((6, 5, 1, 1), ("a", "b"), id="kt.initiative.roll-a"),
        pytest.param((1, 1, 2, 1), ("b", "a"), id="kt.initiative.roll-b"),
        pytest.param((3, 4, 4, 3, 1, 1, 1, 2), ("b", "a"), id="kt.gap.initiative-tie"),
        pytest.param((1, 1, 1, 1, 2, 2, 2, 2, 6, 6, 5, 6), ("a", "b"), id="kt.gap.initiative-tie-twice"),
    ],
)
def test_initiative(faces: tuple[int, ...], order: tuple[str, str]) -> None:
    done = decide(rolling(), "b", Initiative(), faces)
    assert effects_of(done, OrderSet)[0].order == order == done.state.order
    assert (done.state.phase, done.state.to_act) == ("movement", order[0]), "kt.scouting.omitted"
    rules_of = [roll.rule for roll in effects_of(done, Rolled)]
    assert rules_of == ["kt.initiative.roll"] * 2 + ["kt.gap.initiative-tie"] * (len(rules_of) - 2)


@pytest.mark.parametrize("dice", [1, 2])
def test_dice_of_initiative(dice: int) -> None:
    """kt.initiative.roll: as many as agreed, the same for both."""
    assert wanted(rolling(options={"kt.initiative.roll": dice}), "a", Initiative()) == (dice, "kt.initiative.roll")
    faces = [2] * dice + [1] * dice
    assert decide(rolling(options={"kt.initiative.roll": dice}), "a", Initiative(), faces).state.order == ("a", "b")


def test_initiative_is_rolled_in_its_phase() -> None:
    assert refusal(apart(), "a", Initiative()) == "kt.initiative.roll"


def test_who_starts_the_phase_engaged() -> None:
    """kt.move.engaged-start: exactly 1" is, 1.01" is not; judged for both sides at once."""
    state = position(
        model("a1"), model("b1", (700, 500)), model("a2", (500, 1500)), model("b2", (701, 1500)),
        phase="initiative", to_act="", order=(),
    )  # fmt: skip
    done = decide(state, "a", Initiative(), (6, 6, 1, 1)).state
    engaged = [key for key, each in done.models.items() if words.STARTED_ENGAGED in each.phase]
    assert engaged == ["a1", "b1"]


# phases


@pytest.mark.decides("kt.game.round-end", by="kt.game.rounds")
@pytest.mark.decides("kt.scouting.omitted", by="kt.game.phases")
def test_a_round_goes_through_all_phases() -> None:
    """kt.game.phases: nobody does anything, and psychic and shooting and fight have nothing to ask for."""
    state, seen = rolling(), []
    for by, action, dice in (
        ("a", Initiative(), (6, 6, 1, 1)), ("a", Pass(), ()), ("b", Pass(), ()), ("a", Pass(), ()), ("b", Pass(), ()),
        ("a", Morale(), ()), ("b", Morale(), ()),
    ):  # fmt: skip
        done = decide(state, by, action, dice)
        seen += [effect.phase for effect in effects_of(done, Began)]
        state = done.state
    assert seen == ["movement", "psychic", "shooting", "fight", "morale", "initiative"], "kt.scouting.omitted"
    assert state.round == 2, "kt.game.rounds and kt.game.round-end"


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_who_has_the_initiative_picks_first(order: tuple[str, str]) -> None:
    """kt.initiative.order-effect"""
    state = decide(rolling(), "a", Initiative(), (6, 6, 1, 1) if order[0] == "a" else (1, 1, 6, 6)).state
    assert state.to_act == order[0]
    state = decide(decide(state, order[0], Pass()).state, order[1], Pass()).state
    assert (state.phase, state.step, state.to_act) == ("shooting", "fire-at-will", order[0])
    near = position(
        model("a1", round={words.SHOT: 1}), model("b1", (600, 500)), phase="shooting", step="fire-at-will",
        to_act=order[1], order=order,
    )  # fmt: skip
    fights = decide(near, order[1], Pass()).state
    if fights.phase == "shooting":
        fights = decide(fights, fights.to_act, Pass()).state
    assert (fights.phase, fights.to_act) == ("fight", order[0])


@pytest.mark.parametrize(
    "action",
    [
        Ready(model="a1"),
        Move(model="a1", path=((600, 500, 0),)),
        Advance(model="a1"),
        Shoot(model="a1", volleys=(Volley("gun", "b1"),)),
        Fight(model="a1"),
        Morale(),
        Initiative(),
    ],
    ids=lambda action: type(action).__name__,
)
@pytest.mark.parametrize("phase", PHASES)
def test_actions_out_of_their_phase(phase: str, action: Any) -> None:
    """kt.game.phases"""
    home = {"Ready": "movement", "Move": "movement", "Advance": "movement", "Shoot": "shooting", "Fight": "fight"}
    own = {**home, "Morale": "morale", "Initiative": "initiative"}[type(action).__name__]
    step = {"shooting": "fire-at-will", "fight": "lives", "morale": "break"}.get(phase, "")
    state = apart(phase=phase, step=step)
    if phase != own:
        clause = {"Morale": "kt.morale.when", "Initiative": "kt.initiative.roll"}.get(type(action).__name__)
        assert refusal(state, "a", action) == (clause or "kt.game.phases")


def last_morale(round: int, **more: Any) -> rules.Decided:
    """The last declaration of a round."""
    return decide(apart(phase="morale", step="break", to_act="b", round=round, **more), "b", Morale())


@pytest.mark.parametrize(
    ("number", "options", "ends"),
    [
        pytest.param(3, {}, False, id="kt.game.round-count-3-of-4"),
        pytest.param(4, {}, True, id="kt.game.round-count-4-of-4"),
        pytest.param(4, {"kt.game.round-count": 5}, False, id="kt.game.round-count-4-of-5"),
        pytest.param(1, {"kt.game.round-count": 1}, True, id="kt.game.round-count-1-of-1"),
    ],
)
def test_the_number_of_rounds(number: int, options: dict[str, Any], ends: bool) -> None:
    done = last_morale(number, options=options)
    assert bool(effects_of(done, Ended, "kt.game.round-count")) is ends
    assert (done.state.phase, done.state.round) == (("over", number) if ends else ("initiative", number + 1))


def test_marks_last_as_long_as_they_say() -> None:
    marks: dict[str, Any] = {
        "game": {"kt.morale.shaken-effect": 1},
        "round": {words.MOVED: 1},
        "phase": {words.ACTED: 1},
    }
    state = position(
        model("a1", **marks), model("b1", (2500, 500)), phase="movement", to_act="b",
        a_game={"x": 1}, a_round={"y": 1}, a_phase={"z": 1},
    )  # fmt: skip
    later = decide(state, "b", Ready(model="b1")).state
    kept = later.models["a1"]
    assert later.phase == "shooting" and (kept.game, kept.round, kept.phase) == (marks["game"], marks["round"], {})
    assert (later.sides["a"].game, later.sides["a"].round, later.sides["a"].phase) == ({"x": 1}, {"y": 1}, {})
    end = position(kept, model("b1", (2500, 500)), phase="morale", step="break", to_act="b", a_round={"y": 1})
    next_round = decide(end, "b", Morale()).state
    assert (next_round.models["a1"].game, next_round.models["a1"].round) == (marks["game"], {})
    assert next_round.sides["a"].round == {}


# command points


@pytest.mark.parametrize(
    ("leader", "gained"),
    [
        pytest.param(None, 1, id="kt.cp.round-income"),
        pytest.param(model("a1", has=LEADER), 2, id="kt.cp.leader-income"),
        pytest.param(model("a1", has=LEADER, out=True), 1, id="kt.cp.leader-income-dead"),
        pytest.param(model("a1", None, has=LEADER), 1, id="kt.cp.leader-income-not-on-the-table"),
        pytest.param(model("a1", has=LEADER, game={words.SHAKEN: 1}), 1, id="kt.cp.leader-income-shaken"),
    ],
)
def test_income_of_a_round(leader: Model | None, gained: int) -> None:
    """kt.cp.vanilla-income-cap: never above 2. kt.gap.cp-carry-over: what was left is kept."""
    from rules.kernel.context import Context
    from rules.kt.game import _begin_round

    others = [model("a2", (500, 900)), model("b1", (2500, 500))]
    ctx = Context(KT, position(*([leader] if leader else []), *others, cp=3), "a", ())
    _begin_round(ctx, 2)
    assert (ctx.state.sides["a"].counters["cp"], ctx.state.sides["b"].counters["cp"]) == (3 + gained, 4)
    income = [effect.by for effect in ctx.effects if isinstance(effect, Counted) and effect.side == "a"]
    assert sum(income) == gained <= 2


def test_income_comes_with_every_round() -> None:
    assert last_morale(1, cp=2).state.sides["a"].counters["cp"] == 3


# passing


@pytest.mark.parametrize(
    ("state", "by", "action", "expected"),
    [
        pytest.param(apart(), "b", Pass(), "kt.gap.pass", id="kt.gap.pass-not-its-turn"),
        pytest.param(rolling(), "a", Pass(), "kt.gap.pass", id="kt.gap.pass-nothing-in-initiative"),
        pytest.param(
            apart(phase="morale", step="nerve"), "a", Pass(), "kt.gap.pass", id="kt.gap.pass-nothing-in-morale"
        ),
        pytest.param(
            apart(phase="shooting", step="fire-at-will"), "a", Pass(model="a1"), "ok", id="kt.gap.pass-one-model"
        ),
        pytest.param(apart(phase="shooting", step="fire-at-will"), "a", Pass(), "ok", id="kt.gap.pass-all"),
        pytest.param(
            apart(phase="shooting", step="fire-at-will"),
            "a",
            Pass(model="b1"),
            "kt.gap.two-players",
            id="kt.gap.pass-for-the-enemy",
        ),
        pytest.param(
            apart(phase="shooting", step="fire-at-will", active="a1"),
            "a",
            Pass(model="a2"),
            words.FIRED,
            id="kt.gap.pass-another-is-shooting",
        ),
        pytest.param(
            apart(phase="shooting", step="fire-at-will", active="a1"),
            "a",
            Pass(),
            "ok",
            id="kt.gap.pass-the-rest-of-its-weapons",
        ),
    ],
)
def test_passing(state: State, by: str, action: Pass, expected: str) -> None:
    assert answer(state, by, action) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"out": True}, {"game": {words.SHAKEN: 1}}, {"phase": {words.SHOT: 1}}, {"weapons": [blade()]},
        {"round": {words.CHARGE_TRIED: ("b1",)}}, {"round": {words.FELL_BACK: 1}},
    ],
    ids=["dead", "shaken", "has shot", "no gun", "charged", "fell back"],
)  # fmt: skip
def test_nobody_passes_for_a_model_that_could_not_act(changes: dict[str, Any]) -> None:
    state = position(
        model("a1", **changes), model("a2", (500, 900)), model("b1", (2500, 500)), phase="shooting", step="fire-at-will"
    )
    assert refusal(state, "a", Pass(model="a1")) == "kt.gap.pass"
    assert answer(state, "a", Pass(model="a2")) == "ok"


def test_a_model_of_the_other_section_waits() -> None:
    state = position(
        model("a1"), model("a2", (500, 900), round={words.READY: 1}), model("b1", (2500, 500)),
        phase="shooting", step="ready",
    )  # fmt: skip
    assert refusal(state, "a", Pass(model="a1")) == "kt.gap.pass"


def test_declining_uses_up_the_model() -> None:
    after = decide(apart(phase="shooting", step="fire-at-will"), "a", Pass(model="a1")).state
    assert after.to_act == "b" and words.SHOT in after.models["a1"].phase
    after = decide(after, "b", Pass(model="b1")).state
    assert refusal(after, "a", Shoot(model="a1", volleys=(Volley("gun", "b1"),))) == words.SHOT
    assert answer(after, "a", Pass(model="a2")) == "ok"


def test_the_other_side_finishes_alone() -> None:
    """kt.gap.alternation-exhausted"""
    state = position(
        model("a1", phase={words.SHOT: 1}), model("b1", (2500, 500)), model("b2", (2500, 900)),
        model("b3", (2500, 1300)), phase="shooting", step="fire-at-will", to_act="b",
    )  # fmt: skip
    for key in ("b1", "b2"):
        done = decide(state, "b", Pass(model=key))
        assert effects_of(done, Turned, "kt.gap.alternation-exhausted")
        state = done.state
        assert state.to_act == "b"
    assert decide(state, "b", Pass(model="b3")).state.phase in ("fight", "morale")


def test_passing_for_a_whole_section_leaves_the_other_section() -> None:
    state = position(
        model("a1"),
        model("a2", (500, 900), round={words.READY: 1}),
        model("b1", (2500, 500)),
        phase="shooting",
        step="ready",
    )
    after = decide(state, "a", Pass()).state
    assert (after.step, after.to_act) == ("fire-at-will", "a")
    assert words.SHOT not in after.models["a1"].phase and words.SHOT in after.models["a2"].phase


# endings


def shot_dead(**options: Any) -> rules.Decided:
    """a1 shoots b1, the only one left of its side: hit, wound, no save, injury 4."""
    state = position(
        model("a1", weapons=[gun(type="Assault")]), model("b1", (1000, 500), points=15),
        model("b2", (2000, 900), out=True, points=20),
        phase="shooting", step="fire-at-will", options=options,
    )  # fmt: skip
    return decide(state, "a", Shoot(model="a1", volleys=(Volley("gun", "b1"),)), [4, 4, 1, 4])


def test_a_side_that_is_wiped_out() -> None:
    done = shot_dead()
    (ended,) = effects_of(done, Ended)
    assert (ended.rule, ended.outcome.winner, ended.outcome.score) == ("kt.gap.wiped-out", "a", {"a": 35, "b": 0})
    assert done.state.phase == "over"


def test_a_mission_may_go_on_without_them() -> None:
    done = shot_dead(**{"kt.gap.wiped-out": False})
    assert done.state.over is None and done.state.phase == "morale"
    state = decide(done.state, "a", Morale()).state
    state = decide(state, "b", Morale(), [1, 1]).state
    assert (state.round, state.phase) == (2, "initiative")
    state = decide(state, "a", Initiative(), (1, 1, 6, 6)).state
    assert state.to_act == "a", "a side without models is not waited for"


def test_a_reserve_is_not_wiped_out() -> None:
    state = position(
        model("a1", weapons=[gun(type="Assault")]), model("b1", (1000, 500)), model("b2", None),
        phase="shooting", step="fire-at-will",
    )  # fmt: skip
    done = decide(state, "a", Shoot(model="a1", volleys=(Volley("gun", "b1"),)), [4, 4, 1, 4])
    assert done.state.over is None


@pytest.mark.parametrize(
    ("dead", "winner", "score"),
    [
        pytest.param("b2", "a", {"a": 10, "b": 0}, id="kt.gap.victory-a"),
        pytest.param("a2", "b", {"a": 0, "b": 10}, id="kt.gap.victory-b"),
        pytest.param("", "", {"a": 0, "b": 0}, id="kt.gap.victory-a-draw"),
    ],
)
def test_who_wins_on_points(dead: str, winner: str, score: dict[str, int]) -> None:
    state = apart(phase="morale", step="break", to_act="b", round=4)
    if dead:
        state.models[dead].out = True
    (ended,) = effects_of(decide(state, "b", Morale()), Ended)
    assert (ended.outcome.winner, ended.outcome.score, ended.outcome.reason) == (winner, score, "kt.gap.victory")


# a game from a position


def test_a_recording_may_begin_in_the_morale_phase() -> None:
    """Mid-game, five models dead, b to test; the game folds on from there and verifies."""
    living = [model("a1"), model("a2", (500, 900), game={words.FLESH: 1}), model("b1", (2500, 500))]
    dead = [model(key, (1500, 500), out=True) for key in ("a3", "a4", "b2", "b3", "b4")]
    here = position(*living, *dead, phase="morale", step="break", to_act="a", round=3, cp=4)
    events: list[Any] = []
    state = rules.fold(KT, [])
    # a: 2 dead and 1 wounded of 4 are more than half: break test against Ld 7, then a2 (a1 is 3" off):
    # 1 + 2 dead = 3; b: 3 dead of 4, break test
    for by, action, dice in (
        ("table", Begin(position=here), ()), ("a", Morale(), (3, 3)),
        ("a", NerveTest(model="a2"), (2,)), ("b", Morale(), (1, 2)),
    ):  # fmt: skip
        declared: Declaration[Any] = Declaration(by=by, action=action, dice=dice)
        done = rules.decide(KT, state, declared)
        events.append(rules.make_event(len(events) + 1, declared, done.effects, ""))
        state = done.state
    assert (state.round, state.phase, state.sides["a"].counters["cp"]) == (4, "initiative", 5)
    assert rules.fold(KT, events) == state
    assert rules.fold(KT, events[2:], rules.fold(KT, events[:2])) == state
    assert list(rules.verify(KT, events)) == []
    assert rules.report(KT, events).sides[1].casualties == 3


def test_every_phase_may_be_begun_in() -> None:
    for phase, step in (
        ("movement", ""), ("psychic", ""), ("shooting", "ready"), ("shooting", "fire-at-will"), ("fight", "hammer"),
        ("fight", "lives"), ("morale", "break"), ("initiative", ""),
    ):  # fmt: skip
        here = apart(phase=phase, step=step, to_act="" if phase == "initiative" else "a")
        begun = rules.decide(KT, rules.fold(KT, []), Declaration(by="table", action=Begin(position=here))).state
        assert begun.over is None and rules.options(KT, begun)
        assert not [effect for effect in effects_of(last_morale(1), Marked) if effect.until == "game"]
