"""The Russian sentence of a refusal is found by the English one and its facts."""

from __future__ import annotations

import subprocess
import sys

from rules.kernel.refusals import Refusals, read

SENTENCES = Refusals(
    {
        "{name} has {left} of {most}": "{name}: осталось {left} из {most}",
        "{name} cannot charge{because}": "{name}: напасть нельзя{because}",
        "it is locked in combat with {others}": "связан боем — {others}",
        "side {side} decides in the {phase} phase": "решает сторона {side}, фаза — {phase}",
        "there is nothing to end": "заканчивать нечего",
        "end": "(конец)",
    },
    {"phase": {"shooting": "Стрельба"}},
)


def test_a_sentence_is_filled_with_its_facts() -> None:
    facts = {"name": "Ash has 3", "left": 1, "most": 3, "model": "b3"}
    assert SENTENCES.russian("Ash has 3 has 1 of 3", facts) == "Ash has 3: осталось 1 из 3"


def test_a_sentence_without_facts_is_found_as_it_stands() -> None:
    assert SENTENCES.russian("there is nothing to end", {}) == "заканчивать нечего"


def test_a_part_of_a_sentence_is_told_too() -> None:
    facts = {"name": "Reeds", "because": ": it is locked in combat with Gulls, Eels"}
    text = "Reeds cannot charge: it is locked in combat with Gulls, Eels"
    assert SENTENCES.russian(text, facts) == "Reeds: напасть нельзя — связан боем — Gulls, Eels"
    assert SENTENCES.russian("Reeds cannot charge", {"name": "Reeds", "because": ""}) == "Reeds: напасть нельзя"


def test_ids_become_names_and_phases_words() -> None:
    text, facts = "side a decides in the shooting end phase", {"side": "a", "phase": "shooting end"}
    assert SENTENCES.russian(text, facts, {"a": "Gulls"}) == "решает сторона Gulls, фаза — Стрельба (конец)"
    assert SENTENCES.russian(text, facts) == "решает сторона a, фаза — Стрельба (конец)"


def test_what_no_template_says_is_not_guessed() -> None:
    assert SENTENCES.russian("Ash does something else", {"name": "Ash"}) is None


def test_a_package_without_sentences_has_none() -> None:
    assert read("rules") == {}


def test_refusing_reads_no_sentence() -> None:
    """As with the books: who only decides has no use for them."""
    code = (
        "import rules, sys; rules.load('kt'); print('rules.kernel.refusals' in sys.modules, 'tomllib' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
