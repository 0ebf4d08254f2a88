"""The script that other sites embed: built under a name that changes, served under one that does not."""

from __future__ import annotations

import json
from pathlib import Path

from gamelog.setup.paths import DIST

SOURCE = "src/embed.ts"


class NotBuilt(Exception):
    """The front end has not been built; the message says what to do."""


def built(folder: Path = DIST) -> Path:
    """The built file of the script; its name contains a hash of its content. Raises: NotBuilt."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
        return folder / str(manifest[SOURCE]["file"])
    except (OSError, ValueError, KeyError):
        raise NotBuilt("The embedded script is not built: run npm run build in the folder frontend.") from None
