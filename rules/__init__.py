"""The rules engine: plain Python, no input or output, no clock, no dice of its own. This module is its public API.

>>> import rules
>>> kt = rules.load("kt")
>>> decided = rules.decide(kt, position, declaration)      # what the rules make of it
>>> state = rules.fold(kt, events)                         # the state after the events
>>> findings = list(rules.verify(kt, events))              # what does not follow from the rules
"""

from __future__ import annotations

import importlib
from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from rules import evidence, installed
from rules.evidence import Evidence
from rules.gamefile import GameFile, Record, make_event, read_header, seal
from rules.gamefile import chain_findings as chain_findings
from rules.gamefile import loads as _loads
from rules.kernel import engine
from rules.kernel.actions import refuse_all
from rules.kernel.effects import CHANGES, Changes
from rules.kernel.engine import Decided, decide, empty, evolve, fold, verify
from rules.kernel.errors import DiceWanted, IllegalAction, Malformed, OtherSystem, OutOfTime, RulesError, TooMany
from rules.kernel.events import Claim, Declaration, Event, Finding, Header, Source, canonical, digest
from rules.kernel.hold import waiting
from rules.kernel.part import Option
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State, from_json, read, to_json
from rules.kernel.state import read as read_json
from rules.problem import Problem, problem, refuse_unknown
from rules.report import OnWord, Report, Result, finals, on_word, points, report, result, summarise, tallies, unopened
from rules.trace import Casualty, Step, casualties, casualty_groups, names, steps
from rules.trailers import Key, PublishedSeal

if TYPE_CHECKING:
    from rules.likelihood import Luck, luck

    RULESETS: tuple[str, ...]
    """Ids of all rulesets: each is a folder here, or an installed package, with a module that lists its VERSIONS.

    Expansions come after standalone rulesets, installed ones after our own.
    """

MAX_ROSTER = 4 * 1024 * 1024
"""Bytes of a roster file of any kind."""

_MODULES: dict[str, str] = {}


def __getattr__(name: str) -> Any:
    """What a process that verifies a game never asks for, made when somebody does: looking for installed rulesets
    costs as much as importing one of ours.
    """
    if name == "RULESETS":
        return _rulesets()
    if name in ("Luck", "luck"):
        return getattr(importlib.import_module("rules.likelihood"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def discover() -> tuple[str, ...]:
    """Find the rulesets; again, if one was installed while the process runs. Returns their ids."""
    found = installed.modules(__name__, __path__)
    _MODULES.clear()
    _MODULES.update(found)
    load.cache_clear()
    return tuple(found)


def _rulesets() -> tuple[str, ...]:
    return tuple(_MODULES) or discover()


def _module(ruleset: str) -> str:
    """The module with the VERSIONS of a ruleset; of one of ours, without looking for what is installed.

    Raises:
        Malformed: there is no such ruleset.
    """
    found = _MODULES.get(ruleset) or installed.own(__name__, __path__, ruleset)
    if found:
        return found
    known = _rulesets()
    if ruleset not in known:
        raise Malformed("$.ruleset", f"{ruleset!r} is none of {', '.join(known)}")
    return _MODULES[ruleset]


def expands(ruleset: str) -> str:
    """The ruleset that this one expands; empty if it stands alone."""
    return installed.expands(_module(ruleset))


@cache
def load(ruleset: str, version: str = "") -> Ruleset:
    """A ruleset by id, in its newest or the given version.

    Raises:
        Malformed: there is no such ruleset or version.
    """
    versions: dict[str, Ruleset] = importlib.import_module(_module(ruleset)).VERSIONS
    if version and version not in versions:
        raise Malformed("$.version", f"{ruleset} has no version {version!r}; there are {', '.join(versions)}")
    return versions[version or next(reversed(versions))]


def versions(ruleset: str) -> tuple[str, ...]:
    """The versions of a ruleset, oldest first. Raises: Malformed when there is no such ruleset."""
    return tuple(importlib.import_module(_module(ruleset)).VERSIONS)


def options(ruleset: Ruleset, state: State) -> list[Option]:
    """The declarations open to each side."""
    asked = waiting(state)
    if asked is not None:
        return [Option(asked.side, "go-on", clause=asked.clause)]
    return engine.options(ruleset, state)


def read_roster(data: bytes, name: str) -> tuple[Ruleset, Roster]:
    """A roster file, read by the ruleset that knows its game system.

    Raises:
        Malformed: not a roster file, too large, of an unknown game system, or with unreadable values.
    """
    if len(data) > MAX_ROSTER:
        raise Malformed("$", f"this file is larger than {MAX_ROSTER // 1024 // 1024} MiB")
    unknown: list[Malformed] = []
    named: list[OtherSystem] = []
    for ruleset in map(load, _rulesets()):
        try:
            return ruleset, ruleset.rosters.load(data, name)
        except Malformed as error:
            if error.path != "$.gameSystemName":
                raise
            unknown.append(error)
            named += [error] if isinstance(error, OtherSystem) else []
    if named:
        raise OtherSystem(named[0].system, *dict.fromkeys(name for each in named for name in each.wanted))
    raise unknown[0]


def read_position(ruleset: Ruleset, data: bytes | str) -> State:
    """A position made by hand, judged by the checks of a game that begins with it. `decide` and `options` trust theirs.

    Raises:
        Malformed: not a position, of another ruleset or version, with a misspelt member, or one in which no game can
            begin; lists all problems at once.
    """
    position = from_json(data)
    if (position.ruleset, position.version) != (ruleset.id, ruleset.version):
        text = f"the position is of {position.ruleset!r} {position.version!r}, not {ruleset.id!r} {ruleset.version!r}"
        raise Malformed("$.ruleset" if position.ruleset != ruleset.id else "$.version", text)
    refuse_unknown(position, data)
    refuse_all(ruleset.problems(position), "$")
    return position


def read_declaration(ruleset: Ruleset, data: bytes | str, beside: Collection[str] = ()) -> Declaration:  # type: ignore[type-arg]
    """Read a declaration of this ruleset from JSON. Raises Malformed with the path of what is wrong.

    Unknown members are wrong too: a misspelt one would otherwise be dropped silently. The members `beside` belong to
    the caller.
    """
    declaration: Declaration = read(ruleset.declaration_decoder, data)  # type: ignore[type-arg]
    refuse_unknown(declaration, data, beside)
    return declaration


def read_event(ruleset: Ruleset, data: bytes | str) -> Event:  # type: ignore[type-arg]
    """Read a stored event of this ruleset. Raises Malformed with the path of what is wrong."""
    event: Event = read(ruleset.event_decoder, data)  # type: ignore[type-arg]
    return event


def read_changes(data: bytes | str) -> Changes:
    """Read only what `evolve` needs of a stored event. Raises Malformed with the path of what is wrong."""
    changes: Changes = read(CHANGES, data)
    return changes


def check(file: GameFile, trusted: Sequence[Key] = (), published: PublishedSeal | None = None) -> Evidence:
    """What signatures, seals and digests say about a game file; see `rules.evidence.check`."""
    return evidence.check(file, load(file.header.ruleset, file.header.version), trusted, published)


def read_game(data: bytes) -> GameFile:
    """Read a game file. Raises Malformed naming the line."""
    return _loads(data, load)


__all__ = [
    "RULESETS",
    "Casualty",
    "Claim",
    "Decided",
    "Declaration",
    "DiceWanted",
    "Event",
    "Evidence",
    "Finding",
    "GameFile",
    "Header",
    "IllegalAction",
    "Key",
    "Luck",
    "Malformed",
    "OnWord",
    "Option",
    "OutOfTime",
    "Problem",
    "PublishedSeal",
    "Record",
    "Report",
    "Result",
    "Roster",
    "RulesError",
    "Ruleset",
    "Source",
    "State",
    "Step",
    "TooMany",
    "canonical",
    "casualties",
    "casualty_groups",
    "chain_findings",
    "check",
    "decide",
    "digest",
    "discover",
    "empty",
    "evolve",
    "expands",
    "finals",
    "fold",
    "from_json",
    "load",
    "luck",
    "make_event",
    "names",
    "on_word",
    "options",
    "points",
    "problem",
    "read_changes",
    "read_declaration",
    "read_event",
    "read_game",
    "read_header",
    "read_json",
    "read_position",
    "read_roster",
    "report",
    "result",
    "seal",
    "steps",
    "summarise",
    "tallies",
    "to_json",
    "unopened",
    "verify",
    "versions",
]
