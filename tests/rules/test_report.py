"""The verification report step by step, and the odds of a step: as values, and as the command line prints them."""

from __future__ import annotations

import json
import tracemalloc
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
from rules import trace
from rules.__main__ import main
from rules.kernel.effects import Removed, Rolled
from rules.kernel.events import Declaration, Event
from rules.kernel.state import State
from rules.kt.game import Initiative
from rules.kt.morale import NerveTest
from rules.kt.shoot import Shoot, Volley
from rules.likelihood import about, likelihood, percent
from tests.kernel.systems import plans, recorded, ruleset
from tests.rules.kt.board import KT, gun, model, position
from tests.rules.test_cli import play

FLESH = "kt.status.flesh-wound-definition"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("report") / "game.jsonl"
    assert play(found) == 0
    return found


@pytest.fixture(scope="module")
def game(path: Path) -> rules.GameFile:
    return rules.read_game(path.read_bytes())


# --- steps


def test_every_roll_of_every_step_is_told_with_what_it_needed(game: rules.GameFile) -> None:
    steps = list(rules.steps(KT, game.events))
    assert [step.number for step in steps] == list(range(1, len(game.events) + 1))
    for step, event in zip(steps, game.events, strict=True):
        rolled = [effect for effect in event.effects if isinstance(effect, Rolled)]
        assert [(roll.rule, roll.faces, roll.needed) for roll in step.rolls] == [
            (effect.rule, effect.faces, effect.needed) for effect in rolled
        ]
        for roll in step.rolls:
            assert roll.label in {clause.en for _, clause in KT.clauses.values()}
            assert roll.reach == (roll.needed - sum(extra.amount for extra in roll.modifiers) if roll.needed else 0)


def test_steps_say_round_and_phase_they_were_declared_in(game: rules.GameFile) -> None:
    state = rules.empty(KT)
    for step, event in zip(rules.steps(KT, game.events), game.events, strict=True):
        assert (step.round, step.phase, step.by) == (state.round, state.phase, event.by)
        rules.evolve(state, event)


def test_steps_from_the_middle_are_those_of_the_whole(game: rules.GameFile) -> None:
    whole = list(rules.steps(KT, game.events))
    start = rules.fold(KT, game.events[:60])
    assert list(rules.steps(KT, game.events[60:], state=start)) == whole[60:]


def test_findings_stand_at_their_steps(game: rules.GameFile) -> None:
    finding = rules.Finding(number=30, rule="kt.move.normal", severity="illegal", message="too far")
    told = {step.number: step.findings for step in rules.steps(KT, game.events, [finding])}
    assert told.pop(30) == (finding,)
    assert not any(told.values())


def test_a_step_that_cannot_be_folded_is_told_all_the_same(game: rules.GameFile) -> None:
    events = list(game.events[:40])
    events[30] = msgspec.structs.replace(events[30], effects=(Removed(rule="kt.injury.out-of-action", model="zz"),))
    told = list(rules.steps(KT, events))
    assert len(told) == 40
    assert told[30].effects == (trace.Change("kt.injury.out-of-action", "zz is out of action"),)


def test_memory_for_a_step_does_not_grow_with_the_game(game: rules.GameFile) -> None:
    events = game.events
    tracemalloc.start()
    for _ in rules.steps(KT, events):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


def shot(faces: tuple[int, ...], **weapon: Any) -> tuple[State, Event[Any]]:
    """A shot at 13" with a gun of 24", BS 3+, at an obscured target behind a wall, as an event."""
    here = position(
        model("a1", (500, 500), weapons=[gun(**{"type": "Heavy", "attacks": 3, **weapon})]), model("b1", (1900, 500)),
        phase="shooting", step="fire-at-will",
    )  # fmt: skip
    declaration = Declaration(by="a", action=Shoot(model="a1", volleys=(Volley("gun", "b1"),)), dice=faces)
    decided = rules.decide(KT, here, declaration)
    return here, rules.make_event(1, declaration, decided.effects, "")


def test_a_roll_reads_like_a_referee_says_it() -> None:
    here, event = shot((2, 4, 6, 1, 1))
    (step,) = rules.steps(KT, [event], state=here.copied())
    said = list(trace.lines(step, rules.names(here), {"a": "Watch", "b": "Choir"}))
    assert said[0] == "step 1 (round 1 shooting), Watch: shoot: a1, b1"
    assert said[1] == (
        "  Ranged hit roll (kt.hit.ranged.roll), a1 at b1: needs 4+: BS 3+, "
        "ranged: long range -1 (kt.hit.ranged.mod-long-range): 2 4* 6* -> 2 passed"
    )
    assert said[2].endswith("needs 4+: 1 1 -> 0 passed")


@pytest.mark.parametrize(
    ("roll", "end"),
    [
        pytest.param({"faces": (1, 5), "again": ((0, 4),), "needed": 3, "passed": (1, 1)},
                     "needs 3+: BS 3+: 1~4* 5* -> 2 passed", id="re-rolled"),
        pytest.param({"faces": (1,), "needed": 2, "passed": (0,), "modifiers": (("kt.gap.pass", 1),)},
                     "1 -> 0 passed (a natural 1 always fails)", id="natural 1"),
        pytest.param({"faces": (6,), "needed": 7, "passed": (1,)},
                     "needs 7+: BS 7+: 6* -> 1 passed (a natural 6 always passes)", id="natural 6"),
        pytest.param({"faces": (2, 3), "total": 5}, "2D6: 2 3 -> 5", id="a total"),
        pytest.param({"faces": (2, 3), "total": 5, "modifiers": (("kt.gap.pass", -1),)},
                     "-1 (kt.gap.pass): 2 3 -> 4", id="a total with a modifier"),
    ],
)  # fmt: skip
def test_dice_as_they_are_printed(roll: dict[str, Any], end: str) -> None:
    here, event = shot((1, 1, 1))
    rolled = Rolled(rule="kt.hit.ranged.roll", by="a", **roll)
    (step,) = rules.steps(KT, [msgspec.structs.replace(event, effects=(rolled,))], state=here)
    assert trace.told(step.rolls[0], {}, {}).endswith(end)


def test_casualties_are_who_is_out_at_the_end(game: rules.GameFile) -> None:
    final = rules.fold(KT, game.events)
    fallen = rules.casualties(KT, game.events, final)
    assert {lost.model for lost in fallen} == {key for key, each in final.models.items() if each.out}
    assert [lost.number for lost in fallen] == sorted(lost.number for lost in fallen)
    for lost in fallen:
        before, after = (rules.fold(KT, game.events[: lost.number - back]) for back in (1, 0))
        assert (before.models[lost.model].out, after.models[lost.model].out) == (False, True)


def test_who_came_back_is_no_casualty(game: rules.GameFile) -> None:
    first = next(i for i, e in enumerate(game.events) if any(isinstance(x, Removed) for x in e.effects))
    event = game.events[first]
    gone = next(effect for effect in event.effects if isinstance(effect, Removed))
    back = msgspec.structs.replace(event, effects=(*event.effects, msgspec.structs.replace(gone, back=True)))
    events = [*game.events[:first], back]
    assert rules.casualties(KT, events, rules.fold(KT, events)) == ()


# --- odds


def test_the_odds_are_counted_and_the_result_is_among_them() -> None:
    # One Heavy 1 shot beyond half range: 4+ to hit, 4+ to wound, 4+ fails the save, 4+ on the injury die: 1/16 each.
    here, event = shot((4, 4, 3, 4), attacks=1)
    found = rules.luck(KT, here, event)
    assert found.likelihood == likelihood(Fraction(1, 16))
    assert (found.fallen, found.fallen_likelihood) == (1, likelihood(Fraction(1, 16)))
    assert [(each.likelihood.exact, each.happened) for each in found.possible] == [
        ("7/8", False), ("1/16", False), ("1/16", True)
    ]  # fmt: skip
    assert {fact.what for each in found.possible for fact in each.facts} == {"out", "winner", FLESH}


def test_better_and_worse_are_the_shooter_s() -> None:
    here, event = shot((4, 4, 3, 3), attacks=1)
    found = rules.luck(KT, here, event)
    assert found.facts[0].what == FLESH
    assert (found.good, found.bad) == (likelihood(Fraction(1, 8)), likelihood(Fraction(15, 16)))


def test_a_result_the_dice_cannot_give_is_impossible() -> None:
    here, event = shot((1,), attacks=1)
    claimed = msgspec.structs.replace(event, effects=(*event.effects, Removed(rule="log.claim", model="a1")))
    found = rules.luck(KT, here, claimed)
    assert found.likelihood.about == (0, 1)
    assert not any(each.happened for each in found.possible)


def test_rolling_off_until_somebody_wins_has_no_end_and_yet_exact_odds() -> None:
    here = position(model("a1"), model("b1", (1900, 500)), phase="initiative", step="")
    declaration = Declaration(by="a", action=Initiative(), dice=(3, 3, 2, 4, 6, 4, 2, 2))
    decided = rules.decide(KT, here, declaration)
    found = rules.luck(KT, here, rules.make_event(1, declaration, decided.effects, ""))
    assert found.likelihood.exact == "1/2"
    assert (found.good, len(found.possible)) == (None, 2)


def test_a_test_that_cannot_fail_is_certain() -> None:
    here = position(
        model("a1", Ld=12, game={FLESH: 1}), model("b1", (1900, 500)), phase="morale", step="nerve", to_act="a"
    )
    declaration: Declaration[Any] = Declaration(by="a", action=NerveTest(model="a1"), dice=(6,))
    decided = rules.decide(KT, here, declaration)
    found = rules.luck(KT, here, rules.make_event(1, declaration, decided.effects, ""))
    assert (found.likelihood.exact, found.facts, len(found.possible)) == ("1/1", (), 1)


def test_a_command_re_roll_is_a_choice_and_not_counted(game: rules.GameFile) -> None:
    state, paid = rules.empty(KT), 0
    for event in game.events:
        if event.rerolls:
            found = rules.luck(KT, state, event)
            assert found.paid
            assert all(fact.what != "cp" for each in found.possible for fact in each.facts)
            paid += 1
        rules.evolve(state, event)
    assert paid


def test_every_step_of_a_game_has_odds_that_add_up_to_one(game: rules.GameFile) -> None:
    state = rules.empty(KT)
    for event in game.events:
        if event.dice:
            try:
                found = rules.luck(KT, state, event, most=1500)
            except rules.TooMany:
                found = None
            if found:
                assert sum(Fraction(each.likelihood.exact) for each in found.possible) == 1
                if not event.rerolls:
                    assert [each.facts for each in found.possible if each.happened] == [found.facts], event.number
                if found.good and found.bad:
                    same = Fraction(found.likelihood.exact)
                    assert Fraction(found.good.exact) + Fraction(found.bad.exact) >= 1 + (0 if same else -1)
        rules.evolve(state, event)


@pytest.mark.parametrize(
    ("chance", "in_small_numbers", "per_cent"),
    [
        (Fraction(0), (0, 1), "0"),
        (Fraction(1), (1, 1), "100"),
        (Fraction(1, 2), (1, 2), "50.0"),
        (Fraction(1, 36), (1, 36), "2.8"),
        (Fraction(35, 36), (35, 36), "97.2"),
        (Fraction(2, 5), (2, 5), "40.0"),
        (Fraction(59, 144), (2, 5), "41.0"),
        (Fraction(1, 6**9), (1, 10077696), "0.000010"),
        (1 - Fraction(1, 6**9), (10077695, 10077696), "99.99999"),
        (Fraction(10**40 + 1, 3 * 10**40), (1, 3), "33.3"),
    ],
)
def test_probabilities_in_numbers(chance: Fraction, in_small_numbers: tuple[int, int], per_cent: str) -> None:
    assert (about(chance), percent(chance)) == (in_small_numbers, per_cent)


# --- the command line


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    assert main(arguments) == code
    return capsys.readouterr().out


def test_verify_prints_every_step(path: Path, game: rules.GameFile, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(["verify", str(path), "--steps"], capsys).splitlines()
    assert sum(line.startswith("step ") for line in lines) == len(game.events)
    assert any(": BS " in line and "passed" in line for line in lines)


def test_verify_as_json_has_score_casualties_and_steps(
    path: Path, game: rules.GameFile, capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.loads(printed(["verify", str(path), "--json"], capsys))
    final = rules.fold(KT, game.events)
    assert final.over
    assert (told["verdict"], told["number"], told["winner"]) == ("verified", len(game.events), final.over.winner)
    assert told["score"] == final.over.score != {}
    assert told["steps"] == json.loads(msgspec.json.encode(list(rules.steps(KT, game.events))))
    assert [lost["model"] for lost in told["casualties"]] == [
        lost.model for lost in rules.casualties(KT, game.events, final)
    ]


def test_verify_says_who_fell_where(path: Path, game: rules.GameFile, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(["verify", str(path)], capsys)
    for lost in rules.casualties(KT, game.events, rules.fold(KT, game.events)):
        assert f"out of action: {lost.name} (" in out and f" at step {lost.number} [{lost.rule}]" in out


def test_verify_counts_who_fell_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    of, file = ruleset("t9a"), recorded("t9a", plans("t9a")[0].name)
    final = rules.fold(of, file.events)
    (tmp_path / "battle.jsonl").write_bytes(file.dump())
    out = printed(["verify", str(tmp_path / "battle.jsonl")], capsys)
    groups = list(rules.casualty_groups(rules.casualties(of, file.events, final), final))
    assert out.count("out of action: ") == len(groups) < sum(map(len, groups))
    for first, *more in groups:
        if more:
            name = final.units[final.models[first.model].unit].sheet.name
            assert f"out of action: {name}, {len(more) + 1} models (" in out


def test_odds_prints_the_distribution(path: Path, game: rules.GameFile, capsys: pytest.CaptureFixture[str]) -> None:
    number = next(event.number for event in game.events if event.action.__struct_config__.tag == "charge-roll")
    out = printed(["odds", str(path), "--at", str(number)], capsys)
    assert out.startswith(f"step {number}, ")
    assert out.count("  > ") == 1
    assert "exactly" in out and "this or better" in out
    told = json.loads(printed(["odds", str(path), "--at", str(number), "--json"], capsys))
    assert sum(Fraction(each["likelihood"]["exact"]) for each in told["possible"]) == 1


@pytest.mark.parametrize("at", ["0", "-1", "100000"])
def test_odds_of_no_step(at: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", str(path), "--at", at]) == 2
    assert "the game has steps 1 to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("score", "per_point", "text"),
    [(25, 1, "25"), (-3, 1, "-3"), (0, 1, "0"), (25, 2, "12½"), (24, 2, "12"), (1, 2, "½"), (-1, 2, "-½"), (0, 2, "0")],
)
def test_a_score_is_said_in_points(score: int, per_point: int, text: str) -> None:
    assert rules.points(score, per_point) == text
