"""docs/positions.md: its lists are complete, its examples are real."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

import rules
from rules import asking
from rules.__main__ import main
from rules.schema import schema
from tests.rules.cod.streets import city, ruin
from tests.rules.kt.board import KT, model, position
from tests.rules.wh40k.field import squad

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")


def block(beginning: str) -> str:
    """The block of the page that begins so."""
    blocks: list[str] = re.findall(r"```\w*\n(.*?)```", PAGE, re.S)
    return next(text for text in blocks if text.startswith(beginning))


def test_the_table_has_every_query() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", PAGE, re.M)
    for name in rules.RULESETS:
        assert {query.name for query in asking.queries(rules.load(name))} <= set(listed)


def test_the_answer_to_a_distance_is_that_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = position(model("a1", (500, 500)), model("b1", (1400, 500)), phase="movement")
    (tmp_path / "p.json").write_bytes(rules.to_json(here))
    command, _, shown = block("$ python -m rules ask").partition("\n")
    arguments = command.removeprefix("$ python -m rules ").replace("p.json", str(tmp_path / "p.json")).split()
    assert main(arguments) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(shown)


def test_the_answer_about_a_ruin_is_that_of_the_page() -> None:
    here = city(
        squad("au1", None, 2, places=[(4100, 2100), (4300, 2100)]),
        squad("bu1", None, 2, places=[(4100, 2400), (4300, 2400)]),
        scenario="domination", ruins=[ruin("r2", 4000, 2000)],
    )  # fmt: skip
    cod = rules.load("cod")
    query = asking.worded(cod, "holds", {"where": "r2"})
    shown = block("$ curl").partition("}}'\n")[2]
    assert json.loads(rules.canonical(asking.as_json(query, asking.ask(cod, here, query)))) == json.loads(shown)


def test_the_description_of_a_mark_is_that_of_the_page() -> None:
    shown = json.loads(block('{"kt.status'))
    assert shown.items() <= schema(KT)["$defs"]["ModelGame"]["properties"].items()


def test_what_the_page_says_of_a_misspelt_position_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = position(model("a1"), model("b1", (900, 0)), phase="shoting", step="")
    here.models["a1"].round["kt.move.redy"] = 1
    (tmp_path / "p.json").write_bytes(rules.to_json(here))
    assert main(["options", "kt", "--position", str(tmp_path / "p.json")]) == 2
    assert capsys.readouterr().err == block("cannot be read")


def test_the_commitment_of_the_page_is_what_its_command_computes(capsys: pytest.CaptureFixture[str]) -> None:
    command = block("$ python -m rules commit").strip()
    assert main(command.removeprefix("$ python -m rules ").split()) == 0
    found = json.loads(capsys.readouterr().out)
    by_hand = block("printf").strip()
    assert found["check"] == by_hand
    shell = subprocess.run(["sh", "-c", by_hand], capture_output=True, text=True, check=True)
    assert shell.stdout.split()[0] == found["commitment"]


def test_the_paths_of_the_page_are_those_of_the_site() -> None:
    documented = (ROOT / "gamelog" / "api" / "openapi.yaml").read_text(encoding="utf-8")
    named = {re.sub(r"\?.*", "", path) for path in re.findall(r"(?:GET|POST) (/api/[\w/?=]+)", PAGE)}
    assert len(named) > 5
    for path in named:
        shape = path.replace("/ID/", "/{game_id}/").replace("/kt/", "/{ruleset_id}/").replace("/cod/", "/{ruleset_id}/")
        assert f"  {shape}:" in documented, path
