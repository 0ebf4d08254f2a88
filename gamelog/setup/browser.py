"""Finds a Chromium for the tests: GAMELOG_CHROMIUM, the PATH, Playwright's own, else the one of @sparticuz/chromium."""

import contextlib
import fcntl
import io
import os
import platform
import shutil
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gamelog.setup.paths import CACHE, FRONTEND
from gamelog.setup.problem import Problem

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGE = FRONTEND / "node_modules" / "@sparticuz" / "chromium" / "bin"
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>{folders}<cachedir>{cache}</cachedir></fontconfig>
"""


@dataclass(frozen=True)
class Browser:
    """A Chromium and the environment it needs."""

    executable: Path
    environment: dict[str, str] = field(default_factory=dict)

    def launch_arguments(self) -> dict[str, object]:
        """Keyword arguments for Playwright's `launch`."""
        environment = {**os.environ, **self.environment}
        return {"executable_path": str(self.executable), "args": list(ARGUMENTS), "env": environment}


def find() -> Browser:
    """The browser to test with. Raises: Problem if there is none, because its absence is a failure."""
    given = os.environ.get("GAMELOG_CHROMIUM")
    if given:
        return _given(Path(given))
    for path in (*_on_path(), *_of_playwright()):
        return Browser(path)
    return unpacked(PACKAGE, CACHE / "browser")


def _given(path: Path) -> Browser:
    if not os.access(path, os.X_OK):
        raise Problem(f"GAMELOG_CHROMIUM is {path}, which cannot be executed.")
    return Browser(path)


def _on_path() -> list[Path]:
    return [Path(found) for name in NAMES if (found := shutil.which(name))]


def _of_playwright() -> list[Path]:
    given = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    folder = Path(given) if given else Path.home() / ".cache" / "ms-playwright"
    return sorted(folder.glob("chromium-*/chrome-linux*/chrome"), reverse=True)


def unpacked(package: Path, folder: Path) -> Browser:
    """The npm package's Chromium, unpacked once into `folder`. Raises: Problem if it is missing or does not fit."""
    if platform.machine() not in ("x86_64", "AMD64"):
        raise Problem("The packaged browser is for x86_64 only: install chromium or set GAMELOG_CHROMIUM.")
    if not (package / "chromium.br").is_file():
        raise Problem("No browser found: install chromium, set GAMELOG_CHROMIUM, or run npm ci in frontend/.")
    stamp, version = folder / "unpacked", str((package / "chromium.br").stat().st_size)
    with _one_at_a_time(folder.with_suffix(".lock")):  # several test processes may start at once
        if not stamp.exists() or stamp.read_text() != version:
            _unpack(package, folder)
            stamp.write_text(version)
        return Browser(folder / "chromium", _environment(folder))


@contextlib.contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _unpack(package: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "chromium").write_bytes(_inflate(package / "chromium.br"))
    (folder / "chromium").chmod(0o755)
    for name, place in (("al2023", "al2023"), ("swiftshader", "."), ("fonts", ".")):
        with tarfile.open(fileobj=io.BytesIO(_inflate(package / f"{name}.tar.br"))) as archive:
            _extract(archive, folder / place)


def _extract(archive: tarfile.TarFile, place: Path) -> None:
    # Debian 12's Python 3.11.2 has no filters yet. npm has checked the package's hash, so this is safe.
    if hasattr(tarfile, "data_filter"):
        archive.extractall(place, filter="data")
    else:
        archive.extractall(place)


def _inflate(path: Path) -> bytes:
    import brotli

    return bytes(brotli.decompress(path.read_bytes()))


def _environment(folder: Path) -> dict[str, str]:
    # Without a font configuration of ours the bundled libraries find no font: text is invisible and the browser dies.
    # The package's own fonts.conf names folders of the machine it was built for.
    configuration = folder / "fonts-here.conf"
    if not configuration.exists():
        places = "".join(f"<dir>{place}</dir>" for place in (folder / "fonts", "/usr/share/fonts"))
        configuration.write_text(FONTS.format(folders=places, cache=folder / "fontcache"))
    return {"LD_LIBRARY_PATH": str(folder / "al2023" / "lib"), "FONTCONFIG_FILE": str(configuration)}
