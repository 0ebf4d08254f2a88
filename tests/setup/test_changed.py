"""The tests that a changed file concerns, in a small checkout and in this one."""

import subprocess
from pathlib import Path

import pytest

from gamelog.setup import changed
from gamelog.setup.paths import ROOT
from gamelog.setup.problem import Problem

FILES = {
    "manage.py": "from gamelog import start\n",
    "rules/__init__.py": "import importlib\n\ndef load(name): return importlib.import_module(f'rules.{name}')\n",
    "rules/length.py": "",
    "rules/kt/__init__.py": "from rules.kt import move\n",
    "rules/kt/move.py": "def far():\n    from ..length import (\n        inch,\n    )\n",
    "gamelog/__init__.py": "",
    "gamelog/settings.py": "INSTALLED_APPS = ['gamelog.clubs', 'frontend']\n",
    "gamelog/start.py": "",
    "gamelog/management/commands/load.py": "",
    "sums.py": "",
    "gamelog/clubs/__init__.py": "",
    "gamelog/clubs/models.py": "from gamelog.clubs.names import name\n",
    "gamelog/clubs/names.py": "",
    "frontend/__init__.py": "",
    "frontend/pages.py": "",
    "tests/__init__.py": "",
    "tests/conftest.py": "from gamelog import start\n",
    "tests/rules/test_move.py": "from rules.kt.move import far\n",
    "tests/rules/test_length.py": "import rules.length as length\n",
    "tests/rules/test_all.py": "import rules\n",
    "tests/test_sums.py": "import sums\n",
    "tests/clubs/conftest.py": "from tests.clubs.making import made\n",
    "tests/clubs/making.py": "from gamelog.clubs import models\n",
    "tests/clubs/test_clubs.py": "from django.test import Client\n",
    "tests/test_up.py": "MANAGE = 'manage.py'\n",
    "tests/architecture/test_docs.py": "",
    "tests/test_books.py": "BOOK = 'docs/book.md'\n",
}


@pytest.fixture
def sources(tmp_path: Path) -> changed.Sources:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return changed.Sources(tmp_path)


SITE = {"tests/clubs/test_clubs.py", "tests/test_up.py"}
ALWAYS = {"tests/architecture/test_docs.py"}


@pytest.mark.parametrize(
    ("path", "near", "far"),
    [
        # Imported by name, by an imported module, and by the function that looks rulesets up.
        ("rules/kt/move.py", {"tests/rules/test_move.py"}, {"tests/rules/test_all.py", "tests/rules/test_length.py"}),
        ("rules/length.py", {"tests/rules/test_length.py"}, {"tests/rules/test_move.py", "tests/rules/test_all.py"}),
        # Django is used, so the apps are loaded, with their imports.
        ("gamelog/clubs/names.py", {"tests/clubs/test_clubs.py"}, {"tests/test_up.py"}),
        ("frontend/pages.py", set(), SITE),
        # A file that is not Python stands for its package; so does a deleted one.
        ("frontend/templates/a/page.html", set(), SITE),
        ("gamelog/clubs/gone.py", {"tests/clubs/test_clubs.py"}, {"tests/test_up.py"}),
        # Fixtures reach tests without an import.
        ("tests/clubs/making.py", {"tests/clubs/test_clubs.py"}, set()),
        ("tests/rules/test_all.py", {"tests/rules/test_all.py"}, set()),
        ("gamelog/management/commands/load.py", set(), SITE),
        ("sums.py", {"tests/test_sums.py"}, set()),
        # What every test shares.
        ("gamelog/start.py", set(), SITE),
        ("docs/book.md", {"tests/test_books.py"}, set()),
    ],
)
def test_a_change_concerns_what_needs_it(sources: changed.Sources, path: str, near: set[str], far: set[str]) -> None:
    chosen = sources.chosen([path])
    assert {*chosen.near} == near | ALWAYS
    assert {*chosen.far} == far


@pytest.mark.parametrize("path", ["pyproject.toml", "tests/conftest.py", "requirements/run.txt", "strange/file.x"])
def test_what_cannot_be_placed_concerns_every_test(sources: changed.Sources, path: str) -> None:
    assert sources.chosen([path]) == changed.Chosen((), ("tests",))


def test_nothing_changed_concerns_nothing(sources: changed.Sources) -> None:
    assert sources.chosen([]) == changed.Chosen((), ())


def test_every_file_of_this_checkout_concerns_some_test() -> None:
    """A module without dependent tests would be one whose changes go unnoticed."""
    here = changed.Sources(ROOT)
    tests = {*here.tests}
    shipped = [path for path in here.texts if not path.startswith(("tests/", "benchmarks/"))]
    assert [path for path in shipped if tests.isdisjoint(here.concerned([path]))] == []


def test_changes_are_those_of_git(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-b", "main")
    for name in ("kept.py", "edited.py", "moved.py"):
        (tmp_path / name).write_text(name)
    git("add", ".")
    git("commit", "-m", "one")
    (tmp_path / "edited.py").write_text("anew")
    (tmp_path / "new.py").touch()
    git("mv", "moved.py", "there.py")
    assert changed.files(tmp_path) == ["edited.py", "moved.py", "new.py", "there.py"]
    git("commit", "-am", "two")
    assert changed.files(tmp_path) == ["new.py"]
    assert changed.files(tmp_path, "HEAD~1") == ["edited.py", "moved.py", "new.py", "there.py"]
    with pytest.raises(Problem, match="cannot be told"):
        changed.files(tmp_path, "nowhere")


def test_outside_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(Problem, match="cannot be told"):
        changed.files(tmp_path)
