"""Rosters from BattleScribe files: `.ros` (XML, roster schemas 1.x and 2.x) and `.rosz` (a zip that holds one `.ros`).

Reads the file into a plain tree without judging it: it serves every game system, and each ruleset makes its own models
from the tree (`rules.kt.roster`). Files are untrusted. Sizes, depth and counts are bounded, archives are unpacked with
a bounded read whatever their directory claims, document types and entities are refused. Whatever the bytes, the answer
is a `Document` or `Malformed`. A number or a price that cannot be read is a remark of the document, and no reason to
refuse it.

Source: the roster schema of BattleScribe (`http://www.battlescribe.net/schema/rosterSchema`), versions 1.15 to 2.03.
Up to 2.01 a characteristic is in the attribute `value` and a profile's type is `profileTypeName`, in 1.15 `type`; there
points are attributes. In 1.15 and 2.00 selections are inside the categories of their force.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import PurePath
from typing import TYPE_CHECKING

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.remarks import Fault, Notes, Remark

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_NUMBER = 100_000
"""The largest `number` of one selection; some systems count points this way."""

NO_CATEGORY = ("(No Category)", "No Category", "Uncategorised")
"""Headings under which files list what has no category."""
UNNAMED = "unnamed"

_AMOUNT = re.compile(r"-?\d{1,9}(\.\d{1,9})?\Z", re.ASCII)
_WHOLE = re.compile(r"(\d+)(?:\.0{1,9})?\Z", re.ASCII)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")


class Cost(msgspec.Struct, frozen=True):
    """An amount of one cost type (`pts`, `cp`, `Points`, ...), for the whole selection whatever its number."""

    name: str
    value: Decimal


class Category(msgspec.Struct, frozen=True):
    """A keyword or a battlefield role; `primary` marks the role under which the selection is listed."""

    name: str
    primary: bool = False


class PrintedRule(msgspec.Struct, frozen=True):
    """A rule with its text."""

    name: str
    text: str = ""


class Characteristic(msgspec.Struct, frozen=True):
    """One column of a profile, as printed."""

    name: str
    value: str = ""


class Profile(msgspec.Struct, frozen=True):
    """One row of a datasheet: a model, a weapon, an ability. Columns keep the order of the file."""

    name: str
    type: str
    characteristics: tuple[Characteristic, ...] = ()

    def get(self, name: str) -> str:
        """The column's content, stripped; empty if there is no such column. Case does not matter."""
        return next((c.value for c in self.characteristics if c.name.lower() == name.lower()), "")


class Selection(msgspec.Struct, frozen=True):
    """Something chosen for the list, with everything chosen inside it. `type` is `model`, `unit` or `upgrade`."""

    id: str
    name: str
    type: str = "upgrade"
    number: int = 1
    custom_name: str = ""
    notes: str = ""
    profiles: tuple[Profile, ...] = ()
    rules: tuple[PrintedRule, ...] = ()
    categories: tuple[Category, ...] = ()
    costs: tuple[Cost, ...] = ()
    children: tuple[Selection, ...] = ()

    def walk(self) -> Iterator[Selection]:
        """This selection and everything inside it, in the order of the file."""
        waiting = [self]
        while waiting:
            found = waiting.pop()
            yield found
            waiting += reversed(found.children)


class Force(msgspec.Struct, frozen=True):
    """A detachment: one catalogue, its rules and what was selected from it."""

    name: str
    catalogue: str
    custom_name: str = ""
    notes: str = ""
    profiles: tuple[Profile, ...] = ()
    rules: tuple[PrintedRule, ...] = ()
    categories: tuple[Category, ...] = ()
    costs: tuple[Cost, ...] = ()
    selections: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()


class Document(msgspec.Struct, frozen=True):
    """A roster file. `system` is the name of the game system, `version` that of the BattleScribe which wrote it.

    `limits` are the costs that its owner must not exceed; `remarks` are about numbers and prices that cannot be read.
    """

    name: str
    system: str
    system_id: str = ""
    version: str = ""
    notes: str = ""
    costs: tuple[Cost, ...] = ()
    limits: tuple[Cost, ...] = ()
    forces: tuple[Force, ...] = ()
    remarks: tuple[Remark, ...] = ()


def is_roster(data: bytes) -> bool:
    """Whether bytes look like a roster file, damaged or not: an archive or XML."""
    return data[:4] in _ZIP or data[:200].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] == b"<"


def refuse_others(data: bytes) -> None:
    """Refuse a file that is neither an archive nor XML, as one of no known game system, whatever the reader.

    Raises:
        Malformed: with the path `$.gameSystemName`.
    """
    if not is_roster(data):
        raise Malformed("$.gameSystemName", "this is no roster: neither .ros nor .rosz, nor an army list in text")


def read(
    data: bytes, name: str = "roster.ros", require_system: Callable[[str], object] = lambda system: None
) -> Document:
    """Read a roster file. Archives are recognised by their first bytes; `name` is for rosters without a name.

    `require_system` is told the name of the game system as soon as that is read, and raises what it refuses: so that a
    file is read once, however many systems are asked whether it is theirs.

    Raises:
        Malformed: the bytes are not a roster, or exceed one of the limits above; no other error, whatever the bytes.
    """
    # Imported here: a recorded game holds its rosters as they were read, and XML and zip take long to import.
    from rules import rosterfile

    xml = rosterfile.unpack(data) if data[:4] in _ZIP else data
    if len(xml) > rosterfile.MAX_UNPACKED:
        raise Malformed("$", f"this file is larger than {rosterfile.MAX_UNPACKED // rosterfile.MIB} MiB")
    if xml[:4] in _ZIP:
        raise Malformed("$", "this archive holds another archive; a .rosz holds one .ros file")

    def root(tag: str, attributes: Mapping[str, str]) -> None:
        if tag.rpartition("}")[2] == "roster":
            require_system(_one_line(attributes.get("gameSystemName", "")))

    return _document(rosterfile.parse(xml, root), PurePath(name).stem)


# --- the XML -------------------------------------------------------------------------------------------------------


def _tag(element: Element) -> str:
    """The name without its namespace, which differs from version to version."""
    return str(element.tag).rpartition("}")[2]


def _word(element: Element, *names: str) -> str:
    """The first of these attributes that is present, on one line."""
    return _one_line(next((element.get(name, "") for name in names if element.get(name)), ""))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _text(element: Element | None) -> str:
    return "" if element is None else "".join(element.itertext()).strip()


def _one(element: Element, name: str) -> Element | None:
    return next((child for child in element if _tag(child) == name), None)


def _items(element: Element, container: str, item: str) -> Iterator[Element]:
    """The children `item` of the child `container`."""
    return (child for box in element if _tag(box) == container for child in box if _tag(child) == item)


# --- the tree ------------------------------------------------------------------------------------------------------


def _document(root: Element, name: str) -> Document:
    if _tag(root) != "roster":
        raise Malformed("$", f"this is no BattleScribe roster: its XML begins with <{_tag(root)[:40]}>")
    version = _word(root, "battleScribeVersion")
    if version and not re.match(r"[12](\.|\Z)", version):
        raise Malformed("$.battleScribeVersion", f"BattleScribe {version[:20]} is not supported; 1.x and 2.x are")
    notes = Notes()
    forces = tuple(_force(child, notes) for child in _items(root, "forces", "force"))
    if not forces:
        raise Malformed("$.forces", "this roster is empty: it has no force")
    return Document(
        name=_word(root, "name") or name,
        system=_word(root, "gameSystemName"),
        system_id=_word(root, "gameSystemId"),
        version=version,
        notes=_text(_one(root, "customNotes")),
        costs=_costs(root, "", notes),
        limits=_costs(root, "", notes, ("costLimits", "costLimit", "pointsLimit")),
        forces=forces,
        remarks=notes.remarks,
    )


def _force(element: Element, notes: Notes) -> Force:
    name = _word(element, "name", "forceTypeName")
    return Force(
        name=name,
        catalogue=_word(element, "catalogueName"),
        custom_name=_word(element, "customName"),
        notes=_text(_one(element, "customNotes")),
        profiles=_profiles(element),
        rules=_rules(element),
        categories=_categories(element),
        costs=_costs(element, name, notes),
        selections=tuple(_chosen(element, notes)),
        forces=tuple(_force(each, notes) for each in _items(element, "forces", "force")),
    )


def _chosen(force: Element, notes: Notes) -> Iterator[Selection]:
    """The selections of a force, which older files list by category."""
    yield from (_selection(each, notes) for each in _items(force, "selections", "selection"))
    for heading in _items(force, "categories", "category"):
        name = _word(heading, "name")
        own = () if name in ("", *NO_CATEGORY) else (Category(name, primary=True),)
        for each in _items(heading, "selections", "selection"):
            found = _selection(each, notes)
            yield found if found.categories else msgspec.structs.replace(found, categories=own)


def _selection(element: Element, notes: Notes) -> Selection:
    name = _word(element, "name")
    if not name:
        name = next((p.name for p in _profiles(element) if p.name), UNNAMED)
        notes.read_as("", "", "name", "", name)
    return Selection(
        id=_word(element, "id"),
        name=name,
        type=_word(element, "type") or "upgrade",
        number=_number(element, name, notes),
        custom_name=_word(element, "customName"),
        notes=_text(_one(element, "customNotes")),
        profiles=_profiles(element),
        rules=_rules(element),
        categories=_categories(element),
        costs=_costs(element, name, notes),
        children=tuple(_selection(each, notes) for each in _items(element, "selections", "selection")),
    )


def _number(element: Element, name: str, notes: Notes) -> int:
    """How many there are; 1 where that cannot be read."""
    text = _word(element, "number") or "1"
    found = _WHOLE.match(text)
    if found and (len(found[1]) > len(str(MAX_NUMBER)) or int(found[1]) > MAX_NUMBER):
        raise Malformed("$.forces", f"{text[:20]} of {name[:40]!r} are more than {MAX_NUMBER}")
    if not found:
        notes.read_as("", name, "number", text, "1")
    return int(found[1]) if found else 1


def _profiles(element: Element) -> tuple[Profile, ...]:
    return tuple(
        Profile(
            name=_word(child, "name"),
            type=_word(child, "typeName", "profileTypeName", "type"),
            characteristics=tuple(
                Characteristic(name=_word(c, "name"), value=_text(c) or c.get("value", "").strip())
                for c in _items(child, "characteristics", "characteristic")
            ),
        )
        for child in _items(element, "profiles", "profile")
    )


def _rules(element: Element) -> tuple[PrintedRule, ...]:
    found = _items(element, "rules", "rule")
    return tuple(PrintedRule(name=_word(child, "name"), text=_text(_one(child, "description"))) for child in found)


def _categories(element: Element) -> tuple[Category, ...]:
    found = _items(element, "categories", "category")
    return tuple(Category(name=_word(c, "name"), primary=_word(c, "primary") == "true") for c in found)


def _costs(
    element: Element, where: str, notes: Notes, names: tuple[str, str, str] = ("costs", "cost", "points")
) -> tuple[Cost, ...]:
    """The costs of an element: child elements, or in files before 2.00 an attribute. An unreadable one is left out."""
    container, item, attribute = names
    said = [(_word(each, "name"), _word(each, "value")) for each in _items(element, container, item)]
    if element.get(attribute):
        said.append(("pts", _word(element, attribute)))
    found = []
    for name, text in said:
        if _AMOUNT.match(text):
            found.append(Cost(name=name, value=Decimal(text)))
        else:
            notes.left_out(where, name or "pts", Fault("value", text, "an amount"))
    return tuple(found)
