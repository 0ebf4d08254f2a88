"""JSON Schema (2020-12) of a ruleset's input and output, generated from the classes the engine decodes with.

What a class leaves open the ruleset closes: which marks a position may bear and what each means, which options a game
has, what can be asked of a position, and what is written down in secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.kernel.events import Header
from rules.kernel.marks import BEARERS, LASTING, Bearer, MarkKind
from rules.kernel.query import Answer
from rules.kernel.ruleset import Ruleset
from rules.kernel.secrets import RECIPE
from rules.kernel.state import Lasting, State
from rules.trailers import CheckpointLine, KeysLine, SealLine

_HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_BEARERS: Mapping[Bearer, str] = {"model": "Model", "unit": "Unit", "side": "Side", "table": "State"}
"""The definitions that have marks."""


def schema(ruleset: Ruleset) -> dict[str, Any]:
    """The schema of a ruleset. Its definitions are `declaration`, `event`, `position`, and the lines of a game file.

    Those are `header`, `line` (an event with its hash), `keys`, `checkpoint` and `seal`. `query` and `answer` are
    what is asked of a position and what comes back; `commitment` is what is hashed when a side writes something down.
    """
    parts = {
        "declaration": ruleset.declaration, "event": ruleset.event, "position": State, "header": Header,
        "keys": KeysLine, "checkpoint": CheckpointLine, "seal": SealLine, "query": ruleset.query,
        "answer": Answer,
    }  # fmt: skip
    shapes, definitions = msgspec.json.schema_components(parts.values(), ref_template="#/$defs/{name}")
    named = dict(zip(parts, shapes, strict=True))
    named["line"] = _line(named["event"])
    named["commitment"] = _commitment(ruleset)
    lines = [shape for name, shape in named.items() if name not in ("query", "answer", "commitment")]
    definitions = {**definitions, **_marks(ruleset), "Options": _options(ruleset)}
    _close(definitions)
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{ruleset.name}, version {ruleset.version}",
        "oneOf": lines,
        "$defs": {**definitions, **named},
    }
    renamed: dict[str, Any] = _renamed(made, _short(definitions))
    return renamed


def _line(event: dict[str, Any]) -> dict[str, Any]:
    """The line of an event: its hash is over bytes, so the file's reader parses it by hand."""
    return {
        "type": "object",
        "description": "An event, the SHA-256 of its bytes, and where wanted that of the position after it.",
        "required": ["event", "hash"],
        "additionalProperties": False,
        "properties": {"event": event, "hash": _HASH, "state": _HASH},
    }


# marks and options


def _marks(ruleset: Ruleset) -> dict[str, Any]:
    """What can be borne by whom and for how long, `ModelGame` for example."""
    kinds = [kind for known in ruleset.marks.values() for kind in known]
    return {
        f"{_BEARERS[bearer]}{lasts.capitalize()}": _borne(kinds, bearer, lasts)
        for bearer in BEARERS
        for lasts in (LASTING if bearer != "table" else ("game",))
    }


def _borne(kinds: Iterable[MarkKind], bearer: Bearer, lasts: Lasting) -> dict[str, Any]:
    here = [kind for kind in kinds if bearer in kind.on and lasts in kind.lasts]
    return {
        "type": "object",
        "description": f"Marks of a {bearer} that last for the {lasts}, by the id of their clause.",
        "additionalProperties": False,
        "properties": {kind.key: _mark([one for one in here if one.key == kind.key]) for kind in here},
    }


def _mark(kinds: list[MarkKind]) -> dict[str, Any]:
    text = " Or: ".join(dict.fromkeys(f"{kind.text} Its value is {kind.takes.text}." for kind in kinds))
    if len(kinds) == 1:
        return {**kinds[0].takes.schema, "description": text}
    return {"description": text, "anyOf": [kind.takes.schema for kind in kinds]}


def _options(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "type": "object",
        "description": "What the players agree on before a game, by the id of the clause it settles.",
        "additionalProperties": False,
        "properties": {setting.key: setting.schema for setting in ruleset.settings},
    }


def _close(definitions: dict[str, Any]) -> None:
    """Put what the ruleset says in the places that the classes leave open."""
    for bearer, name in _BEARERS.items():
        for lasts in LASTING if bearer != "table" else ("game",):
            definitions[name]["properties"][lasts] = {"$ref": f"#/$defs/{name}{lasts.capitalize()}", "default": {}}
    for name in {"State", "Begin"} & definitions.keys():
        definitions[name]["properties"]["options"] = {"$ref": "#/$defs/Options", "default": {}}


def _commitment(ruleset: Ruleset) -> dict[str, Any]:
    """What is hashed when a side writes something down, with the subjects that its rules know."""
    texts = {
        "by": "The side that writes it down.",
        "salt": "At least 128 random bits in lower-case hexadecimal.",
        "value": "What is written down.",
    }
    known = [
        {"const": each.subject, "description": f"{each.text} The value is {each.value}."}
        for part in ruleset.parts
        for each in part.secrets
    ]
    subject = {"anyOf": [*known, {"type": "string", "description": "Anything else; no rule asks for it."}]}
    return {
        "type": "object",
        "description": RECIPE,
        "required": ["by", "salt", "subject", "value"],
        "additionalProperties": False,
        "properties": {**{key: {"type": "string", "description": text} for key, text in texts.items()},
                       "subject": {"description": "What it is about.", **subject}},
    }  # fmt: skip


# names


def _short(definitions: Iterable[str]) -> dict[str, str]:
    """Short words for the definitions' names, which of generic types list every type they are made of.

    Where two types share a name, each has the name of its module before it: `FightStrike`, `RulingsStrike`.
    """
    own = {name: name.partition("[")[0].partition("_")[0] for name in definitions}
    plain = {name: word.rpartition(".")[2] for name, word in own.items()}
    count = Counter(plain.values())
    return {
        name: word if count[word] == 1 else "".join(part.capitalize() for part in own[name].split(".")[-2:-1]) + word
        for name, word in plain.items()
    }


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A schema whose definitions, their titles and all references to them have other names."""
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    if isinstance(value, dict):
        return {key: _member(key, inner, names) for key, inner in value.items()}
    return value


def _member(key: str, inner: Any, names: Mapping[str, str]) -> Any:
    if key == "$defs":
        return {names.get(name, name): _titled(each, names.get(name, name), names) for name, each in inner.items()}
    if key == "$ref":
        return _reference(inner, names)
    if key == "mapping":
        return {tag: _reference(where, names) for tag, where in inner.items()}
    return _renamed(inner, names)


def _titled(shape: dict[str, Any], name: str, names: Mapping[str, str]) -> dict[str, Any]:
    title = {"title": name} if "title" in shape else {}
    return {**_renamed(shape, names), **title}


def _reference(where: str, names: Mapping[str, str]) -> str:
    head, _, name = where.rpartition("/")
    return f"{head}/{names.get(name, name)}"
