"""The offline verifier: what the single-file archive runs. Its arguments are those of `python -m rules verify`."""

from __future__ import annotations

import sys

from rules.__main__ import main as command_line


def main() -> int:
    """Verify the files named on the command line. Returns the exit code."""
    return command_line(["verify", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
