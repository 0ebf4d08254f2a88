"""The order in which a browser is searched for."""

import stat
from pathlib import Path

import pytest

from gamelog.setup import browser
from gamelog.setup.paths import CACHE
from gamelog.setup.problem import Problem


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without any browser."""
    monkeypatch.delenv("GAMELOG_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setattr(browser, "PACKAGE", tmp_path / "package")


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.usefixtures("nothing")
class TestOrder:
    def test_none_is_a_failure_that_says_what_to_do(self) -> None:
        with pytest.raises(Problem, match="GAMELOG_CHROMIUM"):
            browser.find()

    def test_playwrights_own(self, tmp_path: Path) -> None:
        own = executable(tmp_path / "playwright" / "chromium-1200" / "chrome-linux" / "chrome")
        assert browser.find().executable == own

    def test_the_path_before_playwrights(self, tmp_path: Path) -> None:
        self.test_playwrights_own(tmp_path)
        on_path = executable(tmp_path / "empty" / "google-chrome")
        assert browser.find().executable == on_path

    def test_the_named_one_before_all(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.test_the_path_before_playwrights(tmp_path)
        named = executable(tmp_path / "mine")
        monkeypatch.setenv("GAMELOG_CHROMIUM", str(named))
        assert browser.find().executable == named

    def test_a_named_one_that_is_not_there_is_not_replaced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GAMELOG_CHROMIUM", "/nowhere/chromium")
        with pytest.raises(Problem, match="/nowhere/chromium"):
            browser.find()


def test_the_packaged_browser_is_told_of_its_own_fonts() -> None:
    found = browser.unpacked(browser.PACKAGE, CACHE / "browser")
    configuration = Path(found.environment["FONTCONFIG_FILE"]).read_text()
    named = [Path(part.split("</dir>")[0]) for part in configuration.split("<dir>")[1:]]
    assert any(list(folder.rglob("*.ttf")) for folder in named if folder.is_dir())
