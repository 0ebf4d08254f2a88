"""What geometry has answered about a position, kept as long as nothing on the table changes.

Sight between two models, the kinds of terrain and ways around obstacles depend on where models stand and on the table
alone, and rules ask for them again and again: for each weapon, in each declaration of a phase, for what is offered and
then for what is declared. `State.known` is emptied when something moves, falls or appears, or the terrain or a mark on
the table changes; marks on models, units and sides, dice and notes leave it. What depends on the table alone also stays
when models move.

Copies of a position share it until one of them changes. So no answer may hold a model or unit of the position: it names
them by their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any


class Known:
    """Answers by what was asked; those about the `table` with its marks apart.

    `seen` is how everything was when somebody from outside last asked about it.
    """

    __slots__ = ("answers", "seen", "table")

    def __init__(self, table: dict[Hashable, Any]) -> None:
        self.answers: dict[Hashable, Any] = {}
        self.table = table
        self.seen: Any = None

    def once(self, asked: Hashable, measure: Callable[[], Any], table: bool = False) -> Any:
        """What `measure` gives, measured only once.

        `asked` names everything on which it depends beside the table and where models stand on it; with `table` it does
        not depend on them either.
        """
        answers = self.table if table else self.answers
        if asked not in answers:
            answers[asked] = measure()
        return answers[asked]
