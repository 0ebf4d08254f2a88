"""Which test covers which row of the rules: `python3 -m tests.rows [wh40k]` prints, tab-separated, id, status, the
strongest evidence that a test gives, and the tests that give it. A row is

- `decided` where the engine was seen to decide something by it while a test ran (see `tests.decided`);
- `together` where a test of the row showed that a neighbour decides it;
- `marked`, `noted` or `offered` where tests see only that the engine met it: it was remembered, it is in the trace, or
  an act was listed under it. A mark that nothing reads is no more than that, whatever key it lies under;
- `text` where tests at most name its id: in their body, parameters, a comment or a table of their module; there the id
  may go on after the row's (`kt.move.normal.exactly-6in` names a row of the table of `kt.move.normal`).

None but the first two may be `enforced`: `python3 -m tests.rows --check FILE` fails if the record of a whole run has an
enforced row with less, a mark that the rules write and that nothing they decide depends on, or an option that a game
may agree on and that nothing looks up, and keeps the record. A test that makes up its own cases decides nothing here:
the next run may make up others. `python3 -m tests.rows --count` prints how many rows of each status have which
evidence.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import rules
from rules.kernel.rule import Clause
from tests import decided

ROOT = Path(__file__).parents[1]
ROWS = {
    "kt": "kill-team.tsv",
    "wh40k": "warhammer-40k-6e.tsv",
    "cod": "cities-of-death.tsv",
    "t9a": "ninth-age.tsv",
    "necro": "necromunda.tsv",
}
"""The file of rows to deliver of each ruleset, in ../shared/rules."""
NOT_TESTS = ("architecture", "playthroughs")
"""Folders whose files list ids without holding anything to them."""


def path(ruleset: str) -> Path:
    """The path of a ruleset's rows; the folder beside the project may be missing."""
    return ROOT.parent / "shared/rules" / ROWS[ruleset]


@cache
def rows(ruleset: str) -> Mapping[str, Mapping[str, str]]:
    """The required rows by id. Raises FileNotFoundError if ../shared is missing."""
    with path(ruleset).open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def clause_of(name: str, known: Mapping[str, object]) -> str:
    """The longest clause id a name begins with; empty where there is none."""
    while name and name not in known:
        name = name[: max(name.rfind("."), name.rfind("-"), 0)]
    return name


@cache
def named(ruleset: str) -> Mapping[str, tuple[str, ...]]:
    """The tests that name each clause of a ruleset: `tests/rules/kt/test_move.py::test_a_move`."""
    known = rules.load(ruleset).clauses
    systems = "|".join(sorted({key.partition(".")[0] for key in known}))
    written = re.compile(rf"\b(?:{systems})\.[a-z0-9.-]*[a-z0-9]")
    found: dict[str, dict[str, None]] = {}
    for file in sorted((ROOT / "tests").rglob("*.py")):
        if file.name == Path(__file__).name or any(part in NOT_TESTS for part in file.parts):
            continue
        for test, text in _texts(file):
            for name in written.findall(text):
                clause = clause_of(name, known)
                if clause:
                    found.setdefault(clause, {})[test] = None
    return {key: tuple(tests) for key, tests in found.items()}


def _texts(file: Path) -> Iterator[tuple[str, str]]:
    """The text of each test of a file, including the lines before it that belong to nothing else; without tests, of the
    file.
    """
    where, text = str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")
    lines, done = text.splitlines(), 0
    for node in ast.parse(text).body:
        test = f"{where}::{node.name}" if isinstance(node, ast.FunctionDef | ast.ClassDef) else where
        end = node.end_lineno or done
        yield test, "\n".join(lines[done:end])
        done = end


class Evidence(NamedTuple):
    """The strongest kind of evidence that tests give for a clause, and the tests that give it."""

    kind: str
    tests: tuple[str, ...]


def evidence(record: decided.Record) -> dict[str, Evidence]:
    """The evidence of a record for each clause in it."""
    found: dict[str, dict[str, set[str]]] = {}
    known = known_marks(record)
    for test, kinds in record.items():
        shown = {**kinds, decided.TOGETHER: _shown(kinds), decided.WROTE: _changed(kinds, known), decided.READ: ()}
        for kind, clauses in shown.items():
            if test == decided.MARKS:
                continue
            of = "decided" if kind in (*decided.DECIDED, decided.WROTE) else kind
            for clause in clauses:
                found.setdefault(clause, {}).setdefault(of, set()).add(test)
    order = ("decided", decided.TOGETHER, *decided.WEAKER)
    best = {clause: min(by_kind, key=order.index) for clause, by_kind in found.items()}
    return {clause: Evidence(kind, tuple(sorted(found[clause][kind]))) for clause, kind in best.items()}


def known_marks(record: decided.Record) -> frozenset[str]:
    """The keys of marks on which something depended that was decided in the run."""
    return frozenset(record.get(decided.MARKS, {}).get(decided.FOUND, ()))


def _written(kinds: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """The marks that a test saw put on or taken away: the clause, and the key."""
    for each in kinds.get(decided.WROTE, ()):
        clause, _, key = each.partition(" ")
        yield clause, key


def _changed(kinds: Mapping[str, Sequence[str]], known: frozenset[str]) -> list[str]:
    """The clauses that changed the battle by a mark: under another key than their own, which something reads."""
    return sorted({clause for clause, key in _written(kinds) if clause != key and key in known})


def idle_marks(record: decided.Record) -> list[str]:
    """The keys of marks that were written and never read, sorted; those that are to be read by nobody are left out."""
    written = {key for kinds in record.values() for clause, key in _written(kinds) if clause not in decided.ANNOUNCED}
    return sorted(key for key in written - known_marks(record) - decided.KEPT_FOR_READERS if not _recorded(key))


def _recorded(key: str) -> bool:
    """Whether a clause is one of which nothing follows: then nothing follows from its mark either."""
    clauses = (rules.load(name).clauses.get(key) for name in rules.RULESETS)
    return any(found is not None and found[1].status == "recorded" for found in clauses)


def _shown(kinds: Mapping[str, Sequence[str]]) -> list[str]:
    """The rows that a test showed to be decided by a neighbour."""
    return sorted({row for (row, _), shown in outcomes(kinds).items() if shown})


def outcomes(kinds: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], bool]:
    """Each row that a test says is decided by a neighbour, with that neighbour, and whether it was seen to make a
    difference between two declarations of one kind.
    """
    came: dict[tuple[str, str], dict[str, set[str]]] = {}
    for each in kinds.get(decided.TOGETHER, ()):
        row, by, declaration, outcome = each.split()
        came.setdefault((row, by), {}).setdefault(declaration, set()).add(outcome)
    return {claim: any(len(each) > 1 for each in of.values()) for claim, of in came.items()}


def own(ruleset: str) -> Iterator[tuple[str, Clause]]:
    """A ruleset's own clauses, without those of the rulesets it extends."""
    for key, (_, clause) in rules.load(ruleset).clauses.items():
        if key.startswith(f"{ruleset}."):
            yield key, clause


def report(ruleset: str, record: decided.Record) -> Iterator[str]:
    """A line a clause of the ruleset's own: its id, its status, the kind of evidence, the tests."""
    tests, seen = named(ruleset), evidence(record)
    for key, clause in own(ruleset):
        found = seen.get(key) or Evidence("text" if key in tests else "nothing", tests.get(key, ()))
        yield "\t".join((key, clause.status, found.kind, " ".join(found.tests) or "-"))


SEEN = {"decided": "a decision", "together": "a decision", "text": "a text", "nothing": "nothing"}
"""What tests see of a row, by the kind of evidence; of all other kinds only a mark."""


def counted(record: decided.Record) -> Iterator[str]:
    """A line for each status and what tests see of its rows: a decision, only a mark, only a text, or nothing."""
    lines = (line.split("\t") for name in rules.RULESETS for line in report(name, record))
    found = Counter((status, SEEN.get(kind, "a mark")) for _, status, kind, _ in lines)
    yield from (f"{status}\t{seen}\t{count}" for (status, seen), count in sorted(found.items()))


def undecided(record: decided.Record) -> list[str]:
    """The enforced rows of all rulesets by which nothing was decided, sorted."""
    seen = {clause for clause, found in evidence(record).items() if found.kind in ("decided", decided.TOGETHER)}
    enforced = (key for name in rules.RULESETS for key, clause in own(name) if clause.status == "enforced")
    return sorted(set(enforced) - seen)


def unread(record: decided.Record) -> list[str]:
    """The options of all rulesets that the engine never looked up, each after its ruleset, sorted."""
    seen = {option for kinds in record.values() for option in kinds.get(decided.READ, ())}
    return sorted({f"{name} {key}" for name in rules.RULESETS for key in rules.load(name).defaults} - seen)


def complaints(record: decided.Record) -> Iterator[str]:
    """What is wrong with a whole run's record: rows that nothing decided, options that nothing reads, and claims of
    tests that do not hold.
    """
    for each in unread(certain(record)):
        yield f"{each} is an option, and no test makes the engine look it up"
    for key in undecided(certain(record)):
        yield f"{key} is enforced, and no test makes the engine decide anything by it"
    for key in idle_marks(record):
        yield f"a mark is put on under {key}, and nothing that is decided depends on it"
    yield from _idle_claims(record)


def _idle_claims(record: decided.Record) -> Iterator[str]:
    """What is wrong with what tests say of themselves: rows and neighbours that are none, and no difference made."""
    every = {key: clause for name in rules.RULESETS for key, (_, clause) in rules.load(name).clauses.items()}
    for test, kinds in record.items():
        for (row, by), shown in outcomes(kinds).items():
            if row not in every or every[row].status != "enforced":
                yield f"{test} is about {row}, which is no enforced row"
            elif by not in every or by == row:
                yield f"{test} is about {row}, and {by} is no neighbour of it"
            elif not shown:
                yield f"{test} is about {row}, and {by} makes no difference in it"


def certain(record: decided.Record) -> decided.Record:
    """A record without the tests that make up their own cases."""
    return {test: kinds for test, kinds in record.items() if not test.endswith(decided.CHANCE)}


def main(words: Sequence[str]) -> int:
    """The command line; returns the exit code."""
    if words[:1] == ["--check"]:
        record = decided.read(Path(words[1]))
        decided.write(record, decided.KEPT)
        found = list(complaints(record))
        print("\n".join(found) or "Every enforced row is decided in a test.")
        return 1 if found else 0
    if words[:1] == ["--count"]:
        for line in counted(decided.read(decided.KEPT)):
            print(line)
        return 0
    for chosen in words or rules.RULESETS:
        for line in report(chosen, decided.read(decided.KEPT)):
            print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
