#!/usr/bin/env python3
"""The one entry point: `up` runs the platform, `test` runs every test, anything else is a Django command.

Needs only the system's Python: until it runs inside `.venv` it uses nothing but the standard library.
"""

import os
import sys

from gamelog.setup import bootstrap
from gamelog.setup.problem import Problem


def main(arguments: list[str]) -> int:
    """Run one command; returns the exit code. Foreseeable failures are one sentence, never a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gamelog.settings")
    command = arguments[1] if len(arguments) > 1 else "help"
    try:
        bootstrap.ensure(command)
        return run(command, arguments)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


def run(command: str, arguments: list[str]) -> int:
    """Runs inside `.venv`. Raises: Problem."""
    if command == "up":
        from gamelog.setup import supervisor

        return supervisor.main(arguments[2:])
    if command == "test":
        from gamelog.setup import testrun

        return testrun.main(arguments[2:])
    from django.core.management import execute_from_command_line

    execute_from_command_line(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
