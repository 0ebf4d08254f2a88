"""Rosters made to cost much: the processor time and memory of reading each, beside an honest roster of the same run.

Each is read in a child process of its own, forked from one that has read an honest roster already: what is measured is
the reading alone. `rosters` are the kinds, which `tests/rules/test_roster_bombs.py` reads under limits of the system.

    python -m benchmarks.hostile [--only TEXT] [--mutations 1000] [--shared ../shared]

`--mutations` reads so many random changes of the real rosters of the shared folder, too.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import random
import re
import resource
import signal
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import rules
from benchmarks.measure import number, print_table, print_versions, resident

MIB = 1024 * 1024
SYSTEMS = {
    "kt": "Warhammer 40,000: Kill Team (2018)",
    "wh40k": "Warhammer 40,000 6th Edition",
    "t9a": "The 9th Age",
    "necro": "Necromunda (Underhive)",
}
"""Names by which files say of which game they are; each has readers of its own behind the common one."""
SHEET = {"kt": "Model", "wh40k": "Unit", "t9a": "Defensive", "necro": "Ganger"}
"""A type of profile that is a datasheet."""
COLUMNS = {
    "kt": {"M": '6"', "WS": "3+", "BS": "3+", "S": "4", "T": "4", "W": "1", "A": "1", "Ld": "7", "Sv": "3+"},
    "wh40k": {"Unit Type": "Infantry", "WS": "4", "BS": "4", "S": "4", "T": "4", "W": "1", "I": "4", "A": "1",
              "LD": "8", "Save": "3+"},
    "t9a": {"HP": "1", "Def": "3", "Res": "3", "Arm": "0"},
    "necro": {"M": '5"', "WS": "4+", "BS": "4+", "S": "3", "T": "3", "W": "1", "I": "4+", "A": "1", "LD": "7+",
              "Cl": "7+", "Wil": "7+", "Int": "7+"},
}  # fmt: skip
SHARED = Path(os.environ.get("GAMELOG_SHARED") or Path(__file__).resolve().parents[2] / "shared")
SIZES = (100 * 1024, 400 * 1024, 800 * 1024, 4 * MIB)
"""Bytes of the files: within the limits on counts, about at them, and far beyond."""
ROOM = 2 * 1024 * MIB
"""The memory that a child process may have at most, so that a bomb does not take the machine with it."""
MARKS = "\u0315\u0300\u0327\u0323" * 8
"""Combining marks in an order that every normalisation has to change."""

FILLINGS = {
    "letters": "a", "blanks": " ", "words": "ab ", "digits": "1", "commas": "a,", "brackets": "(",
    "sentences": "If this model is armed with a ", "marks": MARKS,
}  # fmt: skip
"""What a column is filled with."""


class Hostile(NamedTuple):
    """A file, the name under which it is sent, and what it is."""

    kind: str
    data: bytes
    name: str = "roster.ros"


class Cost(NamedTuple):
    """What reading took: seconds of processor time, bytes of memory beyond what was there before, and how it ended:
    `read`, `refused`, or whatever else, which is a fault. `said` is the sentence of a refusal.
    """

    seconds: float
    grown: int
    ended: str
    said: str


# --- the files -----------------------------------------------------------------------------------------------------


def ros(system: str, inside: str, attributes: str = "") -> bytes:
    """A roster file with one force around `inside`."""
    return (
        f'<roster name="r" battleScribeVersion="2.03" gameSystemName="{system}" {attributes}><forces>'
        f'<force name="f" catalogueName="c">{inside}</force></forces></roster>'
    ).encode("utf-8", "surrogatepass")


def selections(count: int, one: str) -> str:
    """So many equal selections."""
    return f"<selections>{one * count}</selections>"


def profile(key: str, name: str = "x", more: str = "") -> str:
    """A datasheet with everything that a model needs."""
    cells = "".join(
        f'<characteristic name="{column}">{said.replace(chr(34), "&quot;")}</characteristic>'
        for column, said in COLUMNS[key].items()
    )
    return f'<profile name="{name}" typeName="{SHEET[key]}"><characteristics>{cells}{more}</characteristics></profile>'


def model(key: str, inside: str = "", number: int = 1, name: str = "x", more: str = "") -> str:
    """A model that can be played."""
    sheet = f"<profiles>{profile(key, name, more)}</profiles>"
    return f'<selection id="1" name="{name}" type="model" number="{number}">{sheet}{inside}</selection>'


def nested(depth: int, inside: str, kind: str = "upgrade", name: str = "d") -> str:
    """Selections one in the other."""
    opened = f'<selections><selection name="{name}" type="{kind}" number="1">'
    return opened * depth + inside + "</selection></selections>" * depth


def filled(most: int, one: str) -> int:
    """How many of a text fit into so many bytes."""
    return max(1, most // len(one.encode("utf-8", "surrogatepass")))


def packed(data: bytes, **more: bytes) -> bytes:
    """An archive with a roster, and with other files."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.ros", data)
        for name, content in more.items():
            archive.writestr(name, content)
    return made.getvalue()


def rosters(most: int = 4 * MIB) -> Iterator[Hostile]:
    """Every kind, as large as `most` bytes allow. Nothing is random: the same call gives the same bytes."""
    yield from _of_xml(most)
    yield from _of_archives(most)
    for key in SYSTEMS:
        yield from _of_selections(key, most)
    yield from _of_text(most)
    yield from _of_json(most)


def _of_xml(most: int) -> Iterator[Hostile]:
    """What an XML parser itself stumbles over."""
    kt = SYSTEMS["kt"]
    laughs = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    yield Hostile("entities that grow", f'<!DOCTYPE r [<!ENTITY e0 "ha">{laughs}]><roster>&e11;</roster>'.encode())
    large = f'<!DOCTYPE r [<!ENTITY e "{"x" * (most // 2)}">]><roster>{"&e;" * 10_000}</roster>'
    yield Hostile("one large entity often", large.encode())
    yield Hostile(
        "an entity from a file", b'<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><roster>&e;</roster>'
    )
    names = "".join(f' a{n:x}=""' for n in range(most // 10))
    yield Hostile("attributes of one element", ros(kt, "", names[: most - 300]))
    one = '<a b="" c="" d="" e="" f="" g="" h="" i=""/>'
    yield Hostile("attributes of many elements", ros(kt, one * filled(most - 300, one)))
    yield Hostile("elements", ros(kt, "<a/>" * ((most - 300) // 4)))
    yield Hostile("elements with names of their own", ros(kt, "".join(f"<a{n:x}/>" for n in range(most // 9))))
    yield Hostile("elements in one another", b"<roster>" + b"<a>" * ((most - 10) // 3))
    yield Hostile("one tag without an end", b"<roster " + b'a="' + b"x" * (most - 20))
    yield Hostile("one attribute value", ros(kt, "", f'x="{" " * (most - 400)}"'))
    yield Hostile(
        "references to characters", ros(kt, "<customNotes>" + "&#65;" * ((most - 400) // 5) + "</customNotes>")
    )
    yield Hostile("comments", ros(kt, "<!---->" * ((most - 300) // 7)))
    yield Hostile("instructions", ros(kt, "<?a?>" * ((most - 300) // 5)))
    yield Hostile(
        "pieces of CDATA", ros(kt, "<customNotes>" + "<![CDATA[]]>x" * ((most - 400) // 13) + "</customNotes>")
    )
    spaces = "".join(f'<a xmlns:p{n:x}="u{n:x}"/>' for n in range(most // 26))
    yield Hostile("name spaces", ros(kt, spaces))
    deep = "".join(f'<a xmlns="u{n}">' for n in range(50)) + "<b/>" * (most // 5) + "</a>" * 50
    yield Hostile("name spaces in one another", ros(kt, deep))
    yield Hostile("UTF-16", ros(kt, "<a/>" * (most // 12)).decode().encode("utf-16"))
    yield Hostile("blanks", b" " * (most - 10) + b"<roster/>")
    yield Hostile("nothing but brackets", b"<" * most)


def _of_archives(most: int) -> Iterator[Hostile]:
    """Archives that unpack to more than they are, or hold more than one file."""
    yield Hostile("an archive of blanks", packed(b" " * (40 * MIB)), "a.rosz")
    yield Hostile("an archive of elements", packed(ros(SYSTEMS["kt"], "<a/>" * ((most - 300) // 4))), "a.rosz")
    inner = packed(b" " * (20 * MIB))
    yield Hostile("an archive in an archive", packed(inner), "a.rosz")
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for n in range(5_000):
            archive.writestr(f"{n}.ros", b"")
    yield Hostile("an archive of many files", made.getvalue(), "a.rosz")
    # The directory says that the file is small.
    whole = bytearray(packed(b" " * (40 * MIB)))
    at = whole.rindex(b"PK\x01\x02")
    whole[at + 24 : at + 28] = (10).to_bytes(4, "little")
    yield Hostile("an archive that lies about sizes", bytes(whole), "a.rosz")
    comment = packed(ros(SYSTEMS["kt"], ""))
    yield Hostile("an archive after many bytes", b"PK\x03\x04" + b"PK\x05\x06" * (3 * MIB // 4) + comment, "a.rosz")


def _of_selections(key: str, most: int) -> Iterator[Hostile]:
    """What the readers of one game make of selections."""
    system, room = SYSTEMS[key], most - 1000
    bare = '<selection name="x" type="model" number="1"/>'
    yield Hostile(f"{key}: selections", ros(system, selections(filled(room, bare), bare)))
    many = '<selection name="x" type="model" number="200"/>'
    yield Hostile(f"{key}: selections of 200 models", ros(system, selections(filled(room, many), many)))
    huge = '<selection name="x" type="model" number="100000"/>'
    yield Hostile(f"{key}: selections of 100,000 models", ros(system, selections(filled(room, huge), huge)))
    long = f'<selection name="{"x" * 60}" type="model" number="1"/>'
    yield Hostile(f"{key}: long names", ros(system, selections(filled(room, long), long)))
    endless = f'<selection name="{"x" * (room // 2)}" type="model" number="1"/>'
    yield Hostile(f"{key}: an endless name", ros(system, model(key) + selections(1, endless)))
    marks = f'<selection name="{"a" + MARKS * (room // 80)}" type="upgrade" number="1"/>'
    yield Hostile(f"{key}: a name of marks", ros(system, selections(1, model(key, selections(1, marks)))))
    marked = f'<selection name="{"a" + MARKS * 30}" type="upgrade" number="1"/>'
    marked_all = selections(filled(room, marked), marked)
    yield Hostile(f"{key}: names of marks", ros(system, selections(1, model(key, marked_all))))
    wide = "\ufdfa" * 500
    ligatures = f'<selection name="{wide}" type="upgrade" number="1"/>'
    yield Hostile(
        f"{key}: letters that unfold",
        ros(system, selections(1, model(key, selections(filled(room, ligatures), ligatures)))),
    )
    leaf = '<selection name="y" number="1"/>'
    yield Hostile(
        f"{key}: items of one model", ros(system, selections(1, model(key, selections(filled(room, leaf), leaf))))
    )
    yield Hostile(
        f"{key}: items of each of 200 models", ros(system, selections(1, model(key, selections(450, leaf), 200)))
    )
    inside = nested(14, selections(30, leaf))
    yield Hostile(f"{key}: deep items of 200 models", ros(system, selections(1, model(key, inside, 200))))
    level = '<selection name="Level 1 Leader" number="1"/>'
    levels = nested(12, selections(400, level), name="Leader")
    yield Hostile(f"{key}: specialisms of 200 models", ros(system, selections(1, model(key, levels, 200))))
    text = "This model has a 4+ invulnerable save. " * 40
    rule = f'<rule name="r"><description>{text}</description></rule>'
    own = "<rules>" + rule * 400 + "</rules>"
    yield Hostile(f"{key}: texts of 200 models", ros(system, selections(1, model(key, own, 200))))
    ability = "".join(
        f'<profile name="a{n}" typeName="Abilities"><characteristics><characteristic name="Description">{n} {text}'
        "</characteristic></characteristics></profile>"
        for n in range(400)
    )
    whole = f'<selection name="u" type="unit" number="1"><profiles>{ability}</profiles>'
    yield Hostile(
        f"{key}: abilities of a unit of 200",
        ros(system, selections(1, whole + selections(1, model(key, number=200)) + "</selection>")),
    )
    tree = selections(filled(room // 2, leaf), leaf)
    yield Hostile(f"{key}: a deep tree", ros(system, nested(14, tree + selections(1, model(key)), "unit")))
    for kind in ("unit", "model", "upgrade"):
        chain = nested(14, selections(filled(room // 2, bare) // 2, bare.replace("model", kind)), kind)
        yield Hostile(f"{key}: a deep tree of type {kind}", ros(system, chain))
        sheets = nested(14, selections(1, model(key)), kind)
        yield Hostile(f"{key}: many deep trees of type {kind}", ros(system, sheets * filled(room, sheets)))
    ends = f'<selection name="u" type="unit" number="1">{selections(filled(room // 2, leaf), leaf)}'
    yield Hostile(
        f"{key}: 200 models in a full unit",
        ros(system, selections(1, ends + selections(200, model(key)) + "</selection>")),
    )
    forces = "".join(f'<forces><force name="f{n}" catalogueName="c">' for n in range(14))
    filling = f"{forces}{selections(filled(room, leaf) // 2, leaf)}{'</force></forces>' * 14}"
    yield Hostile(f"{key}: forces in forces", ros(system, filling))
    force = '<force name="f" catalogueName="c"/>'
    yield Hostile(f"{key}: forces", ros(system, f"<forces>{force * filled(room, force)}</forces>"))
    cost = '<cost name="pts" value="999999999.999999999"/>'
    yield Hostile(
        f"{key}: costs", ros(system, f"{selections(1, model(key))}<costs>{cost * filled(room, cost)}</costs>")
    )
    digits = '<cost name="pts" value="' + "9" * (room // 2) + '"/>'
    yield Hostile(f"{key}: a cost of many digits", ros(system, f"{selections(1, model(key))}<costs>{digits}</costs>"))
    numbered = '<selection name="x" type="model" number="' + "9" * (room // 2) + '"/>'
    yield Hostile(f"{key}: a number of many digits", ros(system, selections(1, numbered)))
    named = "".join(f'<category name="c{n:x}"/>' for n in range(room // 22))
    yield Hostile(f"{key}: categories", ros(system, f"{selections(1, model(key))}<categories>{named}</categories>"))
    odd = "".join(f'<selection name="x{n:x}" type="model" number="n{n:x}"/>' for n in range(room // 48))
    yield Hostile(f"{key}: odd numbers", ros(system, selections(1, odd.removeprefix("<selections>"))))
    shared = f'<selection id="1" name="x" type="model" customName="y"><profiles>{profile(key)}</profiles></selection>'
    yield Hostile(f"{key}: many ids alike", ros(system, selections(199, shared)))
    for column in (
        *COLUMNS[key],
        "Description",
        "Abilities",
        "Rules",
        "Size",
        "Type",
        "Special Rules",
        "Range",
        "Traits",
    ):
        for what, one in FILLINGS.items():
            more = f'<characteristic name="{column}">{one * ((room // 2) // len(one.encode()))}!</characteristic>'
            cells = profile(key).replace("<characteristics>", f"<characteristics>{more}")
            yield Hostile(
                f"{key}: {what} in {column}",
                ros(
                    system, selections(1, f'<selection name="x" type="model"><profiles>{cells}</profiles></selection>')
                ),
            )


def _lines(most: int, one: str) -> str:
    return one * (most // len(one.encode()))


def _of_text(most: int) -> Iterator[Hostile]:
    """Lists in plain text of three games, and what only looks like one."""
    begins = {
        "wh40k": "army: x\nfaction: y\n", "necro": "gang: x\nhouse: y\n", "t9a": "list: x\nfaction: y\n",
        "pasted": "280 - Damsel, Wizard Adept\n310 - Duke, General\n",
    }  # fmt: skip
    room = min(most, 256 * 1024) - 4000
    bodies: dict[str, Callable[[], str]] = {
        "commas": lambda: "9 x A: " + "a," * 990 + "\n",
        "open brackets": lambda: "9 x A: " + "(," * 990 + "\n",
        "brackets": lambda: "9 x A: " + "()," * 600 + "\n",
        "bars": lambda: "9 x A: " + "|" * 1980 + "\n",
        "blanks": lambda: "9 x A: x" + " " * 1900 + "x\n",
        "blanks before a sign": lambda: "9 x A" + " " * 1900 + "#\n",
        "hashes": lambda: "9 x A: " + "#a" * 900 + "\n",
        "digits": lambda: "9" * 1990 + "\n",
        "numbers": lambda: "1234 " * 390 + "\n",
        "points": lambda: "280 - " + "a " * 900 + "\n",
        "dashes": lambda: "280 " + "- " * 900 + "\n",
        "trailing": lambda: "ab" + " - 12" * 390 + "\n",
        "plus signs": lambda: "+" * 1990 + "\n",
        "plus words": lambda: "+ a " * 490 + "\n",
        "square brackets": lambda: "a [" * 600 + "\n",
        "names [n pts]": lambda: "a [12 pts" * 200 + "\n",
        "counts": lambda: "2 x 3 x " * 240 + "\n",
        "marks": lambda: "9 x " + "a" + MARKS * 60 + ": x\n",
        "letters that unfold": lambda: "9 x " + "\ufdfa" * 1900 + ": x\n",
        "units": lambda: "unit: a\n",
        "models": lambda: "9 x A: a | 1 | M6\n",
        "more models": lambda: "9999 x A: Ganger | 100 | M5 WS4+ | -\n",
        "weapons": lambda: "weapon: " + "w" * 30 + " | 9/18 | -/+1 | 5 | -2 | 2 | 5+ | Knockback\n",
        "colons": lambda: ":" * 1990 + "\n",
        "one word": lambda: "x" * 1990 + "\n",
    }
    for game, begin in begins.items():
        for what, line in bodies.items():
            yield Hostile(f"{game} text: {what}", (begin + _lines(room, line())).encode(), "list.txt")
            endless = line().rstrip("\n") * (room // len(line().encode()))
            yield Hostile(f"{game} text: {what} in one line", (begin + endless).encode(), "list.txt")
        yield Hostile(f"{game} text: empty lines", (begin + "\n" * room).encode(), "list.txt")
        yield Hostile(f"{game} text: separators", (begin + "\x85\u2028\x0b" * (room // 8)).encode(), "list.txt")
        yield Hostile(f"{game} text: larger than any list", (begin + "x\n" * (most // 3)).encode(), "list.txt")
    yield Hostile("text: names of games", b"game: x\n" * (most // 8), "list.txt")
    yield Hostile("text: blanks before a key", b" " * (most - 20) + b"army: x", "list.txt")
    yield Hostile("text: zeros", b"\0" * most, "list.txt")
    yield Hostile("text: no UTF-8", b"army: x\n" + b"\xff" * (most - 10), "list.txt")


def _of_json(most: int) -> Iterator[Hostile]:
    """Gangs and armies in JSON."""
    room = min(most, 4 * MIB) - 1000
    fighter = {"name": "x", "type": "Ganger", "cost": 100, "m": 5, "ws": 4, "bs": 4, "s": 3, "t": 3, "w": 1, "i": 4,
               "a": 1, "ld": 7, "cool": 7, "wil": 7, "int": 7, "equipment": [{"name": "Knife", "qty": 1}]}  # fmt: skip
    plain = json.dumps(fighter)

    def gang(inside: str) -> bytes:
        return f'{{"gang":{{"gang_name":"x","gang_type":"y","gangers":[{inside}]}}}}'.encode()

    def army(inside: str) -> bytes:
        return f'{{"army":"WDG","total_points":4500,"units":[{inside}]}}'.encode()

    def times(one: str) -> str:
        return ",".join([one] * (room // (len(one.encode()) + 1)))

    yield Hostile("gang: fighters", gang(times(plain)), "gang.json")
    yield Hostile("gang: empty fighters", gang(times("{}")), "gang.json")
    yield Hostile("gang: numbers", gang(times("1")), "gang.json")
    full = fighter | {
        "equipment": [{"name": f"k{n}", "qty": 20, "traits": "t" * 20} for n in range(200)],
        "skills": [f"s{n}" for n in range(200)], "injuries": [f"i{n}" for n in range(200)],
    }  # fmt: skip
    yield Hostile("gang: 200 full fighters", gang(",".join([json.dumps(full)] * min(200, room // 20_000))), "gang.json")
    yield Hostile(
        "gang: words with entities", gang(json.dumps(fighter | {"notes": "&amp;" * (room // 5)})), "gang.json"
    )
    yield Hostile(
        "gang: entities everywhere",
        gang(",".join([json.dumps(fighter | {"name": "&#x41;" * 3000})] * 190)),
        "gang.json",
    )
    yield Hostile("gang: marks", gang(json.dumps(fighter | {"name": "a" + MARKS * (room // 400)})), "gang.json")
    for name, make in (("gang", gang), ("army", army)):
        yield Hostile(f"{name}: lists in lists", make("[" * (room // 2) + "]" * (room // 2)), "x.json")
        yield Hostile(f"{name}: objects in objects", make('{"a":' * (room // 6) + "1" + "}" * (room // 6)), "x.json")
        yield Hostile(f"{name}: a number of many digits", make("9" * room), "x.json")
        yield Hostile(f"{name}: a number with many zeros", make('{"name":"x","points":1e999999999}'), "x.json")
        yield Hostile(f"{name}: keys", make("{" + ",".join(f'"k{n:x}":1' for n in range(room // 12)) + "}"), "x.json")
        yield Hostile(f"{name}: a key often", make("{" + times('"name":"x"') + "}"), "x.json")
        yield Hostile(f"{name}: escapes", make('"' + "\\u0041" * (room // 6) + '"'), "x.json")
        yield Hostile(f"{name}: surrogates", make('"' + "\\ud800" * (room // 6) + '"'), "x.json")
        yield Hostile(f"{name}: not closed", make("")[:-3] + b"[" * 500 + b"1," * (room // 2), "x.json")
        yield Hostile(f"{name}: empty lists", make(times("[]")), "x.json")
        yield Hostile(f"{name}: one text", make(json.dumps("x" * room)), "x.json")
    unit = '{"name":"Damsel","models":1,"points":280,"upgrades":["Wizard Adept"]}'
    yield Hostile("army: units", army(times(unit)), "x.json")
    texts = ",".join(['"' + "a," * 200 + '"'] * 1000)
    yield Hostile("army: upgrades", army(f'{{"name":"x","models":100,"points":1,"upgrades":[{texts}]}}'), "x.json")
    yield Hostile("army: one a line", (army(unit) + b"\n") * (room // (len(army(unit)) + 1)), "x.jsonl")
    yield Hostile("army: in a list", b"[" + b",".join([army(unit)] * (room // 120)) + b"]", "x.json")
    yield Hostile("army: units of 100", army(",".join([unit.replace('"models":1', '"models":100')] * 5000)), "x.json")
    yield Hostile("army: texts below", army(unit) + b"\n" + _lines(room, "unit: a\n").encode(), "x.json")


# --- changed at random ---------------------------------------------------------------------------------------------


def real(shared: Path) -> list[Hostile]:
    """The real rosters of the shared folder."""
    files = sorted(path for path in (shared / "data" / "rosters").rglob("*.*") if path.suffix != ".md")
    return [Hostile(path.name, path.read_bytes(), path.name) for path in files]


def mutations(files: Sequence[Hostile], count: int) -> Iterator[Hostile]:
    """Real rosters with parts repeated, cut, exchanged and blown up, always the same ones."""
    chance = random.Random(19)
    for at in range(count):
        chosen = chance.choice(files)
        data = unpacked(chosen.data)
        for _ in range(chance.randint(1, 4)):
            data = chance.choice(CHANGES)(data, chance)[: 4 * MIB]
        name = chosen.name.replace(".rosz", ".ros")
        yield Hostile(f"mutation {at} of {chosen.kind}", data, name)


def unpacked(data: bytes) -> bytes:
    """The roster in an archive; anything else as it is."""
    if not data.startswith(b"PK"):
        return data
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return archive.read(archive.namelist()[0])


def _part(data: bytes, chance: random.Random, longest: int = 5000) -> tuple[int, int]:
    """A part of a file; in XML mostly whole tags."""
    start = chance.randrange(max(1, len(data)))
    end = min(len(data), start + chance.randint(1, longest))
    if chance.random() < 0.7:
        start, end = data.rfind(b"<", 0, start + 1), data.find(b"<", end)
        start, end = max(0, start), end if end > start else len(data)
    return start, end


def _repeat(data: bytes, chance: random.Random) -> bytes:
    start, end = _part(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 3, 50, 2000)) + data[end:]


def _repeat_whole(data: bytes, chance: random.Random) -> bytes:
    tag = chance.choice((b"selection", b"profile", b"characteristic", b"category", b"cost", b"rule"))
    start = data.find(b"<" + tag + b" ", chance.randrange(max(1, len(data))))
    end = data.find(b"</" + tag + b">", start) + len(tag) + 3
    if start < 0 or end < start:
        return _repeat(data, chance)
    return data[:end] + data[start:end] * chance.choice((2, 20, 300, 5000)) + data[end:]


def _nest(data: bytes, chance: random.Random) -> bytes:
    start, end = data.find(b"<selections>"), data.rfind(b"</selections>") + 13
    if start < 0:
        return b"[" * 200 + data + b"]" * 200
    opened = b'<selections><selection name="n" type="upgrade">'
    return data[:start] + opened * 12 + data[start:end] + b"</selection></selections>" * 12 + data[end:]


def _cut(data: bytes, chance: random.Random) -> bytes:
    start, end = _part(data, chance)
    return data[:start] + data[end:]


def _flip(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 20)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _number(data: bytes, chance: random.Random) -> bytes:
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return data
    at = chance.choice(found)
    return data[: at.start()] + b"9" * chance.choice((1, 3, 6, 20, 20_000)) + data[at.end() :]


def _text(data: bytes, chance: random.Random) -> bytes:
    found = list(re.finditer(rb"[A-Za-z]{3,}", data))
    if not found:
        return data
    at = chance.choice(found)
    filling = chance.choice((b"a", b" ", b"ab ", MARKS.encode(), "\ufdfa".encode(), b"(,", b"If this model ", b"- "))
    return (
        data[: at.start()] + filling * (chance.choice((50, 1900, 20_000, 300_000)) // len(filling)) + data[at.end() :]
    )


CHANGES = (_repeat, _repeat_whole, _repeat_whole, _nest, _cut, _flip, _number, _text)


# --- an honest one -------------------------------------------------------------------------------------------------


def honest() -> Hostile:
    """A roster of twenty models as players bring them: some 100 KB."""
    text = 'If this model is within 6" of an objective, re-roll hit rolls of 1. ' * 12
    rule = f'<rules><rule name="Rule"><description>{text.replace(chr(34), "&quot;")}</description></rule></rules>'
    gun = (
        '<profile name="Bolter" typeName="Weapon"><characteristics><characteristic name="Range">24&quot;'
        '</characteristic><characteristic name="Type">Rapid Fire 1</characteristic><characteristic name="S">4'
        '</characteristic><characteristic name="AP">0</characteristic><characteristic name="D">1</characteristic>'
        '<characteristic name="Abilities">-</characteristic></characteristics></profile>'
    )
    armed = selections(3, f'<selection name="Bolter"><profiles>{gun}</profiles></selection>')
    one = model("kt", rule + armed, name="Marine")
    return Hostile("an honest roster of 20 models", ros(SYSTEMS["kt"], selections(20, one)))


# --- measuring -----------------------------------------------------------------------------------------------------


def reading(hostile: Hostile) -> tuple[str, str]:
    """How reading a file ended, and what a refusal said."""
    try:
        _, roster = rules.read_roster(hostile.data, hostile.name)
    except rules.Malformed as refused:
        return "refused", str(refused)
    return "read", f"{len(roster.models)} models, {len(rules.canonical(roster))} bytes"


def child(work: Callable[[], Sequence[str]], seconds: int = 0) -> tuple[float, int, list[str]]:
    """Do something in a child process; `seconds` is its limit of processor time. Returns its processor time, by how
    many bytes it grew, and what the work returned: nothing if it was killed.
    """
    out, into = os.pipe()
    # What was freed goes back to the system: otherwise the child would take that first, and seem not to grow.
    ctypes.CDLL(None).malloc_trim(0)
    pid = os.fork()
    if not pid:
        try:
            os.close(out)
            if seconds:
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
                resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
            before = round(resident() * 1e6)
            try:
                told = [*work()]
            except BaseException as error:
                told = [type(error).__name__, str(error)[:300]]
            used = resource.getrusage(resource.RUSAGE_SELF)
            spent = used.ru_utime + used.ru_stime
            os.write(into, json.dumps([spent, max(0, used.ru_maxrss * 1024 - before), told]).encode())
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        answer = pipe.read()
    _, status, used = os.wait4(pid, 0)
    if not answer:
        killed = f"killed by {signal.Signals(os.WTERMSIG(status)).name}" if status else "gone"
        return used.ru_utime + used.ru_stime, 0, [killed]
    spent, grown, words = json.loads(answer)
    return spent, grown, words


def measured(files: Iterable[Hostile], seconds: int = 15) -> Iterator[tuple[str, Cost]]:
    """What each file costs to read. The process has read an honest one, so that everything is loaded."""
    reading(honest())
    for key in SYSTEMS:
        reading(Hostile("", ros(SYSTEMS[key], selections(1, model(key)))))
    for each in files:
        spent, grown, told = child(partial(reading, each), seconds)
        yield each.kind, Cost(spent, grown, told[0], told[1] if len(told) > 1 else "")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="*", default=[""], help="kinds whose name contains one of these")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="bytes of the files")
    parser.add_argument("--mutations", type=int, default=0, help="so many changes of real rosters")
    parser.add_argument("--shared", type=Path, default=SHARED, help="the folder with real rosters")
    parser.add_argument("--top", type=int, default=30, help="rows to print")
    parser.add_argument("--seconds", type=int, default=15, help="the processor time after which a child is killed")
    parser.add_argument("--lines", action="store_true", help="print each as a line of JSON instead, as tests read it")
    parsed = parser.parse_args(arguments)
    files = (
        each._replace(kind=f"{each.kind}, {size // 1024} KiB")
        for size in parsed.sizes for each in rosters(size) if any(part in each.kind for part in parsed.only)
    )  # fmt: skip
    changed = mutations(real(parsed.shared), parsed.mutations) if parsed.mutations else ()
    if parsed.lines:
        for kind, cost in measured(chain(files, changed), parsed.seconds):
            print(json.dumps([kind, *cost]))
        return
    print_versions()
    ((_, usual),) = measured([honest()])
    found = list(measured(chain(files, changed), parsed.seconds))
    rows = []
    for place in range(2):
        for kind, cost in sorted(found, key=lambda pair: pair[1][place], reverse=True)[: parsed.top]:
            rows.append((kind[:50], number(cost.seconds * 1000, 0), number(cost.seconds / usual.seconds, 1),
                         number(cost.grown / MIB, 1), f"{cost.ended}: {cost.said[:70]}"))  # fmt: skip
        rows.append(("", "", "", "", ""))
    rows.append(("honest", number(usual.seconds * 1000, 0), "1", number(usual.grown / MIB, 1), usual.said))
    print_table(f"{len(found)} rosters", ("kind", "ms", "times honest", "MiB", "ended"), rows)
    print(
        json.dumps(
            {
                "most ms": max(cost.seconds for _, cost in found) * 1000,
                "most MiB": max(cost.grown for _, cost in found) / MIB,
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
