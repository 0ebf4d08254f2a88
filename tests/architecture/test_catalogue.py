"""The catalogue of Kill Team against the code that cites it, the rows to deliver, and the tests that name it."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import pytest

import rules
from rules.kt.options import DEFAULTS
from rules.kt.position import STEPS
from tests.kernel.games import KT, ROOT

ROWS = ROOT.parent / "shared/rules/kill-team.tsv"
CITED = re.compile(r"""["']((?:kt|log|table)\.[a-z0-9-]+(?:\.[a-z0-9-]+)*)["']""")
STATUSES = {"enforced", "recorded", "assumed", "advice", "open"}
KEYS = {
    "kt.psyker.deny": "how often a psyker may deny",
    "kt.psyker.manifest": "how many powers a psyker may attempt",
}
"""Ids that are no clause: names under which a sheet holds a value."""


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def rows() -> dict[str, dict[str, str]]:
    if not ROWS.is_file():
        pytest.skip("../shared/rules/kill-team.tsv is not here")
    with ROWS.open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def cited(folder: str) -> dict[str, set[str]]:
    """Ids in quotation marks by the files they stand in."""
    found: dict[str, set[str]] = {}
    for path in sources(folder):
        for key in CITED.findall(path.read_text(encoding="utf-8")):
            found.setdefault(key, set()).add(str(path.relative_to(ROOT)))
    return found


def test_every_id_that_the_code_cites_is_a_clause() -> None:
    known = {*KT.clauses, *(rule.id for rule in KT.rules), *KEYS}
    strange = {key: files for key, files in cited("rules").items() if key not in known}
    assert {key: files for key, files in strange.items() if not all("/book/" in file for file in files)} == {}


def test_every_id_that_tests_of_rules_expect_is_a_clause() -> None:
    """An id may go on after a clause: `kt.move.normal-exactly-6in` names a row of its table."""
    known = {*KT.clauses, *(rule.id for rule in KT.rules), *KEYS}
    goes_on = (*(f"{key}{joint}" for key in known for joint in ".-"), "kt.specialist.")
    strange = {key: files for key, files in cited("tests/rules/kt").items() if key not in known}
    assert {key: files for key, files in strange.items() if not key.startswith(goes_on)} == {}


def test_every_row_to_deliver_is_a_clause_with_its_source() -> None:
    missing = sorted(set(rows()) - set(KT.clauses))
    assert missing == []
    other = {
        key: (row["source_lines"], KT.clauses[key][1].lines)
        for key, row in rows().items()
        if row["source_lines"] != KT.clauses[key][1].lines
    }
    assert other == {}


def test_every_clause_is_a_row_or_our_own() -> None:
    more = sorted(key for key in set(KT.clauses) - set(rows()) if key.startswith("kt."))
    allowed = ("kt.ability.", "kt.weapon.ability.", "kt.assumed.", "kt.wargear.")
    assert [key for key in more if not key.startswith(allowed)] == []


def test_gaps_of_the_source_are_assumed() -> None:
    wrong = {key: clause.status for key, (_, clause) in KT.clauses.items() if key.startswith("kt.gap.")}
    assert {key for key, status in wrong.items() if status not in ("assumed", "recorded", "advice", "open")} == set()


@pytest.mark.parametrize("key", sorted(KT.clauses))
def test_a_clause_is_fit_to_be_shown(key: str) -> None:
    rule, clause = KT.clauses[key]
    assert clause.status in STATUSES
    assert re.search(r"[A-Za-z]", clause.en) and re.search(r"[А-Яа-я]|^[A-Z]+$", clause.ru), (clause.en, clause.ru)
    assert re.search(r"[A-Za-z]", rule.en) and re.search(r"[А-Яа-яA-Z]", rule.ru)
    assert clause.text.endswith((".", "!")) and len(clause.text) > 15
    assert not re.search(r"[А-Яа-я]", clause.en + clause.text + clause.note)
    if key.startswith("kt.") and not key.startswith("kt.ability."):
        assert re.fullmatch(r"\d+-\d+(,\d+-\d+)*", clause.lines), clause.lines


def test_options_have_clauses() -> None:
    assert sorted(set(DEFAULTS) - set(KT.clauses)) == []


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


def test_rules_read_no_clock_and_no_chance() -> None:
    banned = re.compile(r"^\s*(?:from|import) (random|time|datetime|secrets|uuid|os|django)\b", re.M)
    for path in sources("rules"):
        if path.name != "__main__.py":
            assert not banned.search(path.read_text(encoding="utf-8")), path


def test_state_and_decisions_hold_no_floats() -> None:
    banned = re.compile(r"\bfloat\(|: float\b|\d\.\d+\b(?!\")|math import (?!isqrt)")
    for path in [*sources("rules/kernel"), *sources("rules/kt")]:
        code = re.sub(
            r'(?s)""".*?"""|#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', "", path.read_text(encoding="utf-8")
        )
        assert not banned.search(code), (path, banned.search(code))


def test_nothing_is_left_to_build() -> None:
    assert [key for key, (_, clause) in KT.clauses.items() if clause.status == "open"] == []


NAMED = re.compile(r"\b(?:kt|log|table)\.[a-z0-9.-]*[a-z0-9]")


@cache
def named() -> set[str]:
    """Clauses that tests name. `kt.move.normal.exactly-6in` names a row of `kt.move.normal`: the longest id counts."""
    found: set[str] = set()
    for path in sources("tests"):
        if path.name != Path(__file__).name and "playthroughs" not in path.parts:
            for name in set(NAMED.findall(path.read_text(encoding="utf-8"))):
                found.add(_clause(name))
    return found - {""}


def _clause(name: str) -> str:
    while name and name not in KT.clauses:
        name = name[: max(name.rfind("."), name.rfind("-"), 0)]
    return name


@pytest.mark.parametrize("key", sorted(KT.clauses))
def test_every_clause_is_named_by_a_test(key: str) -> None:
    assert key in named()
