"""Compiles the .po files to .mo, so that set-up needs no gettext: python -m gamelog.setup.translations"""

from pathlib import Path

import polib

from gamelog.setup.paths import FRONTEND


def compile_catalogue(source: Path) -> Path:
    """Write the .mo beside `source` and return its path. Raises: OSError, also for a file that is not a catalogue."""
    target = source.with_suffix(".mo")
    polib.pofile(str(source)).save_as_mofile(str(target))
    return target


if __name__ == "__main__":
    for catalogue in sorted((FRONTEND / "locale").glob("*/LC_MESSAGES/*.po")):
        print(compile_catalogue(catalogue).relative_to(FRONTEND))
