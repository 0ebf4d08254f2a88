"""Secrets that nobody could honestly write: whatever is sealed and shown, and when, the battle can go on to its end.

Battles of every system are played in which notes name what does not exist, cannot be opened or are shown out of turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rules
from rules import autoplay
from rules.cod import prepared
from rules.kernel import notes
from rules.kernel.dice import Seeded
from rules.kernel.effects import sealed_key
from rules.kernel.part import Choice
from rules.kernel.secrets import Commit, Reveal, commitment
from rules.kernel.sheet import Roster
from tests.kernel.games import crew
from tests.rules.cod.games import ARMIES
from tests.rules.wh40k.games import team

SALT = "0123456789abcdef" * 2
SUBJECTS = ("cod.stratagem.demolition", "cod.stratagem.demolition.2", "cod.scenario.scorched-earth.hideout", "a plan")
VALUES = ("nowhere", "nowhere:3", "r1", "r1:0", "r1:99", ":", "", "r2:three", "x" * 2000, "r1.f2:2")
SEALED = "0" * 64
"""A commitment that nothing opens."""
ARMED: dict[str, tuple[tuple[Roster, Roster], dict[str, Any]]] = {
    "kt": ((crew(3, "PSYKER"), crew(4, "PSYKER")), {"kt.game.round-count": 2}),
    "wh40k": ((team("ferry-guard", "Toll Master Brandt", "Ferry Crew"),) * 2, {}),
    "cod": ((ARMIES["crew"], ARMIES["crew"]), {"cod.scenario": "scorched-earth", "cod.level": "omega"}),
}


def hostile(choice: Choice, subject: str, value: str) -> Commit:
    """In place of `notes.write`: something impossible is written down, or nothing that could ever be opened."""
    side, written = choice.option.side, choice.of(VALUES)
    choice.memory[sealed_key(side, subject)] = notes.Note(side, subject, written, SALT)
    opens = choice.dice.below(3)
    return Commit(subject=subject, commitment=commitment(side, subject, written, SALT) if opens else SEALED)


def out_of_turn(auto: autoplay.Autoplay, dice: Seeded) -> Iterator[rules.Declaration[Any]]:
    """What a side may try at any moment: to seal something about a subject, or to show what is sealed."""
    for side in ("a", "b"):
        subject, value = SUBJECTS[dice.below(len(SUBJECTS))], VALUES[dice.below(len(VALUES))]
        if not dice.below(20):
            made = Commit(subject=subject, commitment=commitment(side, subject, value, SALT))
            yield rules.Declaration(by=side, action=made)
        if not dice.below(20):
            yield rules.Declaration(by=side, action=Reveal(subject=subject, value=value, salt=SALT))
        for note in list(auto._player.memory.values()) if not dice.below(40) else ():
            if isinstance(note, notes.Note):
                yield rules.Declaration(by=note.by, action=note.opening)


def goes_on(of: rules.Ruleset, state: rules.State) -> bool:
    """Whether there is more to declare than what may be said beside the battle."""
    return any(not of.act(option.action).aside for option in rules.options(of, state))


def tried(auto: autoplay.Autoplay, declared: rules.Declaration[Any]) -> bool:
    """Declare something out of turn, if the rules allow it."""
    try:
        auto.play(declared, auto.decide(declared))
    except rules.RulesError:
        return False
    return True


def battle(key: str, seed: int) -> tuple[rules.State, int]:
    """A battle with such secrets to its end: the last position, and how much was declared out of turn."""
    of, dice, (rosters, options) = rules.load(key), Seeded(b"%d" % seed, "hostile"), ARMED[key]
    auto, accepted = autoplay.Autoplay(of, seed), 0
    for declaration in auto.begin(rosters, of.table(seed), options):
        auto.play(declaration, auto.decide(declaration))
    while auto.state.over is None and auto.number < autoplay.MAX_STEPS:
        accepted += sum(tried(auto, declared) for declared in out_of_turn(auto, dice))
        assert goes_on(of, auto.state), (auto.state.phase, auto.state.step, auto.state.pending)
        assert auto.next() is not None
    return auto.state, accepted


@pytest.mark.parametrize(
    ("key", "seed"), [("kt", 1), ("kt", 2), ("wh40k", 1), *(("cod", seed) for seed in range(1, 7))]
)
def test_no_secret_stops_a_battle(key: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "write", hostile)
    end, accepted = battle(key, seed)
    assert end.over is not None
    assert accepted > 0
    if end.over.reason == "cod.scenario.scorched-earth.defender-win":
        written = [sealed.value for sealed in end.sealed.values() if sealed.subject == SUBJECTS[2]]
        assert any(prepared.ruin(end, value) for value in written), "only a hideout that exists can be held"
