"""A rule of the catalogue: its id, labels in two languages, clauses with their source, and its hooks.

A clause is one row of a catalogue. Its full id is the rule's id, a dot and the clause's key (the key `""` is the rule
itself). A hook is a place in a sequence where rules may act; a rule names the hook and the role that has to have the
rule.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, Literal, TypeVar, get_args

import msgspec

from rules.kernel.discovery import values_in

Status = Literal["enforced", "recorded", "assumed", "advice"]
STATUSES: tuple[Status, ...] = get_args(Status)
_OURS = f"{__name__.partition('.')[0]}."
Function = TypeVar("Function", bound=Callable[..., Any])


class Clause(msgspec.Struct, frozen=True):
    """One row of a catalogue: its labels `en` and `ru`, and its text in both languages.

    `lines` cites the source document; `note` says how an ambiguity was settled.

    `status`: `enforced` (decided or checked by the engine), `recorded` (declared by players and stored), `assumed`
    (a presumed core step or a settled silence of the source), `advice` (nothing to enforce).
    """

    en: str
    ru: str
    text: str
    lines: str = ""
    status: Status = "enforced"
    note: str = ""
    text_ru: str = ""
    note_ru: str = ""


class Hook(msgspec.Struct, frozen=True):
    """A place where rules may act. Handlers are called as `handler(ctx, value, has=..., **roles)`."""

    id: str
    roles: tuple[str, ...] = ()


class Handler(msgspec.Struct, frozen=True):
    """What a rule does at a hook: called when the model or weapon in the role `of` has the rule (always if empty)."""

    rule: str
    hook: Hook
    of: str
    call: Callable[..., Any]


class Rule:
    """A rule with its clauses and what it does at hooks. Built once at import; never changed after.

    A rule whose words are in a book is a `book.BookRule`.
    """

    def __init__(self, id: str, en: str, ru: str, clauses: dict[str, Clause], source: str = "") -> None:
        self.id, self.source = id, source
        self._en, self._ru, self._clauses = en, ru, clauses
        self.handlers: list[Handler] = []

    @property
    def en(self) -> str:
        """Its label in English."""
        return self._en

    @property
    def ru(self) -> str:
        """Its label in Russian."""
        return self._ru

    @property
    def clauses(self) -> dict[str, Clause]:
        """Its clauses by key."""
        return self._clauses

    def __getitem__(self, key: str) -> str:
        """The full id of a clause. Raises KeyError when the rule has no such clause."""
        self.clauses[key]
        return f"{self.id}.{key}" if key else self.id

    def at(self, hook: Hook, of: str = "") -> Callable[[Function], Function]:
        """Register a function for a hook; `of` names the role that has to have this rule."""
        if of and of not in hook.roles:
            raise ValueError(f"{hook.id} has no role {of!r}")

        def register(function: Function) -> Function:
            self.handlers.append(Handler(self.id, hook, of, function))
            return function

        return register


def rules_in(package: ModuleType) -> tuple[Rule, ...]:
    """The rules in the modules of a package, sorted by id. Rules imported from another ruleset are left out: an id
    begins with the name of its ruleset's package, wherever that lies.

    Raises:
        ValueError: two rules share an id.
    """
    folder = package.__name__.removeprefix(_OURS).partition(".")[0]
    found: dict[str, Rule] = {}
    for rule in values_in(package, Rule):
        if rule.id.partition(".")[0] == folder and found.setdefault(rule.id, rule) is not rule:
            raise ValueError(f"rule {rule.id} is defined twice")
    return tuple(found[key] for key in sorted(found))
