"""The offline verifier: what the single-file archive runs. Its arguments are those of `python -m rules verify`,
or of `python -m rules log` after the word `log`.
"""

from __future__ import annotations

import sys

from rules.__main__ import main as command_line


def main() -> int:
    """Verify the files named on the command line, or check a transparency log. Returns the exit code."""
    words = sys.argv[1:]
    return command_line(words if words[:1] == ["log"] else ["verify", *words])


if __name__ == "__main__":
    sys.exit(main())
