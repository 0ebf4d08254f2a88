"""A game under another version: what would change is found, all of it and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
from rules import compare
from rules.__main__ import main
from rules.compare import Comparison
from rules.kernel import line
from rules.kernel.actions import Begin
from rules.kernel.effects import Ended, Placed, WoundsSet
from rules.kernel.events import Declaration, Event
from rules.kernel.part import Act, Part
from rules.kernel.rulings import Amend, Award, TakeBack, Void
from rules.kt import morale
from rules.kt import ruleset as kt_ruleset
from tests.kernel.games import game
from tests.rules.versions import COARSE, FARTHER, KT, LONG_RANGE, at_long_range, coarse

SEEDS = range(1, 9)
Events = list[Event[Any]]


def numbers(found: Comparison) -> list[int]:
    return [step.number for step in found.steps]


def far(events: Sequence[Event[Any]]) -> list[int]:
    return [event.number for event in events if at_long_range(event)]


def recorded(events: Events, declaration: Declaration[Any], **more: Any) -> Events:
    """The events and one more, decided by the version that exists."""
    decided = rules.decide(KT, rules.fold(KT, events), declaration, history=events, **more)
    return [*events, rules.make_event(len(events) + 1, declaration, decided.effects, "")]


def ruled(events: Events, action: Any, by: str = "judge") -> Events:
    return recorded(events, Declaration(by=by, action=action))


# nothing changes


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_version_changes_nothing(seed: int) -> None:
    events = game(seed).events
    found = compare.compare(KT, KT, events)
    assert (found.same, found.change, found.steps) == (True, "same", ())
    assert found.before == found.after == rules.result(KT, rules.fold(KT, events))
    assert (found.older, found.newer, found.events) == ("2018.1", "2018.1", len(events))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_new_name_alone_changes_nothing(seed: int) -> None:
    assert compare.compare(KT, msgspec.structs.replace(KT, version="2018.9"), game(seed).events).same


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_that_follows_from_the_rules_plays_through_to_its_own_result(seed: int) -> None:
    """What `compare` takes for granted: where no step differs, the whole does not."""
    events = game(seed).events
    final = rules.fold(KT, events)
    played = compare._played(KT, KT, events, final, {1: []})
    assert played == compare.Replayed(rules.result(KT, final))


def test_a_game_without_events_is_the_same() -> None:
    assert compare.compare(KT, FARTHER, []).same


def test_events_are_left_as_they_are() -> None:
    events = game(7).events
    before = [rules.canonical(event) for event in events]
    compare.compare(KT, FARTHER, events)
    assert [rules.canonical(event) for event in events] == before


# steps


@pytest.mark.parametrize("seed", SEEDS)
def test_exactly_the_steps_change_that_use_what_was_changed(seed: int) -> None:
    events = game(seed).events
    found = compare.compare(KT, FARTHER, events)
    assert numbers(found) == far(events) != []
    assert found.change != "same"


def test_a_step_tells_the_first_effect_that_differs() -> None:
    found = compare.compare(KT, FARTHER, game(7).events)
    for step in found.steps:
        assert step.rule == "kt.hit.ranged.roll"
        then, now = json.loads(step.recorded), json.loads(step.given)
        assert LONG_RANGE in {clause for clause, _ in then["modifiers"]}
        assert LONG_RANGE not in {clause for clause, _ in now.get("modifiers", [])}
        assert then["faces"] == now["faces"]


def test_dice_that_nobody_rolled_are_named() -> None:
    """More hits want more dice to wound: the clause that wants them is new, the step is kept when playing through."""
    found = [compare.compare(KT, FARTHER, game(seed).events) for seed in SEEDS]
    wanting = [step for each in found for step in each.steps if any(rule.startswith("kt.wound") for rule in step.new)]
    assert wanting
    assert sum(each.kept for each in found) >= 1
    assert all(step.rule == "kt.hit.ranged.roll" for step in wanting)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_other_way_round_the_same_steps_change(seed: int) -> None:
    """A game recorded under the changed version, compared with the present one."""
    events = game(seed).events
    assert numbers(compare.compare(FARTHER, KT, events)) == far(events)


def test_an_objection_that_falls_away_and_one_that_comes() -> None:
    """A nerve test out of turn is against the one version and not against the other."""

    def whenever(ctx: Any, action: morale.NerveTest) -> None:
        was, ctx.by = ctx.by, ctx.model(action.model).side
        ctx.state.to_act, turn = ctx.by, ctx.state.to_act
        morale.nerve_test(ctx, action)
        ctx.by, ctx.state.to_act = was, turn

    events = game(1).events
    place = next(i for i, event in enumerate(events) if isinstance(event.action, morale.NerveTest))
    wrong = msgspec.structs.replace(events[place], by="a" if events[place].by == "b" else "b")
    events = [*events[:place], wrong, *events[place + 1 :]]
    changed = Part(acts=(Act(morale.NerveTest, whenever, instead=True),))
    looser = msgspec.structs.replace(KT, version="2", parts=(*KT.parts, changed))
    found = next(step for step in compare.compare(KT, looser, events).steps if step.number == wrong.number)
    assert "kt.morale.when" in found.gone
    assert found.new == ()
    back = next(step for step in compare.compare(looser, KT, events).steps if step.number == wrong.number)
    assert "kt.morale.when" in back.new
    assert back.gone == ()


def test_an_act_the_newer_version_does_not_know() -> None:
    events = game(1).events
    tests = [event.number for event in events if isinstance(event.action, morale.NerveTest)]
    acts = tuple(act for act in KT.acts if act.kind is not morale.NerveTest)
    left = Part(acts=acts, settles=KT.settles, declines=KT.declines)
    without = msgspec.structs.replace(KT, version="2", parts=(left,))
    found = compare.compare(KT, without, events)
    assert numbers(found) == tests != []
    assert all("log.readable" in step.new for step in found.steps)
    assert found.kept == len(tests)


# results


@pytest.mark.parametrize("seed", SEEDS)
def test_a_result_that_is_counted_otherwise(seed: int) -> None:
    """Only the last step changes; winner and score are those an independent count gives."""
    events = game(seed).events
    final = rules.fold(KT, events)
    assert final.over
    expected = coarse(final.over)
    found = compare.compare(KT, COARSE, events)
    assert numbers(found) == [events[-1].number]
    assert (found.before.winner, found.before.score) == (final.over.winner, final.over.score)
    assert (found.after.winner, found.after.score) == (expected.winner, expected.score)
    assert found.change == ("result" if expected.winner == final.over.winner else "winner")
    assert found.parted == events[-1].number


def test_results_flip() -> None:
    changes = {seed: compare.compare(KT, COARSE, game(seed).events).change for seed in SEEDS}
    assert set(changes.values()) == {"winner", "result"}


def test_a_step_that_changes_may_leave_the_result() -> None:
    found = [compare.compare(KT, FARTHER, game(seed).events) for seed in SEEDS]
    kept = [each for each in found if each.change == "steps"]
    assert kept
    assert all(each.before == each.after and not each.result_changed for each in kept)


def test_a_record_without_an_end_has_no_result_then_or_now() -> None:
    found = compare.compare(KT, FARTHER, game(7).events[:90])
    assert found.change == "steps"
    assert not found.before.finished
    assert not found.after.finished


def test_what_was_wrong_already_is_no_change() -> None:
    """A casualty the dice do not give: the version it was recorded under says so too."""
    events = game(7).events
    place = next(i for i, e in enumerate(events) if any(isinstance(x, WoundsSet) for x in e.effects))
    effects = tuple(effect for effect in events[place].effects if not isinstance(effect, WoundsSet))
    events = [*events[:place], msgspec.structs.replace(events[place], effects=effects), *events[place + 1 :]]
    assert list(rules.verify(KT, events))
    found = compare.compare(KT, msgspec.structs.replace(KT, version="2"), events)
    assert found.same
    assert found.before == found.after


def test_a_result_the_record_only_claims_stands_beside_the_one_the_version_gives() -> None:
    events = game(7).events
    last = events[-1]
    turned = tuple(
        msgspec.structs.replace(e, outcome=msgspec.structs.replace(e.outcome, score={"a": 99, "b": 0}))
        if isinstance(e, Ended) else e
        for e in last.effects
    )  # fmt: skip
    found = compare.compare(KT, KT, [*events[:-1], msgspec.structs.replace(last, effects=turned)])
    assert found.same
    assert found.recorded
    assert found.recorded.score == {"a": 99, "b": 0}
    assert found.before.score != found.recorded.score


# corrections


def test_a_voided_step_is_not_counted() -> None:
    events = game(7).events
    first = far(events)[0]
    voided = ruled(events, Void(rule="kt.hit.ranged.roll", reason="the shooter was out of range", steps=(first,)))
    stands = [event for event in line.corrected(voided) if event.number != first]
    found = compare.compare(KT, FARTHER, voided)
    assert first not in numbers(found)
    assert numbers(found) == far(stands)
    assert compare.compare(KT, KT, voided).same


def test_an_amended_step_is_compared_as_it_stands_now() -> None:
    """A volley becomes a pass: there is no hit roll left in which anything could change."""
    events = game(7).events
    first = next(event for event in events if at_long_range(event))
    written = {"by": first.by, "action": {"type": "pass", "model": first.action.model}}
    amended = ruled(events, Amend(rule="kt.gap.pass", reason="agreed", step=first.number, declaration=written))
    found = compare.compare(KT, FARTHER, amended)
    assert first.number not in numbers(found)
    assert numbers(found) == far(line.corrected(amended))
    assert compare.compare(KT, KT, amended).same


def test_a_ruling_is_followed_whatever_the_version() -> None:
    events = ruled(game(7).events, Award(rule="log.award", reason="the other side left", winner="a"))
    found = compare.compare(KT, COARSE, events)
    assert (found.before.winner, found.after.winner) == ("a", "a")
    assert found.before.reason == found.after.reason == "log.award"


def test_steps_taken_back_are_not_compared() -> None:
    events = game(7).events[:60]
    since = far(events)[0]
    back = ruled(events, TakeBack(rule="log.take-back", reason="again", since=since, agreed=("a", "b")), by="a")
    assert far(events)
    assert compare.compare(KT, FARTHER, back).same


# positions and records of other making


def test_a_game_that_began_from_a_position_of_its_own_version() -> None:
    """The position names the older version; that alone is no difference."""
    whole = game(7).events
    position = rules.fold(KT, whole[:40])
    events = recorded([], Declaration(by="", action=Begin(position=position)))
    for event in whole[40:]:
        events = recorded(events, event.declaration())
    assert compare.compare(KT, msgspec.structs.replace(KT, version="2018.9"), events).same
    found = compare.compare(KT, FARTHER, events)
    assert numbers(found) == far(events) != []


def test_a_game_that_cannot_be_stepped_through_is_refused() -> None:
    events = game(7).events
    broken = msgspec.structs.replace(events[20], effects=(Placed(rule="x", model="nobody", at=(0, 0, 0)),))
    with pytest.raises(rules.Malformed, match="nobody"):
        compare.compare(KT, FARTHER, [*events[:20], broken, *events[21:]])


def test_the_work_grows_with_the_game() -> None:
    """Every step is decided by both versions once, and by the newer one again: no step more often."""
    events, decided = game(7).events, []

    def counting(ctx: Any) -> None:
        decided.append(ctx.number)
        KT.settle(ctx)

    acts = len(events)
    compare.compare(KT, msgspec.structs.replace(FARTHER, settle=counting), events)
    assert acts <= len(decided) <= 2 * acts + len(far(events))


def test_comparisons_are_read_back_as_they_are_written() -> None:
    found = compare.compare(KT, FARTHER, game(7).events)
    assert msgspec.json.decode(rules.canonical(found), type=Comparison) == found


# the command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(game(7).dump())
    return path


def test_the_command_says_that_nothing_changes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(file), "--version", "2018.1"]) == 0
    assert capsys.readouterr().out.startswith("nothing changes: kt 2018.1 against 2018.1")


def test_the_command_refuses_a_version_that_does_not_exist(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(file), "--version", "1999"]) == 2
    assert "there are 2018.1" in capsys.readouterr().err


def test_the_command_tells_what_changes(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setitem(kt_ruleset.VERSIONS, FARTHER.version, FARTHER)
        rules.load.cache_clear()
        assert main(["compare", str(file), "--version", "2018.2"]) == 1
        told = capsys.readouterr().out
        assert main(["compare", str(file), "--version", "2018.2", "--json"]) == 1
    rules.load.cache_clear()
    data = json.loads(capsys.readouterr().out)
    assert [step["number"] for step in data["steps"]] == far(game(7).events)
    for step in data["steps"]:
        assert f"step {step['number']}: " in told
