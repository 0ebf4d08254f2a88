"""The words of one game system, as a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from frontend.systems.cast import Cast
from rules import Event, State

Sentence = Callable[[Cast, State, Event[Any]], str]
"""The title of a step, from the position before it."""
NoteSentence = Callable[[Cast, Any], str]
"""What the engine noted, from the effect."""
Text = Callable[[], str]
"""A text in the language of the request."""


@dataclass(frozen=True)
class System:
    """The words of one game system.

    `actions` are sentences by the tag of an act. `marks` and `unmarks` say by clause what a mark on a holder means and
    that it is gone (`%(holder)s`, `%(count)s`); `counted` are marks said with their number. `questions` say by clause
    who decides what; `notes` are the words the engine notes, and `noted` says by clause what is noted with numbers.
    `statuses` and `side_statuses` are the marks that are drawn, by clause, with the name of their badge, and `badges`
    the names of those in words; those of `for_game` count only while they last for the game. `terrain_statuses` are
    marks on the table or a side with the ids of pieces of terrain. `came_to` are marks that a
    step's outcome names, by clause. `melee` are the acts whose attacks are blows. `instead_of_wounds` is the mark that
    says already how many wounds are left; counters that change by a clause of `said_with_rule` are said with its label.
    `phases` names phases of its own. `columns` is the order of characteristics on a datasheet, `rolled` are those
    printed as what a die has to reach (`3+`), `dashes` those of which a 0 is printed as a dash.
    """

    actions: Mapping[str, Sentence]
    marks: Mapping[str, Text] = field(default_factory=dict)
    unmarks: Mapping[str, Text] = field(default_factory=dict)
    counted: Mapping[str, Callable[[int], str]] = field(default_factory=dict)
    questions: Mapping[str, Text] = field(default_factory=dict)
    notes: Mapping[str, Text] = field(default_factory=dict)
    noted: Mapping[str, NoteSentence] = field(default_factory=dict)
    statuses: Mapping[str, str] = field(default_factory=dict)
    side_statuses: Mapping[str, str] = field(default_factory=dict)
    terrain_statuses: Mapping[str, str] = field(default_factory=dict)
    for_game: frozenset[str] = frozenset()
    badges: Mapping[str, Text] = field(default_factory=dict)
    came_to: Mapping[str, Text] = field(default_factory=dict)
    melee: frozenset[str] = frozenset()
    instead_of_wounds: str = ""
    said_with_rule: frozenset[str] = frozenset()
    phases: Mapping[str, Text] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    rolled: frozenset[str] = frozenset()
    dashes: frozenset[str] = frozenset()
