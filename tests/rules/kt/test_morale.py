"""The Morale phase: break tests, shaking off, nerve tests; the three worked examples with 16 orks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Marked, Noted, Rolled, Unmarked
from rules.kernel.state import Mark, Model, State
from rules.kt import words
from rules.kt.morale import Morale, NerveTest, needs_break_test
from rules.kt.move import Ready

from .board import decide, effects_of, model, objections, position, refusal

FLESH: dict[str, Mark] = {words.FLESH: 1}
SHAKEN: dict[str, Mark] = {words.SHAKEN: 1}


def team(size: int, dead: int = 0, wounded: int = 0, side: str = "a", **of_model: Any) -> list[Model]:
    """So many models 5" apart: the dead first, then the wounded."""
    return [
        model(
            f"{side}{n + 1}",
            (100 + 500 * (n % 6), 100 + 500 * (n // 6)),
            out=n < dead,
            game=FLESH if dead <= n < dead + wounded else {},
            **of_model,
        )
        for n in range(size)
    ]


def hearts(*models: Model, step: str = "break", **of_position: Any) -> State:
    return position(*models, model("b1", (2900, 2100)), **{"phase": "morale", "step": step, **of_position})


# the break test


@pytest.mark.parametrize(
    ("size", "dead", "wounded", "due"),
    [
        pytest.param(16, 5, 2, False, id="kt.morale.example-break"),  # 7 is less than 8
        pytest.param(16, 7, 2, True, id="kt.morale.example-break.9"),
        pytest.param(16, 5, 3, False, id="kt.morale.break-condition.half"),  # exactly half
        pytest.param(5, 1, 1, False, id="kt.morale.break-condition.2-of-5"),
        pytest.param(5, 2, 1, True, id="kt.morale.break-condition.3-of-5"),
        pytest.param(4, 0, 3, True, id="kt.morale.break-condition.wounded-only"),
    ],
)
@pytest.mark.decides("kt.morale.break-condition", "kt.morale.example-break", by="kt.morale.break-roll")
def test_when_a_break_test_is_due(size: int, dead: int, wounded: int, due: bool) -> None:
    state = hearts(*team(size, dead, wounded))
    assert needs_break_test(state, "a") == due
    done = decide(state, "a", Morale(), [1, 1] if due else [])
    assert bool(effects_of(done, Rolled, "kt.morale.break-roll")) == due


@pytest.mark.parametrize(
    ("dice", "broken"),
    [
        pytest.param([4, 5], True, id="kt.morale.break-roll.9"),  # Ld 8 of a shaken, living model
        pytest.param([4, 4], False, id="kt.morale.break-roll.8"),
    ],
)
def test_break_roll(dice: list[int], broken: bool) -> None:
    models = [
        model("a1", out=True, Ld=10),
        model("a2", out=True),
        model("a3", (500, 500), Ld=8, game=SHAKEN),
    ]
    done = decide(hearts(*models), "a", Morale(), dice)
    assert words.broken(done.state, "a") == broken
    assert bool(effects_of(done, Marked, "kt.morale.broken-effect")) == broken


def test_a_broken_team_stays_broken_and_tests_no_more() -> None:
    # kt.morale.broken-effect
    state = hearts(*team(3, 2), a_game={words.BROKEN: 1})
    assert not needs_break_test(state, "a")
    done = decide(state, "a", Morale())
    assert done.state.step == "nerve"
    assert refusal(done.state, "a", Morale()) == "kt.morale.when"


def test_one_side_then_the_other_then_the_next_round() -> None:
    # kt.morale.when: initiative first; nobody has a nerve test to take
    state = hearts(*team(2))
    assert refusal(state, "b", Morale()) == "kt.morale.when"
    assert refusal(position(model("a1"), phase="fight"), "a", Morale()) == "kt.morale.when"
    first = decide(state, "a", Morale())
    assert (first.state.to_act, first.state.step) == ("b", "break")
    second = decide(first.state, "b", Morale())
    assert (second.state.phase, second.state.round) == ("initiative", 2)


def test_shaken_models_recover_after_the_break_test() -> None:
    # kt.morale.unshake: only this side's
    state = hearts(model("a1", game=SHAKEN), model("a2", (500, 900)), model("b2", (2500, 2100), game=SHAKEN))
    done = decide(state, "a", Morale())
    assert [e.on for e in effects_of(done, Unmarked)] == ["a1"]
    assert words.shaken(done.state.models["b2"])


# nerve tests


def test_who_takes_nerve_tests() -> None:
    # kt.morale.nerve-who
    state = hearts(model("a1", game=FLESH), model("a2", (500, 900)), model("a3", (500, 1300)), step="nerve")
    assert refusal(state, "a", NerveTest(model="a2")) == "kt.morale.nerve-who"
    done = decide(state, "a", NerveTest(model="a1"), [1])
    assert done.state.to_act == "b"  # nobody else has to
    broken = hearts(model("a1", game=FLESH), model("a2", (500, 900)), step="nerve", a_game={words.BROKEN: 1})
    assert decide(broken, "a", NerveTest(model="a2"), [1]).state.to_act == "a"
    assert refusal(decide(broken, "a", NerveTest(model="a2"), [1]).state, "a", NerveTest(model="a2")) == (
        "kt.morale.nerve-who"
    )


def test_the_break_test_comes_first() -> None:
    assert refusal(hearts(model("a1", game=FLESH)), "a", NerveTest(model="a1")) == "kt.morale.when"


@pytest.mark.parametrize(
    ("ld", "die", "shaken"),
    [
        pytest.param(4, 4, False, id="kt.morale.nerve-roll.equal"),
        pytest.param(4, 5, True, id="kt.morale.nerve-roll.above"),
    ],
)
def test_nerve_roll(ld: int, die: int, shaken: bool) -> None:
    done = decide(hearts(model("a1", game=FLESH, Ld=ld), step="nerve"), "a", NerveTest(model="a1"), [die])
    assert bool(effects_of(done, Marked, "kt.morale.shaken-effect")) == shaken
    assert bool(effects_of(done, Noted, "kt.morale.nerve-roll")) != shaken


@pytest.mark.decides("kt.morale.nerve-test.natural-1", by="kt.morale.shaken-effect")
def test_a_natural_one_passes() -> None:
    # kt.morale.nerve-test.natural-1: 1 + 12 dead is above Ld 7
    state = hearts(*team(14, 12, 1), step="nerve")
    done = decide(state, "a", NerveTest(model="a13"), [1])
    assert effects_of(done, Noted, "kt.morale.nerve-test.natural-1")
    assert not effects_of(done, Marked, "kt.morale.shaken-effect")
    assert effects_of(decide(state, "a", NerveTest(model="a13"), [2]), Marked, "kt.morale.shaken-effect")


def modifiers(state: State, die: int = 1) -> dict[str, int]:
    done = decide(state, "a", NerveTest(model="a1"), [die])
    return dict(effects_of(done, Rolled, "kt.morale.nerve-roll")[0].modifiers)


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        pytest.param(
            [model("a2", out=True), model("a3", out=True)],
            {"kt.morale.nerve-test.modifier-dead": 2},
            id="kt.morale.nerve-test.modifier-dead",
        ),
        pytest.param(
            [model("a2", (2000, 500), game=SHAKEN)],
            {"kt.morale.nerve-test.modifier-shaken": 1},
            id="kt.morale.nerve-test.modifier-shaken",
        ),
        pytest.param(
            [model("a2", (800, 500)), model("a3", (500, 800), game=FLESH)],  # exactly 2" away
            {"kt.morale.nerve-test.modifier-friends": -2},
            id="kt.morale.nerve-test.modifier-friends",
        ),
        pytest.param([model("a2", (801, 500))], {}, id="kt.morale.nerve-test.modifier-friends.farther"),
        pytest.param([model("b2", (800, 500))], {}, id="kt.morale.nerve-test.modifier-friends.enemy"),
        pytest.param(
            [model("a2", (800, 500), game=SHAKEN)],
            {"kt.morale.nerve-test.modifier-shaken": 1},
            id="kt.morale.nerve-test.modifier-friends.shaken",
        ),
    ],
)
def test_nerve_modifiers(others: list[Model], expected: dict[str, int]) -> None:
    assert modifiers(hearts(model("a1", (500, 500), game=FLESH), *others, step="nerve")) == expected


def test_the_order_of_tests_matters() -> None:
    # kt.morale.nerve-test.modifier-shaken: a1 fails with a 5 above Ld 4, then a2's 4 has +1
    state = hearts(model("a1", game=FLESH, Ld=4), model("a2", (2000, 500), game=FLESH, Ld=4), step="nerve")
    first = decide(state, "a", NerveTest(model="a1"), [5])
    second = decide(first.state, "a", NerveTest(model="a2"), [4])
    assert words.shaken(second.state.models["a2"])


def orks(*near: tuple[int, int], ld: int) -> State:
    """Of 16 orks 5 are dead; a16 is wounded and 2 gretchin may stand near it."""
    models = team(13, dead=5)
    models += [model(f"a{14 + n}", at) for n, at in enumerate(near or ((100, 1600), (700, 1600)))]
    return hearts(*models, model("a16", (2500, 1700), game=FLESH, Ld=ld), step="nerve")


@pytest.mark.decides("kt.morale.example-warboss", by="kt.morale.shaken-effect")
def test_the_warboss_passes() -> None:
    # kt.morale.example-warboss: 3 + 5 - 2 = 6, not above 7
    done = decide(orks((2500, 1900), (2500, 1500), ld=7), "a", NerveTest(model="a16"), [3])
    (roll,) = effects_of(done, Rolled)
    assert sum(amount for _, amount in roll.modifiers) == 3
    assert not words.shaken(done.state.models["a16"])
    alone = decide(orks(ld=7), "a", NerveTest(model="a16"), [3])  # 3 + 5 = 8 is above 7
    assert words.shaken(alone.state.models["a16"])


@pytest.mark.decides("kt.morale.example-boy", by="kt.morale.shaken-effect")
def test_the_boy_is_shaken() -> None:
    # kt.morale.example-boy: 2 + 5 = 7 is above 6, and not above 7
    assert words.shaken(decide(orks(ld=6), "a", NerveTest(model="a16"), [2]).state.models["a16"])
    assert not words.shaken(decide(orks(ld=7), "a", NerveTest(model="a16"), [2]).state.models["a16"])


@pytest.mark.decides("kt.morale.shaken-passives", by="kt.save.roll")
def test_a_shaken_model_does_nothing_and_still_saves() -> None:
    # kt.morale.shaken-effect, kt.morale.shaken-passives
    from rules.kt.shoot import Shoot, Volley

    shaken = model("a1", (500, 500), game=SHAKEN)
    state = position(shaken, model("a2", (500, 900)), model("b1", (1600, 500)), phase="movement")
    assert refusal(state, "a", Ready(model="a1")) == "kt.morale.shaken-effect"
    state = position(shaken, model("b1", (1600, 500)), phase="shooting", step="fire-at-will", to_act="b")
    shot = Shoot(model="b1", volleys=(Volley("gun", "a1"),))
    for face, saved in ((3, 0), (4, 1)):
        done = decide(state, "b", shot, [3, 1, 4, face, *([] if saved else [1])])
        assert [(r.by, r.passed) for r in effects_of(done, Rolled, "kt.save.roll")] == [("a", (saved,))]


def test_lenient_recording_never_crashes() -> None:
    state = hearts(model("a1"), model("a2", (500, 900), out=True), to_act="b")
    assert objections(state, "a", NerveTest(model="a1"), [1]) == [
        "kt.morale.when",
        "kt.morale.when",
        "kt.morale.nerve-who",
    ]
    assert "kt.morale.nerve-who" in objections(state, "a", NerveTest(model="a2"), [1])


# what a mission may make of it


@pytest.mark.parametrize(
    ("agreed", "broken", "winner"),
    [
        pytest.param(True, "a", "b", id="kt.morale.broken-scenario.one"),
        pytest.param(True, "ab", "", id="kt.morale.broken-scenario.both"),
        pytest.param(True, "", None, id="kt.morale.broken-scenario.none"),
        pytest.param(False, "a", None, id="kt.morale.broken-scenario.not-agreed"),
    ],
)
def test_a_mission_may_defeat_the_broken(agreed: bool, broken: str, winner: str | None) -> None:
    """When both have had their Morale phase; the game goes on without the option, and where nobody is broken."""
    marks: dict[str, Any] = {f"{side}_game": {words.BROKEN: 1} for side in broken}
    models = [model("a1", (500, 500)), model("b1", (2900, 2100))]
    tested = [each.copied() for each in models]
    for each in tested:
        each.phase = {words.TESTED: 1}
    state = position(*tested, phase="morale", step="break", to_act="b", options={words.BROKEN_LOSES: agreed}, **marks)
    over = decide(state, "b", Morale()).state.over
    assert (None if over is None else over.winner) == winner
    assert over is None or over.reason == words.BROKEN_LOSES


def test_the_first_to_break_waits_for_the_other() -> None:
    # kt.morale.broken-scenario: side b has not tested yet
    state = hearts(model("a1"), a_game={words.BROKEN: 1}, options={words.BROKEN_LOSES: True})
    assert decide(state, "a", Morale()).state.over is None
