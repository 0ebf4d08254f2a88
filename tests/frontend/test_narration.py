"""Every action and every effect has a sentence in both languages; none is missing from the Russian catalogue."""

import ast
import re
from pathlib import Path
from typing import Any, get_args

import polib
import pytest
from django.utils import translation
from django.utils.translation.template import templatize

import rules
from frontend.base.lengths import inches
from frontend.games import narration, replay
from frontend.games.cast import Cast, short
from gamelog.setup.paths import FRONTEND
from rules.gamefile import GameFile
from rules.kernel.effects import AnyEffect

LANGUAGES = ("en", "ru")
CYRILLIC = re.compile("[а-яё]", re.I)


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_every_effect_has_words() -> None:
    assert set(narration.EFFECTS) == tags(AnyEffect)


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_every_action_has_words(ruleset: str) -> None:
    of = rules.load(ruleset)
    assert tags(of.action) <= {*narration.ACTIONS, *of.told}


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_no_words_for_what_a_ruleset_has_not(ruleset: str) -> None:
    of = rules.load(ruleset)
    said = of.telling
    assert set(narration.ACTIONS) - {"muster"} <= tags(of.action)
    assert not set(narration.ACTIONS) & set(of.told), "what every system shares is said in one place"
    named = (said.marks, said.unmarks, said.counted, said.questions, said.statuses, said.side_statuses,
             said.terrain_statuses, said.came_to, said.noted, said.for_game, said.said_with_rule,
             said.roster_problems)  # fmt: skip
    assert {key for each in named for key in each} <= set(of.clauses)
    drawn = (said.statuses, said.side_statuses, said.terrain_statuses, said.roles)
    assert {badge for each in drawn for badge in each.values()} == set(said.badges)


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(FRONTEND / "locale" / "ru" / "LC_MESSAGES" / "django.po"))


def _in_python(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        name = getattr(getattr(node, "func", None), "id", "")
        if isinstance(node, ast.Call) and name in ("_", "gettext", "ngettext", "pgettext", "gettext_lazy"):
            first = node.args[1 if name == "pgettext" else 0]
            if isinstance(first, ast.Constant):
                found.add(str(first.value))
    return found


_LITERAL = r"""(u?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))"""


def _in_template(path: Path) -> set[str]:
    text = templatize(path.read_text(), origin=str(path))
    plain = re.findall(rf"(?<![np])gettext\({_LITERAL}", text)
    plural = re.findall(rf"ngettext\({_LITERAL}", text)
    with_context = re.findall(rf"pgettext\({_LITERAL}, *{_LITERAL}", text)
    return {ast.literal_eval(literal) for literal in [*plain, *plural, *(text for _, text in with_context)]}


def test_the_russian_catalogue_is_complete(catalogue: polib.POFile) -> None:
    wanted: set[str] = set()
    for path in FRONTEND.rglob("*.py"):
        if "node_modules" not in path.parts:
            wanted |= _in_python(path)
    for path in (FRONTEND / "templates").rglob("*.html"):
        wanted |= _in_template(path)
    translated = {entry.msgid for entry in catalogue.translated_entries()}
    assert len(wanted) > 250
    assert not wanted - translated


def test_translations_keep_every_placeholder(catalogue: polib.POFile) -> None:
    for entry in catalogue:
        wanted = set(re.findall(r"%\((\w+)\)[sd]", entry.msgid))
        for text in [entry.msgstr] if not entry.msgid_plural else entry.msgstr_plural.values():
            assert set(re.findall(r"%\((\w+)\)[sd]", text)) == wanted, entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told(language: str, kt: rules.Ruleset, honest_file: GameFile) -> None:
    with translation.override(language):
        for step in replay.steps(kt, honest_file.events):
            assert step.t
            for text in [step.t, *(line.t for line in step.l)]:
                assert text.strip()
                assert "%(" not in text
                assert "{" not in text


def test_russian_differs_from_english(kt: rules.Ruleset, honest_file: GameFile) -> None:
    def titles() -> dict[str, str]:
        return {step.a: step.t for step in replay.steps(kt, honest_file.events)}

    with translation.override("en"):
        english = titles()
    with translation.override("ru"):
        russian = titles()
    assert not [text for text in english.values() if CYRILLIC.search(text)]
    assert not [text for text in russian.values() if not CYRILLIC.search(text)]


def test_words_players_use(kt: rules.Ruleset, honest_file: GameFile) -> None:
    with translation.override("en"):
        shots = [step.t for step in replay.steps(kt, honest_file.events) if step.a == "shoot"]
    assert all(re.fullmatch(r".+ shoots .+: .+", text) for text in shots)


@pytest.mark.parametrize(
    ("name", "number", "expected"),
    [("Ork Boy", "3", "OB3"), ("Kell", "", "Kel"), ("Kroot Carnivore 12", "", "K12"), ("Ork Boy 4", "", "OB4"),
     ("Sergeant Kell of Tallarn", "", "SKO"), ("Бойз", "", "Бой"), ("!", "", "?")],
)  # fmt: skip
def test_short_names(name: str, number: str, expected: str) -> None:
    assert short(name, number) == expected


def test_lengths() -> None:
    assert [inches(n) for n in (0, 600, 150, 1234, -50)] == ["0″", "6″", "1.5″", "12.34″", "−0.5″"]


def test_an_unknown_clause_is_shown_by_its_id(kt: rules.Ruleset) -> None:
    assert Cast(kt).rule("kt.no-such-rule") == "kt.no-such-rule"
