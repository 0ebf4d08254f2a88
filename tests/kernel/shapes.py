"""Hypothesis strategies: JSON of any of the engine's types, and damaged copies of real JSON."""

from __future__ import annotations

import copy
from typing import Any

import msgspec.inspect as inspect
from hypothesis import strategies as st

INTS = (-1, 0, 1, 2, 3, 5, 6, 7, 50, 100, 101, 300, 600, 1200, 3000, -600, 10**6, 10**6 + 1, -(10**9), 2**63, 10**30)
ODD = ("", "a", "b", "zz", "table", "é☃", "\U0001f600", "\x00", "{0}", "{name}", "a1", "b2", "2018.1", "movement")

integers = st.sampled_from(INTS) | st.integers(0, 3000)
anything = st.recursive(
    st.none() | st.booleans() | integers | st.floats() | st.sampled_from(ODD) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(ODD), inner, max_size=3),
    max_leaves=8,
)


def shaped(kind: inspect.Type, words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """JSON of the form of a type; texts are mostly of `words`, so that ids often fit."""
    texts = st.sampled_from(words + ODD)
    match kind:
        case inspect.IntType():
            return integers
        case inspect.BoolType():
            return st.booleans()
        case inspect.StrType():
            return texts
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.VarTupleType() | inspect.ListType():
            return st.lists(shaped(kind.item_type, words), max_size=3)
        case inspect.TupleType():
            return st.tuples(*(shaped(item, words) for item in kind.item_types)).map(list)
        case inspect.DictType():
            return st.dictionaries(texts, shaped(kind.value_type, words), max_size=3)
        case inspect.UnionType():
            return st.one_of([shaped(each, words) for each in kind.types])
        case inspect.StructType():
            return _struct(kind, words)
        case inspect.Metadata():
            return shaped(kind.type, words)
        case _:
            return anything


def _struct(kind: inspect.StructType, words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    tag = {kind.tag_field: st.just(kind.tag)} if kind.tag_field else {}
    needed = {f.encode_name: _later(f.type, words) for f in kind.fields if f.required}
    free = {f.encode_name: _later(f.type, words) for f in kind.fields if not f.required}
    return st.fixed_dictionaries({**tag, **needed}, optional=free)


def _later(kind: inspect.Type, words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    return st.deferred(lambda: shaped(kind, words))


@st.composite
def damaged(draw: st.DrawFn, value: Any, words: tuple[str, ...], times: int = 2) -> Any:
    """A copy of JSON in which a few leaves or branches are other than they were, missing, or twice there."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, times))):
        holder, key = _branch(draw, value)
        if holder is None:
            return draw(anything)
        what = draw(st.sampled_from(("int", "word", "any", "drop", "copy")))
        if what == "int":
            holder[key] = draw(integers)
        elif what == "word":
            holder[key] = draw(st.sampled_from(words + ODD))
        elif what == "any":
            holder[key] = draw(anything)
        elif what == "drop":
            del holder[key]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[draw(st.sampled_from(words + ODD))] = copy.deepcopy(holder[key])
    return value


def _branch(draw: st.DrawFn, value: Any) -> tuple[Any, Any]:
    holder = key = None
    while isinstance(value, dict | list) and value:
        holder = value
        key = draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
        value = holder[key]
        if not draw(st.integers(0, 5)):
            break
    return holder, key
