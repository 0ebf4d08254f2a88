"""Set-up: detecting what is missing, and the messages for failures."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gamelog.setup import bootstrap
from gamelog.setup.paths import ROOT
from gamelog.setup.problem import Problem
from gamelog.setup.progress import Ticker


@pytest.mark.parametrize(
    ("output", "meaning"),
    [
        ("OSError: [Errno 28] No space left on device", "no room"),
        ("npm error code ENOTFOUND", "network"),
        ("NewConnectionError: Temporary failure in name resolution", "network"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not the one"),
        ("PermissionError: [Errno 13] Permission denied: '.venv'", "cannot be written"),
        ("ERROR: No matching distribution found for x", "does not exist for this machine"),
        ("a riddle", "This command failed: pip install"),
    ],
)
def test_a_failure_is_explained_in_plain_words(output: str, meaning: str) -> None:
    assert meaning in bootstrap._explain(["pip", "install"], output)


def test_a_failing_command_shows_its_last_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "LOG", tmp_path / "setup.log")
    with pytest.raises(Problem, match="the end"):
        bootstrap._run([sys.executable, "-c", "print('the end'); raise SystemExit(3)"], Ticker())
    assert "the end" in (tmp_path / "setup.log").read_text()


def test_a_missing_venv_module_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise Problem("The virtual environment was not created because ensurepip is not available.")

    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "_run", fail)
    with pytest.raises(Problem, match="python3-venv"):
        bootstrap._make_venv(Ticker())
    assert not (tmp_path / ".venv").exists()


def test_the_stamp_decides_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = tmp_path / "stamp.json"
    monkeypatch.setattr(bootstrap, "STAMP", stamp)
    everything = {"test": bootstrap._hash([bootstrap.LOCKS["test"]]), "node": bootstrap._node_hash()}
    stamp.write_text(json.dumps(everything | {"pages": "old", "words": bootstrap._words_hash()}))
    assert "Front-end build" in [name for name, _ in bootstrap.MissingSetup("test").steps()]
    assert "Python packages (run)" not in [name for name, _ in bootstrap.MissingSetup("run").steps()], "test holds run"
    stamp.write_text("not JSON")
    assert "Python packages (run)" in [name for name, _ in bootstrap.MissingSetup("run").steps()]


def test_an_old_python_is_told_which_one_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "sys", SimpleNamespace(version_info=(3, 9, 2), version="3.9.2 (x)"))
    with pytest.raises(Problem, match=r"3\.11 or newer is needed; this is 3\.9\.2"):
        bootstrap.ensure("up")


def test_the_run_lock_is_inside_the_test_lock() -> None:
    run, test = ((ROOT / "requirements" / name).read_text().splitlines() for name in ("run.txt", "test.txt"))
    assert set(run) <= set(test)


@pytest.mark.parametrize("name", ["requirements/run.txt", "requirements/test.txt"])
def test_python_locks_name_no_host_and_hash_everything(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert "index-url" not in text
    pins = [block for block in text.replace("\\\n", " ").splitlines() if "==" in block]
    assert pins
    assert all("--hash=sha256:" in pin for pin in pins)


def test_the_node_lock_names_no_registry_and_hashes_everything() -> None:
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    assert not [name for name, found in packages.items() if "resolved" in found]
    assert not [name for name, found in packages.items() if name and "integrity" not in found]


def test_translations_compile(tmp_path: Path) -> None:
    import gettext

    from gamelog.setup.translations import compile_catalogue

    source = tmp_path / "django.po"
    source.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "dice"\nmsgstr "кости"\n')
    with compile_catalogue(source).open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("dice") == "кости"


def test_an_unknown_command_is_djangos_to_refuse() -> None:
    found = subprocess.run([sys.executable, "manage.py", "no_such"], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode != 0
    assert "Unknown command" in found.stderr
    assert "Traceback" not in found.stderr
