"""The rules engine: plain Python, no input or output, no clock, no dice of its own. This module is its public door.

>>> import rules
>>> kt = rules.load("kt")
>>> decided = rules.decide(kt, position, declaration)      # what the rules make of it
>>> state = rules.fold(kt, events)                         # the state after the events
>>> findings = list(rules.verify(kt, events))              # what does not follow from the rules
"""

from __future__ import annotations

import importlib
from functools import cache

from rules.gamefile import GameFile, Record, make_event, read_header, seal
from rules.gamefile import chain_findings as chain_findings
from rules.gamefile import loads as _loads
from rules.kernel.engine import Decided, decide, empty, evolve, fold, verify
from rules.kernel.errors import DiceWanted, IllegalAction, Malformed, RulesError
from rules.kernel.events import Claim, Declaration, Event, Finding, Header, canonical, digest
from rules.kernel.ruleset import Option, Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State, from_json, read, to_json
from rules.report import Report, report, summarise

RULESETS = ("kt",)
"""Ids of the rulesets that exist, each a package of this one with a RULESETS dict of its versions."""


@cache
def load(ruleset: str, version: str = "") -> Ruleset:
    """A ruleset by id, in its newest version or the one named.

    Raises:
        Malformed: there is no such ruleset or version.
    """
    if ruleset not in RULESETS:
        raise Malformed("$.ruleset", f"{ruleset!r} is none of {', '.join(RULESETS)}")
    versions: dict[str, Ruleset] = importlib.import_module(f"rules.{ruleset}").VERSIONS
    if version and version not in versions:
        raise Malformed("$.version", f"{ruleset} has no version {version!r}; there are {', '.join(versions)}")
    return versions[version or next(reversed(versions))]


def options(ruleset: Ruleset, state: State) -> list[Option]:
    """What each side may declare now."""
    return list(ruleset.options(state))


def read_roster(data: bytes, name: str) -> tuple[Ruleset, Roster]:
    """A roster file, by whichever ruleset knows its game system.

    Raises:
        Malformed: no roster file, of a system no ruleset knows, or with values that cannot be read.
    """
    unknown: list[Malformed] = []
    for ruleset in map(load, RULESETS):
        try:
            return ruleset, ruleset.rosters.load(data, name)
        except Malformed as error:
            if error.path != "$.gameSystemName":
                raise
            unknown.append(error)
    raise unknown[0]


def read_declaration(ruleset: Ruleset, data: bytes | str) -> Declaration:  # type: ignore[type-arg]
    """Read a declaration of this ruleset from JSON. Raises Malformed with the path of what is wrong."""
    declaration: Declaration = read(ruleset.declaration_decoder, data)  # type: ignore[type-arg]
    return declaration


def read_event(ruleset: Ruleset, data: bytes | str) -> Event:  # type: ignore[type-arg]
    """Read a stored event of this ruleset. Raises Malformed with the path of what is wrong."""
    event: Event = read(ruleset.event_decoder, data)  # type: ignore[type-arg]
    return event


def read_game(data: bytes) -> GameFile:
    """Read a game file. Raises Malformed naming the line."""
    return _loads(data, load)


__all__ = [
    "RULESETS",
    "Claim",
    "Decided",
    "Declaration",
    "DiceWanted",
    "Event",
    "Finding",
    "GameFile",
    "Header",
    "IllegalAction",
    "Malformed",
    "Option",
    "Record",
    "Report",
    "Roster",
    "RulesError",
    "Ruleset",
    "State",
    "canonical",
    "chain_findings",
    "decide",
    "digest",
    "empty",
    "evolve",
    "fold",
    "from_json",
    "load",
    "make_event",
    "options",
    "read_declaration",
    "read_event",
    "read_game",
    "read_header",
    "read_roster",
    "report",
    "seal",
    "summarise",
    "to_json",
    "verify",
]
