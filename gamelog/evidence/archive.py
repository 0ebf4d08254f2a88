"""The offline verifier as one file: the rules engine and what it needs, for any CPython 3.11 with nothing installed.

Made by shiv from what is installed here: no network, and the same input gives the same bytes. The archive runs on the
platform it was made on, because msgspec and cryptography are compiled.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from gamelog.setup.paths import ROOT

PACKAGES = ("msgspec", "defusedxml", "cryptography", "cffi", "pycparser")
"""What `rules` imports, and what that needs."""
EPOCH = "315532800"
"""The timestamp of every file in the archive: 1980, the earliest that a ZIP file can hold."""


class NotBuilt(Exception):
    """The archive could not be built; the message says why."""


def build(target: Path) -> Path:
    """Build the archive. Returns its path.

    Raises:
        NotBuilt: a needed package is not installed here, or shiv failed.
        OSError: it cannot be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gamelog-verify-") as folder:
        site = Path(folder) / "site"
        _copy_rules(site)
        for name in PACKAGES:
            _copy_package(name, site)
        _shiv(site, target.absolute())
    return target


def _copy_rules(site: Path) -> None:
    for path in sorted((ROOT / "rules").rglob("*")):
        # Code, and the chapters of the catalogues.
        if path.suffix in (".py", ".toml"):
            _copy(path, site / path.relative_to(ROOT))


def _copy_package(name: str, site: Path) -> None:
    try:
        files = metadata.files(name) or []
    except metadata.PackageNotFoundError:
        raise NotBuilt(f"{name} is not installed here") from None
    for file in sorted(files):
        # Console scripts and anything that depends on this machine are left out; so is each package's own list of
        # files.
        if file.parts[0] != ".." and "__pycache__" not in file.parts and not file.parts[0].endswith(".dist-info"):
            _copy(Path(str(file.locate())), site / file)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)


def _shiv(site: Path, target: Path) -> None:
    command = [
        sys.executable, "-m", "shiv", "--site-packages", str(site), "--reproducible", "--no-modify",
        "--python", "/usr/bin/env python3.11", "--entry-point", "rules.offline:main", "--output-file", str(target),
    ]  # fmt: skip
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"shiv failed: {(done.stderr or done.stdout).strip()[-500:]}")
