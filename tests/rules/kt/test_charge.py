"""Charges and reactions, a row a clause. Bases have a radius of 50: 12" (1200) is 1300 between the middles."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Marked, Moved, Noted, Removed, Rolled
from rules.kernel.events import Action
from rules.kernel.state import Decision, Model, State
from rules.kt import words
from rules.kt.charge import Charge, ChargeMove, ChargeRoll, Overwatch, Retreat, may_react
from rules.kt.game import Pass
from rules.kt.move import FallBack, Move
from rules.kt.shoot import Share, Shoot, Volley
from tests.rules.kt import board
from tests.rules.kt.board import answer, blade, box, decide, effects_of, gun, objections, position, refusal, wanted


def model(key: str, at: tuple[int, ...] | None = (500, 500), **more: Any) -> Model:
    """A model whose gun fires one shot at any distance."""
    return board.model(key, at, **{"weapons": [gun(type="Assault"), blade()], **more})


BUSY = model("a9", (100, 2100))
"""A friend of the charging model that has yet to act, so that the phase goes on."""


def charge(*targets: str) -> Charge:
    return Charge(model="a1", targets=targets or ("b1",))


def fire(key: str = "b1", weapon: str = "gun", target: str = "a1", split: tuple[Share, ...] = ()) -> Overwatch:
    return Overwatch(model=key, volleys=(Volley(weapon, target, split),))


def retreat(x: int, y: int = 500, key: str = "b1") -> Retreat:
    return Retreat(model=key, path=((x, y, 0),))


def here(*models: Model, **more: Any) -> State:
    """a1 at 500, by default b1 10" away at 1600."""
    return position(model("a1"), BUSY, *(models or (model("b1", (1600, 500)),)), **more)


def charged(state: State | None = None, *targets: str) -> State:
    """After the declaration: the other side is asked, unless nobody can react."""
    return decide(state or here(), "a", charge(*targets)).state


def rolled(faces: tuple[int, int], state: State | None = None, *targets: str) -> State:
    """After the roll, nobody having reacted."""
    after = charged(state, *targets)
    if after.pending is not None and after.pending.clause == "kt.charge.react":
        after = decide(after, "b", Pass()).state
    return decide(after, "a", ChargeRoll(), faces).state


# the declaration


@pytest.mark.parametrize(
    ("state", "action", "expected"),
    [
        pytest.param(here(model("b1", (1800, 500))), charge(), "ok", id="kt.charge.declare-exactly-12in"),
        pytest.param(here(model("b1", (1801, 500))), charge(), "kt.charge.declare", id="kt.charge.declare-12.01in"),
        pytest.param(here(), Charge(model="a1", targets=()), "kt.charge.targets", id="kt.charge.targets-none"),
        pytest.param(here(), charge("b1", "b1"), "kt.charge.targets", id="kt.charge.targets-twice"),
        pytest.param(
            here(model("b1", (1600, 500)), model("b2", (1600, 800))),
            charge("b1", "b2"),
            "ok",
            id="kt.charge.targets-several",
        ),
        pytest.param(
            here(model("b1", (1600, 500)), model("b2", (2500, 800))),
            charge("b1", "b2"),
            "kt.charge.declare",
            id="kt.charge.targets-one-too-far",
        ),
        pytest.param(here(), charge("a9"), "kt.gap.two-players", id="kt.charge.targets-a-friend"),
        pytest.param(
            here(model("b1", (1600, 500), out=True), model("b2")),
            charge(),
            "table.present",
            id="kt.charge.targets-the-dead",
        ),
        pytest.param(
            here(terrain=[box("t", 1000, 0, 1050, 2000, 900)]),
            charge(),
            "ok",
            id="kt.charge.declare-needs-no-visibility",
        ),
        pytest.param(here(to_act="b"), charge(), "kt.move.turn-order", id="kt.move.turn-order"),
        pytest.param(here(phase="fight", step="hammer"), charge(), "kt.game.phases", id="kt.game.phases"),
    ],
)
def test_declaring(state: State, action: Action, expected: str) -> None:
    assert answer(state, "a", action) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param(
            {"phase": {words.STARTED_ENGAGED: 1}}, "kt.move.engaged-start", id="kt.charge.declare-engaged-at-the-start"
        ),
        pytest.param({"phase": {words.ACTED: 1}}, words.ACTED, id="kt.charge.declare-has-acted"),
        pytest.param({"round": {words.ADVANCED: 1}}, "kt.move.advance.restrictions", id="kt.charge.declare-advanced"),
        pytest.param(
            {"round": {words.FELL_BACK: 1}}, "kt.move.fall-back.restrictions", id="kt.charge.declare-fell-back"
        ),
        pytest.param({"game": {words.SHAKEN: 1}}, words.SHAKEN, id="kt.charge.declare-shaken"),
        pytest.param({"out": True}, "table.present", id="kt.charge.declare-dead"),
        pytest.param({}, "ok", id="kt.charge.declare"),
    ],
)
def test_who_may_charge(changes: dict[str, Any], expected: str) -> None:
    state = position(model("a1", **changes), BUSY, model("b1", (1600, 500)))
    assert answer(state, "a", charge()) == expected


def test_a_charge_opens_a_question() -> None:
    done = decide(here(), "a", charge())
    (asked,) = effects_of(done, Asked)
    assert (asked.decision.clause, asked.decision.side, asked.decision.targets) == ("kt.charge.react", "b", ("b1",))
    assert done.state.models["a1"].round[words.CHARGE_TRIED] == ("b1",)
    for by, action in (("a", Move(model="a9", path=())), ("a", ChargeRoll()), ("b", Move(model="b1", path=()))):
        assert answer(done.state, by, action).startswith("kt.charge")


def test_a_ready_model_that_charges_is_ready_no_more() -> None:
    state = position(model("a1", round={words.READY: 1}), BUSY, model("b1", (1600, 500)))
    assert words.READY not in charged(state).models["a1"].round


# reactions

NEXT_TO = model("a8", (1750, 500))
"""A friend of the charging model 0.5" from b1."""


@pytest.mark.parametrize(
    ("changes", "others", "may"),
    [
        pytest.param({}, (), True, id="kt.charge.react"),
        pytest.param({}, (model("a8", (1800, 500)),), False, id="kt.charge.react.not-engaged exactly-1in"),
        pytest.param({}, (model("a8", (1801, 500)),), True, id="kt.charge.react.not-engaged 1.01in"),
        pytest.param({"round": {words.FELL_BACK: 1}}, (), False, id="kt.move.fall-back.restrictions-no-reaction"),
        pytest.param({"round": {words.RETREATED: 1}}, (), False, id="kt.charge.retreat.restrictions no-more-reactions"),
        pytest.param({"game": {words.SHAKEN: 1}}, (), False, id="kt.morale.shaken-effect-no-reaction"),
        pytest.param(
            {"round": {words.CHARGE_TRIED: ("a1",)}}, (), True, id="kt.gap.overwatch-after-charge-may-retreat"
        ),
    ],
)
def test_who_may_react(changes: dict[str, Any], others: tuple[Model, ...], may: bool) -> None:
    target = model("b1", (1600, 500), **changes)
    state = here(target, model("b2", (1600, 900)), *others)
    assert may_react(state, target) is may
    pending = charged(state, "b1", "b2").pending
    assert pending is not None and (("b1" in pending.targets) is may)
    if not may:
        assert refusal(charged(state, "b1", "b2"), "b", retreat(1700)) not in ("kt.charge.react", "")


def test_nobody_to_react_leads_straight_to_the_roll() -> None:
    pending = charged(here(model("b1", (1600, 500)), NEXT_TO)).pending
    assert pending is not None and (pending.clause, pending.side) == ("kt.charge.roll", "a")


def test_only_targets_react() -> None:
    """kt.gap.reaction-who"""
    state = charged(here(model("b1", (1600, 500)), model("b2", (1600, 900))), "b1")
    assert refusal(state, "b", fire("b2")) == "kt.gap.reaction-who"
    assert refusal(state, "b", retreat(1700, 900, "b2")) == "kt.gap.reaction-who"
    assert refusal(state, "b", Pass(model="b2")) == "kt.gap.reaction-who"
    assert refusal(state, "a", fire()) == "kt.charge.react"


def test_reactions_come_before_the_roll_and_once_for_each_target() -> None:
    state = charged(here(model("b1", (1600, 500)), model("b2", (1600, 900))), "b1", "b2")
    assert refusal(state, "a", ChargeRoll()) == "kt.charge.roll"
    one = decide(state, "b", fire("b1"), [5]).state
    assert one.pending is not None and one.pending.targets == ("b2",)
    assert refusal(one, "b", fire("b1")) == "kt.gap.reaction-who"
    two = decide(one, "b", Pass(model="b2")).state
    assert two.pending == Decision("kt.charge.roll", "a", "a1", ("b1", "b2"))
    assert decide(state, "b", Pass()).state.pending == two.pending, "all reactions let go at once"


@pytest.mark.parametrize(
    ("face", "hits"),
    [(5, 0), (6, 1)], ids=["kt.charge.overwatch-5", "kt.charge.overwatch-6"],
)  # fmt: skip
@pytest.mark.parametrize("skill", [2, 6])
def test_overwatch_hits_on_natural_sixes_only(face: int, hits: int, skill: int) -> None:
    """Whatever BS, distance and cover: 9" is long range of 12", which would be a modifier."""
    target = model("b1", (1500, 500), BS=skill, weapons=[gun(range=1200)], game={words.FLESH: 1})
    state = charged(here(target))
    if hits:
        assert wanted(state, "b", fire(), [face])[1].startswith("kt.wound")
    (hit,) = effects_of(decide(state, "b", fire(), [face, 1][: 1 + hits]), Rolled, "kt.charge.overwatch")
    assert (hit.faces, hit.passed, hit.modifiers) == ((face,), (hits,), ())


def test_automatic_hits_need_no_six() -> None:
    flamer = gun(type="Assault", range=1200, has={"kt.weapon.ability.auto-hit": 1})
    state = charged(here(model("b1", (1500, 500), weapons=[flamer])))
    assert wanted(state, "b", fire())[1].startswith("kt.wound")


@pytest.mark.parametrize(
    ("state", "action", "expected"),
    [
        pytest.param(here(), fire(target="a9"), "kt.charge.overwatch", id="kt.charge.overwatch-at-another"),
        pytest.param(
            here(model("b1", (1600, 500), weapons=[gun(attacks=2)])),
            fire(split=(Share("a9", 1),)),
            "kt.charge.overwatch",
            id="kt.charge.overwatch-split",
        ),
        pytest.param(
            here(model("b1", (1600, 500), weapons=[gun(range=999)])),
            fire(),
            "kt.shoot.range",
            id="kt.charge.overwatch-out-of-range",
        ),
        pytest.param(
            here(model("b1", (1600, 500), weapons=[gun(range=1000)])), fire(), "ok", id="kt.charge.overwatch-in-range"
        ),
        pytest.param(
            here(model("b1", (1600, 500), weapons=[gun(), blade()])),
            fire(weapon="blade"),
            "kt.weapon.range-melee",
            id="kt.charge.overwatch-with-a-blade",
        ),
        pytest.param(
            here(terrain=[box("t", 1000, 0, 1050, 2000, 900)]),
            fire(),
            "kt.charge.overwatch.visibility",
            id="kt.charge.overwatch.visibility",
        ),
        pytest.param(
            here(terrain=[box("t", 1000, 0, 1050, 2000, 140)]),
            fire(),
            "ok",
            id="kt.charge.overwatch.visibility-obscured-is-visible",
        ),
        pytest.param(
            here(model("b1", (1600, 500), round={words.CHARGE_TRIED: ("a1",)})),
            fire(),
            "kt.gap.overwatch-after-charge",
            id="kt.gap.overwatch-after-charge",
        ),
        pytest.param(
            here(model("b1", (1600, 500), round={words.ADVANCED: 1}, weapons=[gun()])),
            fire(),
            "kt.shoot.select.not-advanced",
            id="kt.move.advance.restrictions-no-overwatch",
        ),
        pytest.param(
            here(model("b1", (1600, 500), round={words.ADVANCED: 1}, weapons=[gun(type="Assault")])),
            fire(),
            "ok",
            id="kt.move.advance.restrictions-but-Assault",
        ),
        pytest.param(
            here(model("b1", (1600, 500), round={words.ADVANCED: 1})),
            retreat(1700),
            "kt.move.advance.restrictions",
            id="kt.move.advance.restrictions-no-retreat",
        ),
        # 3" is 300; farther from a1 at 500
        pytest.param(here(), retreat(1900), "ok", id="kt.charge.retreat-exactly-3in"),
        pytest.param(here(), retreat(1901), "kt.charge.retreat", id="kt.charge.retreat-3.01in"),
        pytest.param(here(), retreat(1601), "ok", id="kt.charge.retreat-a-hundredth-farther"),
        pytest.param(here(), retreat(1600), "kt.charge.retreat", id="kt.charge.retreat-not-farther"),
        pytest.param(here(), retreat(1599), "kt.charge.retreat", id="kt.charge.retreat-nearer"),
        pytest.param(here(), Retreat(model="b1", path=()), "kt.charge.retreat", id="kt.charge.retreat-nowhere"),
        # a8 1.01" or 1" from where b1 goes
        pytest.param(
            here(model("b1", (1600, 500)), model("a8", (1901, 500))),
            retreat(1700),
            "ok",
            id="kt.gap.retreat-1in-outside",
        ),
        pytest.param(
            here(model("b1", (1600, 500)), model("a8", (1900, 500))),
            retreat(1700),
            "kt.gap.retreat-1in",
            id="kt.gap.retreat-1in-exactly",
        ),
        pytest.param(
            here(model("b1", (1600, 500)), model("a8", (1750, 650))),
            retreat(1900),
            "kt.gap.retreat-1in",
            id="kt.gap.retreat-1in-on-the-way",
        ),
        pytest.param(
            here(model("b1", (1600, 500), round={words.MOVED: 1})),
            retreat(1700),
            "ok",
            id="kt.gap.retreat-after-moving",
        ),
        pytest.param(
            here(model("b1", (1600, 500), round={words.MOVED: 1}), options={"kt.gap.retreat-after-moving": False}),
            retreat(1700),
            "kt.gap.retreat-after-moving",
            id="kt.gap.retreat-after-moving-option-off",
        ),
        pytest.param(
            here(options={"kt.gap.retreat-after-moving": False}),
            retreat(1700),
            "ok",
            id="kt.gap.retreat-after-moving-option-off-not-moved",
        ),
    ],
)
def test_reacting(state: State, action: Action, expected: str) -> None:
    asked = charged(state)
    dice = [1] if expected == "ok" and isinstance(action, Overwatch) else []
    assert answer(asked, "b", action, dice) == expected


def test_overwatch_does_not_use_up_the_shot() -> None:
    after = decide(charged(), "b", fire(), [1]).state.models["b1"]
    assert words.SHOT not in after.phase and words.FIRED not in after.phase
    state = position(after, model("a1"), phase="shooting", step="fire-at-will", to_act="b")
    decide(state, "b", Shoot(model="b1", volleys=(Volley("gun", "a1"),)), [1])


def test_a_retreat() -> None:
    target = model("b1", (1600, 500), round={words.READY: 1})
    done = decide(charged(here(target)), "b", retreat(1800)).state
    after = done.models["b1"]
    assert after.at == (1800, 500, 0)
    assert words.RETREATED in after.round and words.MOVED in after.round
    assert words.READY not in after.round, "kt.gap.ready-lost"
    later = decide(rolled_on(done, (1, 1)), "a", Pass()).state
    later.models["a9"].at = (1800, 1000, 0)
    asked = decide(later, "a", Charge(model="a9", targets=("b1",))).state
    assert asked.pending is not None and asked.pending.clause == "kt.charge.roll", "it reacts no more this phase"


def rolled_on(state: State, faces: tuple[int, int]) -> State:
    return decide(state, "a", ChargeRoll(), faces).state


def test_overwatch_leaves_a_model_ready() -> None:
    """kt.gap.ready-lost"""
    target = model("b1", (1600, 500), round={words.READY: 1})
    assert words.READY in decide(charged(here(target)), "b", fire(), [1]).state.models["b1"].round


@pytest.mark.parametrize(
    ("keywords", "expected"), [([], "kt.shoot.select.not-retreated"), (["FLY"], "ok")],
    ids=["kt.charge.retreat.restrictions no-shooting", "kt.charge.retreat.restrictions but-FLY"],
)  # fmt: skip
def test_shooting_after_a_retreat(keywords: list[str], expected: str) -> None:
    after = model("b1", (1600, 500), round={words.RETREATED: 1, words.MOVED: 1}, keywords=keywords)
    state = position(after, model("a1"), phase="shooting", step="fire-at-will", to_act="b")
    assert answer(state, "b", Shoot(model="b1", volleys=(Volley("gun", "a1"),)), [1]) == expected


def test_overwatch_against_several_charges() -> None:
    """kt.gap.overwatch-repeat: fires at the first charge, then at or away from the next."""
    state = position(model("a1"), model("a2", (500, 900)), BUSY, model("b1", (1600, 500)))
    once = decide(charged(state), "b", fire(), [1]).state
    failed = decide(rolled_on(once, (1, 1)), "a", Pass()).state
    again = decide(failed, "a", Charge(model="a2", targets=("b1",))).state
    assert again.pending is not None and again.pending.targets == ("b1",)
    assert answer(again, "b", fire(target="a2"), [1]) == "ok"
    assert answer(again, "b", retreat(1800)) == "ok"


def test_overwatch_may_stop_a_charge() -> None:
    """A 6 to hit, 4+ to wound (S4, T4), no save (Sv 4+ on a 1), injury 4: out."""
    done = decide(charged(), "b", fire(), [6, 4, 1, 4])
    assert effects_of(done, Removed)
    assert effects_of(done, Noted, "kt.charge.react")
    assert done.state.pending is None and done.state.models["a1"].out
    assert done.state.to_act == "a"
    assert answer(done.state, "a", Move(model="a9", path=())) == "ok"


def test_overwatch_may_end_the_game() -> None:
    state = position(model("a1"), model("b1", (1600, 500)))
    done = decide(charged(state), "b", fire(), [6, 4, 1, 4]).state
    assert done.over is not None and (done.over.winner, done.pending) == ("b", None)


# the roll and the move


@pytest.mark.parametrize(
    ("faces", "reach"), [((1, 1), 200), ((3, 4), 700), ((6, 6), 1200)],
    ids=[f"kt.charge.roll-{n}" for n in (2, 7, 12)],
)  # fmt: skip
def test_the_roll(faces: tuple[int, int], reach: int) -> None:
    pending = rolled(faces).pending
    assert pending is not None and (pending.clause, pending.value) == ("kt.charge.success", reach)


def moved(x: int, y: int = 500) -> ChargeMove:
    return ChargeMove(path=((x, y, 0),))


@pytest.mark.parametrize(
    ("faces", "action", "expected"),
    [
        # b1 at 1600 is 10" away: within 1" of it is 1400 or more, 900 on
        pytest.param((5, 4), moved(1400), "ok", id="kt.charge.success-9-is-enough"),
        pytest.param((5, 5), moved(1500), "ok", id="kt.charge.success-into-contact"),
        pytest.param((4, 4), moved(1400), "kt.charge.roll", id="kt.charge.roll-8-is-too-short"),
        pytest.param((6, 5), moved(1501), "table.overlap", id="kt.charge.success-not-onto-it"),
        # 8 rolled: 800 on is 1300
        pytest.param((4, 4), moved(1300), "ok", id="kt.charge.failed-move-the-full-distance"),
        pytest.param((4, 4), moved(1290), "ok", id="kt.charge.failed-move-a-tenth-short"),
        pytest.param((4, 4), moved(1279), "kt.charge.failed-move", id="kt.charge.failed-move-too-short"),
        pytest.param((4, 4), moved(400), "kt.charge.failed-move", id="kt.charge.failed-move-away"),
        pytest.param((4, 4), moved(500), "kt.charge.failed-move", id="kt.charge.failed-move-where-it-stood"),
        pytest.param((4, 4), ChargeMove(), "ok", id="kt.charge.failed-move-stays"),
        pytest.param((4, 4), Pass(), "ok", id="kt.charge.failed-move-passes"),
        pytest.param((6, 6), ChargeMove(), "ok", id="kt.charge.success-stays-all-the-same"),
        pytest.param((6, 6), moved(1300), "kt.charge.failed-move", id="kt.charge.success-stops-short"),
    ],
)
def test_the_move(faces: tuple[int, int], action: Action, expected: str) -> None:
    assert answer(rolled(faces), "a", action) == expected


@pytest.mark.parametrize(("x", "reached"), [(1400, True), (1399, False)], ids=["exactly-1in", "1.01in"])
def test_success_is_within_an_inch_of_a_target(x: int, reached: bool) -> None:
    state = rolled((5, 4)) if reached else rolled((5, 4), here(model("b1", (1600, 500)), terrain=[]))
    done = decide(state, "a", moved(x), lenient=True).state
    assert (words.CHARGED in done.models["a1"].round) is reached
    assert (words.CHARGED_BY in done.models["b1"].round) is reached


def test_a_success_is_one_against_every_target() -> None:
    """kt.charge.success: two targets were named and one was reached; both are targets of a successful charge."""
    state = rolled((5, 5), here(model("b1", (1600, 500)), model("b2", (1600, 900))), "b1", "b2")
    done = decide(state, "a", moved(1450)).state
    assert done.models["a1"].round[words.CHARGED] == ("b1", "b2")
    assert done.models["b1"].round[words.CHARGED_BY] == done.models["b2"].round[words.CHARGED_BY] == ("a1",)
    assert words.MOVED in done.models["a1"].round


def test_a_failure_is_one_against_every_target() -> None:
    state = rolled((4, 4), here(model("b1", (1600, 500)), model("b2", (1600, 900))), "b1", "b2")
    done = decide(state, "a", moved(1300)).state
    assert not [m.id for m in done.models.values() if words.CHARGED in m.round or words.CHARGED_BY in m.round]


def test_a_target_that_retreated_was_charged_all_the_same() -> None:
    """kt.fight.eligible: it was a target of a charge that succeeded against another."""
    others = (model("b1", (1600, 500)), model("b2", (1600, 700)))
    asked = Decision("kt.charge.react", "b", "a1", ("b1", "b2"), about={"declared": ("b1", "b2")})
    state = here(*others, pending=asked)
    away = decide(state, "b", Retreat(model="b2", path=((1800, 900, 0),)))
    ready = decide(decide(away.state, "b", Pass()).state, "a", ChargeRoll(), [5, 5]).state
    done = decide(ready, "a", moved(1450)).state
    assert done.models["b2"].round[words.CHARGED_BY] == ("a1",)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param((1000, 701), "ok", id="kt.charge.non-target-1in-beside"),
        pytest.param((1000, 700), "kt.charge.non-target-1in", id="kt.charge.non-target-1in-exactly"),
        pytest.param((1450, 700), "kt.charge.non-target-1in", id="kt.charge.non-target-1in-at-the-end"),
    ],
)
def test_keeping_off_others(other: tuple[int, int], expected: str) -> None:
    state = rolled((5, 5), here(model("b1", (1600, 500)), model("b2", other)), "b1")
    assert answer(state, "a", moved(1450)) == expected
    named = rolled((5, 5), here(model("b1", (1600, 500)), model("b2", other)), "b1", "b2")
    assert answer(named, "a", moved(1450)) == "ok", "a named target may be passed closely"


def test_a_failed_charge_keeps_off_others_too() -> None:
    state = rolled((4, 4), here(model("b1", (1600, 500)), model("b2", (1300, 650))), "b1")
    assert answer(state, "a", moved(1300)) == "kt.charge.non-target-1in"
    assert answer(state, "a", moved(1050)) == "ok", "blocked, it only has to end closer"


def test_a_blocked_charge_ends_closer() -> None:
    state = rolled((4, 4), here(terrain=[box("t", 1000, 300, 1050, 700, 500)]))
    assert answer(state, "a", moved(900)) == "ok"
    assert answer(state, "a", moved(450)) == "kt.charge.failed-move"


def test_a_target_that_retreated_may_be_out_of_reach() -> None:
    state = decide(charged(), "b", retreat(1900)).state
    rolling = rolled_on(state, (5, 4))
    assert answer(rolling, "a", moved(1400)) == "ok", "a failed charge, as near as 9 brings it"
    done = decide(rolling, "a", moved(1400)).state
    assert words.CHARGED not in done.models["a1"].round and done.pending is None


def test_all_targets_may_be_gone() -> None:
    """b1's own overcharged weapon takes it out of action; the charging model stays."""
    plasma = gun(type="Assault", has={"kt.weapon.ability.overcharge": 1})
    state = charged(here(model("b1", (1600, 500), weapons=[plasma]), model("b2", (2500, 2000))))
    burned = decide(state, "b", fire(), [1]).state
    assert burned.models["b1"].out
    rolling = rolled_on(burned, (6, 6))
    assert answer(rolling, "a", moved(1400)) == "kt.charge.failed-move"
    assert decide(rolling, "a", Pass()).state.pending is None


@pytest.mark.parametrize("faces", [(1, 1), (5, 5)], ids=["failed", "successful"])
@pytest.mark.decides("kt.charge.no-shooting", by="kt.shoot.select.not-charged")
def test_no_shooting_after_a_charge(faces: tuple[int, int]) -> None:
    """kt.charge.no-shooting, whether it succeeded or not."""
    state = rolled(faces)
    done = decide(state, "a", moved(1450) if faces == (5, 5) else Pass()).state
    after = done.models["a1"]
    if faces == (5, 5):
        after.at = (500, 500, 0)
    again = position(after, model("b1", (1600, 500)), phase="shooting", step="fire-at-will")
    shot = Shoot(model="a1", volleys=(Volley("gun", "b1"),))
    assert refusal(again, "a", shot) == "kt.shoot.select.not-charged"
    after.round = {}
    assert answer(again, "a", shot, (1,)) == "ok"


def test_a_charge_is_the_models_action() -> None:
    done = decide(rolled((1, 1)), "a", Pass()).state
    assert refusal(done, "a", Move(model="a1", path=((600, 500, 0),))) == words.ACTED
    assert refusal(done, "a", charge()) == words.ACTED


def test_a_charging_model_may_fall_to_its_death() -> None:
    """It goes off a tower 7" high: a 5 is a mortal wound, a 4 its death; nobody was charged then."""
    tower = box("t", 400, 400, 600, 600, 700)
    state = position(model("a1", (550, 500, 700)), BUSY, model("b1", (1000, 500)), terrain=[tower])
    rolling = rolled_on(decide(charged(state), "b", Pass()).state, (6, 6))
    way = ChargeMove(path=((650, 500, 700), (650, 500, 0), (880, 500, 0)))
    done = decide(rolling, "a", way, [5, 4])
    assert done.state.models["a1"].out and not effects_of(done, Marked, "kt.charge.success")[1:]
    assert words.CHARGED_BY not in done.state.models["b1"].round
    assert decide(rolling, "a", way, [4]).state.models["b1"].round[words.CHARGED_BY] == ("a1",)


def test_charging_back() -> None:
    """kt.gap.charged-model-turn: b1 was charged by a1 and charges it in its own turn, without a reaction."""
    state = position(
        model("a1", (1400, 500), phase={words.ACTED: 1}, round={words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1",)}),
        model("b1", (1600, 500), round={words.CHARGED_BY: ("a1",)}), to_act="b",
    )  # fmt: skip
    asked = decide(state, "b", Charge(model="b1", targets=("a1",))).state
    assert asked.pending is not None and asked.pending.clause == "kt.charge.roll", "a1 is engaged and cannot react"
    done = decide(decide(asked, "b", ChargeRoll(), [1, 1]).state, "b", ChargeMove()).state
    assert done.models["b1"].round[words.CHARGED] == ("a1",)


def test_questions_are_answered_by_the_right_side() -> None:
    asked, rolling = charged(), rolled((3, 4))
    assert refusal(asked, "a", Pass()) == "kt.charge.react"
    assert refusal(rolling, "b", Pass()) == "kt.charge.success"
    assert refusal(rolling, "b", ChargeMove()) == "kt.charge.success"
    waiting = decide(asked, "b", Pass()).state
    assert refusal(waiting, "a", Pass()) == "kt.charge.roll", "a roll cannot be declined"
    assert refusal(waiting, "b", ChargeRoll(), [1, 1]) == "kt.charge.roll"
    for action in (fire(), retreat(1700), ChargeRoll(), ChargeMove()):
        assert objections(here(), "b", action)[0].startswith("kt.charge")


def test_moves_are_recorded_with_their_clause() -> None:
    (effect,) = effects_of(decide(rolled((5, 5)), "a", moved(1450)), Moved)
    assert (effect.rule, effect.length) == ("kt.charge.roll", 950)
    (away,) = effects_of(decide(charged(), "b", retreat(1800)), Moved)
    assert (away.rule, away.length) == ("kt.charge.retreat", 200)


def test_a_model_freed_by_a_fall_back_started_engaged_all_the_same() -> None:
    """Note 2 of the source: the enemy left standing can only stay or move away."""
    state = position(
        model("a1", phase={words.STARTED_ENGAGED: 1}), model("b1", (700, 500), phase={words.STARTED_ENGAGED: 1})
    )
    freed = decide(state, "a", FallBack(model="a1", path=((100, 500, 0),))).state
    assert freed.to_act == "b"
    assert refusal(freed, "b", Charge(model="b1", targets=("a1",))) == "kt.move.engaged-start"
    assert answer(freed, "b", FallBack(model="b1", path=((1200, 500, 0),))) == "ok"
