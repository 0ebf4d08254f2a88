"""Gangs as YakTribe exports them in JSON, and the same files after another program has taken them in.

A file has one gang, wrapped in `gang` or bare: its name, its credits, and its fighters with characteristics, equipment,
skills and injuries by name. It prints no weapon's profile, no armour save and no base. A reader goes on past an odd
member: what it cannot take, and what no rule knows, is in the remarks; the dead and those who recover stay at home.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from rules.kernel.errors import Malformed, OtherSystem
from rules.kernel.remarks import Fault, Notes, sentence
from rules.kernel.sheet import Ability, Roster, Sheet
from rules.necro.army import printed
from rules.selections import MAX_LISTED, MAX_MODELS, MAX_NAME, MAX_POINTS, MAX_TEXT, Line, distinct, spared, values

MAX_BYTES = 1024 * 1024
"""Real exports have up to 36 KB."""
MAX_FIGHTERS = 1_000
"""Fighters in a file, the dead included."""
MAX_ITEMS = 200
"""Pieces of equipment, skills or injuries of one fighter, each piece counted; more are left out."""
MAX_WORDS = 20_000
"""Characters of the owner's words about a gang or a fighter."""
COLUMNS = {"Int": ("int", "intelligence")}
"""The names of characteristics in the file where they are not ours in small letters."""
ALIVE = "Alive"
KEPT = ("campaign", "gang_rating", "wealth", "credits", "meat", "reputation", "alignment", "allegiance", "territories",
        "campaign_territories", "campaign_rackets", "stash", "url")  # fmt: skip
"""Members of a gang that no rule of a battle reads: they stay with the roster as text."""
COUNTED = ("label_id", "xp", "kills", "advance_count")
"""Members of a fighter that no rule of a battle reads: they stay with the roster as text."""
OURS = (b'"gangers"', b'"gang_', b'"campaign_', b'"Gang Name"')
"""What a file that is no JSON has if it was to be a gang."""


class Entry(NamedTuple):
    """One fighter in the file: its members and the path to it."""

    members: Mapping[str, Any]
    path: str

    def text(self, *names: str) -> str:
        """The first of these members that says something, on one line."""
        return next((text for name in names if (text := words(self.members.get(name)))), "")

    def items(self, name: str, who: str, notes: Notes) -> list[Any]:
        """A list among its members, with a remark if it is none or too long."""
        found = self.members.get(name)
        if not isinstance(found, list):
            if found not in (None, ""):
                notes.left_out(who, name, Fault("", words(found) or "?", "a list"))
            return []
        if len(found) > MAX_ITEMS:
            notes.read_as(who, name, "", str(len(found)), str(MAX_ITEMS))
        return found[:MAX_ITEMS]


# --- the file ------------------------------------------------------------------------------------------------------


def is_json(data: bytes) -> bool:
    """Whether a file begins as JSON does."""
    return data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def load(data: bytes, name: str = "gang.json") -> Roster:
    """The gang in an export. `name` is not needed: a gang has one.

    Raises:
        Malformed: it is no gang (`$.gameSystemName` if it is nothing of this game at all), or none of its fighters can
            be played; the path names the member.
    """
    return from_gang(*_gang(_parsed(data)))


def _parsed(data: bytes) -> Any:
    """The content of a file. Fractions stay text."""
    if len(data) > MAX_BYTES:
        raise Malformed("$", f"this file is larger than {MAX_BYTES // 1024 // 1024} MiB")
    ours = any(mark in data for mark in OURS)
    try:
        return json.loads(data.decode("utf-8-sig"), parse_float=str, parse_constant=str, parse_int=_whole)
    except json.JSONDecodeError as error:
        reason = f"this is no readable JSON (line {error.lineno}, column {error.colno})"
    except UnicodeDecodeError:
        reason = "this file is not UTF-8"
    except RecursionError:
        reason = "this file nests lists too deep"
    raise Malformed("$" if ours else "$.gameSystemName", reason)


def _whole(text: str) -> int | str:
    return int(text) if len(text) < 20 else text


def _gang(root: Any) -> tuple[Entry, str]:
    """The gang of a file, and the path of its fighters. Raises: Malformed for anything else."""
    if isinstance(root, list):
        if any(isinstance(each, dict) and "Gang Name" in each for each in root):
            text = "these are fighters of several gangs in one list, which is not read; export each gang by itself"
            raise Malformed("$", text)
        raise Malformed("$.gameSystemName", "this JSON is a list, not a gang")
    if isinstance(root.get("gang"), dict):
        return Entry(root["gang"], "$.gang"), "$.gang.gangers"
    if isinstance(root.get("campaign"), dict):
        text = "this is a campaign, which names its gangs without their fighters; export each gang by itself"
        raise Malformed("$.campaign", text)
    if "gangers" in root or "gang_name" in root:
        return Entry(root, "$"), "$.gangers"
    said = words(root.get("system")) or words(root.get("gameSystem"))
    if said:
        raise OtherSystem(said, printed.SYSTEM)
    raise Malformed("$.gameSystemName", "this JSON is not a gang: it has no member 'gangers'")


def words(value: Any) -> str:
    """A text or a number of the file on one line, with its HTML entities resolved; anything else is nothing."""
    return " ".join(prose(value).split())


def prose(value: Any) -> str:
    """The owner's words, lines kept, with HTML entities resolved and without what cannot be stored or printed."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    said = html.unescape(str(value)[:MAX_WORDS]).replace("\r\n", "\n").replace("\r", "\n")
    clean = said.encode("utf-8", "ignore").decode("utf-8")
    return "".join(c for c in clean if c.isprintable() or c in "\n\t").strip()


def _named(text: str) -> str:
    return text[:MAX_NAME].strip()


# --- the gang ------------------------------------------------------------------------------------------------------


def from_gang(gang: Entry, path: str) -> Roster:
    """The fighters of a gang that can come to a battle, with ids "1", "2", ... in the order of the file.

    Raises:
        Malformed: with the path of the fighters if there are none, or none of them can be played.
    """
    entries = _entries(gang, path)
    notes = Notes()
    found = [(entry, made) for entry in entries if (made := _fighter(entry, notes))]
    _require(gang, path, [made for _, made in found], notes)
    models = tuple(_numbered([made for _, made in found]))
    total = sum(sheet.points for sheet in models)
    rating = gang.text("gang_rating")
    if rating and rating != str(total):
        notes.add("differs", item="points", said=rating, read=str(total))
    _remark_on_names(models, notes)
    said = prose(gang.members.get("gang_notes"))
    notes.words += [said] if said else []
    return Roster(
        name=gang.text("gang_name")[:200] or "gang",
        system=printed.SYSTEM,
        faction=gang.text("gang_type")[:200],
        points=total,
        models=models,
        notes=tuple(notes.words),
        extra={
            **{key: text for key in KEPT if (text := _kept(gang.members.get(key)))},
            "fighters": {model.name: _told(entry) for model, (entry, _) in zip(models, found, strict=True)},
        },
        remarks=notes.remarks,
    )


def _entries(gang: Entry, path: str) -> list[Entry]:
    found = gang.members.get("gangers", [])
    if not isinstance(found, list):
        raise Malformed(path, "the fighters of a gang are a list")
    if not found:
        raise Malformed(path, f"the gang {gang.text('gang_name')[:MAX_NAME] or 'in this file'} has no fighters yet")
    if len(found) > MAX_FIGHTERS:
        raise Malformed(path, f"a gang with more than {MAX_FIGHTERS} fighters, the dead included")
    return [Entry(each if isinstance(each, dict) else {}, f"{path}[{at}]") for at, each in enumerate(found)]


def _require(gang: Entry, path: str, sheets: Sequence[Sheet], notes: Notes) -> None:
    """Refuse a gang without a fighter who can be played, or one that is too large. Raises: Malformed."""
    if not sheets:
        reasons = [sentence(each) for each in notes.remarks if each.kind == "left-out"]
        more = f"; and {len(reasons) - MAX_LISTED} more" if len(reasons) > MAX_LISTED else ""
        raise Malformed(path, f"no fighter of this gang can be played: {'; '.join(reasons[:MAX_LISTED])}{more}")
    if len(sheets) > MAX_MODELS:
        raise Malformed(path, f"this gang has more than {MAX_MODELS} fighters")
    if sum(len(each.name) + len(each.text) for sheet in sheets for each in sheet.abilities) > MAX_TEXT:
        raise Malformed(path, f"the fighters of this gang have more than {MAX_TEXT} characters of rules")
    if sum(sheet.points for sheet in sheets) > MAX_POINTS:
        raise Malformed(path, f"the fighters of this gang cost more than {MAX_POINTS} credits")


def _numbered(sheets: Sequence[Sheet]) -> Iterator[Sheet]:
    """The fighters with ids and with names of their own."""
    from_one = enumerate(zip(sheets, distinct([sheet.name for sheet in sheets]), strict=True), 1)
    for number, (sheet, name) in from_one:
        yield Sheet(str(number), name, sheet.type, sheet.profile, sheet.points, printed.BASE, keywords=sheet.keywords,
                    abilities=sheet.abilities)  # fmt: skip


def _kept(value: Any) -> str:
    """A member of the gang as text, a list with commas."""
    if isinstance(value, list):
        return ", ".join(said for each in value[:MAX_ITEMS] if (said := _item_name(each)))[:MAX_WORDS]
    return words(value)


def _told(entry: Entry) -> dict[str, str]:
    """What a campaign counts for a fighter, where there is any."""
    return {key: said for key in COUNTED if (said := entry.text(key)) not in ("", "0")}


def _remark_on_names(models: Sequence[Sheet], notes: Notes) -> None:
    """What the file only names: equipment without a profile, skills and injuries; and that it prints no saves."""
    for sheet in models:
        notes.read_as("", "Sv", "", "", "-")
        for each in sheet.abilities:
            wanted = UNKNOWN.get(each.kind)
            if wanted:
                notes.left_out("", each.name, Fault("", each.name, wanted))
            else:
                notes.left_out("", each.name, Fault("profile", "", "a profile"))


UNKNOWN = {"ability": "a skill that the rules know", "injury": "an injury that the rules know"}


# --- one fighter ---------------------------------------------------------------------------------------------------


def _fighter(entry: Entry, notes: Notes) -> Sheet | None:
    """The sheet of one fighter, without its id; None, with a remark, if it stays at home or cannot be played."""
    name = _named(entry.text("name", "type")) or entry.path.rpartition(".")[2]
    if not entry.members:
        notes.left_out("", name, Fault("profile", "", "a fighter"))
        return None
    status = entry.text("status")
    if status.lower() not in ("", ALIVE.lower()):
        notes.left_out("", name, Fault("status", status, ALIVE))
        return None
    profile, faults = values(Line(name, "", partial(_said, entry)), printed.MODEL, notes)
    serious = spared(name, faults, notes)
    if serious:
        notes.left_out("", name, serious[0])
        return None
    kind = entry.text("type")[:MAX_NAME] or name
    abilities = tuple(_abilities(entry, name, notes))
    _remember(entry, name, notes)
    return Sheet("", name, kind, profile, _cost(entry, name, notes), keywords=(_rank(entry, name, notes),),
                 abilities=abilities)  # fmt: skip


def _said(entry: Entry, column: str) -> str:
    """What is printed for a characteristic; empty for a dash, and for 0, which means none."""
    found = next((entry.members[key] for key in COLUMNS.get(column, (column.lower(),)) if key in entry.members), None)
    if found is None:
        return ""
    text = words(found) if isinstance(found, str) else words(found) or "?"
    return "" if text == "0" else printed.undashed(text)


def _rank(entry: Entry, name: str, notes: Notes) -> str:
    """The rank that a fighter's type names: houses have words of their own, which nobody here knows."""
    said = entry.text("type")
    found = printed.rank_in(said)
    if not found:
        notes.read_as("", said[:MAX_NAME] or name, "rank", "", "Ganger")
    return found or "Ganger"


def _cost(entry: Entry, name: str, notes: Notes) -> int:
    """What a fighter costs in credits; 0 where that cannot be read."""
    said = entry.text("cost")
    if said.isascii() and said.isdigit() and len(said) <= 6 and int(said) <= MAX_POINTS:
        return int(said)
    notes.read_as(name, "points", "", said, "0")
    return 0


def _abilities(entry: Entry, name: str, notes: Notes) -> Iterator[Ability]:
    """Equipment, as often as the fighter has it, then skills and injuries."""
    left = MAX_ITEMS
    for each in entry.items("equipment", name, notes):
        item = _item_name(each)
        if not item:
            notes.left_out(name, "equipment", Fault("name", "", "a name"))
            continue
        many = _quantity(each, name, item, notes)
        text = words(each.get("traits")) if isinstance(each, dict) else ""
        if many > left:
            notes.read_as(name, item, "number", str(many), str(left))
        yield from [Ability(item, text, "wargear")] * min(many, left)
        left -= min(many, left)
    for key, kind in (("skills", "ability"), ("injuries", "injury")):
        for each in entry.items(key, name, notes):
            item = _item_name(each)
            if item:
                yield Ability(item, "", kind)
            else:
                notes.left_out(name, key, Fault("name", "", "a name"))


def _item_name(each: Any) -> str:
    """The name of a piece of equipment, a skill or an injury: a text, or the member `name`."""
    return words(each.get("name") if isinstance(each, dict) else each)[:80]


def _quantity(each: Any, name: str, item: str, notes: Notes) -> int:
    """How many pieces a fighter has: 1 where that is not said or cannot be read."""
    said = words(each.get("qty", 1)) if isinstance(each, dict) else "1"
    if said.isascii() and said.isdigit() and 1 <= int(said[:9]) <= 20:
        return int(said)
    notes.read_as(name, item, "number", said, "1")
    return 1


def _remember(entry: Entry, name: str, notes: Notes) -> None:
    """The owner's own words about a fighter."""
    said = prose(entry.members.get("notes"))
    if said:
        notes.words.append(f"{name}: {said}")
