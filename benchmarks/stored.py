"""The references of fold.py: aggregates of the `eventsourcing` library in the library's own SQLite recorder.

Importing this module fails if the library is not installed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from eventsourcing.application import Application  # type: ignore[import-not-found]
from eventsourcing.domain import Aggregate, event  # type: ignore[import-not-found]


class Battle(Aggregate):  # type: ignore[misc]
    """The places of a battle's models, and the last event of each."""

    def __init__(self) -> None:
        self.places: dict[str, list[int]] = {}
        self.latest: dict[str, dict[str, Any]] = {}

    @event("Placed")  # type: ignore[untyped-decorator]
    def place(self, model: str, x: int, y: int) -> None:
        self.places[model] = [x, y]

    @event("Declared")  # type: ignore[untyped-decorator]
    def declare(self, action: dict[str, Any], dice: list[int], effects: list[dict[str, Any]]) -> None:
        for effect in effects:
            self.latest[effect.get("model", "")] = effect


def small(file: Path, events: int) -> Callable[[], object]:
    """Store a battle of so many small events in a new file; returns the function that loads and folds it."""
    made = Battle()
    for step in range(1, events):
        made.place(f"a{step % 20}", step * 37 % 3000, step * 53 % 2200)
    return _loading(file, made)


def alike(file: Path, contents: Sequence[dict[str, Any]]) -> Callable[[], object]:
    """The same with events that hold as much as ours."""
    made = Battle()
    for content in contents[1:]:
        made.declare(content["action"], content.get("dice", []), content.get("effects", []))
    return _loading(file, made)


def _loading(file: Path, made: Battle) -> Callable[[], object]:
    log = Application(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)})
    log.save(made)
    assert log.repository.get(made.id).version == made.version
    return lambda: log.repository.get(made.id)
