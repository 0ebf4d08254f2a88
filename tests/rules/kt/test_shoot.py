"""The Shooting phase: who shoots when, at what, with which weapons, and how attacks are split."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Marked, Measured, Noted, Removed, Rolled, Turned, Unmarked, WoundsSet
from rules.kernel.errors import Malformed
from rules.kernel.state import Model, State
from rules.kt import words
from rules.kt.game import Pass
from rules.kt.shoot import Share, Shoot, Volley
from rules.kt.sight import SightFact

from .board import box, decide, effects_of, gun, model, objections, position, refusal, wanted

AT_A = (500, 500)


def field(*models: Model, **of_position: Any) -> State:
    """The second section of the Shooting phase, side a to act."""
    return position(*models, **{"phase": "shooting", "step": "fire-at-will", **of_position})


def shooter(**of_model: Any) -> Model:
    return model("a1", AT_A, **of_model)


def target(gap: int = 1000, key: str = "b1", **of_model: Any) -> Model:
    """An enemy with so many hundredths between the bases."""
    return model(key, (AT_A[0] + 100 + gap, AT_A[1]), **of_model)


def shoot(*targets: str, weapon: str = "gun", **more: Any) -> Shoot:
    return Shoot(model="a1", volleys=tuple(Volley(weapon, key) for key in targets or ("b1",)), **more)


MARKS: dict[str, dict[str, Any]] = {
    "charged": {words.CHARGE_TRIED: ("b1",)},
    "fell back": {words.FELL_BACK: 1},
    "retreated": {words.RETREATED: 1},
    "advanced": {words.ADVANCED: 1},
}


# who may shoot


@pytest.mark.parametrize(
    ("clause", "state"),
    [
        pytest.param("kt.game.phases", field(shooter(), target(), phase="fight", step="lives"), id="kt.game.phases"),
        pytest.param("kt.shoot.alternate", field(shooter(), target(), to_act="b"), id="kt.shoot.alternate"),
        pytest.param(
            "kt.shoot.once-per-phase",
            field(shooter(phase={words.SHOT: 1}), target()),
            id="kt.shoot.once-per-phase",
        ),
        pytest.param(
            "kt.shoot.section-ready", field(shooter(), target(), step="ready"), id="kt.shoot.section-ready.not-ready"
        ),
        pytest.param(
            "kt.shoot.select.not-charged",
            field(shooter(round=MARKS["charged"]), target()),
            id="kt.shoot.select.not-charged",
        ),
        pytest.param(
            "kt.shoot.select.not-fell-back",
            field(shooter(round=MARKS["fell back"]), target()),
            id="kt.shoot.select.not-fell-back",
        ),
        pytest.param(
            "kt.shoot.select.not-retreated",
            field(shooter(round=MARKS["retreated"]), target()),
            id="kt.shoot.select.not-retreated",
        ),
        pytest.param(
            "kt.shoot.select.not-advanced",
            field(shooter(round=MARKS["advanced"]), target()),
            id="kt.shoot.select.not-advanced",
        ),
        pytest.param(
            # exactly 1" from an enemy is within 1"
            "kt.shoot.select.not-engaged",
            field(shooter(), target(100)),
            id="kt.shoot.select.not-engaged",
        ),
        pytest.param(
            "kt.morale.shaken-effect",
            field(shooter(game={words.SHAKEN: 1}), target()),
            id="kt.morale.shaken-effect",
        ),
        pytest.param("table.present", field(shooter(out=True), model("a2"), target()), id="table.present.shooter"),
        pytest.param("table.present", field(shooter(), target(out=True), target(key="b2")), id="table.present.target"),
    ],
)
def test_a_shooter_is_refused(clause: str, state: State) -> None:
    assert refusal(state, "a", shoot()) == clause


@pytest.mark.parametrize(
    "marks",
    [
        pytest.param({words.FELL_BACK: 1}, id="kt.shoot.select.not-fell-back"),
        pytest.param({words.RETREATED: 1}, id="kt.shoot.select.not-retreated"),
    ],
)
def test_fly_lifts_the_ban(marks: dict[str, Any]) -> None:
    assert decide(field(shooter(round=marks, keywords=("FLY",)), target()), "a", shoot(), [1, 1]).dice == (1, 1)


def test_just_over_an_inch_from_an_enemy_a_model_shoots() -> None:
    # kt.shoot.select.not-engaged: 1.01" is not within 1"
    assert decide(field(shooter(), target(101)), "a", shoot(), [1, 1]).dice == (1, 1)


def test_sides_alternate_and_a_ready_model_shoots_first() -> None:
    # kt.shoot.section-ready, kt.shoot.alternate
    ready: dict[str, Any] = {words.READY: 1}
    state = field(shooter(round=ready), target(round=ready), step="ready")
    after = decide(state, "a", shoot(), [1, 1])
    assert [effect.on for effect in effects_of(after, Unmarked)] == ["a1"]
    assert (after.state.to_act, after.state.step) == ("b", "ready")
    assert words.READY not in after.state.models["a1"].round


@pytest.mark.decides("kt.shoot.section-ready.rest", by="kt.shoot.section-fire-at-will")
def test_the_rest_of_the_ready_models_shoot_in_a_row() -> None:
    # kt.shoot.section-ready.rest: b has none, so a goes on, and then the section ends
    ready: dict[str, Any] = {words.READY: 1}
    state = field(shooter(round=ready), model("a2", (500, 900), round=ready), target(), step="ready")
    first = decide(state, "a", shoot(), [1, 1])
    assert (first.state.to_act, first.state.step) == ("a", "ready")
    second = decide(first.state, "a", Shoot(model="a2", volleys=(Volley("gun", "b1"),)), [1, 1])
    assert (second.state.to_act, second.state.step) == ("b", "fire-at-will")


def test_the_second_section_begins_with_initiative() -> None:
    # kt.shoot.section-fire-at-will: b has initiative and begins, though b shot last
    ready: dict[str, Any] = {words.READY: 1}
    state = field(shooter(), target(round=ready), step="ready", to_act="b", order=("b", "a"))
    after = decide(state, "b", Shoot(model="b1", volleys=(Volley("gun", "a1"),)), [1, 1])
    assert (after.state.to_act, after.state.step) == ("a", "fire-at-will")  # b has nobody left to choose
    state = field(shooter(), target(round=ready), target(1500, "b2"), step="ready", to_act="b", order=("b", "a"))
    after = decide(state, "b", Shoot(model="b1", volleys=(Volley("gun", "a1"),)), [1, 1])
    assert (after.state.to_act, after.state.step) == ("b", "fire-at-will")


def test_the_phase_ends_when_all_have_shot() -> None:
    # kt.shoot.section-fire-at-will
    state = field(shooter(), target(phase={words.SHOT: 1}))
    assert decide(state, "a", shoot(), [1, 1]).state.phase == "morale"  # nobody can fight either


def test_a_pass_uses_the_model_up() -> None:
    # kt.gap.pass
    state = field(shooter(), model("a2", (500, 900)), target())
    after = decide(state, "a", Pass(model="a1"))
    assert after.state.to_act == "b"
    again = decide(after.state, "b", Pass(model="b1"))
    assert refusal(again.state, "a", shoot()) == "kt.shoot.once-per-phase"


# targets


@pytest.mark.parametrize(
    ("gap", "allowed"),
    [
        pytest.param(2400, True, id="kt.shoot.range.exactly"),
        pytest.param(2401, False, id="kt.shoot.range.beyond"),
    ],
)
def test_range(gap: int, allowed: bool) -> None:
    state = field(shooter(), target(gap))
    if allowed:
        measured = effects_of(decide(state, "a", shoot(), [1]), Measured, "kt.shoot.range")
        assert [effect.value for effect in measured] == [gap]
    else:
        assert refusal(state, "a", shoot()) == "kt.shoot.range"


WALL = box("wall", 950, 300, 1000, 700, 600)


def test_a_hidden_target_cannot_be_shot() -> None:
    # kt.shoot.visibility: a wall taller than both models between them
    assert refusal(field(shooter(), target(), terrain=[WALL]), "a", shoot()) == "kt.shoot.visibility"


def test_without_a_map_visibility_is_declared() -> None:
    state = field(shooter(), target(), mapped=False)
    unseen = shoot(facts=(SightFact("b1", visible=False),))
    assert refusal(state, "a", unseen) == "kt.shoot.visibility"
    seen = decide(state, "a", shoot(facts=(SightFact("b1", obscured="terrain"),)), [1, 1])
    (obscured,) = effects_of(seen, Measured, "kt.hit.obscured-definition")
    assert obscured.declared and obscured.by == ("terrain",)


def test_a_declared_line_that_is_not_the_measured_one_is_objected_to() -> None:
    state = field(shooter(), target())
    said = shoot(facts=(SightFact("b1", obscured="terrain"),))
    assert refusal(state, "a", said) == "table.fact"
    assert objections(state, "a", said, [1, 1]) == ["table.fact"]
    assert not objections(state, "a", shoot(facts=(SightFact("b1"),)), [1, 1])


@pytest.mark.parametrize(
    ("gap", "clause"),
    [
        pytest.param(100, "kt.shoot.not-into-melee", id="kt.shoot.not-into-melee.exactly-1in"),
        pytest.param(101, "", id="kt.shoot.not-into-melee.farther"),
    ],
)
def test_no_shots_into_melee(gap: int, clause: str) -> None:
    enemy = target()
    friend = model("a2", (enemy.at[0], 600 + gap)) if enemy.at else model("a2")
    state = field(shooter(), friend, enemy)
    if clause:
        assert refusal(state, "a", shoot()) == clause
    else:
        assert decide(state, "a", shoot(), [1, 1]).dice == (1, 1)


def test_a_friend_is_no_target() -> None:
    assert refusal(field(shooter(), model("a2"), target()), "a", shoot("a2")) == "kt.gap.two-players"


# weapons


def test_a_weapon_has_to_be_named_and_carried() -> None:
    # kt.shoot.weapon-choice
    state = field(shooter(), target())
    assert refusal(state, "a", Shoot(model="a1", volleys=())) == "kt.shoot.weapon-choice"
    with pytest.raises(Malformed, match="no weapon 'cannon'"):
        decide(state, "a", shoot(weapon="cannon"))


def test_a_melee_weapon_does_not_shoot() -> None:
    assert refusal(field(shooter(), target()), "a", shoot(weapon="blade")) == "kt.weapon.range-melee"


def two_guns(**of_model: Any) -> Model:
    return shooter(weapons=(gun("gun", type="Heavy"), gun("rifle", type="Heavy")), **of_model)


def both(first: str = "b1", second: str = "b1", **more: Any) -> Shoot:
    return Shoot(model="a1", volleys=(Volley("gun", first), Volley("rifle", second)), **more)


@pytest.mark.decides("kt.shoot.all-weapons", by="kt.hit.ranged.roll")
def test_all_weapons_fire_one_after_another() -> None:
    # kt.shoot.all-weapons, kt.shoot.steps: the first weapon is done with before the second rolls to hit
    state = field(two_guns(), target(W=3), model("b2", (1600, 900)))
    after = decide(state, "a", both("b1", "b2"), [3, 4, 3, 3, 4, 3, 1])
    assert [effect.rule for effect in after.effects if isinstance(effect, (Rolled, WoundsSet))] == [
        "kt.hit.ranged.roll",
        "kt.wound.table.equal",
        "kt.save.roll",
        "kt.damage.apply",
        "kt.hit.ranged.roll",
        "kt.wound.table.equal",
        "kt.save.roll",
        "kt.damage.apply",
        "kt.injury.result",
        "kt.gap.wounds-after-flesh-wound",
    ]
    assert len(effects_of(decide(state, "a", shoot("b1"), [1]), Rolled, "kt.hit.ranged.roll")) == 1


@pytest.mark.decides("kt.shoot.steps", by="kt.wound.table.equal")
@pytest.mark.parametrize(
    ("dice", "steps"),
    [
        ([2], ("kt.hit.ranged.roll",)),
        ([3, 3], ("kt.hit.ranged.roll", "kt.wound.table.equal")),
        ([3, 4, 4], ("kt.hit.ranged.roll", "kt.wound.table.equal", "kt.save.roll")),
        ([3, 4, 3, 4], ("kt.hit.ranged.roll", "kt.wound.table.equal", "kt.save.roll", "kt.injury.result")),
    ],
    ids=[f"kt.shoot.steps {step}" for step in ("miss", "no-wound", "saved", "injury")],
)
def test_each_step_follows_from_the_one_before(dice: list[int], steps: tuple[str, ...]) -> None:
    done = decide(field(shooter(weapons=(gun(type="Heavy"),)), target()), "a", shoot(), dice)
    assert tuple(roll.rule for roll in effects_of(done, Rolled)) == steps


def test_each_weapon_fires_once() -> None:
    # kt.shoot.next-weapon
    assert refusal(field(two_guns(), target()), "a", shoot("b1", "b1"), [1]) == "kt.shoot.next-weapon"


@pytest.mark.parametrize(
    ("first", "second", "clause"),
    [
        pytest.param("Plasma gun - Standard", "Plasma gun - Supercharge", "kt.shoot.next-weapon", id="one-weapon"),
        pytest.param("Frag (launcher)", "Krak (launcher)", "", id="two-weapons"),
    ],
)
def test_two_settings_are_one_weapon(first: str, second: str, clause: str) -> None:
    state = field(shooter(weapons=(gun("gun", name=first), gun("rifle", name=second))), target(1500))
    if clause:
        assert refusal(state, "a", both(), [1]) == clause
    else:
        assert decide(state, "a", both(), [1, 1]).dice == (1, 1)


def test_a_model_may_go_on_with_another_weapon_later() -> None:
    # kt.shoot.next-weapon: it stays active, keeps its turn, and is done only afterwards
    state = field(two_guns(), model("a2", (500, 900)), target())
    first = decide(state, "a", shoot(more=True), [1])
    assert (first.state.to_act, first.state.active) == ("a", "a1")
    assert words.SHOT not in first.state.models["a1"].phase
    other = Shoot(model="a2", volleys=(Volley("gun", "b1"),))
    assert refusal(first.state, "a", other) == "kt.shoot.next-weapon"
    assert refusal(first.state, "a", shoot()) == "kt.shoot.next-weapon"
    second = decide(first.state, "a", shoot(weapon="rifle"), [1])
    assert (second.state.to_act, second.state.active) == ("b", "")


def test_an_open_activation_ends_with_a_pass_of_that_model() -> None:
    state = field(two_guns(), model("a2", (500, 900)), target())
    first = decide(state, "a", shoot(more=True), [1])
    assert refusal(first.state, "a", Pass(model="a2")) == "kt.shoot.next-weapon"
    offered = {(o.action, o.model, o.weapons) for o in rules.options(rules.load("kt"), first.state)}
    assert offered == {("shoot", "a1", ("rifle",)), ("pass", "a1", ())}
    passed = decide(first.state, "a", Pass())
    assert (passed.state.to_act, passed.state.active) == ("b", "")
    assert words.SHOT not in passed.state.models["a2"].phase


def test_a_volley_at_a_target_already_gone_reads_no_dice_and_leaves_the_model_shooting() -> None:
    # kt.shoot.next-weapon: the gun kills b1 (3 hits, 4 wounds, 3 no save, 4 kills), the rifle has no target any more
    state = field(two_guns(), target(), model("b2", (1600, 900)))
    after = decide(state, "a", both("b1", "b1"), [3, 4, 3, 4])
    assert [effect.model for effect in effects_of(after, Removed)] == ["b1"]
    (noted,) = effects_of(after, Noted, "kt.shoot.next-weapon")
    assert (noted.target, noted.text) == ("b1", "target gone")
    assert (after.state.to_act, after.state.active) == ("a", "a1")
    again = decide(after.state, "a", shoot("b2", weapon="rifle"), [1])
    assert again.state.to_act == "b"


def test_the_other_volleys_are_fired_when_one_has_lost_its_target() -> None:
    guns = tuple(gun(key, type="Heavy") for key in ("gun", "rifle", "laser"))
    state = field(shooter(weapons=guns), target(), model("b2", (1600, 900)))
    volleys = (Volley("gun", "b1"), Volley("rifle", "b1"), Volley("laser", "b2"))
    after = decide(state, "a", Shoot(model="a1", volleys=volleys), [3, 4, 3, 4, 1])
    assert after.state.models["a1"].phase[words.FIRED] == ("gun", "laser")


# attacks


@pytest.mark.parametrize(
    ("attacks", "dice", "shots"),
    [
        pytest.param(1, [], 1, id="kt.shoot.attacks-number 1"),
        pytest.param(3, [], 3, id="kt.type.number"),
        pytest.param("D6", [5], 5, id="kt.shoot.attacks-random.D6"),
        pytest.param("D3", [5], 3, id="kt.dice.d3"),  # a 5 is a 3
        pytest.param("2D6", [1, 4], 5, id="kt.shoot.attacks-random.2D6"),
    ],
)
@pytest.mark.decides("kt.shoot.attacks-number", "kt.type.number", by="kt.hit.ranged.roll")
def test_number_of_attacks(attacks: int | str, dice: list[int], shots: int) -> None:
    state = field(shooter(weapons=(gun(type="Assault", attacks=attacks),)), target())
    assert wanted(state, "a", shoot(), dice) == (shots, "kt.hit.ranged.roll")
    if dice:
        assert wanted(state, "a", shoot())[1] == "kt.shoot.attacks-random"


FLAMER = gun(
    "flamer", type="Assault", attacks="D6", range=800, has={"kt.weapon.ability.auto-hit": 1}, text="Hits automatically."
)


def cultists(gap: int = 200) -> list[Model]:
    """Three models in a row 4" away, so far apart; the middle one is b1."""
    return [
        model("b1", (1000, 500), T=3, Sv=6),
        model("b2", (1000, 600 + gap), T=3, Sv=6),
        model("b3", (1000, 400 - gap), T=3, Sv=6),
    ]


def burn(*shares: tuple[str, int]) -> Shoot:
    return Shoot(model="a1", volleys=(Volley("flamer", "b1", tuple(Share(*share) for share in shares)),))


@pytest.mark.decides("kt.shoot.split.example", by="kt.shoot.split")
def test_flamer_and_three_cultists() -> None:
    # kt.shoot.split.example: a 5 gives 2 to the centre, 2 to the left and 1 to the right, all of them hits
    state = field(shooter(weapons=(FLAMER,)), *cultists())
    after = decide(state, "a", burn(("b2", 2), ("b3", 1)), [5, 1, 1, 1, 1, 1])
    wounds = effects_of(after, Rolled, "kt.wound.table.greater")
    assert [(roll.target, len(roll.faces)) for roll in wounds] == [("b1", 2), ("b2", 2), ("b3", 1)]
    assert refusal(state, "a", burn(("b2", 3), ("b3", 3)), [5]) == "kt.shoot.split"


@pytest.mark.parametrize(
    ("gap", "shares", "dice", "accepted"),
    [
        pytest.param(200, [("b2", 2)], [5], True, id="kt.shoot.split.exactly-2in"),
        pytest.param(201, [("b2", 2)], [5], False, id="kt.shoot.split.beyond-2in"),
        pytest.param(200, [("b2", 5)], [5], True, id="kt.shoot.split.all-given-away"),
        pytest.param(200, [("b2", 6)], [5], False, id="kt.shoot.split.too-many"),
        pytest.param(200, [("b2", 0)], [5], False, id="kt.shoot.split.none"),
        pytest.param(200, [("b1", 1)], [5], False, id="kt.shoot.split.original-again"),
        pytest.param(200, [("b2", 1), ("b2", 1)], [5], False, id="kt.shoot.split.twice"),
    ],
)
def test_split(gap: int, shares: list[tuple[str, int]], dice: list[int], accepted: bool) -> None:
    state = field(shooter(weapons=(FLAMER,)), *cultists(gap))
    if accepted:
        assert wanted(state, "a", burn(*shares), dice)[1] == "kt.wound.table.greater"
    else:
        assert refusal(state, "a", burn(*shares), dice) == "kt.shoot.split"


def test_each_target_of_a_split_is_a_legal_target() -> None:
    # kt.shoot.split: b2 is in range of the flamer's 8" only as far as its own distance goes
    short = gun("flamer", type="Assault", attacks=3, range=400)
    far = [model("b1", (1000, 500)), model("b2", (1200, 500))]
    assert refusal(field(shooter(weapons=(short,)), *far), "a", burn(("b2", 1))) == "kt.shoot.range"


def test_rapid_fire_doubles_by_the_original_target() -> None:
    # kt.gap.rapid-split-range: b1 at 12" doubles though b2 is at 13.9"
    near, far = model("b1", (1800, 500)), model("b2", (1980, 500))
    rapid = gun("flamer")
    state = field(shooter(weapons=(rapid,)), near, far)
    assert wanted(state, "a", burn(("b2", 1))) == (1, "kt.hit.ranged.roll")
    after = decide(state, "a", burn(("b2", 1)), [1, 1])
    rolls = effects_of(after, Rolled, "kt.hit.ranged.roll")
    assert [(roll.target, len(roll.faces), roll.modifiers) for roll in rolls] == [
        ("b1", 1, ()),
        ("b2", 1, (("kt.hit.ranged.mod-obscured", -1), ("kt.hit.ranged.mod-long-range", -1))),
    ]


def test_all_hits_then_all_wounds_then_saves_target_by_target() -> None:
    # kt.dice.order: 2 hit dice on b1 and 1 on b2; wounds; then b1's save and injury, then b2's
    trio = gun("flamer", type="Assault", attacks=3)
    after = decide(
        field(shooter(weapons=(trio,)), *cultists()),
        "a",
        burn(("b2", 1)),
        [3, 2, 6, 3, 4, 5, 1, 2, 4],
    )
    read = [(roll.rule, roll.target or roll.model, roll.faces) for roll in effects_of(after, Rolled)]
    assert read == [
        ("kt.hit.ranged.roll", "b1", (3, 2)),
        ("kt.hit.ranged.roll", "b2", (6,)),
        ("kt.wound.table.greater", "b1", (3,)),
        ("kt.wound.table.greater", "b2", (4,)),
        ("kt.save.roll", "a1", (5,)),
        ("kt.injury.result", "b1", (1,)),
        ("kt.save.roll", "a1", (2,)),
        ("kt.injury.result", "b2", (4,)),
    ]


# whatever happened at the table


def test_lenient_recording_never_crashes_and_names_the_clauses() -> None:
    state = field(shooter(round=MARKS["fell back"]), target(2500), step="ready")
    assert objections(state, "a", shoot(), [1]) == [
        "kt.shoot.section-ready",
        "kt.shoot.select.not-fell-back",
        "kt.shoot.range",
    ]


def test_lenient_split_beyond_the_attacks_is_played_as_declared() -> None:
    state = field(shooter(weapons=(FLAMER,)), *cultists())
    after = decide(state, "a", burn(("b2", 3)), [2, 1, 1, 1], lenient=True)
    assert [finding.rule for finding in after.findings] == ["kt.shoot.split"]
    assert [len(r.faces) for r in effects_of(after, Rolled, "kt.wound.table.greater")] == [3]


def test_lenient_target_out_of_action_reads_no_dice() -> None:
    state = field(shooter(), target(out=True), target(1500, "b2"))
    after = decide(state, "a", shoot(), lenient=True)
    assert [finding.rule for finding in after.findings] == ["table.present"]


def test_a_shot_marks_the_model_and_turns_to_the_other_side() -> None:
    after = decide(field(shooter(), target()), "a", shoot(), [1, 1])
    assert [(e.on, e.key) for e in effects_of(after, Marked)] == [("a1", words.SHOT)]
    assert [e.to for e in effects_of(after, Turned)] == ["b"]
