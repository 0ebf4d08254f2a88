"""The command line on games with corrections: either line, as of any event, and what a ruling would come to."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
from rules import consequences
from rules.__main__ import main
from rules.kernel import line
from rules.kernel.rulings import Adjust, Amend, Award, Strike, Void
from tests.kernel.games import KT, game
from tests.kernel.ruled import WHY, Events, judged, ruled, sealed, stored

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def events() -> Events:
    return stored(ruled(list(game(1).events), Random(3), 4, ending=False), Award(winner="b", **WHY))


@pytest.fixture(scope="module")
def file(events: Events, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ruled") / "game.jsonl"
    path.write_bytes(sealed(events).dump())
    return path


def run(capsys: Capture, *words: Any) -> tuple[int, str]:
    code = main([str(word) for word in words])
    out = capsys.readouterr()
    return code, out.out + out.err


@pytest.mark.parametrize("of", ["played", "corrected"])
@pytest.mark.parametrize("place", [0, 100, -5, -1], ids=["start", "100", "after-rulings", "all-but-the-last"])
def test_state_on_a_line_as_of_an_event(of: str, place: int, events: Events, file: Path, capsys: Capture) -> None:
    as_of = place if place >= 0 else len(events) + place
    seen = {"played": line.played, "corrected": line.corrected}[of](events[:as_of])
    for at in (0, as_of // 2, as_of):
        expected = rules.to_json(rules.fold(KT, [event for event in seen if event.number <= at])).decode()
        code, told = run(capsys, "state", file, "--line", of, "--as-of", as_of, "--at", at)
        assert (code, told) == (0, expected + "\n")
    assert run(capsys, "state", file, "--line", of, "--as-of", as_of, "--at", as_of + 1)[0] == 2
    assert run(capsys, "state", file, "--line", of, "--as-of", 999)[0] == 2


def test_results_of_both_lines(events: Events, file: Path, capsys: Capture) -> None:
    played = rules.result(KT, rules.fold(KT, line.played(events)), adjusted=False)
    for words, expected in (
        ((), rules.result(KT, rules.fold(KT, events))),
        (("--line", "corrected"), rules.result(KT, rules.fold(KT, events))),
        (("--line", "played"), played),
        (("--as-of", 30), rules.Result(finished=False)),
    ):
        code, told = run(capsys, "result", file, *words, "--json")
        assert (code, json.loads(told)) == (0, {name: getattr(expected, name) for name in expected.__struct_fields__})
    assert run(capsys, "result", file)[1].endswith("(log.award)\n")
    assert run(capsys, "result", file, "--as-of", 30)[1] == "not finished\n"


def test_a_removed_game_and_a_draw_are_told(tmp_path: Path, capsys: Capture) -> None:
    events = list(game(1).events)
    for action, words in ((Strike(**WHY), "removed by a judge, no result"), (Award(winner="", **WHY), "a draw")):
        (tmp_path / "g.jsonl").write_bytes(sealed(stored(events, action)).dump())
        assert run(capsys, "result", tmp_path / "g.jsonl")[1].startswith(words)


@pytest.mark.parametrize("action", [
    Void(steps=(164,), **WHY), Amend(step=50, **WHY), Adjust(score={"a": -60}, **WHY), Strike(**WHY),
])  # fmt: skip
def test_correct_prints_the_consequences(action: Any, tmp_path: Path, capsys: Capture) -> None:
    source, declared = tmp_path / "game.jsonl", tmp_path / "d.json"
    source.write_bytes(game(1).dump())
    declared.write_bytes(rules.canonical(judged(action)))
    found = consequences.consequences(KT, game(1).events, judged(action))
    code, told = run(capsys, "correct", source, "--declaration", declared)
    assert code == 0
    assert found.digest in told
    for step in found.steps:
        assert f"  step {step.number}, " in told
        assert all(clause in told for clause in step.breaks)
    code, told = run(capsys, "correct", source, "--declaration", declared, "--json")
    assert (code, json.loads(told)["digest"]) == (0, found.digest)
    assert source.read_bytes() == game(1).dump()


@pytest.mark.parametrize(("declared", "code", "word"), [
    ('{"by":"a","action":{"type":"strike","rule":"log.strike","reason":"x"}}', 1, "log.ruling"),
    ('{"by":"judge","action":{"type":"void","rule":"log.void","reason":"x","steps":[900]}}', 2, "$.action.steps[0]"),
    ('{"by":"a","action":{"type":"initiative"}}', 2, "$.action"),
])  # fmt: skip
def test_correct_refuses_by_rule_or_place(declared: str, code: int, word: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "game.jsonl").write_bytes(game(1).dump())
    (tmp_path / "d.json").write_text(declared)
    found = run(capsys, "correct", tmp_path / "game.jsonl", "--declaration", tmp_path / "d.json")
    assert found[0] == code
    assert word in found[1]


def test_verify_tells_rulings_and_accepts_them(file: Path, capsys: Capture) -> None:
    code, told = run(capsys, "verify", file)
    assert code == 0
    assert "verified" in told
    code, told = run(capsys, "verify", file, "--steps")
    assert code == 0
    assert "now has" in told
