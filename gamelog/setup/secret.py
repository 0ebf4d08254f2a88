"""The server's secret key: created once, kept in `var/secret_key`, readable by its owner only."""

import os
import secrets
from pathlib import Path

from gamelog.setup.paths import private_folder


def secret_key(folder: Path) -> str:
    """`GAMELOG_SECRET_KEY`, else the key kept in `folder`, created on first use. Raises: OSError."""
    given = os.environ.get("GAMELOG_SECRET_KEY")
    if given:
        return given
    path = private_folder(folder) / "secret_key"
    if not path.exists():
        _keep(path, secrets.token_urlsafe(64))
    return path.read_text().strip()


def _keep(path: Path, key: str) -> None:
    # Written to a temporary file and linked into place: two processes that start together must both end with the same,
    # whole key.
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    aside.touch(mode=0o600)
    aside.write_text(key + "\n")
    try:
        os.link(aside, path)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
