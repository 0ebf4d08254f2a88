"""Where things are. Standard library only: it is imported before anything is installed."""

import hashlib
import os
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
CACHE = ROOT / ".cache"
FRONTEND = ROOT / "frontend"
DIST = FRONTEND / "dist"

# A socket's path has room for 107 bytes; PostgreSQL and Valkey append names of their own.
LONGEST_SOCKET_PATH = 100


def var() -> Path:
    """The folder of all stored data: `GAMELOG_VAR`, else `var/` in the checkout."""
    return Path(os.environ.get("GAMELOG_VAR") or ROOT / "var").absolute()


def private_folder(path: Path) -> Path:
    """Create `path` (and its parents) if missing, readable by its owner only.

    Raises: OSError if it cannot be created; PermissionError if it belongs to somebody else.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_uid != os.getuid():
        raise PermissionError(f"{path} belongs to another user")
    path.chmod(0o700)
    return path


def socket_folder(kept: Path) -> Path:
    """`kept` itself or, if its path is too long for a socket, a short one that is always the same for it."""
    if len(os.fsencode(kept / ".s.PGSQL.5432")) < LONGEST_SOCKET_PATH:
        return kept
    name = hashlib.sha256(os.fsencode(kept)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"gamelog-{os.getuid()}-{name}"
