"""Rosters that are made to cost much are read or refused in little time and memory.

Each is read in a child process under limits of the system on processor time and memory (`benchmarks.hostile`, which
also says what each costs beside an honest roster): no clock is looked at here. GAMELOG_LONG=1 reads every kind in four
sizes, and a thousand random changes of the real rosters.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.hostile import MIB, SHARED, ros, rosters, selections
from rules import battlescribe, rosterfile
from rules.kernel.errors import Malformed
from rules.textlines import pieces

ROOT = Path(__file__).resolve().parents[2]
LONG = os.environ.get("GAMELOG_LONG") == "1"
SECONDS = 6
"""Processor time after which the system kills a child: six times what is asked for, since machines differ."""
MOST = 50 * MIB
"""Memory by which reading a file may make its process grow."""
WORST = (
    "entities that grow", "attributes of one element", "an archive of blanks", "an archive of many files",
    "kt: selections of 200 models", "kt: a name of marks", "wh40k: names of marks", "wh40k: a deep tree of type unit",
    "t9a: many deep trees of type model", "necro: selections of 100,000 models", "kt: specialisms of 200 models",
    "kt: texts of 200 models", "kt: costs", "necro: sentences in M", "pasted text: square brackets",
    "wh40k text: commas", "t9a text: open brackets", "gang: 200 full fighters", "gang: empty lists", "army: keys",
)  # fmt: skip
"""What cost most before there were limits on it."""


def read(*arguments: str) -> list[Sequence[str | float]]:
    """What became of the files: their kinds, seconds, bytes, how each ended, and what was said."""
    command = [sys.executable, "-m", "benchmarks.hostile", "--lines", "--seconds", str(SECONDS), *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def wrong(told: Sequence[Sequence[str | float]]) -> list[Sequence[str | float]]:
    """What took too long or too much memory, or ended in any other way than as a roster or a refusal."""
    return [each for each in told if each[3] not in ("read", "refused") or float(each[2]) > MOST]


@pytest.mark.parametrize("size", [400 * 1024, 4 * MIB])
def test_the_worst_of_them_are_read_or_refused_in_little_time_and_memory(size: int) -> None:
    told = read("--sizes", str(size), "--only", *WORST)
    assert len(told) >= len(WORST)
    assert wrong(told) == []


@pytest.mark.skipif(not LONG, reason="some 3,000 rosters take ten minutes: GAMELOG_LONG=1")
def test_every_kind_in_every_size() -> None:
    told = read()
    assert len(told) > 3_000
    assert wrong(told) == []


@pytest.mark.skipif(not LONG, reason="a thousand changed rosters take some minutes: GAMELOG_LONG=1")
def test_real_rosters_changed_at_random() -> None:
    folder = SHARED / "data" / "rosters"
    if not folder.is_dir():
        pytest.skip(f"the real rosters are not here: {folder} (GAMELOG_SHARED names the folder)")
    told = read("--sizes", "--mutations", "1000")
    assert len(told) == 1_000
    assert wrong(told) == []


def test_every_kind_is_named_once() -> None:
    kinds = [each.kind for each in rosters(2_000)]
    assert len(kinds) == len(set(kinds)) > 700
    assert all(any(part in kind for kind in kinds) for part in WORST)


def test_limits_are_named() -> None:
    def reason(data: bytes) -> str:
        with pytest.raises(Malformed) as refused:
            battlescribe.read(data)
        return refused.value.reason

    many = ' a="" b="" c="" d="" e="" f=""'
    assert f"more than {rosterfile.MAX_ATTRIBUTES} XML attributes" in reason(ros("x", f"<a{many}/>" * 10_001))
    assert battlescribe.read(ros("x", "<a/>" * 10_001)).system == "x"
    longest = "v" * rosterfile.MAX_VALUE
    assert "attribute 'customName' has more than" in reason(ros("x", f'<a customName="{longest}v"/>'))
    assert battlescribe.read(ros("x", f'<a customName="{longest}"/>'))
    text = "t" * (rosterfile.MAX_TEXT // 4)
    assert f"more than {rosterfile.MAX_TEXT} characters" in reason(ros("x", f"<a>{text}</a>" * 4 + "<a>x</a>"))
    assert battlescribe.read(ros("x", f"<a>{text}</a>" * 4))
    assert "a tag or a text of more than 256 KiB" in reason(ros("x", f"<a>{'t' * 262_144}</a>"))


def test_a_file_of_another_game_is_not_read_to_its_end() -> None:
    asked: list[str] = []

    def other(system: str) -> None:
        asked.append(system)
        raise Malformed("$.gameSystemName", system)

    # What follows the root is no XML: whoever went on would say so.
    data = ros("Chess  Club", "").replace(b"<forces>", b"<forces></wrong>")
    with pytest.raises(Malformed) as refused:
        battlescribe.read(data, require_system=other)
    assert (refused.value.path, asked) == ("$.gameSystemName", ["Chess Club"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a, b;c", ["a", "b", "c"]), ("a (b, c), d", ["a (b, c)", "d"]), ("a (b, c", ["a (b", "c"]),
        ("a, b) c, d", ["a, b) c", "d"]), ("(a, (b, c), d)", ["(a", "(b, c), d)"]), ("", []), (" , - ,–", []),
    ],
)  # fmt: skip
def test_pieces_of_a_list(text: str, found: list[str]) -> None:
    assert pieces(text) == found


def test_models_are_counted_while_they_are_found() -> None:
    """A million models in a few bytes: `Body` is made for 200 of them at most."""
    one = '<selection name="x" type="model" number="100000"/>'
    document = battlescribe.read(ros("x", selections(10, one)))
    from rules import selections as trees

    with pytest.raises(Malformed, match="more than 200 models"):
        trees.bodies(document.forces[0].selections, set(), ["Model"])
    few = battlescribe.read(ros("x", selections(200, one.replace("100000", "1"))))
    assert sum(map(len, trees.bodies(few.forces[0].selections, set(), ["Model"]))) == trees.MAX_MODELS
