"""What came of a step, beside the effects that the engine recorded."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from django.utils import translation

import rules
from frontend.games import replay
from rules import gamefile
from rules.kernel.effects import Removed, WoundsSet
from tests.playthroughs import SYSTEMS

NOUNS: dict[str, dict[str, tuple[str, ...]]] = {
    "wh40k": {"en": ("hull point", "wound"), "ru": ("корпуса", "вунд")},
    "t9a": {"en": ("Health Point",), "ru": ("здоровья",)},
}
FILES = [file for system in NOUNS for file in sorted(SYSTEMS[system].folder.glob("*.jsonl"))]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_who_is_hurt_and_stands_is_told_with_the_right_number(file: Path, language: str) -> None:
    game = gamefile.loads(file.read_bytes(), rules.load)
    ruleset = rules.load(game.header.ruleset, game.header.version)
    state = rules.fold(ruleset, [])
    with translation.override(language):
        told = list(replay.steps(ruleset, game.events))
    checked = 0
    for event, step in zip(game.events, told, strict=True):
        rules.evolve(state, event)
        fallen = {each.model for each in event.effects if isinstance(each, Removed) and not each.back}
        lost: Counter[str] = Counter()
        for effect in event.effects:
            if isinstance(effect, WoundsSet) and effect.model not in fallen:
                lost[state.models[effect.model].unit or effect.model] += effect.was - effect.to
        parts = step.o.split("; ")
        for count in lost.values():
            if count > 0:
                signs = {"en": (f" loses {count} ", f" lose {count} "), "ru": (f" теряет {count} ",)}[language]
                found = [part for part in parts if any(sign in part for sign in signs)]
                assert any(noun in part for noun in NOUNS[ruleset.id][language] for part in found), (step.n, step.o)
                checked += 1
        plain = [part for part in parts if " loses 1 " in part or " lose 1 " in part]
        assert not [part for part in plain if part.endswith("s")]
    # In one battle of the ten nobody is hurt who is not killed.
    assert checked or file.stem == "cantons-storm-13"
