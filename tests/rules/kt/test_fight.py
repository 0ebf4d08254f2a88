"""The Fight phase: who fights when, pile in, targets, how attacks are shared out, consolidation."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Moved, Noted, Removed, Rolled
from rules.kernel.errors import Malformed
from rules.kernel.state import Decision, Model, State
from rules.kt import words
from rules.kt.charge import ChargeMove
from rules.kt.fight import IMPROVISED, Blow, Consolidate, Fight
from rules.kt.game import Pass

from .board import answer, blade, box, decide, effects_of, gun, model, objections, position, refusal, wanted


def melee(*models: Model, **of_position: Any) -> State:
    return position(*models, **{"phase": "fight", "step": "lives", **of_position})


def fighter(**of_model: Any) -> Model:
    return model("a1", (500, 500), **of_model)


def enemy(gap: int = 100, key: str = "b1", **of_model: Any) -> Model:
    return model(key, (600 + gap, 500), **of_model)


def other(gap: int = 100, key: str = "b2", **of_model: Any) -> Model:
    return model(key, (500, 600 + gap), **of_model)


def strike(*blows: tuple[str, int] | tuple[str, int, str], **more: Any) -> Fight:
    """Blows as (target, attacks) with the blade, or with a third member, the weapon."""
    made = tuple(Blow(blow[2] if len(blow) > 2 else "blade", blow[0], blow[1]) for blow in blows or (("b1", 1),))
    return Fight(model="a1", blows=made, **more)


# who fights


@pytest.mark.parametrize(
    ("clause", "state"),
    [
        pytest.param("kt.game.phases", melee(fighter(), enemy(), phase="shooting"), id="kt.game.phases"),
        pytest.param("kt.fight.alternate", melee(fighter(), enemy(), to_act="b"), id="kt.fight.alternate"),
        pytest.param(
            "kt.fight.once-per-phase",
            melee(fighter(phase={words.FOUGHT: 1}), enemy()),
            id="kt.fight.once-per-phase",
        ),
        pytest.param("kt.fight.section-hammer", melee(fighter(), enemy(), step="hammer"), id="kt.fight.section-hammer"),
        pytest.param("kt.fight.eligible", melee(fighter(), enemy(101)), id="kt.fight.eligible.101"),
        pytest.param(
            "kt.morale.shaken-effect",
            melee(fighter(game={words.SHAKEN: 1}), enemy()),
            id="kt.morale.shaken-effect",
        ),
    ],
)
def test_a_fighter_is_refused(clause: str, state: State) -> None:
    assert refusal(state, "a", strike()) == clause


@pytest.mark.parametrize(
    ("state", "action"),
    [
        pytest.param(melee(fighter(), enemy(100)), strike(), id="kt.fight.eligible.within-1in"),
        pytest.param(
            melee(fighter(round={words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1",)}), enemy(), step="hammer"),
            strike(),
            id="kt.fight.section-hammer.charger",
        ),
        pytest.param(
            # the charger was moved away: no enemy within 1", and yet it may fight, to pile in
            melee(fighter(round={words.CHARGED_BY: ("b1",)}), enemy(300)),
            strike(pile_in=((700, 500, 0),)),
            id="kt.fight.eligible.charged-by",
        ),
        pytest.param(
            melee(fighter(round={words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1",)}), enemy(300)),
            strike(pile_in=((700, 500, 0),)),
            id="kt.fight.eligible.charged",
        ),
    ],
)
def test_a_fighter_may_fight(state: State, action: Fight) -> None:
    assert decide(state, "a", action, [1]).dice == (1,)


@pytest.mark.parametrize(
    ("targets", "may"), [(("b1", "b2"), True), (("b1",), False)],
    ids=["kt.fight.eligible.unreached-target", "kt.fight.eligible.not-a-target"],
)  # fmt: skip
def test_every_target_of_a_successful_charge_may_fight(targets: tuple[str, ...], may: bool) -> None:
    """a1 reached b1 alone; b2, 2.61" away, may pile in if the charge named it too."""
    reaching = Decision("kt.charge.success", "a", "a1", targets, value=200)
    tried = fighter(round={words.CHARGE_TRIED: targets}, phase={words.ACTED: 1})
    state = position(tried, model("a9", (100, 2100)), enemy(200), model("b2", (900, 750)), pending=reaching)
    done = decide(state, "a", ChargeMove(path=((640, 500, 0),))).state
    done.phase, done.step, done.to_act = "fight", "lives", "b"
    action = Fight(model="b2", pile_in=((760, 620, 0),))
    assert answer(done, "b", action) == ("ok" if may else "kt.fight.eligible")


def test_chargers_first_then_the_others() -> None:
    # kt.fight.section-hammer, kt.fight.section-lives: b begins the second section though a fought last in the first
    charged = {words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1",)}
    state = melee(fighter(round=charged), enemy(), step="hammer", to_act="a", order=("b", "a"))
    fought = decide(state, "a", strike(), [1])
    after = decide(fought.state, "a", Consolidate(path=()))
    assert (after.state.phase, after.state.step, after.state.to_act) == ("fight", "lives", "b")


def test_the_phase_ends_when_all_have_fought() -> None:
    # kt.fight.section-lives
    state = melee(fighter(), enemy(phase={words.FOUGHT: 1}))
    fought = decide(state, "a", strike(), [1])
    after = decide(fought.state, "a", Pass())
    assert (after.state.phase, after.state.step) == ("morale", "break")


# pile in and consolidate


@pytest.mark.parametrize(
    ("end", "clause"),
    [
        pytest.param((800, 500, 0), "", id="kt.fight.pile-in.3in"),
        pytest.param((801, 500, 0), "kt.fight.pile-in", id="kt.fight.pile-in.farther"),
        pytest.param((500, 500, 0), "kt.fight.pile-in", id="kt.fight.pile-in.no-closer"),
        pytest.param((490, 500, 0), "kt.fight.pile-in", id="kt.fight.pile-in.away"),
        pytest.param((570, 600, 0), "", id="kt.note.one-inch-gap"),  # around the enemy, and closer all the same
    ],
)
def test_pile_in(end: tuple[int, int, int], clause: str) -> None:
    state = melee(fighter(round={words.CHARGED_BY: ("b1",)}), enemy(400))  # b1 stands at (1000, 500), 4" away
    action = Fight(model="a1", pile_in=(end,))
    if clause:
        assert refusal(state, "a", action) == clause
    else:
        assert [e.path for e in effects_of(decide(state, "a", action), Moved)] == [(end,)]


def test_the_closest_enemy_before_the_move_counts() -> None:
    # kt.fight.pile-in: b2 is closest (1"); going towards b1 ends farther from b2
    state = melee(fighter(), enemy(400), other(100))
    assert refusal(state, "a", Fight(model="a1", pile_in=((600, 500, 0),))) == "kt.fight.pile-in"


def test_a_model_consolidates_after_its_attacks() -> None:
    # kt.fight.consolidate: up to 3", closer to the closest enemy
    state = melee(fighter(), enemy(50), other(5, "b3", phase={words.FOUGHT: 1}))
    fought = decide(state, "a", strike(("b1", 1)), [1])
    assert fought.state.pending == Decision("kt.fight.consolidate", "a", "a1")
    assert refusal(fought.state, "b", Consolidate(path=())) == "kt.fight.consolidate"
    assert refusal(fought.state, "a", Consolidate(path=((510, 500, 0),))) == "kt.fight.consolidate"
    moved = decide(fought.state, "a", Consolidate(path=((500, 502, 0),)))
    assert moved.state.models["a1"].at == (500, 502, 0)
    assert (moved.state.pending, moved.state.to_act) == (None, "b")


def test_consolidation_is_optional() -> None:
    fought = decide(melee(fighter(), enemy()), "a", strike(), [1])
    after = decide(fought.state, "a", Pass())
    assert (after.state.models["a1"].at, after.state.to_act) == ((500, 500, 0), "b")


# targets


def test_a_target_is_within_an_inch_and_seen() -> None:
    # kt.fight.target
    state = melee(fighter(), enemy(100), other(101))
    assert refusal(state, "a", strike(("b2", 1))) == "kt.fight.target"
    assert decide(state, "a", strike(("b1", 1)), [1]).dice == (1,)
    walled = melee(fighter(), enemy(100), terrain=(box("wall", 560, 300, 640, 700, 600),))
    assert refusal(walled, "a", strike()) == "kt.fight.target"
    unmapped = melee(fighter(), enemy(100), mapped=False)
    assert refusal(unmapped, "a", strike(unseen=("b1",))) == "kt.fight.target"


@pytest.mark.parametrize(
    ("of_fighter", "of_other", "clause"),
    [
        pytest.param(
            {words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1",)},
            {},
            "kt.fight.target.charger-limit",
            id="kt.fight.target.charger-limit",
        ),
        pytest.param(
            {words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1", "b2")},
            {},
            "",
            id="kt.fight.target.charger-limit.declared",
        ),
        pytest.param(
            {words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1",)},
            {words.CHARGE_TRIED: ("a1",)},
            "",
            id="kt.fight.target.charger-limit.named-by",
        ),
        pytest.param({words.CHARGE_TRIED: ("b1",)}, {}, "", id="kt.fight.target.charger-limit.failed-charge"),
        pytest.param({words.CHARGED_BY: ("b1",)}, {}, "", id="kt.fight.target.charger-limit.charged-model"),
    ],
)
def test_whom_a_charger_may_attack(of_fighter: dict[str, Any], of_other: dict[str, Any], clause: str) -> None:
    state = melee(fighter(round=of_fighter), enemy(), other(round=of_other))
    if clause:
        assert refusal(state, "a", strike(("b2", 1))) == clause
    else:
        assert decide(state, "a", strike(("b2", 1)), [1]).dice == (1,)


@pytest.mark.decides("kt.fight.no-target", by="kt.fight.consolidate")
def test_no_target_ends_the_fight() -> None:
    # kt.fight.no-target: no attacks and no consolidation
    charged = {words.CHARGED: ("b2",), words.CHARGE_TRIED: ("b2",)}
    state = melee(fighter(round=charged), enemy(100), other(out=True))
    after = decide(state, "a", Fight(model="a1"))
    assert effects_of(after, Noted, "kt.fight.no-target")
    assert (after.state.pending, after.state.to_act) == (None, "b")
    target = melee(fighter(round=charged), enemy(100), other())
    assert decide(target, "a", strike(("b2", 1)), [1]).state.pending == Decision("kt.fight.consolidate", "a", "a1")


def test_attacks_may_be_declined() -> None:
    # kt.gap.pass
    after = decide(melee(fighter(), enemy()), "a", Fight(model="a1"))
    assert effects_of(after, Noted, "kt.gap.pass")
    assert not effects_of(after, Noted, "kt.fight.no-target")


# attacks


@pytest.mark.parametrize(
    ("attacks", "blows", "clause"),
    [
        pytest.param(3, [("b1", 3)], "", id="kt.fight.attacks-number"),
        pytest.param(3, [("b1", 4)], "kt.fight.split", id="kt.fight.attacks-number.more"),
        pytest.param(3, [("b1", 2), ("b2", 1)], "", id="kt.fight.split"),
        pytest.param(3, [("b1", 2), ("b2", 2)], "kt.fight.split", id="kt.fight.split.more"),
        pytest.param(3, [("b1", 0), ("b2", 1)], "", id="kt.fight.split.rest"),
        pytest.param(3, [("b1", 0), ("b2", 0)], "kt.fight.split", id="kt.fight.split.two-rests"),
        pytest.param(3, [("b1", 3), ("b2", 0)], "kt.fight.split", id="kt.fight.split.nothing-left"),
        pytest.param(3, [("b1", 1), ("b1", 2)], "kt.fight.split", id="kt.fight.split.twice"),
        pytest.param(2, [("b1", 1, "blade"), ("b1", 1, "axe")], "", id="kt.fight.weapon.two-weapons"),
    ],
)
def test_sharing_out_attacks(attacks: int, blows: list[Any], clause: str) -> None:
    state = melee(fighter(A=attacks, weapons=(blade(), blade("axe"))), enemy(), other())
    if clause:
        assert refusal(state, "a", strike(*blows)) == clause
    else:
        assert decide(state, "a", strike(*blows), [1] * attacks).dice == (1,) * attacks


def test_the_rest_goes_where_the_number_is_open() -> None:
    # A 3: one on b2, so two on b1
    done = decide(melee(fighter(A=3), enemy(), other()), "a", strike(("b1", 0), ("b2", 1)), [1, 1, 1])
    assert [(r.target, len(r.faces)) for r in effects_of(done, Rolled)] == [("b1", 2), ("b2", 1)]


@pytest.mark.parametrize(
    ("die", "blows", "shared"),
    [
        pytest.param(6, [("b1", 0)], [("b1", 3)], id="kt.fight.attacks-number.D3.6"),  # a 6 is a 3
        pytest.param(4, [("b1", 0), ("b2", 1)], [("b1", 1), ("b2", 1)], id="kt.fight.attacks-number.D3.4"),
    ],
)
def test_a_random_number_of_attacks(die: int, blows: list[Any], shared: list[Any]) -> None:
    state = melee(fighter(A="D3"), enemy(), other())
    assert wanted(state, "a", strike(*blows)) == (1, "kt.fight.attacks-number")
    made = sum(count for _, count in shared)
    done = decide(state, "a", strike(*blows), [die, *[1] * made])
    assert [(r.target, len(r.faces)) for r in effects_of(done, Rolled)[1:]] == shared


def test_attacks_not_made_are_noted() -> None:
    done = decide(melee(fighter(A=3), enemy()), "a", strike(("b1", 1)), [1])
    assert [(e.value, e.text) for e in effects_of(done, Noted, "kt.fight.attacks-number")] == [(2, "not made")]


def test_only_melee_weapons_of_the_model() -> None:
    # kt.fight.weapon
    state = melee(fighter(), enemy())
    assert refusal(state, "a", strike(("b1", 1, "gun"))) == "kt.fight.weapon"
    with pytest.raises(Malformed, match="no weapon 'axe'"):
        decide(state, "a", strike(("b1", 1, "axe")))


@pytest.mark.decides("kt.fight.improvised", by="kt.fight.weapon")
def test_everybody_has_an_improvised_weapon() -> None:
    # kt.fight.improvised: strength User (5), AP 0, damage 1
    state = melee(fighter(S=5, weapons=(gun(),)), enemy(T=5))
    done = decide(state, "a", strike(("b1", 1, IMPROVISED.id)), [3, 4, 3, 1])
    rolls = effects_of(done, Rolled)
    assert [roll.rule for roll in rolls[1:]] == ["kt.wound.table.equal", "kt.save.roll", "kt.injury.result"]
    assert (rolls[2].modifiers, len(rolls[3].faces)) == ((), 1)
    assert refusal(state, "a", strike(("b1", 1, "gun"))) == "kt.fight.weapon"


def test_dice_in_their_order() -> None:
    # kt.fight.steps, kt.dice.order: hits of both blows, wounds of both, then the saves blow by blow
    state = melee(fighter(A=2), enemy(), other())
    done = decide(state, "a", strike(("b1", 1), ("b2", 1)), [3, 4, 5, 6, 1, 2, 3, 4])
    assert [(roll.rule, roll.faces) for roll in effects_of(done, Rolled)] == [
        ("kt.hit.melee.roll", (3,)),
        ("kt.hit.melee.roll", (4,)),
        ("kt.wound.table.equal", (5,)),
        ("kt.wound.table.equal", (6,)),
        ("kt.save.roll", (1,)),
        ("kt.injury.result", (2,)),
        ("kt.save.roll", (3,)),
        ("kt.injury.result", (4,)),
    ]
    assert [e.model for e in effects_of(done, Removed)] == ["b2"]


@pytest.mark.decides("kt.fight.steps", by="kt.fight.target")
def test_a_fighter_piles_in_chooses_and_consolidates_in_this_order() -> None:
    # kt.fight.steps: what is reached by the pile in can be struck, and the second move is asked for after the blows
    state = melee(fighter(round={words.CHARGED_BY: ("b1",)}), enemy(300))
    assert refusal(state, "a", strike()) == "kt.fight.target"
    done = decide(state, "a", strike(pile_in=((700, 500, 0),)), [3, 4, 1, 1])
    order = ("kt.fight.pile-in", "kt.hit.melee.roll", "kt.wound.table.equal", "kt.save.roll", "kt.injury.result")
    assert [effect.rule for effect in done.effects if isinstance(effect, (Moved, Rolled))] == list(order)
    assert done.state.pending == Decision("kt.fight.consolidate", "a", "a1")


@pytest.mark.decides("kt.fight.save-and-damage", by="kt.save.roll")
def test_saves_and_damage_are_as_in_shooting() -> None:
    # kt.fight.save-and-damage: AP -1 against Sv 4+ needs a 5; damage D3 on W 3
    state = melee(fighter(weapons=(blade(AP=-1, D="D3"),)), enemy(W=3))
    done = decide(state, "a", strike(), [3, 4, 4, 3])  # 4 - 1 = 3 is no save; a 3 is 2 damage
    assert done.state.models["b1"].wounds == 1
    assert decide(state, "a", strike(), [3, 4, 5]).state.models["b1"].wounds == 3


def injury(state: State, face: int) -> tuple[tuple[tuple[str, int], ...], bool]:
    done = decide(state, "a", strike(), [6, 6, 1, face])
    return effects_of(done, Rolled, "kt.injury.result")[0].modifiers, done.state.models["b1"].out


@pytest.mark.decides("kt.fight.injury-no-cover", by="kt.hit.melee.mod-terrain")
def test_terrain_between_is_no_cover_in_melee() -> None:
    # kt.fight.injury-no-cover
    fence = box("fence", 560, 300, 640, 700, 100)
    assert injury(melee(fighter(), enemy(), terrain=(fence,)), 4) == ((), True)
    assert injury(melee(fighter(), enemy()), 4) == ((), True)  # the fence counts to hit, and in shooting


@pytest.mark.decides("kt.fight.injury-flesh-wound", by="kt.injury.mod-flesh-wound")
def test_flesh_wounds_of_the_target_count_in_melee() -> None:
    # kt.fight.injury-flesh-wound: +1, not -1
    wounded = enemy(game={words.FLESH: 1})
    assert injury(melee(fighter(), wounded), 3) == ((("kt.injury.mod-flesh-wound", 1),), True)
    assert injury(melee(fighter(), wounded), 2)[1] is False
    assert injury(melee(fighter(), enemy()), 3) == ((), False)


def test_a_fighter_that_falls_to_its_death_does_not_strike() -> None:
    # a pile in off a roof: 9" down is 2 dice; a 5 is a mortal wound, 4 kills
    tower = box("tower", 400, 400, 540, 600, 900)
    state = melee(
        model("a1", (480, 500, 900), round={words.CHARGED_BY: ("b1",)}),
        model("a2", (400, 900)),
        enemy(350),
        terrain=(tower,),
    )
    action = strike(pile_in=((590, 500, 900), (590, 500, 0)))
    after = decide(state, "a", action, [5, 1, 4])
    assert (after.state.models["a1"].out, after.state.pending) == (True, None)
    assert not effects_of(after, Rolled, "kt.hit.melee.roll")


# whatever happened at the table


def test_lenient_recording_never_crashes_and_names_the_clauses() -> None:
    state = melee(fighter(phase={words.FOUGHT: 1}), enemy(200), to_act="b")
    assert objections(state, "a", strike(("b1", 2)), [1, 1]) == [
        "kt.fight.alternate",
        "kt.fight.once-per-phase",
        "kt.fight.eligible",
        "kt.fight.target",
        "kt.fight.split",
    ]
    assert objections(state, "a", Consolidate(path=())) == ["kt.fight.consolidate"]
    assert "kt.fight.split" in objections(state, "a", strike(("b1", 1), ("b1", 0)), [1])
