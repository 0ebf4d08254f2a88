"""Which tests concern what has changed: `manage.py test --changed` runs these, the nearest first.

A test file depends on what it imports, on what that imports, and so on; a module's dotted name in quotation marks
(Django's settings, `import_module`) counts as an import, and so does everything below a package that looks for its own
parts. A file that is not Python stands for the package it lies in. A file that cannot be placed makes every test run:
sometimes too many tests run, never too few.
"""

import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gamelog.setup.problem import Problem

PACKAGES = ("rules", "gamelog", "frontend", "tests", "benchmarks")
ALWAYS = ("tests/architecture", "tests/setup/test_architecture.py")
"""Tests that read the text of all files instead of importing them. They take seconds."""
SITE = "gamelog/settings.py"
"""Everything that uses Django depends on this: it names the apps, and the module of addresses."""

FROM = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)", re.M)
IMPORT = re.compile(r"^[ \t]*import[ \t]+([^\n#]+)", re.M)
QUOTED = re.compile(r"""["']((?:rules|gamelog|frontend)(?:\.\w+)+)(?::\w+)?["']""")
SEARCHES = re.compile(r"\b(?:import_module|walk_packages|iter_modules|__import__)\(")
STARTS = re.compile(r"\bsys\.executable\b|manage\.py|\bMANAGE\b|\bcall_command\(")
USES_DJANGO = re.compile(
    r"^[ \t]*(?:from|import)[ \t]+(?:django|rest_framework)\b"
    r"|\b(?:client|live_server|db|transactional_db|settings|phone|desk|worker|broker)\s*:",
    re.M,
)


def files(root: Path, base: str = "HEAD") -> list[str]:
    """The files that differ from the commit `base` in the working tree, new files included, as paths below `root`.

    Raises: Problem if `base` is not a commit or this is not a checkout.
    """
    changed = _git(root, "diff", "--name-only", "--no-renames", "--relative", base, "--")
    return sorted({*changed, *_git(root, "ls-files", "--others", "--exclude-standard")})


def _git(root: Path, *words: str) -> list[str]:
    try:
        found = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise Problem("git is not installed, so what has changed cannot be told.") from None
    except subprocess.CalledProcessError as error:
        raise Problem(f"What has changed cannot be told: {error.stderr.strip()}") from None
    return found.stdout.splitlines()


@dataclass(frozen=True)
class Chosen:
    """The tests to run as paths below the root, those that name or mirror what changed (`near`) before the rest."""

    near: tuple[str, ...]
    far: tuple[str, ...]


class Sources:
    """The Python files of a checkout and their dependencies."""

    def __init__(self, root: Path) -> None:
        self.root = root
        found = (path for package in PACKAGES for path in (root / package).rglob("*.py"))
        self.texts = {
            path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted([*found, *root.glob("*.py")])
            if not {"node_modules", "__pycache__"} & set(path.parts)
        }

    @property
    def tests(self) -> list[str]:
        """The files that hold tests."""
        return [path for path in self.texts if path.startswith("tests/") and Path(path).name.startswith("test_")]

    @cached_property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """The direct dependencies of each file."""
        return {path: frozenset(self._needs(path, text)) - {path} for path, text in self.texts.items()}

    def _needs(self, path: str, text: str) -> Iterator[str]:
        for name in _named(path, text):
            yield from self._module(name)
        for name in QUOTED.findall(text):
            yield from self._module(name)
            yield from self._below(name.replace(".", "/"))
        if path == SITE:
            yield from (*self._below("gamelog"), *self._below("frontend"))
        if SEARCHES.search(text):
            yield from self._below(Path(path).parent.as_posix())
        if path.startswith("tests/"):
            yield from self._of_a_test(path, text)

    def _of_a_test(self, path: str, text: str) -> Iterator[str]:
        """The fixtures above it, and the whole site if it uses Django or starts a process."""
        for folder in Path(path).parents:
            conftest = (folder / "conftest.py").as_posix()
            # The shared conftest imports the site for those tests that ask for it.
            if conftest in self.texts and conftest != "tests/conftest.py":
                yield conftest
        if USES_DJANGO.search(text) or STARTS.search(text):
            yield from (SITE, "manage.py", "tests/conftest.py")

    def _module(self, name: str) -> Iterator[str]:
        """The file of a dotted name, or of its longest prefix that is one, and the packages above."""
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            stem = "/".join(parts[:length])
            yield from (path for path in (f"{stem}.py", f"{stem}/__init__.py") if path in self.texts)

    def _below(self, folder: str) -> Iterator[str]:
        return (path for path in self.texts if path.startswith(f"{folder}/"))

    @cached_property
    def needed_by(self) -> Mapping[str, frozenset[str]]:
        """The direct dependents of each file."""
        found: dict[str, set[str]] = {}
        for path, needs in self.needs.items():
            for each in needs:
                found.setdefault(each, set()).add(path)
        return {path: frozenset(others) for path, others in found.items()}

    def concerned(self, changed: Iterable[str]) -> frozenset[str]:
        """These files and every file that depends on one of them, however indirectly."""
        todo = [*changed]
        found = {*todo}
        while todo:
            new = self.needed_by.get(todo.pop(), frozenset()) - found
            found |= new
            todo.extend(new)
        return frozenset(found)

    def chosen(self, changed: Sequence[str]) -> Chosen:
        """The tests that a change of these files concerns."""
        python = [place for path in changed for place in self._places(path)]
        if "" in python:
            return Chosen((), ("tests",))
        touched, concerned = {*python}, self.concerned(python)
        near = [test for test in self.tests if test in concerned and self._is_near(test, touched)]
        near += [test for test in self.tests if test.startswith(ALWAYS) and test not in near and touched]
        return Chosen(tuple(near), tuple(test for test in self.tests if test in concerned and test not in near))

    def _is_near(self, test: str, changed: Iterable[str]) -> bool:
        stem = Path(test).stem.removeprefix("test_")
        mirrored = any(stem in (Path(path).stem, Path(path).parent.name) for path in changed)
        return mirrored or not self.needs[test].isdisjoint(changed) or test in changed

    def _places(self, path: str) -> Iterable[str]:
        """The Python files that a changed file stands for; "" if that is all of them."""
        if path in ("manage.py", "tests/conftest.py") or path.startswith(("requirements/", ".ci/")):
            return [""]
        if path in self.texts:
            return [path]
        if path.endswith(".md") or path.startswith("docs/"):
            return self._mentions(Path(path).name, "docs")
        for folder in Path(path).parents:
            inside = [each for each in self.texts if Path(each).parent == folder and folder != Path(".")]
            if inside:
                return inside
        return [""]

    def _mentions(self, *words: str) -> list[str]:
        """The tests that contain one of these words."""
        return [test for test in self.tests if any(word in self.texts[test] for word in words)]


def _named(path: str, text: str) -> Iterator[str]:
    """The dotted names that a file imports; for `from a import b` both `a` and `a.b`, because `b` may be a module."""
    for dots, name, names in FROM.findall(text):
        above = Path(path).parts[: -len(dots)] if dots else ()
        base = ".".join([*above, *filter(None, [name])])
        yield base
        yield from (f"{base}.{word.split()[0]}" for word in names.strip("()").split(",") if word.split())
    for names in IMPORT.findall(text):
        yield from (word.split()[0] for word in names.split(",") if word.split())
