"""The catalogues, checked against the code that cites them, the required rows, and the tests that name them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

import rules
from rules.kernel.rule import STATUSES, Clause, Hook, Rule
from rules.kt.options import DEFAULTS
from rules.kt.position import STEPS
from tests import rows as delivered
from tests.decided import CHANCE
from tests.rows import ROOT, clause_of, named

OWN = {
    "kt": ("kt.ability.", "kt.weapon.ability.", "kt.assumed.", "kt.wargear."),
    "wh40k": ("wh40k.assumed.",),
    "cod": ("cod.assumed.",),
    "t9a": ("t9a.assumed.",),
    "necro": ("necro.assumed.",),
}
"""Under what a ruleset may have clauses that are no rows to deliver."""
KEYS = {
    "cod.attacker": "the option that says which side was agreed to attack",
    "cod.level": "the option that says at which level a city fight is played",
    "kt.psyker.deny": "how often a psyker may deny",
    "kt.psyker.manifest": "how many powers a psyker may attempt",
}
"""Ids that are no clause: names under which a sheet or the options of a game hold a value."""
UNSOURCED = ("log.", "table.", "kt.ability.", "cod.gap.", *(f"{name}.assumed." for name in OWN))
"""Under what a clause may stand that no line of a source says."""
LINES = re.compile(r"\d+(-\d+)?(, ?\d+(-\d+)?)*")


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def rows(ruleset: str) -> Mapping[str, Mapping[str, str]]:
    if not delivered.path(ruleset).is_file():
        pytest.skip(f"../shared/rules/{delivered.ROWS[ruleset]} is not here")
    return delivered.rows(ruleset)


def own(ruleset: str) -> list[str]:
    """A ruleset's own clauses, without those of the rulesets it extends."""
    return [key for key in rules.load(ruleset).clauses if key.startswith(f"{ruleset}.")]


SOURCED = tuple(delivered.ROWS)
"""The rulesets that are made after a document, a row for each of its rules."""
EVERY = [(ruleset, key) for ruleset in SOURCED for key in own(ruleset)]
EVERY += [("kt", key) for key in rules.load("kt").clauses if not key.startswith("kt.")]


def known_ids() -> set[str]:
    """Every clause, rule and hook id of every ruleset."""
    found = {*KEYS}
    for name in rules.RULESETS:
        ruleset = rules.load(name)
        found |= {*ruleset.clauses, *(rule.id for rule in ruleset.catalogue), *ruleset.hooked}
    return found


def cited(folder: str) -> dict[str, set[str]]:
    """Quoted ids, by the file that contains them."""
    written = re.compile(rf"""["']((?:{"|".join(rules.RULESETS)}|log|table)\.[a-z0-9-]+(?:\.[a-z0-9-]+)*)["']""")
    found: dict[str, set[str]] = {}
    for path in sources(folder):
        for key in written.findall(path.read_text(encoding="utf-8")):
            found.setdefault(key, set()).add(str(path.relative_to(ROOT)))
    return found


def test_every_id_that_the_code_cites_is_a_clause() -> None:
    known = known_ids()
    strange = {key: files for key, files in cited("rules").items() if key not in known}
    # Parts of ids in catalogues, and of hooks, are concatenated.
    composed = ("/book/", "/scenario/", "/hooks.py")
    left = {key: files for key, files in strange.items() if not all(any(c in f for c in composed) for f in files)}
    assert left == {}


def test_every_id_that_tests_of_rules_expect_is_a_clause() -> None:
    """An id may go on after a clause: `kt.move.normal-exactly-6in` names a row of its table."""
    known = known_ids()
    goes_on = (*(f"{key}{joint}" for key in known for joint in ".-"), "kt.specialist.")
    tests = [cited(f"tests/rules/{ruleset}") for ruleset in rules.RULESETS]
    strange = {key: files for each in tests for key, files in each.items() if key not in known}
    assert {key: files for key, files in strange.items() if not key.startswith(goes_on)} == {}


@pytest.mark.parametrize("ruleset", SOURCED)
def test_every_row_to_deliver_is_a_clause_with_its_source(ruleset: str) -> None:
    clauses = rules.load(ruleset).clauses
    assert sorted(set(rows(ruleset)) - set(clauses)) == []
    other = {
        key: (row["source_lines"], clauses[key][1].lines)
        for key, row in rows(ruleset).items()
        if row["source_lines"] != clauses[key][1].lines
    }
    assert other == {}


@pytest.mark.parametrize("ruleset", SOURCED)
def test_every_clause_is_a_row_or_our_own(ruleset: str) -> None:
    more = sorted(set(own(ruleset)) - set(rows(ruleset)))
    assert [key for key in more if not key.startswith(OWN[ruleset])] == []


@pytest.mark.parametrize("ruleset", SOURCED)
def test_silences_of_the_source_are_assumed(ruleset: str) -> None:
    settled = ("assumed", "recorded", "advice")
    clauses = rules.load(ruleset).clauses
    silent = [key for key in own(ruleset) if key.startswith((f"{ruleset}.gap.", f"{ruleset}.assumed."))]
    assert {key: clauses[key][1].status for key in silent if clauses[key][1].status not in settled} == {}


def test_every_clause_is_fit_to_be_shown() -> None:
    assert {
        key: wrong for ruleset, key in EVERY if (wrong := list(unfit(key, *rules.load(ruleset).clauses[key])))
    } == {}


def unfit(key: str, rule: Rule, clause: Clause) -> Iterator[str]:
    """The reasons why a clause cannot be shown to readers of either language."""
    if clause.status not in STATUSES:
        yield f"status {clause.status}"
    if not re.search(r"[A-Za-z]", clause.en) or not re.search(r"[A-Za-z]", rule.en):
        yield "no English label"
    if not re.search(r"[А-Яа-я]|^[A-Z]+$", clause.ru) or not re.search(r"[А-Яа-яA-Z]", rule.ru):
        yield "no Russian label"
    if not clause.text.endswith((".", "!")) or len(clause.text) <= 15:
        yield "its text is no sentence"
    russian = clause.text_ru
    if not russian.endswith((".", "!")) or len(russian) <= 15 or not re.search("[А-Яа-я]", russian):
        yield "its Russian text is no sentence"
    if bool(clause.note) != bool(re.search("[А-Яа-я]", clause.note_ru)):
        yield "its note is not in both languages"
    if re.search(r"[А-Яа-я]", clause.en + clause.text + clause.note):
        yield "Russian in an English text"
    if not (key.startswith(UNSOURCED) if clause.lines in ("", "-") else LINES.fullmatch(clause.lines)):
        yield f"source lines {clause.lines!r}"


def test_an_unfit_clause_is_told_for_each_thing_that_is_wrong_with_it() -> None:
    rule = Rule("kt.nothing", "", "", {})
    told = list(unfit("kt.nothing", rule, Clause("", "", "Слово", lines="ten", status="new")))  # type: ignore[arg-type]
    assert len(told) == 7
    assert list(unfit("kt.nothing", rule, Clause("", "", "Too short."))) != []
    fit = Rule("kt.nothing", "Nothing", "Ничто", {})
    sentence = Clause("Nothing", "Ничто", "Nothing happens at all.", text_ru="Совсем ничего не происходит.")
    assert list(unfit("kt.nothing", fit, replace(sentence, lines="1-2, 4"))) == []
    assert list(unfit("kt.nothing", fit, sentence)) == ["source lines ''"]
    half = replace(sentence, lines="1", text_ru="")
    assert list(unfit("kt.nothing", fit, half)) == ["its Russian text is no sentence"]
    noted = replace(sentence, lines="1", note="Settled so.")
    assert list(unfit("kt.nothing", fit, noted)) == ["its note is not in both languages"]
    assert list(unfit("kt.nothing", fit, replace(noted, note_ru="Решено так."))) == []


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_both_languages_give_the_same_numbers(ruleset: str) -> None:
    """A number in only one of the two languages is a slip, or a rule told wrongly to half of its readers."""
    number = re.compile(r"\d+(?:\.\d+)?")
    clauses = {key: clause for key, (_, clause) in rules.load(ruleset).clauses.items()}
    said = {
        key: [Counter(number.findall(f"{text} {note}")) for text, note in ((c.text, c.note), (c.text_ru, c.note_ru))]
        for key, c in clauses.items()
    }
    assert {key: (english, russian) for key, (english, russian) in said.items() if english != russian} == {}


def test_some_rule_acts_at_every_hook() -> None:
    """A place where rules may act and none does is a mechanism without a use: it comes with the first rule."""
    paths = [path.relative_to(ROOT).with_suffix("") for path in sources("rules") if not path.stem.startswith("__")]
    modules = [import_module(".".join(path.parts)) for path in paths]
    hooks = {value.id for module in modules for value in vars(module).values() if isinstance(value, Hook)}
    acted_at = {hook for name in rules.RULESETS for hook in rules.load(name).hooked}
    assert hooks - acted_at == set()
    assert len(hooks) > 100


def test_options_have_clauses() -> None:
    assert sorted(set(DEFAULTS) - set(rules.load("kt").clauses)) == []


def test_the_kernel_names_no_ruleset() -> None:
    """Nor a phase, a characteristic, or a word of one game."""
    words = [rf"\b{name}\b" for name in rules.RULESETS] + [r"kill[ -]team", r"rules\.kt"]
    words += [rf"[\"']{phase}[\"']" for phase in STEPS if phase not in ("setup", "over")]
    for path in [
        *sources("rules/kernel"),
        ROOT / "rules/gamefile.py",
        ROOT / "rules/report.py",
        ROOT / "rules/autoplay.py",
    ]:
        text = path.read_text(encoding="utf-8")
        assert [word for word in words if re.search(word, text, re.I)] == [], path


IMPORTED = re.compile(r"^\s*(?:from\s+(rules\.\w+(?:\.[\w.]+)?)\s+import\s+([^\n]+)|import\s+(rules\.[\w.]+))", re.M)


def public(system: str) -> tuple[str, ...]:
    """The modules of a ruleset that an expansion may import."""
    return getattr(import_module(f"rules.{system}"), "PUBLIC", ())


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_no_ruleset_imports_the_internals_of_another(ruleset: str) -> None:
    """An expansion imports only the modules that the other ruleset lists as public."""
    for path in sources(f"rules/{ruleset}"):
        for module, names, plain in IMPORTED.findall(path.read_text(encoding="utf-8")):
            of = (module or plain).split(".")[1]
            if of == ruleset or of not in rules.RULESETS:
                continue
            assert of == rules.expands(ruleset), (path, module or plain)
            taken = [f"{module}.{name.split(' as ')[0].strip()}" for name in names.strip("() ").split(",")]
            inside = (module or plain) in public(of)
            assert inside or set(taken) <= set(public(of)), (path, module or plain, taken)


def test_rules_read_no_clock_and_no_chance() -> None:
    banned = re.compile(r"^\s*(?:from|import) (random|time|datetime|secrets|uuid|os|django)\b", re.M)
    for path in sources("rules"):
        if path.name != "__main__.py":
            assert not banned.search(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("folder", ["kernel", *rules.RULESETS])
def test_state_and_decisions_hold_no_floats(folder: str) -> None:
    banned = re.compile(r"\bfloat\(|: float\b|\d\.\d+\b(?!\")|math import (?!isqrt)")
    for path in sources(f"rules/{folder}"):
        code = re.sub(
            r'(?s)""".*?"""|#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', "", path.read_text(encoding="utf-8")
        )
        assert not banned.search(code), (path, banned.search(code))


def test_every_clause_is_named_by_a_test() -> None:
    assert [key for ruleset, key in EVERY if not named(ruleset).get(key)] == []


def test_a_name_goes_on_after_its_clause() -> None:
    known = rules.load("kt").clauses
    assert clause_of("kt.move.normal.exactly-6in", known) == "kt.move.normal"
    assert clause_of("kt.nothing", known) == ""


def test_the_report_has_a_line_a_clause() -> None:
    record = {"tests/a.py::test_a": {"refused": ["kt.move.normal"], "marked": ["kt.move.advance"]}}
    lines = {line.split("\t")[0]: line.split("\t")[1:] for line in delivered.report("kt", record)}
    assert list(lines) == own("kt")
    assert all(tests.startswith("tests/") for _, _, tests in lines.values())
    assert lines["kt.move.normal"] == ["enforced", "decided", "tests/a.py::test_a"]
    assert lines["kt.move.advance"][1] == "marked"
    assert lines["kt.move.jump-down"][1] == "text"


def test_every_row_has_to_be_decided_and_not_by_chance() -> None:
    enforced = delivered.undecided({})
    options = {"tests/a.py::test_options": {"read": delivered.unread({})}}
    decided, marked, by_chance, other = enforced[:4]
    record = {
        "tests/a.py::test_a": {"rolled": [decided, *enforced[4:]], "marked": [marked]},
        f"tests/a.py::test_b{CHANCE}": {"changed": [by_chance]},
        **options,
    }
    assert delivered.undecided(record) == [marked, other]
    assert sorted(text.split()[0] for text in delivered.complaints(record)) == sorted([marked, by_chance, other])
    record["tests/a.py::test_c"] = {"asked": [marked, by_chance, other]}
    assert list(delivered.complaints(record)) == []
