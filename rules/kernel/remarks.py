"""What the reader of a roster did with lines that it could not take as they are printed.

A reader goes on past an odd line: it takes the obvious reading or leaves the item out, and says so in a `Remark`. Only
what cannot be played at all refuses a roster. Remarks are plain values of the roster, whatever the format of its file
and the game system; pages put them into the reader's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

MOST = 200
"""Remarks listed on one roster; more are only counted."""
LONGEST = 80
"""Characters of a file's own words in a remark."""

Kind: TypeAlias = Literal["read-as", "left-out", "edition", "differs", "more"]


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one odd line.

    `read-as`: of `item` (its `column`, if it has any) the file says `said`, empty for nothing; it was taken for `read`.
    `left-out`: `item` is not on the roster, because its `column`, or it itself, is not `wanted`, a form in words.
    `edition`: the file is for the system `said`, and is played by the rules of `read`.
    `differs`: by the file's own figures there are `said` of `item` (`points` or `models`); `read` were found.
    `more`: so many further remarks are not listed.

    `where` is the model or unit that the item belongs to, `count` says how often the same line occurred.
    """

    kind: Kind
    where: str = ""
    item: str = ""
    column: str = ""
    said: str = ""
    read: str = ""
    wanted: str = ""
    count: int = 1


class Fault(NamedTuple):
    """A column that cannot be read: what it says (empty: it is missing), and the form it should have, in words.

    `needed`: whatever has the column cannot be played without it.
    """

    column: str
    said: str
    wanted: str
    needed: bool = True


class Notes:
    """Remarks and the owner's own words, collected while a roster is read. A remark made again is only counted."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._count: dict[Remark, int] = {}

    def add(self, kind: Kind, *, wanted: str = "", **said: str) -> None:
        """Add a remark with these fields; those with words of the file are cut to `LONGEST`."""
        made = Remark(kind, wanted=wanted)
        made = msgspec.structs.replace(made, **{name: text[:LONGEST] for name, text in said.items()})
        self._count[made] = self._count.get(made, 0) + 1

    def read_as(self, where: str, item: str, column: str, said: str, read: str) -> None:
        """The obvious reading was taken."""
        self.add("read-as", where=where, item=item, column=column, said=said, read=read)

    def left_out(self, where: str, item: str, fault: Fault) -> None:
        """The item is not on the roster; a fault without a column is the item's own."""
        self.add("left-out", where=where, item=item, column=fault.column, said=fault.said, wanted=fault.wanted)

    def again(self, remarks: Sequence[Remark]) -> None:
        """Take over the remarks of an earlier step of reading."""
        for each in remarks:
            once = msgspec.structs.replace(each, count=1)
            self._count[once] = self._count.get(once, 0) + each.count

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The remarks in the order in which they were first made, at most `MOST` of them."""
        found = [msgspec.structs.replace(each, count=count) for each, count in self._count.items()]
        rest = len(found) - MOST
        return (*found[:MOST], Remark("more", count=rest)) if rest > 0 else tuple(found)


def fault_said(fault: Fault) -> str:
    """A fault as a sentence: `Ld: 'high' is not a number`, `T is missing`."""
    heading = f"{fault.column}: " if fault.column else ""
    return f"{heading}{fault.said[:40]!r} is not {fault.wanted}" if fault.said else f"{fault.column} is missing"


def sentence(remark: Remark) -> str:
    """A remark in English; pages have their own words in the reader's language."""
    often = f" ({remark.count} times)" if remark.count > 1 and remark.kind != "more" else ""
    return f"{_said(remark)}{often}"


def _said(remark: Remark) -> str:
    place = ", ".join(part for part in (remark.where, remark.item) if part)
    match remark.kind:
        case "read-as":
            said = f"{remark.said!r} is" if remark.said else "not given,"
            return f"{place}: {' '.join((remark.column, said)).lstrip()} read as {remark.read}"
        case "left-out":
            return f"{place} is left out: {fault_said(Fault(remark.column, remark.said, remark.wanted))}"
        case "edition":
            return f"the file is for {remark.said}; it is played by the rules of {remark.read}"
        case "differs":
            return f"the file says {remark.said} {remark.item}; {remark.read} were read"
        case _:
            return f"{remark.count} more remarks are not listed"
