"""Everything that can be done to an event. An act is declared, checked against the state, and stored for ever.

A module holds the acts of one subject, and beside each its `ActKind`: its check, its effects, the roles that may
declare it, and its subject. Kinds are found by walking the modules in the order of their names.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from gamelog.contest.act_kind import ActKind


def kinds_here() -> tuple[ActKind, ...]:
    """Every kind of act that this package's modules export, module by module, in the order of definition.

    Raises:
        ValueError: two share a tag.
    """
    found: dict[str, ActKind] = {}
    for info in pkgutil.iter_modules(__path__, __name__ + "."):
        for value in vars(importlib.import_module(info.name)).values():
            if isinstance(value, ActKind) and found.setdefault(value.tag, value) is not value:
                raise ValueError(f"there are two acts {value.tag!r}")
    return tuple(found.values())


KINDS = kinds_here()
_BY_STRUCT = {kind.struct: kind for kind in KINDS}


def kind_of(act: Any) -> ActKind:
    """The kind of an act."""
    return _BY_STRUCT[type(act)]


if TYPE_CHECKING:
    Act: TypeAlias = Any
else:
    Act = Union[tuple(kind.struct for kind in KINDS)]  # noqa: UP007 (made of what was found)
"""Every act, told apart by its `type`."""
