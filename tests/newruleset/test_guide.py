"""docs/new-ruleset.md: its code is that of this folder, its commands print what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamelog.setup.paths import ROOT
from rules.__main__ import main
from tests.newruleset.conftest import FOLDER

GUIDE = (ROOT / "docs" / "new-ruleset.md").read_text(encoding="utf-8")
QUOTED: list[tuple[str, str]] = re.findall(r"```(?:python|toml)\n# (\S+)\n(.*?)```", GUIDE, re.S)


@pytest.mark.parametrize("name, code", QUOTED, ids=[f"{name}-{at}" for at, (name, _) in enumerate(QUOTED)])
def test_the_code_of_the_guide_is_that_of_the_folder(name: str, code: str) -> None:
    source = (FOLDER / name).read_text(encoding="utf-8")
    for piece in code.split("...\n"):
        assert piece.strip("\n") in source


def test_every_file_of_the_ruleset_is_quoted() -> None:
    files = {f"noughts/{path.name}" for path in (FOLDER / "noughts").glob("*.py")} - {"noughts/__init__.py"}
    assert {name for name, _ in QUOTED} == {*files, "pyproject.toml"}
    assert len(QUOTED) == len(re.findall(r"```(?:python|toml)\n", GUIDE))


def test_the_commands_print_what_the_guide_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (console,) = re.findall(r"```console\n(.*?)```", GUIDE, re.S)
    for shown in re.split(r"^\$ python -m rules ", console, flags=re.M)[1:]:
        command, _, printed = shown.partition("\n")
        assert main(command.split()) == 0
        assert capsys.readouterr().out == printed


def test_its_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^a-z0-9 -]", "", text.lower()).replace(" ", "-") for text in re.findall(r"^#+ (.*)", GUIDE, re.M)
    }
    for target in re.findall(r"\]\(([^)]+)\)", GUIDE):
        assert target.removeprefix("#") in headings if target.startswith("#") else (ROOT / "docs" / target).exists()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_it_is_linked(page: str) -> None:
    assert "docs/new-ruleset.md" in (ROOT / page).read_text(encoding="utf-8")
