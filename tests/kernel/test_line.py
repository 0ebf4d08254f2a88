"""The two lines of a game: as played, as corrected, and that both can be had as of every event."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

import rules
from rules.kernel import line
from rules.kernel.effects import Corrected, Noted, Patched, PositionSet
from rules.kernel.events import Administrative, Declaration, Ruling
from rules.kernel.rulings import Adjust, Amend, Award, TakeBack, Void
from rules.kernel.secrets import Commit, commitment
from tests.kernel.games import KT, game
from tests.kernel.ruled import WHY, Events, acts, mixed, played_on, stored

MIXED = [(seed, "crew") for seed in range(1, 13)] + [(seed, "demo") for seed in (1, 2, 3)]


@cache
def mixed_game(seed: int, rosters: str) -> Events:
    return mixed(seed, rosters)


def json_of(events: Events) -> bytes:
    return rules.to_json(rules.fold(KT, events))


@pytest.mark.parametrize(("seed", "rosters"), MIXED)
def test_as_corrected_comes_to_where_the_stream_stands(seed: int, rosters: str) -> None:  # log.ruling
    """After every event: whatever was ruled, and however the game went on."""
    events = mixed_game(seed, rosters)
    state = rules.fold(KT, [])
    for number, event in enumerate(events, 1):
        rules.evolve(state, event)
        corrected = line.corrected(events[:number])
        assert [e.number for e in corrected] == list(range(1, number + 1))
        assert json_of(corrected) == rules.to_json(state), f"as of event {number}"


@pytest.mark.parametrize(("seed", "rosters"), MIXED)
def test_rulings_after_the_last_step_leave_the_game_as_it_was_played(seed: int, rosters: str) -> None:  # log.ruling
    events = mixed_game(seed, rosters)
    last = max(event.number for event in events if not isinstance(event.action, Administrative))
    assert line.played(events) == events[:last]
    for number in range(last, len(events) + 1):
        assert line.played(events[:number]) == events[:last]


@pytest.mark.parametrize(("seed", "rosters"), MIXED[:3])
def test_as_of_an_event_nothing_after_it_counts(seed: int, rosters: str) -> None:  # log.ruling
    events = mixed_game(seed, rosters)
    for number in range(0, len(events) + 1, 5):
        for of in (line.played, line.corrected):
            assert [e.number for e in of(events[:number]) if e.number > number] == []
    assert line.played([]) == line.corrected([]) == []


def test_a_game_without_corrections_has_one_line() -> None:  # log.ruling
    events = game(1).events
    assert line.played(events) == line.corrected(events) == events
    assert line.settled(events) == line.newest(events) == {}


def test_as_corrected_a_ruling_keeps_what_is_its_own() -> None:  # log.adjust
    events = stored(list(game(1).events), Void(steps=(60,), **WHY))
    events = stored(events, Adjust(score={"a": 2}, **WHY))
    void, adjust = line.corrected(events)[-2:]
    assert [type(effect) for effect in void.effects] == [Noted]
    assert adjust == events[-1]
    assert not any(isinstance(e, Corrected | Patched | PositionSet) for each in line.corrected(events)[3:]
                   for e in each.effects)  # fmt: skip


def test_as_played_a_ruling_acts_on_what_is_played_after_it() -> None:  # log.void
    events = stored(list(game(1).events)[:100], Void(steps=(80,), **WHY))
    assert line.played(events) == events[:100]
    on = played_on(events, 4, 3)
    assert line.played(on) == on
    assert json_of(line.played(on)) == json_of(line.corrected(on))


def test_a_commitment_between_rulings_stays_in_both_lines() -> None:  # log.commit
    events = stored(list(game(1).events), Adjust(score={"a": 2}, **WHY))
    sealed = commitment("a", "x", "y", "0" * 32)
    events = stored(events, Declaration(by="a", action=Commit(subject="x", commitment=sealed)))
    events = stored(events, Award(winner="b", **WHY))
    assert line.played(events) == [*events[:-3], events[-2]]
    assert line.corrected(events) == events


def test_what_is_declared_in_vain_after_the_end_is_no_step() -> None:  # log.over
    """In a `declared` game a step after the end is stored; it does not make the award before it part of the battle."""
    events = stored(list(game(1).events)[:100], Award(winner="b", **WHY))
    vain = acts(events)[-1].declaration()
    events = stored(events, vain, lenient=True)
    assert events[-1].effects == ()
    as_played = rules.fold(KT, line.played(events))
    assert as_played.over is None
    assert rules.result(KT, as_played, adjusted=False) == rules.Result(finished=False)
    assert rules.result(KT, rules.fold(KT, events)).winner == "b"


def test_the_newest_correction_of_a_step_counts() -> None:  # log.amend
    events = list(game(1).events)
    voided = stored(events, Void(steps=(60, 70), **WHY))
    back = stored(voided, Amend(step=60, **WHY))
    assert line.newest(back)[60] == back[-1].number
    assert line.newest(back)[70] in (voided[-1].number, back[-1].number)
    assert line.is_nothing(line.corrected(back)[69].effects)
    assert line.corrected(back)[59].effects == events[59].effects
    assert line.named(back[-1]) == {60}
    assert line.named(voided[-1]) == {60, 70}
    assert line.named(events[5]) == frozenset()


def test_a_take_back_names_all_it_takes_back() -> None:  # log.take-back
    events = list(game(1).events)[:100]
    taken = stored(events, Declaration(by="b", action=TakeBack(since=98, agreed=("a", "b"), **WHY)))
    assert line.named(taken[-1]) == {98, 99, 100}
    assert line.settled(taken) == dict.fromkeys((98, 99, 100), 101)


def test_a_step_that_follows_and_is_against_a_rule_is_not_settled() -> None:  # log.void
    events = list(game(1).events)
    after = stored(events, Void(steps=(108,), **WHY))
    against = {effect.step for effect in line.corrections(after[-1]) if effect.against}
    assert against
    assert not against & set(line.settled(after))
    named = stored(after, Amend(step=min(against), **WHY))
    assert line.settled(named)[min(against)] == named[-1].number


def test_lines_do_not_change_what_they_are_made_of() -> None:
    events = mixed_game(1, "crew")
    before = [msgspec.json.encode(event) for event in events]
    line.played(events)
    line.corrected(events)
    assert [msgspec.json.encode(event) for event in events] == before
    assert any(isinstance(event.action, Ruling) for event in events)
