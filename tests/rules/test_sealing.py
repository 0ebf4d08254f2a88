"""A commitment from the command line: what is declared now and later, and that anybody can recompute it."""

from __future__ import annotations

import hashlib
import json
import subprocess
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest

import rules
from rules.__main__ import main
from rules.schema import schema
from tests.kernel.systems import plans, recorded
from tests.rules.kt.board import KT, model, position

SALT = "00112233445566778899aabbccddeeff"
COD = ["commit", "cod", "--by", "a", "--subject", "cod.stratagem.demolition"]


def sealed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(list(arguments)) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("value", ["r3:2", "it's r3:2", "руины 3", '"quoted" \\ %s $HOME'])
def test_the_command_that_it_names_computes_the_commitment(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = sealed(capsys, *COD, "--value", value, "--salt", SALT)
    shell = subprocess.run(["sh", "-c", found["check"]], capture_output=True, text=True, check=True)
    assert shell.stdout.split()[0] == found["commitment"] == found["declare"]["action"]["commitment"]
    by_hand = {"by": "a", "salt": SALT, "subject": "cod.stratagem.demolition", "value": value}
    text = json.dumps(by_hand, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert found["hashed"] == text and hashlib.sha256(text.encode()).hexdigest() == found["commitment"]


def test_what_it_declares_is_accepted_and_opened(capsys: pytest.CaptureFixture[str]) -> None:
    found = sealed(capsys, "commit", "kt", "--by", "a", "--subject", "a bet", "--value", "I win")
    state = position(model("a1"), model("b1", (900, 0)))
    for member in ("declare", "open"):
        declaration = rules.read_declaration(KT, json.dumps(found[member]))
        state = rules.decide(KT, state, declaration).state
    assert state.sealed["a:a bet"].value == "I win"


def test_each_salt_is_drawn_anew(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (sealed(capsys, *COD, "--value", "r3:2")["open"]["action"]["salt"] for _ in range(2))
    assert first != second and len(first) == 32


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--salt", "abc"], "salt"),
        (["--salt", SALT.upper()], "salt"),
        (["--by", "c"], "'c' is none of a, b"),
        (["--by", "server"], "'server' is none of a, b"),
        (["--subject", ""], "subject"),
        (["--value", "x" * 2001], "value"),
    ],
)
def test_what_nobody_can_write_down(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COD, "--value", "r3:2", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_the_schema_says_what_is_hashed_and_about_what() -> None:
    made = schema(rules.load("cod"))["$defs"]
    shape = made["commitment"]
    assert "SHA-256" in shape["description"] and "sha256sum" in shape["description"]
    known = {each.get("const"): each["description"] for each in shape["properties"]["subject"]["anyOf"]}
    assert {"dice", "cod.stratagem.demolition", "cod.scenario.scorched-earth.hideout"} < set(known)
    assert "`r3:2`" in known["cod.stratagem.demolition"]
    text = {"by": "a", "salt": SALT, "subject": "cod.stratagem.demolition", "value": "r3:2"}
    jsonschema.Draft202012Validator({"$defs": made, "$ref": "#/$defs/commitment"}).validate(text)
    for name in ("Commit", "Reveal"):
        assert all("description" in member for key, member in made[name]["properties"].items() if key != "type")


def test_every_secret_that_a_rule_asks_for_is_described() -> None:
    """Subjects that real games commit to are among those of the schema."""
    known = [each.subject for part in rules.load("cod").parts for each in part.secrets]
    met = set()
    for plan in plans("cod"):
        acts = (msgspec.to_builtins(event.action) for event in recorded("cod", plan.name).events)
        met |= {act["subject"] for act in acts if act["type"] == "commit"}
    assert met and all(any(subject == key or subject.startswith(f"{key}.") for key in known) for subject in met)
