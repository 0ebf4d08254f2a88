"""Rulings and take-backs: what each does, what it refuses, what comes of the steps after it, and that it verifies."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import msgspec.inspect as inspect
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from rules import consequences
from rules.kernel import line, rulings
from rules.kernel.actions import Begin, Concede
from rules.kernel.effects import Corrected, Counted, Ended, Noted, Patched, PositionSet, Removed
from rules.kernel.errors import DiceWanted, IllegalAction, Malformed
from rules.kernel.events import Administrative, Declaration, Event, Ruling
from rules.kernel.rulings import ADJUSTMENT, PENALTY, Adjust, Amend, Award, Penalty, Strike, TakeBack, Void
from rules.kernel.secrets import Commit, Reveal, commitment
from rules.kernel.state import Outcome, State
from rules.kt.move import Ready
from rules.kt.shoot import Shoot
from tests.kernel.games import KT, game, tag_of
from tests.kernel.ruled import (
    WHY,
    Events,
    acts,
    decided,
    judged,
    mixed,
    plain,
    played_on,
    ruled,
    sealed,
    stored,
)
from tests.kernel.shapes import anything, damaged, shaped
from tests.rules.kt.board import model, position

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def whole() -> Events:
    return list(game(1).events)


def running() -> Events:
    """The same game, in its second round."""
    return whole()[:110]


def final(events: Events) -> State:
    return rules.fold(KT, events)


def json_of(events: Events) -> bytes:
    return rules.to_json(final(events))


def result(events: Events) -> rules.Result:
    return rules.result(KT, final(events))


def first(events: Events, kind: type) -> Event[Any]:
    return next(event for event in events if isinstance(event.action, kind))


def taken(events: Events, since: int, by: str = "a", agreed: tuple[str, ...] = ("a", "b")) -> Declaration[Any]:
    return Declaration(by=by, action=TakeBack(since=since, agreed=agreed, **WHY))


# what each does


def test_a_voided_step_comes_to_nothing() -> None:  # log.void
    events, shot = whole(), first(whole(), Shoot)
    corrected = line.corrected(stored(events, Void(steps=(shot.number,), **WHY)))
    assert corrected[shot.number - 1].effects == ()
    assert corrected[shot.number - 1].declaration() == shot.declaration(), "what was declared stays recorded"
    assert corrected[: shot.number - 1] == events[: shot.number - 1]


def test_a_ruling_names_its_rule_and_its_reason() -> None:  # log.ruling
    for action in (Void(steps=(50,), **WHY), Amend(step=50, **WHY), Adjust(score={"a": 1}, **WHY), Strike(**WHY),
                   Award(winner="a", **WHY), Penalty(side="a", kind="warning", **WHY)):  # fmt: skip
        effects = decided(whole(), judged(action)).effects
        assert effects[0] == Noted(rule="log.ruling", text="the table agrees that it was so")
        assert {effect.rule for effect in effects[1:]} <= {f"log.{action.__struct_config__.tag}"}


def test_an_amended_step_is_decided_anew() -> None:  # log.amend
    events = running()
    shot = next(e for e in events if isinstance(e.action, Shoot) and len(e.dice) > 1)
    dice = (1,) * len(shot.dice)
    meant = msgspec.structs.replace(shot.declaration(), dice=dice)
    after = stored(events, Amend(step=shot.number, declaration=plain(meant), **WHY))
    expected = rules.decide(KT, final(events[: shot.number - 1]), meant, lenient=True).effects
    assert line.corrected(after)[shot.number - 1].effects == expected
    assert list(rules.verify(KT, after)) == []


def test_amending_a_step_to_its_own_declaration_undoes_a_void() -> None:  # log.amend
    events = running()
    for event in acts(events)[::7]:
        voided = stored(events, Void(steps=(event.number,), **WHY))
        again = stored(voided, Amend(step=event.number, **WHY))
        assert json_of(again) == json_of(events)
        assert [e.effects for e in line.corrected(again)[: len(events)]] == [e.effects for e in events]


def test_scores_are_adjusted() -> None:  # log.adjust
    before = result(whole())
    loser, winner = sorted(before.score, key=lambda side: before.score[side])
    lead = before.score[winner] - before.score[loser]
    after = result(stored(whole(), Adjust(score={winner: -lead, loser: 4}, **WHY)))
    assert after.score == {winner: before.score[loser], loser: before.score[loser] + 4}
    assert (before.winner, after.winner) == (winner, loser)
    adjusted = final(stored(running(), Adjust(score={"a": 3}, **WHY)))
    assert adjusted.sides["a"].counters[ADJUSTMENT] == 3
    assert adjusted.over is None


@pytest.mark.parametrize("winner", ["a", "b", ""])
def test_a_game_is_awarded(winner: str) -> None:  # log.award
    for events in (whole(), running()):
        score = result(events).score
        assert result(stored(events, Award(winner=winner, **WHY))) == rules.Result(True, winner, "log.award", score)


def test_a_game_is_removed() -> None:  # log.strike
    for events in (whole(), running()):
        struck = result(stored(events, Strike(**WHY)))
        assert (struck.finished, struck.winner, struck.struck, struck.reason) == (True, "", True, "log.strike")
        back = result(stored(stored(events, Strike(**WHY)), Award(winner="b", **WHY)))
        assert (back.winner, back.struck) == ("b", False)


def test_penalties_are_counted() -> None:  # log.penalty
    events = stored(running(), Penalty(side="b", kind="warning", **WHY))
    events = stored(events, Penalty(side="b", kind="points", points=7, **WHY))
    assert final(events).sides["b"].counters == {**final(running()).sides["b"].counters, PENALTY: 2, ADJUSTMENT: -7}
    assert final(events).over is None
    lost = result(stored(events, Penalty(side="b", kind="game", **WHY)))
    assert (lost.winner, lost.reason) == ("a", "log.penalty")


def test_both_sides_take_steps_back() -> None:  # log.take-back
    events = running()
    after = stored(events, taken(events, 105))
    assert json_of(after) == json_of(events[:104])
    on = played_on(after, 3, 10)
    assert list(rules.verify(KT, on)) == []
    twice = stored(on, taken(on, 100))
    assert json_of(twice) == json_of(events[:99])
    named = {effect.step for effect in line.corrections(twice[-1])}
    assert named == {100, 101, 102, 103, 104, *range(112, len(on) + 1)}, "what is taken back once stays so"


def test_a_muster_is_taken_back_and_made_again() -> None:  # log.take-back
    events = whole()[:3]
    after = stored(events, taken(events, 3, by="a"))
    assert json_of(after) == json_of(events[:2])
    again = Declaration(by="b", action=events[2].action)
    assert json_of(stored(after, again)) == json_of(events)


# adjusted scores and winners

OVER = {
    ("kt.gap.victory", 0): "a",
    ("kt.gap.victory", 1): "a",  # 9 to 10
    ("kt.gap.victory", 2): "",  # 10 to 10
    ("kt.gap.victory", 3): "b",  # 11 to 10
    ("kt.gap.wiped-out", 30): "a",
    ("log.concede", 30): "a",
    ("log.award", 30): "a",
    ("log.penalty", 30): "a",
}


@pytest.mark.parametrize(("reason", "points"), OVER)
def test_a_score_turns_the_result_where_the_score_decides(reason: str, points: int) -> None:  # log.adjust
    state = position(model("a1", (500, 500)), model("b1", (1500, 500)))
    state.over, state.phase = Outcome("a", reason, {"a": 10, "b": 8}), "over"
    state.sides["b"].counters[ADJUSTMENT] = points
    found = rules.result(KT, state)
    assert found.winner == OVER[reason, points]
    assert found.score == {"a": 10, "b": 8 + points}
    as_played = rules.result(KT, state, adjusted=False)
    assert (as_played.winner, as_played.score) == ("a", {"a": 10, "b": 8})


def test_an_award_has_the_score_of_the_battle_as_corrected() -> None:  # log.award
    events = whole()
    awarded = stored(events, Award(winner="b", **WHY))
    last = max(e.number for e in acts(events) if e.dice and isinstance(e.action, Shoot))
    after = stored(awarded, Void(steps=(last,), **WHY))
    other = result(stored(events, Void(steps=(last,), **WHY)))
    assert result(after) == rules.Result(True, "b", "log.award", other.score)
    assert list(rules.verify(KT, after)) == []


# refusals


def refused(events: Events, declaration: Declaration[Any]) -> tuple[str, str]:
    """The clause or path, and the sentence."""
    with pytest.raises((IllegalAction, Malformed)) as error:
        decided(events, declaration)
    found: Any = error.value
    return (found.clause, found.message) if isinstance(found, IllegalAction) else (found.path, found.reason)


def no(text: str = "") -> dict[str, Any]:
    return {"rule": text or "log.ruling", "reason": "no"}


REFUSED: dict[str, tuple[int, Any]] = {
    # by whom, about what
    "log.ruling by a player": (216, Declaration(by="a", action=Void(steps=(50,), **no()))),
    "log.ruling by nobody": (216, Declaration(by="", action=Strike(**no()))),
    "log.ruling by the other player": (216, Declaration(by="b", action=Award(winner="b", **no()))),
    "log.begin of nothing": (0, judged(Strike(**no()))),
    "$.action.rule unknown": (216, judged(Strike(**no("kt.no-such-rule")))),
    "$.action.rule of a whole rule": (216, judged(Strike(**no("log")))),
    # void
    "log.void of the table": (216, judged(Void(steps=(1,), **no()))),
    "log.void of a muster": (216, judged(Void(steps=(50, 2), **no()))),
    "$.action.steps[1] beyond the end": (216, judged(Void(steps=(50, 217), **no()))),
    "$.action.steps[0] in a game without events": (2, judged(Void(steps=(50,), **no()))),
    # amend
    "$.action.step beyond the end": (216, judged(Amend(step=999, **no()))),
    "log.amend of a muster with a step": (
        216, judged(Amend(step=2, declaration={"action": {"type": "initiative"}, "by": "a"}, **no()))
    ),
    "log.amend of a step with the table": (
        216, judged(Amend(step=50, declaration={"action": {"type": "begin"}, "by": "table"}, **no()))
    ),
    "$.action.declaration.by nobody": (
        216, judged(Amend(step=50, declaration={"action": {"type": "initiative"}, "by": "c"}, **no()))
    ),
    "$.action.declaration without a side": (
        216, judged(Amend(step=50, declaration={"action": {"type": "initiative"}}, **no()))
    ),
    "$.action.declaration.action a ruling": (
        216, judged(Amend(step=50, declaration={"action": {"type": "strike", **no()}, "by": "judge"}, **no()))
    ),
    "$.action.declaration with a default": (
        216, judged(Amend(step=50, declaration={"action": {"type": "initiative"}, "by": "a", "dice": []}, **no()))
    ),
    "$.action.declaration with a member that means nothing": (
        216, judged(Amend(step=50, declaration={"action": {"type": "initiative"}, "by": "a", "x": 1}, **no()))
    ),
    "$.action.declaration.dice[0] of text": (
        216, judged(Amend(step=50, declaration={"action": {"type": "initiative"}, "by": "a", "dice": ["6"]}, **no()))
    ),
    # scores and ends
    "log.adjust by nothing": (216, judged(Adjust(score={"a": 0}, **no()))),
    "$.action.score of nobody": (216, judged(Adjust(score={"c": 1}, **no()))),
    "$.action.winner nobody": (216, judged(Award(winner="c", **no()))),
    "$.action.side nobody": (216, judged(Penalty(side="c", kind="warning", **no()))),
    "log.penalty of no points": (216, judged(Penalty(side="a", kind="points", **no()))),
    "log.penalty with points that are none": (216, judged(Penalty(side="a", kind="warning", points=3, **no()))),
    "log.penalty of a game with points": (216, judged(Penalty(side="a", kind="game", points=3, **no()))),
    # take-backs
    "log.take-back of one side": (110, taken([], 105, agreed=("a",))),
    "log.take-back in another order": (110, taken([], 105, agreed=("b", "a"))),
    "log.take-back after the end": (216, taken([], 105)),
    "log.take-back of nothing": (110, taken([], 111)),
    "log.take-back of the beginning": (110, taken([], 1)),
    "$.by nobody takes back": (110, taken([], 105, by="judge")),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str) -> None:
    many, declaration = REFUSED[name]
    events = whole()[:many]
    before = json_of(events)
    where, why = refused(events, declaration)
    assert where == name.split()[0], why
    assert why
    assert json_of(events) == before
    (found,) = rules.verify(KT, [*events, rules.make_event(many + 1, declaration, (), "")])
    assert (found.number, found.severity) == (many + 1, "illegal" if where.startswith("log") else "impossible")


def test_rulings_on_steps_are_not_ruled_on() -> None:  # log.void
    """What they did is undone by ruling on the steps again."""
    for action in (Void(steps=(60,), **WHY), Amend(step=60, **WHY)):
        events = stored(running(), action)
        assert refused(events, judged(Void(steps=(111,), **WHY)))[0] == "$.action.steps[0]"
    for other in (Void(steps=(60,), **WHY), Adjust(score={"a": 1}, **WHY)):
        events = stored(running(), other)
        assert refused(events, judged(Amend(step=111, **WHY)))[0] == "$.action.step"


@pytest.mark.parametrize(
    "action",
    [
        Adjust(score={"a": 1, "b": -3}, **WHY), Award(winner="b", **WHY), Strike(**WHY),
        Penalty(side="a", kind="warning", **WHY), Penalty(side="a", kind="points", points=5, **WHY),
        Penalty(side="b", kind="game", **WHY),
    ],
)  # fmt: skip
@pytest.mark.parametrize("events", [whole(), running()], ids=["over", "running"])
def test_a_ruling_on_score_or_result_is_withdrawn(action: Any, events: Events) -> None:  # log.void
    number = len(events) + 1
    made = stored(stored(events, action), Penalty(side="b", kind="warning", **WHY))
    after = stored(made, Void(steps=(number,), **WHY))
    expected = stored(events, Penalty(side="b", kind="warning", **WHY))
    assert final(after).over == final(expected).over
    assert json_of(after) == json_of(expected), "as if it had never been ruled"
    assert line.corrected(after)[number - 1].effects == ()
    found = consequences.consequences(KT, made, judged(Void(steps=(number,), **WHY)))
    assert [(s.number, s.named, s.nothing, s.illegal) for s in found.steps] == [(number, True, True, False)]
    on = played_on(after, 4, 5)
    assert (len(on) > len(after)) == (final(events).over is None)
    assert json_of(on) == json_of(line.corrected(on))
    assert list(rules.verify(KT, on)) == []


@pytest.mark.parametrize("more", [{"dice": (3,)}, {"claim": (rules.Claim(model="a1"),)}])
def test_a_ruling_has_no_dice(more: dict[str, Any]) -> None:  # log.ruling
    declaration = msgspec.structs.replace(judged(Strike(**WHY)), **more)
    assert refused(whole(), declaration)[0] == f"$.{next(iter(more))}"


def test_an_amended_step_has_all_its_dice() -> None:  # log.amend
    events = running()
    shot = next(e for e in events if isinstance(e.action, Shoot) and len(e.dice) > 1)
    few = plain(msgspec.structs.replace(shot.declaration(), dice=shot.dice[:1]))
    with pytest.raises(DiceWanted):
        decided(events, judged(Amend(step=shot.number, declaration=few, **WHY)))
    many = plain(msgspec.structs.replace(shot.declaration(), dice=(*shot.dice, 3)))
    found = consequences.consequences(KT, events, judged(Amend(step=shot.number, declaration=many, **WHY)))
    assert found.steps[0].breaks == ("log.left-over",)


def test_what_is_gone_cannot_be_stood_on() -> None:  # log.take-back
    """A judge's points for a side that would not have mustered yet."""
    events = stored(whole()[:3], Adjust(score={"b": 2}, **WHY))
    assert refused(events, taken(events, 3))[0] == "log.take-back"


# what comes of other steps


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_voided_step_does_not_stop_the_battle(seed: int) -> None:  # log.void
    """Whose turn it was and when a phase ended is no consequence of a ruling: the battle goes on as it was recorded."""
    events = list(game(seed).events)
    recorded = flow(events)
    for number in range(30, len(events) - 1, 17):
        corrected = line.corrected(stored(events, Void(steps=(number,), **WHY)))[:-1]
        assert line.begun([e for event in corrected for e in event.effects]) == line.begun(
            [e for event in events for e in event.effects]
        )
        assert [each[:3] for each in flow(corrected)] == [each[:3] for each in recorded]
        assert final(corrected).over is not None


def flow(events: Sequence[Event[Any]]) -> list[tuple[Any, ...]]:
    """Round, phase, section and side to act after each step."""
    state, found = rules.empty(KT), []
    for event in events:
        rules.evolve(state, event)
        found.append((state.round, state.phase, state.step, state.to_act))
    return found


def test_an_end_that_the_score_decides_is_scored_anew() -> None:  # log.void
    events = list(game(1).events)
    assert result(events).score == KT.score(final(events)) and all(result(events).score.values())
    falls = [event.number for event in events if any(isinstance(effect, Removed) for effect in event.effects)]
    scores = [result(stored(events, Void(steps=(number,), **WHY))) for number in falls]
    assert {each.finished for each in scores} == {True}
    for number, each in zip(falls, scores, strict=True):
        standing = final(stored(events, Void(steps=(number,), **WHY)))
        assert each.score == KT.score(standing), number
    assert len({tuple(each.score.items()) for each in scores}) > 1


def test_the_last_steps_are_as_if_never_declared() -> None:  # log.void
    """Where no later step stands, a voided step can be declared again: it is the same side's turn."""
    events = list(game(1).events)[:120]
    assert rules.to_json(final(stored(events, Void(steps=(119, 120), **WHY)))) == rules.to_json(final(events[:118]))


def test_steps_that_become_illegal_are_told() -> None:  # log.void
    """Without the charge there is nothing to react to and no charge to roll for; the rest of the battle stands."""
    events = whole()
    found = consequences.consequences(KT, events, judged(Void(steps=(108,), **WHY)))
    after = stored(events, Void(steps=(108,), **WHY))
    assert found.digest == consequences.effects_digest(after[-1].effects)
    assert {step.number for step in found.illegal} >= {109, 110, 111, 112}
    corrected = line.corrected(after)
    for step in found.steps:
        before = final(corrected[: step.number - 1])
        meant = events[step.number - 1].declaration()
        broken = rules.decide(KT, before, meant, lenient=True).findings if not step.named else ()
        assert step.breaks == tuple(dict.fromkeys(finding.rule for finding in broken))
        assert step.nothing == line.is_nothing(corrected[step.number - 1].effects)
    unnamed = {e.number for e in events} - {s.number for s in found.steps}
    for number in sorted(unnamed & {e.number for e in acts(events)}):
        before = final(corrected[: number - 1])
        assert rules.decide(KT, before, events[number - 1].declaration(), lenient=True).findings == ()
    assert (found.before.result, found.after.result) == (result(events), result(after))
    assert (found.after.round, found.after.phase) == (final(after).round, final(after).phase)


def test_a_step_that_comes_to_the_same_against_a_rule_is_told() -> None:  # log.void
    """The move of a model that would not be next: the same path, the same place, and out of turn."""
    for event in acts(running())[::5]:
        found = consequences.consequences(KT, running(), judged(Void(steps=(event.number,), **WHY)))
        if any(step.illegal and not step.nothing for step in found.steps):
            return
    pytest.fail("no void made a later step illegal")


def test_what_does_not_concern_a_step_leaves_it_as_it_is_recorded() -> None:  # log.void
    """A step recorded otherwise than the rules give it is not put right by the way."""
    events = running()
    odd = msgspec.structs.replace(events[79], effects=(*events[79].effects, Noted(rule="kt.gap.pass")))
    events[79] = odd
    last = acts(events)[-1].number
    after = stored(events, Void(steps=(last,), **WHY))
    assert line.corrected(after)[79] == odd
    before = stored(events, Amend(step=acts(events)[0].number, **WHY))
    assert line.corrected(before)[79] == odd, "a step that stands on the same position keeps its effects"


def test_a_step_of_the_set_up_is_amended_by_another_such() -> None:  # log.amend
    events = whole()
    other = msgspec.structs.replace(events[0].action, options={"kt.game.round-count": 3})
    meant = plain(Declaration(by="table", action=other))
    after = stored(events, Amend(step=1, declaration=meant, **WHY))
    assert final(after).options == {"kt.game.round-count": 3}
    assert any(isinstance(effect, PositionSet) for effect in after[-1].effects)
    assert json_of(after) == json_of(line.corrected(after))
    assert list(rules.verify(KT, after)) == []
    assert json_of(stored(after, Amend(step=1, **WHY))) == json_of(events)


def test_commitments_survive_corrections() -> None:  # log.void
    salt = "0" * 32
    events = stored(running(), Declaration(
        by="a", action=Commit(subject="where", commitment=commitment("a", "where", "ruin", salt))
    ))  # fmt: skip
    after = stored(events, Void(steps=(60, 90), **WHY))
    after = stored(after, Declaration(by="a", action=Reveal(subject="where", value="ruin", salt=salt)))
    after = stored(after, Amend(step=60, **WHY))
    assert final(after).sealed["a:where"].opened
    assert json_of(after) == json_of(line.corrected(after))


def test_a_voided_end_lets_the_game_go_on() -> None:  # log.void
    events = stored(running(), Declaration(by="a", action=Concede()))
    assert result(events).winner == "b"
    on = played_on(stored(events, Void(steps=(111,), **WHY)), 5, 400)
    assert result(on).finished
    assert list(rules.verify(KT, on)) == []
    assert json_of(on) == json_of(line.corrected(on))


def test_rulings_on_a_game_with_findings() -> None:  # log.ruling
    """What is against the rules is settled by the ruling that names it, and by no other."""
    start = running()
    enemy = next(m.id for m in final(start).alive() if m.side != final(start).to_act)
    wrong = Declaration(by=enemy[0], action=Ready(model=enemy))
    events = stored(start, wrong, lenient=True)
    report = rules.report(KT, events)
    assert report.verdict == "findings"
    broken = {finding.number for finding in report.findings}
    assert broken == {111}
    elsewhere = stored(events, Void(steps=(110,), **WHY))
    assert rules.report(KT, elsewhere).verdict == "findings", "that it follows from another step settles nothing"
    for action in (Void(steps=(111,), **WHY), Amend(step=111, **WHY)):
        after = rules.report(KT, stored(events, action))
        assert after.verdict == "verified"
        assert {finding.settled for finding in after.findings} == {112}
        assert [f.rule for f in after.findings] == [f.rule for f in report.findings]
    assert rules.report(KT, stored(elsewhere, Amend(step=111, **WHY))).verdict == "verified"


def test_a_report_tells_both_results() -> None:  # log.adjust
    events = stored(whole(), Adjust(score={"a": -100}, **WHY))
    found = rules.report(KT, events)
    assert found.played == result(whole())
    assert (found.winner, found.verdict) == ("b", "verified")
    assert rules.report(KT, whole()).played is None
    early = [*running()]
    early = stored(early, Adjust(score={"a": -100}, **WHY))
    on = played_on(early, 2, 400)
    played = rules.report(KT, on).played
    assert played is not None
    assert played.score["a"] == rules.report(KT, on).score["a"] + 100, "as played nobody had adjusted anything"


# whole games

MIXED = [(seed, "crew") for seed in range(1, 9)] + [(1, "demo"), (2, "demo")]


@cache
def mixed_game(seed: int, rosters: str) -> Events:
    return mixed(seed, rosters)


@pytest.mark.parametrize(("seed", "rosters"), MIXED)
def test_rulings_verify(seed: int, rosters: str) -> None:
    events = mixed_game(seed, rosters)
    assert list(rules.verify(KT, events)) == []
    half = len(events) // 2
    assert list(rules.verify(KT, events[half:], final(events[:half]), lambda: events[:half])) == []


@pytest.mark.parametrize(("seed", "rosters"), MIXED[:4])
def test_tampering_with_a_ruling_is_found(seed: int, rosters: str) -> None:
    events, rng = mixed_game(seed, rosters), Random(seed)
    for event in [e for e in events if isinstance(e.action, Ruling)]:
        for changed in _tampered(event, rng):
            found = list(rules.verify(KT, [*events[: event.number - 1], changed, *events[event.number :]]))
            assert event.number in {finding.number for finding in found}


def _tampered(event: Event[Any], rng: Random) -> list[Event[Any]]:
    effects = list(event.effects)
    index = rng.randrange(len(effects))
    lists = [effects[:index] + effects[index + 1 :], [*effects, effects[index]]]
    effect = effects[index]
    match effect:
        case Corrected():
            lists += [[*effects[:index], each, *effects[index + 1 :]] for each in (
                msgspec.structs.replace(effect, effects=(*effect.effects, Noted(rule="log.void"))),
                msgspec.structs.replace(effect, against=(*effect.against, "kt.move.overlap")),
                msgspec.structs.replace(effect, step=effect.step + 1),
            )]  # fmt: skip
        case Counted():
            lists.append([*effects[:index], msgspec.structs.replace(effect, by=effect.by + 1), *effects[index + 1 :]])
        case Ended():
            other = msgspec.structs.replace(effect.outcome, winner="b" if effect.outcome.winner == "a" else "a")
            lists.append([*effects[:index], msgspec.structs.replace(effect, outcome=other), *effects[index + 1 :]])
        case Patched(flow=flow) if flow is not None:
            other_flow = msgspec.structs.replace(flow, round=flow.round + 1)
            lists.append([*effects[:index], msgspec.structs.replace(effect, flow=other_flow), *effects[index + 1 :]])
        case Noted():
            lists.append([*effects[:index], msgspec.structs.replace(effect, text="other"), *effects[index + 1 :]])
    return [msgspec.structs.replace(event, effects=tuple(each)) for each in lists]


@pytest.mark.parametrize(("seed", "rosters"), MIXED)
def test_rulings_survive_the_game_file(seed: int, rosters: str) -> None:
    file = sealed(mixed_game(seed, rosters))
    read = rules.read_game(file.dump())
    assert (read.events, read.findings, read.dump()) == (file.events, [], file.dump())
    assert rules.report(KT, read.events) == rules.report(KT, file.events)


def test_the_same_rulings_give_the_same_bytes() -> None:
    events = whole()
    assert sealed(ruled(events, Random(5), 6)).dump() == sealed(ruled(events, Random(5), 6)).dump()


def test_fifty_corrections_stay_small() -> None:
    """What steps come to is stored only where it changes: fifty corrections cost less than the game itself."""
    events = whole()
    after = ruled(events, Random(7), 50, ending=False)
    assert list(rules.verify(KT, after)) == []
    assert len(sealed(after).dump()) < 6 * len(sealed(events).dump())


# any JSON at all


@cache
def words() -> tuple[str, ...]:
    return (*final(whole()).models, "judge", "a", "b", "log.ruling", "kt.move.overlap", "kt.no-such")


@cache
def actions() -> st.SearchStrategy[Any]:
    kinds = inspect.multi_type_info([kind for kind in KT.handlers if issubclass(kind, Administrative)])
    return st.one_of([shaped(kind, words()) for kind in kinds])


def answer(events: Events, declared: Any) -> rules.Decided | None:
    """What the engine makes of JSON; None when it refuses with an error of its own."""
    state = final(events)
    before = rules.to_json(state)
    try:
        declaration = rules.read_declaration(KT, json.dumps(declared))
        rules.canonical(declaration)
        found = rules.decide(KT, state, declaration, history=events)
    except rules.RulesError:
        return None
    finally:
        assert rules.to_json(state) == before
    event = rules.make_event(len(events) + 1, declaration, found.effects, "")
    assert rules.read_event(KT, rules.canonical(event)) == event
    after = [*events, event]
    assert json_of(after) == rules.to_json(found.state) == json_of(line.corrected(after))
    assert rules.from_json(rules.to_json(found.state)) == found.state
    if not any(effect.against for each in after for effect in line.corrections(each)):
        assert list(KT.problems(found.state)) == []
    rules.options(KT, found.state)
    assert list(rules.verify(KT, after[-1:], state, lambda: events)) == []
    return found


@QUICK
@given(st.data())
def test_any_ruling_at_any_time(data: st.DataObject) -> None:
    events = mixed_game(data.draw(st.integers(1, 8)), "crew")
    upto = data.draw(st.integers(0, len(events)))
    declared = {
        "by": data.draw(st.sampled_from(("judge", "judge", "judge", "a", "zz"))),
        "action": data.draw(actions()),
    }
    answer(events[:upto], declared)


@QUICK
@given(st.data())
def test_damaged_rulings_where_they_were_made(data: st.DataObject) -> None:
    events = mixed_game(data.draw(st.integers(1, 8)), "crew")
    event = data.draw(st.sampled_from([e for e in events if isinstance(e.action, Ruling)]))
    declared = msgspec.to_builtins(event.declaration())
    answer(events[: event.number - 1], data.draw(damaged(declared, words())))


@QUICK
@given(st.data())
def test_amendments_with_any_declaration(data: st.DataObject) -> None:
    events = mixed_game(data.draw(st.integers(1, 8)), "crew")
    event = data.draw(st.sampled_from(acts(events)))
    other = data.draw(st.sampled_from(acts(events)))
    source = data.draw(st.sampled_from((event, other)))
    meant = data.draw(damaged(plain(source.declaration()), words()) | st.just(plain(source.declaration())) | anything)
    answer(events, {"by": "judge", "action": {"type": "amend", "step": event.number, "declaration": meant, **WHY}})


@QUICK
@given(st.data())
def test_rulings_after_records_that_make_no_sense(data: st.DataObject) -> None:
    """A file from elsewhere may hold any effects and any rulings: what is ruled on it is decided or refused."""
    events = list(mixed_game(data.draw(st.integers(1, 8)), "crew"))
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(1, len(events) - 1))
        broken = data.draw(damaged(msgspec.to_builtins(events[index]), words()))
        try:
            events[index] = msgspec.structs.replace(rules.read_event(KT, json.dumps(broken)), number=index + 1)
            before = final(events)
        except rules.RulesError:
            return
    declared = judged(data.draw(st.sampled_from((
        Void(steps=(acts(events)[0].number,), **WHY), Amend(step=acts(events)[-1].number, **WHY), Strike(**WHY),
    ))))  # fmt: skip
    try:
        found = rules.decide(KT, before, declared, history=events)
    except rules.RulesError:
        return
    after = [*events, rules.make_event(len(events) + 1, declared, found.effects, "")]
    assert rules.to_json(final(after)) == rules.to_json(found.state)
    list(rules.verify(KT, after))


DEEP: dict[str, Any] = {}
for _ in range(300):
    DEEP = {"x": DEEP}


@pytest.mark.parametrize(
    "written",
    [
        {"action": {"type": "initiative"}, "by": "a", "dice": [1.0, 2.0]},
        {"action": {"type": "initiative"}, "by": "a", "dice": [0.5]},
        {"action": {"type": "initiative"}, "by": "\ue000"},
        {"by": "a"}, {"x": 1.5}, {"": None}, {"by": "a", "action": []}, DEEP, {"action": DEEP, "by": "a"},
    ],
)  # fmt: skip
def test_amendments_that_cannot_be_written(written: dict[str, Any]) -> None:  # log.amend
    declaration = judged(Amend(step=50, declaration=written, **WHY))
    assert refused(whole(), declaration)[0].startswith("$.action.declaration")


def test_an_amended_step_has_faces_that_dice_have() -> None:  # log.amend
    shot = first(whole(), Shoot)
    odd = plain(msgspec.structs.replace(shot.declaration(), dice=(9,) * len(shot.dice)))
    assert (
        refused(whole(), judged(Amend(step=shot.number, declaration=odd, **WHY)))[0] == "$.action.declaration.dice[0]"
    )


def ruled_from(body: str) -> None:
    rules.decide(KT, final(whole()), rules.read_declaration(KT, body), history=whole())


def test_nesting_deeper_than_python_calls() -> None:  # log.amend
    text = '{"by":"judge","action":{"type":"amend","rule":"log.amend","reason":"x","step":50,"declaration":'
    for depth in (400, 900, 990, 5_000, 100_000):
        body = text + '{"x":' * depth + "1" + "}" * depth + "}}"
        with pytest.raises(rules.Malformed):
            ruled_from(body)


def test_numbers_are_bounded() -> None:  # log.void
    for steps in ("[0]", "[-1]", "[]", str(list(range(1, 1002))), "[1.5]", f"[{10**30}]", f"[{2**63}]"):
        body = f'{{"by":"judge","action":{{"type":"void","rule":"log.void","reason":"x","steps":{steps}}}}}'
        with pytest.raises(rules.Malformed):
            ruled_from(body)


def test_a_thousand_steps_at_once() -> None:  # log.void
    events = whole()
    numbers = tuple(event.number for event in acts(events))
    after = stored(events, Void(steps=(*numbers, *numbers)[:1000], **WHY))
    assert json_of(after) == json_of(events[:3]), "of the battle nothing is left but its set-up"


def test_rulings_are_named_in_the_catalogue() -> None:
    tags = {tag_of(kind) for kind in rulings.KINDS}
    assert {f"log.{tag}" for tag in tags} <= set(KT.clauses)


def test_the_beginning_stays() -> None:  # log.take-back
    assert isinstance(whole()[0].action, Begin)
