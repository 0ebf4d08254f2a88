"""Private folders, short socket paths and the secret key."""

import os
import stat
from pathlib import Path

import pytest

from gamelog.setup import paths
from gamelog.setup.secret import secret_key


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_private_folder_is_closed_even_when_it_was_open(tmp_path: Path) -> None:
    open_one = tmp_path / "var"
    open_one.mkdir(mode=0o755)
    assert mode(paths.private_folder(open_one)) == 0o700
    assert mode(paths.private_folder(tmp_path / "a" / "b")) == 0o700


def test_a_short_path_holds_its_own_sockets(tmp_path: Path) -> None:
    assert paths.socket_folder(Path("/srv/var")) == Path("/srv/var")


def test_a_long_path_gets_a_short_folder_that_stays_the_same() -> None:
    long_one = Path("/srv") / ("x" * 90) / "var"
    short = paths.socket_folder(long_one)
    assert len(str(short / ".s.PGSQL.5432")) < paths.LONGEST_SOCKET_PATH
    assert paths.socket_folder(long_one) == short
    assert paths.socket_folder(long_one.parent) != short


def test_the_key_is_made_once_and_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GAMELOG_SECRET_KEY", raising=False)
    key = secret_key(tmp_path / "var")
    assert len(key) >= 64
    assert secret_key(tmp_path / "var") == key
    assert mode(tmp_path / "var" / "secret_key") == 0o600
    assert os.listdir(tmp_path / "var") == ["secret_key"]


def test_a_given_key_wins_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMELOG_SECRET_KEY", "given")
    assert secret_key(tmp_path / "var") == "given"
    assert not (tmp_path / "var").exists()
