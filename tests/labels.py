"""What a form shows of the acts of a ruleset: their members, and the words that these may hold, as their types say."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from rules import Ruleset
from rules.kernel.actions import Begin, Muster
from rules.kernel.common import PART as COMMON
from rules.kernel.events import Administrative
from rules.kernel.part import Act

Asked = tuple[str, str, str]
"""The tag of an act, the name of a member that it or a part of it has, and a word for it; empty for the member."""
MOST = 26
"""Letters that fit on a button."""


def shown(of: Ruleset) -> Iterator[Act]:
    """The acts that players declare as buttons: administrative ones only where the rules offer them."""
    for act in of.acts:
        if not issubclass(act.kind, (Begin, Muster)) and (act.offers or not issubclass(act.kind, Administrative)):
            yield act


def asked(of: Ruleset) -> set[Asked]:
    """Everything that forms ask for, down to the parts of parts; keys of mappings are left out."""
    return {(act.tag, *each) for act in shown(of) for each in _members(act.kind)}


def _members(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    for each in msgspec.structs.fields(kind):
        yield each.encode_name, ""
        yield from _words(each.type, each.encode_name)


def _words(kind: Any, member: str) -> Iterator[tuple[str, str]]:
    inner = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _members(kind)
    elif get_origin(kind) is Literal:
        yield from ((member, word) for word in inner)
    else:
        parts = [each for each in inner if isinstance(each, type) and issubclass(each, msgspec.Struct)]
        if get_origin(kind) in (Union, types.UnionType) and len(parts) > 1:
            yield from ((member, str(each.__struct_config__.tag)) for each in parts)
        for each in inner[1:] if get_origin(kind) is dict else inner:
            yield from _words(each, member)


def unnamed(of: Ruleset, more: set[tuple[str, str]]) -> set[str]:
    """The acts, members and words that have no name; `more` are words for members that their types do not list."""
    said, wanted = of.telling, asked(of)
    labelled = {*of.clauses, *(rule.id for rule, _clause in of.clauses.values())}
    found = {act.tag for act in shown(of)} - set(said.acts)
    found |= {f"{tag}.{name}" for tag, name, _word in wanted if not {name, f"{tag}.{name}"} & set(said.members)}
    words = {(name, word) for _tag, name, word in wanted if word} | more
    known = {*said.values, *labelled}
    return found | {
        f"{name}.{word}"
        for name, word in words
        if not {word, f"{name}.{word}", f"{of.id}.{name}.{word}"} & known
    }  # fmt: skip


def needless(of: Ruleset, more: set[tuple[str, str]]) -> set[str]:
    """The names of acts, members and words that no form of the ruleset shows."""
    said, wanted = of.telling, asked(of)
    own = {f"{tag}.{name}" for tag, name, _word in wanted} & set(said.members)
    used = own | {name for tag, name, _word in wanted if f"{tag}.{name}" not in own}
    words = {f"{name}.{word}" for _tag, name, word in wanted if word} | {f"{name}.{word}" for name, word in more}
    return (
        set(said.acts) - {act.tag for act in shown(of)}
        | set(said.members) - used
        | set(said.values) - words
    )  # fmt: skip


def shared() -> set[str]:
    """The names that every system has, whether it has a use for them or not."""
    of = COMMON.telling
    return {*of.acts, *of.members, *of.values}
