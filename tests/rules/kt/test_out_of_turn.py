"""Stratagems that let a model act out of turn: Leader, Combat, Veteran."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.actions import Fact
from rules.kernel.effects import Answered, Marked, Rolled, Turned, Unmarked
from rules.kernel.events import Claim
from rules.kernel.sheet import Ability
from rules.kernel.state import Decision, Mark, Model, State
from rules.kt import words
from rules.kt.charge import Charge
from rules.kt.fight import Blow, Consolidate, Fight
from rules.kt.game import Initiative, Pass
from rules.kt.move import Advance, Move, Ready, Run
from rules.kt.shoot import Shoot, Volley
from rules.kt.stratagem import Stratagem

from .board import KT, answer, decide, effects_of, gun, model, objections, position, refusal

LEADER, COMBAT, VETERAN = (f"kt.specialist.{name}.stratagem" for name in ("leader", "combat", "veteran"))
CHARGED: dict[str, Mark] = {words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1",)}
CALL = Stratagem(model="a1", friend="a2")
EAGER = Stratagem(model="a3")


def strike(key: str, target: str = "b1") -> Fight:
    return Fight(model=key, blows=(Blow("blade", target, 1),))


def specialist(key: str, name: str, at: tuple[int, int], **more: Any) -> Model:
    return model(key, at, has={f"kt.specialist.{name}": 1}, **more)


def brawl(cp: int = 3, step: str = "lives", friend: tuple[int, int] = (500, 620), **of_position: Any) -> State:
    """The Leader a1, a2 and the Combat specialist a3 about b1; b2 fights a4 farther away."""
    models = [
        specialist("a1", "leader", (500, 500), **({"round": CHARGED} if step == "hammer" else {})),
        model("a2", friend),
        specialist("a3", "combat", (740, 620)),
        model("a4", (1500, 500)),
        model("b1", (620, 560), W=9),
        model("b2", (1620, 500), W=9),
    ]
    return position(*models, phase="fight", step=step, cp=cp, **of_position)


def fought(state: State, key: str, by: str = "a", target: str = "b1", consolidate: bool = True) -> State:
    """The position after a model has fought, missing with its blow."""
    after = decide(state, by, strike(key, target), [1]).state
    return decide(after, by, Consolidate(path=())).state if consolidate else after


def offered(state: State, side: str = "a") -> list[tuple[str, tuple[str, ...]]]:
    return [(o.model, o.targets) for o in rules.options(KT, state) if o.action == "stratagem" and o.side == side]


# Leader


def test_a_friend_fights_after_the_leader() -> None:
    # kt.specialist.leader.stratagem: out of the alternation, and then b picks, as it would have
    state = fought(brawl(), "a1")
    assert state.to_act == "b"
    played = decide(state, "a", CALL)
    assert played.state.sides["a"].counters == {"cp": 2}
    assert (played.state.to_act, played.state.active) == ("a", "a2")
    assert [(o.action, o.model) for o in rules.options(KT, played.state)] == [("fight", "a2"), ("pass", "a2")]
    after = decide(played.state, "a", strike("a2"), [6, 6, 1])
    assert len(effects_of(after, Rolled)) > 1
    done = decide(after.state, "a", Consolidate(path=()))
    assert [(e.to, e.active) for e in effects_of(done, Turned)] == [("b", "")]
    assert refusal(done.state, "a", strike("a4", "b2")) == words.TURN


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        pytest.param((200, 500), "ok", id="kt.specialist.leader.stratagem.3in"),  # 300 less two bases of 50 is 2"
        pytest.param((500, 900), "ok", id="kt.specialist.leader.stratagem.exactly-3in"),
        pytest.param((500, 901), LEADER, id="kt.specialist.leader.stratagem.farther"),
    ],
)
def test_how_near_the_friend_is(at: tuple[int, int], expected: str) -> None:
    state = brawl(friend=at)
    state.models["a2"].round[words.CHARGED_BY] = ("b1",)  # so that it may fight wherever it stands
    assert answer(fought(state, "a1"), "a", CALL) == expected


def test_when_the_leader_may_call() -> None:
    before, after = brawl(), fought(brawl(), "a1")
    assert refusal(before, "a", CALL) == LEADER, "the Leader has not fought"
    assert refusal(fought(brawl(), "a1", consolidate=False), "a", CALL) == "kt.fight.consolidate"
    later = fought(after, "b2", "b", "a4")
    assert refusal(later, "a", CALL) == LEADER, "another model fought since"
    assert offered(later) == []
    passed = decide(after, "b", Pass(model="b2"))
    assert effects_of(passed, Unmarked, words.TURN)
    assert refusal(passed.state, "a", CALL) == LEADER
    assert refusal(fought(brawl(), "a4", target="b2"), "a", CALL) == LEADER, "not after another model"


def test_whom_the_leader_may_call() -> None:
    after = fought(brawl(), "a1")
    assert offered(after) == [("a1", ("a2", "a3")), ("a3", ())]
    for changes in ({"phase": {words.FOUGHT: 1}}, {"game": {words.SHAKEN: 1}}, {"out": True}):
        state = after.copied()
        for name, value in changes.items():
            setattr(state.models["a2"], name, value)
        assert refusal(state, "a", CALL) == LEADER
        assert LEADER in objections(state, "a", CALL)
    assert refusal(after, "a", Stratagem(model="a1", friend="a4")) == LEADER, "too far"
    assert refusal(after, "a", Stratagem(model="a1", friend="b1")) == LEADER
    dead = after.copied()
    dead.models["a1"].out = True
    assert refusal(dead, "a", CALL) == "kt.gap.stratagem-source-state"


def test_nothing_is_remembered_where_nobody_could_be_called() -> None:
    alone = position(specialist("a1", "leader", (500, 500)), model("b1", (620, 500), W=9), phase="fight", step="lives")
    after = decide(alone, "a", strike("a1"), [1])
    assert not effects_of(decide(after.state, "a", Consolidate(path=())), Marked)
    poor = fought(brawl(cp=0), "a1")
    assert refusal(poor, "a", CALL) == "kt.stratagem.cost"
    assert offered(poor) == []


def test_a_friend_jumps_ahead_of_its_section() -> None:
    # kt.fight.section-hammer: a2 did not charge; the Leader was the last that did, so b picks in the second section
    after = fought(brawl(step="hammer", order=("b", "a")), "a1")
    assert (after.step, after.to_act) == ("lives", "b")
    once = brawl(step="hammer")
    once.models["b2"].round = {words.CHARGED: ("a4",), words.CHARGE_TRIED: ("a4",)}
    still = fought(once, "a1")
    assert (still.step, still.to_act) == ("hammer", "b")
    played = decide(still, "a", CALL).state
    done = fought(played, "a2")
    assert (done.step, done.to_act) == ("hammer", "b")


def test_the_alternation_goes_on_as_it_would_have() -> None:
    """The first section ended with the Leader, and a has the initiative: a picks again after the friend."""
    after = fought(brawl(step="hammer"), "a1")
    assert (after.step, after.to_act) == ("lives", "a")
    done = fought(decide(after, "a", CALL).state, "a2")
    assert (done.step, done.to_act) == ("lives", "a")


def test_another_model_cannot_come_between() -> None:
    played = decide(fought(brawl(), "a1"), "a", CALL).state
    assert refusal(played, "a", strike("a4", "b2")) == words.TURN
    assert refusal(played, "b", strike("b2", "a4")) == words.TURN
    assert refusal(played, "a", EAGER) == COMBAT
    assert decide(played, "a", Pass()).state.to_act == "b"
    assert decide(played, "a", Pass(model="a2")).state.models["a2"].phase[words.FOUGHT] == 1


def test_a_called_friend_that_is_lost_gives_the_turn_back() -> None:
    state = brawl()
    printed = Ability("Curse", "Somebody falls.")
    state.models["a2"] = model("a2", (500, 620), abilities=(printed,))
    played = decide(fought(state, "a1"), "a", CALL).state
    falls = Fact(model="a2", ability="Curse", changes=(Claim(model="a2", out=True),))
    assert (decide(played, "a", falls).state.to_act, decide(played, "a", falls).state.active) == ("b", "")
    asked = decide(played, "a", strike("a2"), [1]).state
    done = decide(asked, "a", falls)
    assert effects_of(done, Answered, "kt.fight.consolidate")
    assert (done.state.to_act, done.state.active, done.state.pending) == ("b", "", None)


# Combat


def test_the_combat_specialist_fights_after_any_of_its_side() -> None:
    # kt.specialist.combat.stratagem
    state = fought(brawl(), "a4", target="b2")
    assert offered(state) == [("a3", ())]
    done = fought(decide(state, "a", EAGER).state, "a3")
    assert (done.to_act, done.sides["a"].counters) == ("b", {"cp": 2})
    assert refusal(done, "a", EAGER) == COMBAT, "it has fought"


def test_the_combat_specialist_waits_for_a_fight_of_its_own_side() -> None:
    assert refusal(brawl(), "a", EAGER) == COMBAT
    theirs = fought(brawl(to_act="b"), "b2", "b", "a4")
    assert refusal(theirs, "a", EAGER) == COMBAT
    shaken = fought(brawl(), "a4", target="b2")
    shaken.models["a3"].game[words.SHAKEN] = 1
    assert refusal(shaken, "a", EAGER) == "kt.gap.stratagem-source-state"
    away = fought(brawl(), "a4", target="b2")
    away.models["a3"].at = (500, 2000, 0)
    assert refusal(away, "a", EAGER) == COMBAT, "nobody near: it is not able to fight"
    assert offered(away) == []


def test_two_stratagems_in_a_row() -> None:
    """The Leader, then the friend it calls, then the Combat specialist; b picks as if only the Leader had fought."""
    state = fought(decide(fought(brawl(), "a1"), "a", CALL).state, "a2")
    done = fought(decide(state, "a", EAGER).state, "a3")
    assert (done.to_act, done.sides["a"].counters) == ("b", {"cp": 1})
    assert {key for key in ("a1", "a2", "a3", "a4") if words.FOUGHT in done.models[key].phase} == {"a1", "a2", "a3"}


# Veteran


def dawn(cp: int = 1, round: int = 1, **of_position: Any) -> State:
    veteran = specialist("a1", "veteran", (500, 500), weapons=(gun(), gun("carbine", type="Assault")))
    return position(
        veteran,
        model("a2", (500, 900)),
        model("b1", (1500, 500)),
        phase="initiative",
        to_act="",
        cp=cp,
        round=round,
        **of_position,
    )


EARLY = Stratagem(model="a1")


def test_a_veteran_moves_before_the_first_initiative() -> None:
    # kt.specialist.veteran.stratagem, and its own action in the Movement phase after it
    assert offered(dawn()) == [("a1", ())]
    played = decide(dawn(), "a", EARLY).state
    assert (played.to_act, played.active) == ("a", "a1")
    assert {o.action for o in rules.options(KT, played)} == {"move", "advance", "pass"}
    assert refusal(played, "a", Initiative()) == VETERAN
    moved = decide(played, "a", Move(model="a1", path=((800, 500, 0),))).state
    assert (moved.to_act, moved.active, moved.phase) == ("", "", "initiative")
    assert offered(moved) == []
    begun = decide(moved, "a", Initiative(), [6, 6, 1, 1]).state
    assert (begun.phase, begun.to_act) == ("movement", "a")
    again = decide(begun, "a", Move(model="a1", path=((1100, 500, 0),)))
    assert again.state.models["a1"].at == (1100, 500, 0)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param((1100, 500, 0), "ok", id="kt.specialist.veteran.stratagem.exactly-M"),
        pytest.param((500, 1101, 0), "kt.move.normal", id="kt.specialist.veteran.stratagem.farther"),
        pytest.param((1000, 620, 0), "ok", id="kt.specialist.veteran.stratagem.aslant"),
    ],
)
def test_how_far_a_veteran_moves(path: tuple[int, int, int], expected: str) -> None:
    played = decide(dawn(), "a", EARLY).state
    assert answer(played, "a", Move(model="a1", path=(path,))) == expected


def test_when_a_veteran_may_move_early() -> None:
    assert refusal(dawn(round=2), "a", EARLY) == VETERAN
    assert refusal(dawn(cp=0), "a", EARLY) == "kt.stratagem.cost"
    assert refusal(position(*dawn().models.values(), cp=1), "a", EARLY) == VETERAN, "the Movement phase"
    once = decide(decide(dawn(cp=2), "a", EARLY).state, "a", Pass()).state
    assert (once.to_act, once.active) == ("", "")
    assert refusal(once, "a", EARLY) == VETERAN, "once a game"
    assert VETERAN in objections(once, "a", EARLY)
    shaken = dawn()
    shaken.models["a1"].game[words.SHAKEN] = 1
    assert refusal(shaken, "a", EARLY) == "kt.gap.stratagem-source-state"


def test_only_the_veteran_moves_and_only_so() -> None:
    played = decide(dawn(), "a", EARLY).state
    for action in (Move(model="a2", path=()), Ready(model="a1"), Charge(model="a1", targets=("b1",))):
        assert refusal(played, "a", action) == "kt.game.phases"
    assert refusal(played, "b", Pass()) == "kt.gap.pass"
    assert refusal(dawn(), "a", Move(model="a1", path=())) == "kt.game.phases"
    assert refusal(dawn(), "a", Pass()) == "kt.gap.pass"


def advanced(**options: Any) -> State:
    """The Veteran advanced early, 3" and 4" farther than it was, and the Movement phase has begun."""
    played = decide(dawn(options=options), "a", EARLY).state
    rolled = decide(played, "a", Advance(model="a1"), [4]).state
    assert rolled.pending is not None and rolled.pending.value == 1000
    ran = decide(rolled, "a", Run(path=((800, 500, 0),))).state
    return decide(ran, "a", Initiative(), [6, 6, 1, 1]).state


def test_an_early_advance_counts_in_round_1() -> None:
    # kt.gap.veteran-premove: no charge, no weapon but Assault, no retreat; it still has its action
    state = advanced()
    assert refusal(state, "a", Charge(model="a1", targets=("b1",))) == "kt.move.advance.restrictions"
    assert answer(state, "a", Ready(model="a1")) == "ok"
    assert [o.action for o in rules.options(KT, state) if o.model == "a1"] == ["ready", "move", "advance"]
    state.phase, state.step = "shooting", "fire-at-will"
    rifle, carbine = (Shoot(model="a1", volleys=(Volley(key, "b1"),)) for key in ("gun", "carbine"))
    assert refusal(state, "a", rifle) == "kt.shoot.select.not-advanced"
    assert decide(state, "a", carbine, [1]).state.to_act == "b"


def test_an_early_advance_by_the_option() -> None:
    state = advanced(**{"kt.gap.veteran-premove": False})
    assert words.ADVANCED not in state.models["a1"].round
    assert words.MOVED not in state.models["a1"].round
    assert answer(state, "a", Charge(model="a1", targets=("b1",))) == "ok"


def test_a_veteran_that_rolled_and_is_lost() -> None:
    played = decide(dawn(), "a", EARLY).state
    rolled = decide(played, "a", Advance(model="a1"), [4]).state
    assert rolled.pending == Decision("kt.move.advance", "a", "a1", value=1000)
    rules.from_json(rules.to_json(rolled))
    stays = decide(rolled, "a", Pass())
    assert (stays.state.active, stays.state.pending, stays.state.to_act) == ("", None, "")
