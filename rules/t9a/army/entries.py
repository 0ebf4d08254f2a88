"""The entries of lists that programs write and players exchange: names, numbers, points and options.

Such a list never says characteristics. The models of an entry have those that a `model` line below the list gives them;
without one the roster's remarks name what is missing, and the army cannot be mustered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.remarks import Fault, Notes
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon
from rules.t9a.army import byhand, datasheet, printed, terms
from rules.t9a.army.byhand import Body, Kit, Part
from rules.textlines import ListLine, name_of, pieces, plain

ARMIES = {
    "BH": "Beast Herds", "DE": "Dread Elves", "DH": "Dwarven Holds", "DL": "Daemon Legions",
    "EoS": "Empire of Sonnstahl", "HE": "Highborn Elves", "ID": "Infernal Dwarves", "KoE": "Kingdom of Equitaine",
    "OK": "Ogre Khans", "OnG": "Orcs and Goblins", "SA": "Saurian Ancients", "SE": "Sylvan Elves",
    "UD": "Undying Dynasties", "VC": "Vampire Covenant", "VS": "Vermin Swarm", "WDG": "Warriors of the Dark Gods",
}  # fmt: skip
"""The names of armies by the codes of match reports."""
GLUED = re.compile(r"(.*\S)\s+(\d{2,4} ?[-–—] ?\S.*)", re.DOTALL)
OWN_LINE = "an entry on its own line"
MOST_CHOICES = 100
TOO_MANY = f"one of {MOST_CHOICES} options by name"
NO_ROOM = "as many models as its command group"


class Choice(NamedTuple):
    """Something chosen for an entry; `kind` is what the file calls it, if it says."""

    name: str
    kind: str = ""


class Entry(NamedTuple):
    """A unit of a list: its models, and what it costs with everything that was chosen for it.

    `like` is one of its models, if the file itself has their characteristics.
    """

    name: str
    number: int
    points: int
    choices: tuple[Choice, ...] = ()
    category: str = ""
    like: Sheet | None = None


class Listed(NamedTuple):
    """One list of a file: its army, its entries, and the points it says it has, 0 if it does not."""

    army: str
    entries: tuple[Entry, ...]
    total: int = 0
    models: int = 0


class Given(NamedTuple):
    """What the lines by hand below a list say of its models, by the name of the entry in the form for comparison."""

    models: Mapping[str, Sheet]
    kit: Kit


NO_KIT = Kit({}, {})


def given(lines: Sequence[ListLine]) -> Given:
    """The characteristics, weapons and parts that lines by hand give. Raises: Malformed."""
    described = byhand.kit(lines)
    found: dict[str, Sheet] = {}
    for line in lines:
        if line.key not in ("model", "weapon", "part", "game"):
            raise line.refuse("below a list stand only lines with 'model:', 'weapon:' and 'part:'")
        if line.key == "model":
            name, colon, text = line.text.partition(":")
            if not colon:
                raise line.refuse(f"a model is 'model: NAME OF THE ENTRY: {byhand.MODEL_FORM[12:]}")
            if plain(name) in found:
                raise line.refuse(f"{name.strip()[:40]!r} is described twice")
            found[plain(name)] = byhand.model(line, name_of(line, name.strip()), text, (), described)
    return Given(found, described)


def roster(listed: Listed, name: str, by_hand: Given, notes: Notes) -> Roster:
    """The army of a list.

    Raises:
        Malformed: it has no entries or too many models, or a line by hand describes none of them.
    """
    if not listed.entries:
        raise Malformed("$", "this list has no entries")
    if len(listed.entries) > printed.MOST_UNITS:
        raise Malformed("$", f"a list has at most {printed.MOST_UNITS} entries, this one has {len(listed.entries)}")
    count = sum(entry.number for entry in listed.entries)
    if count > printed.MOST_MODELS:
        raise Malformed("$", f"a list has at most {printed.MOST_MODELS} models, this one has {count}")
    names = {plain(entry.name) for entry in listed.entries}
    for key, sheet in by_hand.models.items():
        if key not in names:
            raise Malformed("$", f"'model: {sheet.name}' describes no entry of this list")
    bodies = [_body(entry, by_hand, notes) for entry in listed.entries]
    _compare(listed, count, notes)
    army = Roster(name, byhand.SYSTEM, listed.army, notes=tuple(notes.words), remarks=notes.remarks)
    return byhand.assembled(army, bodies)


def _compare(listed: Listed, count: int, notes: Notes) -> None:
    """Remark on figures of the list that differ from what was read."""
    points = sum(entry.points for entry in listed.entries)
    for item, said, read in (("points", listed.total, points), ("models", listed.models, count)):
        if said and said != read:
            notes.add("differs", item=item, said=str(said), read=str(read))


# --- one entry -----------------------------------------------------------------------------------------------------


class _Found(NamedTuple):
    """What the options of an entry come to."""

    keywords: list[str]
    command: list[tuple[str, str]]
    abilities: list[Ability]
    specials: list[terms.Special]
    described: list[str]


def _body(entry: Entry, by_hand: Given, notes: Notes) -> Body:
    found = _Found([], [], [], [], [])
    for choice in _mended(entry, notes):
        _chosen(entry, choice, found, by_hand.kit, notes)
    category = terms.category(entry.category)
    if category == "Characters" or (entry.number == 1 and found.keywords):
        found.keywords.insert(0, "Character")
    like = by_hand.models.get(plain(entry.name), entry.like)
    if like is None:
        notes.left_out(entry.name, "profile", Fault(", ".join((*printed.NEEDED, "Height, Type")), "", ""))
    made = _sheet(entry, like, found, by_hand.kit)
    others = msgspec.structs.replace(made, keywords=() if like is None else like.keywords)
    models = [made if entry.number == 1 or not nth else others for nth in range(entry.number)]
    return Body(datasheet.short(entry.name), category, entry.points, models, _roles(entry, found, notes))


def _roles(entry: Entry, found: _Found, notes: Notes) -> tuple[tuple[str, str], ...]:
    """The command group, as far as there are models for it; a Character by himself is none."""
    roles = list(dict(found.command).items())
    if entry.number == 1 and "Character" in found.keywords:
        return ()
    for role, _ in roles[entry.number :]:
        notes.left_out(entry.name, role, Fault("models", str(entry.number), NO_ROOM))
    return tuple(roles[: entry.number])


def _sheet(entry: Entry, like: Sheet | None, found: _Found, kit: Kit) -> Sheet:
    name = datasheet.short(entry.name)
    wide, tall, hull = datasheet.size("", ())
    sheet = like or Sheet("", name, name, {}, base=wide, height=tall, hull=hull)
    aims = "Aim" in sheet.profile
    described = [kit.weapons[key] for key in found.described if key in kit.weapons]
    weapons = [each for each in described if aims or "Range" not in each.profile or "Aim" in each.profile]
    parts = [kit.parts[key] for key in found.described if key in kit.parts]
    more = [ability for part in parts for ability in datasheet.of_part(part.rules, part.kind)]
    held = terms.held(found.specials)
    return msgspec.structs.replace(
        sheet,
        name=name,
        type=name,
        keywords=tuple(dict.fromkeys([*sheet.keywords, *found.keywords])),
        weapons=datasheet.numbered([*sheet.weapons, *weapons, *_strikes(parts)][: printed.MOST_WEAPONS]),
        abilities=tuple(dict.fromkeys([*sheet.abilities, *found.abilities, *more])),
        has={**sheet.has, **held},
    )


def _strikes(parts: Iterable[Part]) -> list[Weapon]:
    return [part.weapon for part in parts if "Att" in part.weapon.profile]


def _mended(entry: Entry, notes: Notes) -> Iterator[Choice]:
    """The options with those put together again that were cut at a comma in brackets, and without glued entries."""
    left = list(entry.choices)
    while left:
        choice = left.pop(0)
        text = choice.name
        while text.count("(") > text.count(")") and left:
            text = f"{text}, {left.pop(0).name}"
        glued = GLUED.fullmatch(text)
        if glued:
            notes.left_out(entry.name, glued[2], Fault("", glued[2], OWN_LINE))
            text = glued[1]
        if text != choice.name and not glued:
            notes.read_as(entry.name, "", "", choice.name, text)
        yield from (Choice(piece, choice.kind) for piece in map(_bare, pieces(text)) if piece)


def _bare(text: str) -> str:
    """An option without the `and` of a listing, and blanks."""
    return re.sub(r"\Aand\s+", "", text.strip())


def _chosen(entry: Entry, choice: Choice, found: _Found, kit: Kit, notes: Notes) -> None:
    """Put an option where it belongs."""
    name, bracket = terms.parted(choice.name)
    if plain(name) in kit.weapons or plain(name) in kit.parts:
        found.described.append(plain(name))
    elif rank := terms.rank(name):
        _ranked(entry, name, rank, bracket, found, notes)
    elif plain(name) == "wizard" and bracket:
        for piece in pieces(bracket):
            _chosen(entry, Choice(piece, choice.kind), found, kit, notes)
    elif _role(entry, name, bracket, found, notes):
        pass
    elif path := terms.path(name):
        found.abilities.append(Ability(path, kind="path"))
        found.abilities.extend(Ability(datasheet.short(spell), kind="power") for spell in pieces(bracket))
    elif known := terms.special(choice.name):
        found.specials.append(known)
        found.abilities.append(Ability(datasheet.short(choice.name), rule=known.rule))
    else:
        _kept(entry, choice, found, notes)


def _ranked(entry: Entry, name: str, rank: str, bracket: str, found: _Found, notes: Notes) -> None:
    """A General, a Battle Standard Bearer with the banners in his brackets, or a Wizard."""
    found.keywords.append(rank)
    if plain(name) != plain(rank):
        notes.read_as(entry.name, "", "", name, rank)
    kind = "banner" if rank == "Battle Standard Bearer" else "power"
    for piece in pieces(bracket):
        path = terms.path(piece)
        found.abilities.append(Ability(path or datasheet.short(piece), kind="path" if path else kind))


def _role(entry: Entry, name: str, bracket: str, found: _Found, notes: Notes) -> bool:
    """Members of a command group; a banner has a name of its own in brackets, or after `with`."""
    first, _, more = name.partition(" with ")
    roles = terms.command(first)
    if not roles:
        return False
    if plain(first) not in map(plain, roles):
        notes.read_as(entry.name, "", "", first, ", ".join(roles))
    banner = bracket if roles == ("Standard Bearer",) else ""
    found.command.extend((role, banner) for role in roles)
    if more or (bracket and not banner):
        found.abilities.append(Ability(datasheet.short(more or bracket), kind="wargear"))
    return True


def _kept(entry: Entry, choice: Choice, found: _Found, notes: Notes) -> None:
    """Equipment, a mount, or anything else by its name; a rule of ours without its value is remarked on."""
    if wrong := terms.wanted(choice.name):
        notes.left_out(entry.name, choice.name, Fault("value", choice.name, wrong))
    kind = "mount" if choice.kind == "Mount" else "wargear"
    found.abilities.append(Ability(datasheet.short(choice.name), kind=kind))
