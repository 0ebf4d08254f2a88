"""Command Re-roll: which rolls, which dice, for what price, and when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.effects import Counted, Removed, Rolled
from rules.kernel.errors import Malformed
from rules.kernel.events import Action, Declaration, Event, Reroll
from rules.kernel.state import Decision, State
from rules.kt.charge import ChargeRoll, Overwatch
from rules.kt.fight import Blow, Fight
from rules.kt.game import Initiative
from rules.kt.morale import Morale, NerveTest
from rules.kt.move import Advance, Move
from rules.kt.psychic import Deny, Manifest
from rules.kt.shoot import Shoot, Volley
from rules.kt.words import FLESH
from rules.odds import odds

from .board import KT, box, effects_of, gun, model, position

COMMAND = "kt.stratagem.command-reroll"
SHOOT = Shoot(model="a1", volleys=(Volley("gun", "b1"),))


def declared(action: Action, dice: Iterable[int], *rerolls: Reroll, by: str = "a") -> Declaration[Any]:
    return Declaration(by=by, action=action, dice=tuple(dice), rerolls=rerolls)


def decide(
    state: State, action: Action, dice: Iterable[int], *rerolls: Reroll, by: str = "a", lenient: bool = False
) -> rules.Decided:
    return rules.decide(KT, state, declared(action, dice, *rerolls, by=by), lenient=lenient)


def refusal(state: State, action: Action, dice: Iterable[int], *rerolls: Reroll, by: str = "a") -> str:
    with pytest.raises(rules.IllegalAction) as refused:
        decide(state, action, dice, *rerolls, by=by)
    return refused.value.clause


def field(cp: int = 1, **weapon: Any) -> State:
    """Three shots at 10", no long range: BS 3+, S 4 against T 4, Sv 4+."""
    shooter = model("a1", (500, 500), weapons=(gun(**{"type": "Heavy", "attacks": 3, **weapon}),))
    target = model("b1", (1600, 500), W=9)
    return position(shooter, target, phase="shooting", step="fire-at-will", cp=cp)


def rolls(decided: rules.Decided) -> list[tuple[str, tuple[int, ...], tuple[tuple[int, int], ...]]]:
    return [(e.rule, e.faces, e.again) for e in effects_of(decided, Rolled)]


def paid(decided: rules.Decided) -> list[tuple[str, int]]:
    return [(e.side, e.by) for e in effects_of(decided, Counted, COMMAND)]


# the rolls on the list, and one die of a volley or all dice of a roll


def test_one_hit_die_of_a_volley() -> None:
    # kt.stratagem.command-reroll.whole-roll: each attack has its own roll, so one die of three
    done = decide(field(), SHOOT, [6, 2, 1, 5, 3, 3], Reroll(0, 1))
    assert rolls(done)[0] == ("kt.hit.ranged.roll", (6, 2, 1), ((1, 5),))
    assert effects_of(done, Rolled)[0].passed == (1, 1, 0)
    assert paid(done) == [("a", -1)]
    assert done.state.sides["a"].counters == {"cp": 0}
    assert done.state.sides["b"].counters == {"cp": 1}


def test_a_wound_roll_and_the_other_sides_save() -> None:
    """Roll 1 wounds, rolls 2 and 3 save: each side decides on its own, and pays."""
    dice = [6, 6, 1, 3, 2, 4, 3, 5]  # hits 6 6, wounds 3 2 (the 3 again: 4), its save a 3, again a 5
    done = decide(field(), SHOOT, dice, Reroll(1), Reroll(2, by="b"))
    assert rolls(done)[1:] == [("kt.wound.table.equal", (3, 2), ((0, 4),)), ("kt.save.roll", (3,), ((0, 5),))]
    assert paid(done) == [("a", -1), ("b", -1)]
    assert effects_of(done, Rolled)[2].passed == (1,)


def test_an_invulnerable_save() -> None:
    state = field(AP=-3, attacks=1)
    state.models["b1"] = model("b1", (1600, 500), has={"kt.save.invulnerable": 5}, W=9)
    assert rolls(decide(state, SHOOT, [6, 6, 1, 6], Reroll(2, by="b")))[2] == ("kt.save.invulnerable", (1,), ((0, 6),))


def test_injury_dice_are_rolled_again_together() -> None:
    # kt.gap.injury-roller: the attacker rolls them, so the attacker pays
    state = field(attacks=1, D=3)
    state.models["b1"] = model("b1", (1600, 500), W=2)
    done = decide(state, SHOOT, [6, 6, 1, 1, 2, 3, 1, 4, 1], Reroll(3))
    assert rolls(done)[3] == ("kt.injury.result", (1, 2, 3), ((0, 1), (1, 4), (2, 1)))
    assert paid(done) == [("a", -1)]
    assert effects_of(done, Removed)
    assert refusal(state, SHOOT, [6, 6, 1, 1, 2, 3, 1, 4, 1], Reroll(3, 1)) == f"{COMMAND}.whole-roll"


def test_a_charge_roll() -> None:
    asked = Decision("kt.charge.roll", "a", "a1", ("b1",))
    state = position(model("a1"), model("b1", (1500, 500)), pending=asked, cp=1)
    done = decide(state, ChargeRoll(), [1, 2, 6, 5], Reroll(0))
    assert rolls(done) == [("kt.charge.roll", (1, 2), ((0, 6), (1, 5)))]
    assert done.state.pending is not None and done.state.pending.value == 1100


def test_an_advance_roll() -> None:
    state = position(model("a1"), model("b1", (2500, 500)), cp=1)
    done = decide(state, Advance(model="a1"), [1, 6], Reroll(0))
    assert done.state.pending is not None and done.state.pending.value == 1200


def test_a_psychic_test_and_its_perils() -> None:
    """A double 1 that is rolled again harms nobody; one that is rolled does."""
    psyker = model("a1", keywords=("PSYKER",), W=3)
    state = position(psyker, model("b1", (1500, 500), W=9), phase="psychic", cp=1)
    done = decide(state, Manifest(model="a1"), [1, 1, 3, 2], Reroll(0))
    assert rolls(done) == [("kt.psychic.test", (1, 1), ((0, 3), (1, 2)))]
    assert done.state.models["b1"].wounds == 8
    worse = decide(state, Manifest(model="a1"), [1, 2, 6, 6, 1, 1], Reroll(0))
    assert [e.rule for e in effects_of(worse, Rolled)][1] == "kt.psychic.perils"


def test_a_deny_roll() -> None:
    asked = Decision("kt.psychic.deny", "b", "a1", ("b1",), 7, {"power": "Psybolt"})
    psykers = [model("a1", keywords=("PSYKER",)), model("b1", (1500, 500), keywords=("PSYKER",), W=9)]
    state = position(*psykers, phase="psychic", pending=asked, cp=1)
    done = decide(state, Deny(model="b1"), [1, 1, 4, 4], Reroll(0), by="b")
    assert done.state.pending is None and done.state.models["b1"].wounds == 9
    assert paid(done) == [("b", -1)]


def test_melee_and_overwatch() -> None:
    brawl = position(model("a1"), model("b1", (620, 500), W=9), phase="fight", step="lives", cp=1)
    fight = Fight(model="a1", blows=(Blow("blade", "b1", 1),))
    assert rolls(decide(brawl, fight, [1, 6, 1], Reroll(0)))[0] == ("kt.hit.melee.roll", (1,), ((0, 6),))
    asked = Decision("kt.charge.react", "b", "a1", ("b1",), about={"declared": ("b1",)})
    charge = position(model("a1", W=9), model("b1", (1500, 500)), pending=asked, cp=1)
    fired = decide(charge, Overwatch(model="b1", volleys=(Volley("gun", "a1"),)), [1, 2, 6, 1], Reroll(0, 1), by="b")
    assert rolls(fired)[0] == ("kt.charge.overwatch", (1, 2), ((1, 6),))


# whose roll it is


@pytest.mark.parametrize(
    ("request_", "allowed"),
    [
        pytest.param(Reroll(0), True, id="kt.stratagem.command-reroll.the-declarer-for-its-own"),
        pytest.param(Reroll(0, by="a"), True, id="kt.stratagem.command-reroll.named"),
        pytest.param(Reroll(0, by="b"), False, id="kt.stratagem.command-reroll.the-other-side"),
        pytest.param(Reroll(2), False, id="kt.stratagem.command-reroll.the-opponents-save"),
        pytest.param(Reroll(2, by="a"), False, id="kt.stratagem.command-reroll.the-opponents-save-named"),
        pytest.param(Reroll(2, by="b"), True, id="kt.stratagem.command-reroll.the-savers-own"),
    ],
)
def test_a_side_re_rolls_its_own_rolls(request_: Reroll, allowed: bool) -> None:
    """Rolls 0 and 1 are the shooter's, roll 2 is the target's save."""
    dice = [6, 6, 5, 6] if request_.roll else [6, 6, 6, 5]
    state = field(attacks=1, AP=-6)
    state.models["b1"].sheet = msgspec.structs.replace(state.models["b1"].sheet, has={"kt.save.invulnerable": 5})
    if allowed:
        assert len(paid(decide(state, SHOOT, dice, request_))) == 1
        return
    assert refusal(state, SHOOT, dice, request_) == COMMAND
    done = decide(state, SHOOT, dice, request_, lenient=True)
    assert [finding.rule for finding in done.findings] == [COMMAND]
    assert paid(done) == [(request_.by or "a", -1)], "who did it at the table is who paid for it"


def test_nobody_of_the_game_re_rolls() -> None:
    with pytest.raises(Malformed, match="there is no side 'c'"):
        decide(field(), SHOOT, [6, 2, 1, 5], Reroll(0, 1, by="c"))


# dice that a rule lets one re-roll, and that stand


SNIPES = model("a1", (500, 500), weapons=(gun(type="Heavy", attacks=3),), has={"kt.specialist.sniper": 1})


def standing(*dice: int, by: str = "") -> tuple[Reroll, ...]:
    return tuple(Reroll(0, die, by, stands=True) for die in dice)


@pytest.mark.parametrize(
    ("stands", "again"),
    [
        pytest.param((), ((0, 4), (2, 5)), id="kt.specialist.sniper.passive.both"),
        pytest.param(standing(0), ((2, 4),), id="kt.specialist.sniper.passive.one"),
        pytest.param(standing(2, by="a"), ((0, 4),), id="kt.specialist.sniper.passive.the-other"),
        pytest.param(standing(0, 2), (), id="kt.specialist.sniper.passive.neither"),
    ],
)
def test_a_sniper_need_not_re_roll_a_one(stands: tuple[Reroll, ...], again: tuple[tuple[int, int], ...]) -> None:
    state = field()
    state.models["a1"] = SNIPES
    # the wounds all fail
    done = decide(state, SHOOT, [1, 2, 1, *(face for _, face in again), *[1] * len(again)], *stands)
    (hit, *_) = effects_of(done, Rolled)
    assert (hit.faces, hit.again, sum(hit.passed)) == ((1, 2, 1), again, len(again))
    assert paid(done) == []


@pytest.mark.parametrize(
    ("request_", "sniper"),
    [
        pytest.param(Reroll(0, 1, stands=True), True, id="log.stand-a-2"),
        pytest.param(Reroll(0, 3, stands=True), True, id="log.stand-no-such-die"),
        pytest.param(Reroll(0, 0, "b", True), True, id="log.stand-the-other-side"),
        pytest.param(Reroll(0, 0, stands=True), False, id="log.stand-no-rule"),
    ],
)
def test_what_nobody_may_let_stand(request_: Reroll, sniper: bool) -> None:
    state = field()
    if sniper:
        state.models["a1"] = SNIPES
    dice = [1, 2, 1, *[1] * 2 * sniper]
    assert refusal(state, SHOOT, dice, request_) == "log.stand"
    assert [f.rule for f in decide(state, SHOOT, dice, request_, lenient=True).findings] == ["log.stand"]


@pytest.mark.parametrize(
    ("value", "may"),
    [
        pytest.param(1, False, id="kt.ability.reroll-failed-wounds.must"),
        pytest.param(2, True, id="kt.ability.reroll-failed-wounds.can"),
    ],
)
@pytest.mark.parametrize("rule", ["kt.ability.reroll-failed-wounds", "kt.ability.reroll-wounds-of-1"])
def test_a_weapon_whose_text_says_can(rule: str, value: int, may: bool) -> None:
    state, stands = field(attacks=1, has={rule: value}), Reroll(1, stands=True)
    if may:
        assert rolls(decide(state, SHOOT, [6, 1], stands))[1] == ("kt.wound.table.equal", (1,), ())
    else:
        assert refusal(state, SHOOT, [6, 1, 1], stands) == "log.stand"
    assert rolls(decide(state, SHOOT, [6, 1, 2]))[1] == ("kt.wound.table.equal", (1,), ((0, 2),))


def test_a_die_that_stands_may_still_be_paid_for() -> None:
    state = field()
    state.models["a1"] = SNIPES
    done = decide(state, SHOOT, [1, 2, 2, 6, 1], *standing(0), Reroll(0, 0))
    assert rolls(done)[0][2] == ((0, 6),) and paid(done) == [("a", -1)]


# not on the list


def test_what_is_not_on_the_list() -> None:
    start = position(model("a1"), model("b1", (1500, 500)), phase="initiative", to_act="", cp=1)
    assert refusal(start, Initiative(), [6, 6, 1, 1, 1, 1], Reroll(1, by="b")) == COMMAND
    shots = field(attacks="D6")
    assert refusal(shots, SHOOT, [1, 6, 6], Reroll(0)) == COMMAND
    hurt = field(attacks=1, D="D6")
    assert refusal(hurt, SHOOT, [6, 6, 1, 1, 6], Reroll(3)) == COMMAND
    dead = [model(f"a{n}", (300, 300 + 200 * n), out=True) for n in range(2, 5)]
    broken = position(model("a1"), *dead, model("b1", (2500, 500)), phase="morale", step="break", cp=1)
    assert refusal(broken, Morale(), [6, 6, 1, 1], Reroll(0)) == COMMAND
    wounded = position(
        model("a1", game={FLESH: 1}), model("b1", (2500, 500)), phase="morale", step="nerve", cp=1
    )  # fmt: skip
    assert refusal(wounded, NerveTest(model="a1"), [6, 1], Reroll(0)) == COMMAND
    tower = [box("tower", 500, 400, 700, 600, 700)]
    faller = position(model("a1", (650, 500, 700), M=2000), model("b1", (2500, 500)), terrain=tower, cp=1)
    down = Move(model="a1", path=((750, 500, 700), (750, 500, 0)))
    assert refusal(faller, down, [6, 1], Reroll(0)) == COMMAND
    lenient = decide(start, Initiative(), [6, 6, 1, 1, 2, 2], Reroll(1, by="b"), lenient=True)
    assert [finding.rule for finding in lenient.findings] == [COMMAND]


# price, and once


@pytest.mark.parametrize(("cp", "dice"), [(0, [6, 2, 1, 5]), (1, [6, 2, 1, 5, 4])])
def test_the_price(cp: int, dice: list[int]) -> None:
    twice = (Reroll(0, 1), Reroll(0, 2))[: cp + 1]
    assert refusal(field(cp), SHOOT, dice, *twice) == "kt.stratagem.cost"
    found = decide(field(cp), SHOOT, [*dice, 1, 1, 1], *twice, lenient=True).findings
    assert "kt.stratagem.cost" in [finding.rule for finding in found]


def test_two_dice_of_one_volley_for_two_points() -> None:
    done = decide(field(2), SHOOT, [6, 2, 1, 5, 6, 1, 1, 1], Reroll(0, 1), Reroll(0, 2))
    assert rolls(done)[0][2] == ((1, 5), (2, 6))
    assert paid(done) == [("a", -1), ("a", -1)]


def test_a_die_is_rolled_again_once() -> None:
    # kt.dice.reroll-once
    assert refusal(field(2), SHOOT, [6, 2, 1, 5, 6], Reroll(0, 1), Reroll(0, 1)) == "kt.dice.reroll-once"
    sniper = field(2)
    weapons = (gun(type="Heavy", attacks=3),)
    sniper.models["a1"] = model("a1", (500, 500), weapons=weapons, has={"kt.specialist.sniper": 1})
    assert refusal(sniper, SHOOT, [6, 2, 1, 2, 6], Reroll(0, 2)) == "kt.dice.reroll-once", "the passive rolled it"
    done = decide(sniper, SHOOT, [6, 2, 1, 2, 6, 1, 1], Reroll(0, 1))
    assert rolls(done)[0][2] == ((2, 2), (1, 6))


def test_once_a_phase_by_the_option() -> None:
    # kt.gap.stratagem-repeat
    state = field(3)
    state.options["kt.gap.stratagem-repeat"] = False
    once = decide(state, SHOOT, [6, 2, 1, 1, 1], Reroll(0, 1))
    assert once.state.sides["a"].phase[COMMAND] == 1
    assert refusal(state, SHOOT, [6, 2, 1, 5, 6], Reroll(0, 1), Reroll(0, 2)) == "kt.gap.stratagem-repeat"


# when


def test_it_is_declared_at_once() -> None:
    # kt.stratagem.command-reroll.timing: with the step of its roll, and in the order of the rolls
    dice = [6, 2, 1, 5, 3, 3, 6]
    decide(field(2), SHOOT, [*dice, 1], Reroll(0, 1), Reroll(1, 0))
    assert refusal(field(2), SHOOT, [*dice, 1], Reroll(1, 0), Reroll(0, 1)) == f"{COMMAND}.timing"


def test_the_new_faces_follow_the_old() -> None:
    with pytest.raises(rules.DiceWanted) as wanted:
        decide(field(), SHOOT, [6, 2, 1], Reroll(0, 1))
    assert (wanted.value.count, wanted.value.clause, wanted.value.read) == (1, "kt.hit.ranged.roll", 3)


@pytest.mark.parametrize(
    ("request_", "clause"),
    [
        pytest.param(Reroll(9), "log.re-roll", id="log.re-roll"),
        pytest.param(Reroll(0, 3), f"{COMMAND}.whole-roll", id="kt.stratagem.command-reroll.whole-roll.no-such-die"),
    ],
)
def test_a_roll_that_never_happens(request_: Reroll, clause: str) -> None:
    assert refusal(field(), SHOOT, [1, 1, 1], request_) == clause
    done = decide(field(), SHOOT, [1, 1, 1], request_, lenient=True)
    assert [(finding.rule, finding.severity) for finding in done.findings] == [(clause, "impossible")]
    assert paid(done) == []


# in events, files and odds


def test_an_event_without_them_is_written_as_before() -> None:
    made = rules.make_event(1, declared(SHOOT, [1]), (), "")
    assert b"rerolls" not in rules.canonical(made)
    told = rules.make_event(1, declared(SHOOT, [1], Reroll(0), Reroll(2, 1)), (), "")
    assert b'"rerolls":[{"roll":0},{"die":1,"roll":2}]' in rules.canonical(told)
    assert rules.read_event(KT, rules.canonical(told)) == told
    assert told.declaration().rerolls == (Reroll(0), Reroll(2, 1))


@pytest.mark.parametrize("value", [{"roll": -1}, {"roll": 0, "die": -1}, {}, {"roll": 1.5}, {"roll": 10**9}, 0])
def test_what_is_no_reroll(value: Any) -> None:
    body = {"by": "a", "action": {"type": "charge-roll"}, "rerolls": [value]}
    with pytest.raises(Malformed) as unreadable:
        rules.read_declaration(KT, msgspec.json.encode(body))
    assert unreadable.value.path.startswith("$.rerolls")


def test_verification_reads_them() -> None:
    state = field()
    dice, asked = (6, 2, 1, 5, 1, 1), Reroll(0, 1)
    done = decide(state, SHOOT, dice, asked)
    event: Event[Any] = rules.make_event(1, declared(SHOOT, dice, asked), done.effects, "")
    assert list(rules.verify(KT, [event], state)) == []
    without = msgspec.structs.replace(event, rerolls=())
    other = msgspec.structs.replace(event, rerolls=(Reroll(0, 2),))
    for changed in (without, other):
        assert list(rules.verify(KT, [changed], state))


def test_chances_do_not_change() -> None:
    """A roll that is made again whatever it shows comes out as it would have."""
    state = field(attacks=1)
    state.models["b1"] = model("b1", (1600, 500))
    assert odds(KT, state, declared(SHOOT, ())) == odds(KT, state, declared(SHOOT, (), Reroll(0)))
