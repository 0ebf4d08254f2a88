"""Games on tables that ask for more than bases on flat ground: regiments in ranks, and fighters on several levels.

Played by the autoplayer with armies of our own.
"""

from typing import Any

import rules
from rules.autoplay import Autoplay, add, play
from rules.gamefile import GameFile
from rules.kernel.events import Declaration
from rules.kernel.sheet import Roster, Sheet, UnitSheet, Weapon
from rules.kernel.state import Table, Terrain
from rules.layouts import rectangle
from rules.necro import deploy, ruleset, table
from rules.t9a.ruleset import T9A

FOOT = {"Adv": 400, "Mar": 800, "Dis": 7, "HP": 1, "Def": 3, "Res": 3, "Arm": 1, "Att": 1, "Off": 3, "Str": 3,
        "AP": 0, "Agi": 3, "Base": "20x20"}  # fmt: skip
"""What a model on foot has, if nothing else is said."""
BOW = Weapon("bow", "Bow", {"Range": 2400, "Str": 3, "AP": 0, "Shots": 1, "Aim": 4})


def _unit(key: str, name: str, count: int, first: int, *keywords: str, **changed: Any) -> tuple[UnitSheet, list[Sheet]]:
    profile = {**FOOT, **changed}
    wide, long = (int(side) * 500 // 127 for side in str(profile["Base"]).split("x"))
    sheets = [
        Sheet(
            str(first + number), f"{name} {number + 1}" if count > 1 else name, "", dict(profile), points=100,
            base=max(wide, long) * 3 // 4, hull=(long, wide), weapons=(BOW,) if name == "Archers" else (),
            keywords=("Standard", *keywords, *(("Standard Bearer",) if count > 1 and not number else ())),
        )
        for number in range(count)
    ]  # fmt: skip
    return UnitSheet(key, name, tuple(sheet.id for sheet in sheets), points=100 * count), sheets


def army(name: str) -> Roster:
    """Six units of the 9th Age on bases of different sizes, and a general."""
    units: list[UnitSheet] = []
    models: list[Sheet] = []
    given: tuple[tuple[str, int, str, dict[str, Any]], ...] = (
        ("Spears", 20, "Infantry", {}),
        ("Archers", 10, "Infantry", {}),
        ("Knights", 6, "Cavalry", {"Adv": 800, "Mar": 1600, "Base": "25x50"}),
        ("Ogres", 4, "Infantry", {"HP": 3, "Att": 3, "Str": 4, "Base": "40x40"}),
    )
    for called, count, kind, changed in given:
        unit, sheets = _unit(f"u{len(units) + 1}", called, count, len(models) + 1, kind, **changed)
        units.append(unit)
        models += sheets
    unit, sheets = _unit("u9", "General", 1, len(models) + 1, "Infantry", "Character", "General", HP=3, Att=3, Off=5)
    units, models = [*units, unit], [*models, *sheets]
    return Roster(name, "t9a", points=sum(each.points for each in units), models=tuple(models), units=tuple(units))


def regiments(seed: int = 4) -> GameFile:
    """A whole battle of the 9th Age."""
    return play(T9A, [army("Ada"), army("Bob")], seed, game=f"00000000-0000-0000-0009-{seed:012x}")


# several levels


def gang(name: str) -> Roster:
    """Eight fighters of Necromunda: a leader, two champions, gangers."""
    gun = Weapon("autogun", "Autogun", {"Range": 1600, "S": 3, "AP": 0, "D": 1})
    knife = Weapon("knife", "Knife", {"S": 3, "AP": 0, "D": 1})
    profile = {"M": 500, "WS": 4, "BS": 4, "S": 3, "T": 3, "W": 1, "I": 4, "A": 1, "Ld": 7, "Cl": 7, "Wil": 7,
               "Int": 7, "Sv": 5}  # fmt: skip
    ranks = ("Leader", "Champion", "Champion", *["Ganger"] * 5)
    fighters = [
        Sheet(str(number), f"{name} {number}", "", dict(profile), points=50, base=50, keywords=(rank,),
              weapons=(gun, knife))
        for number, rank in enumerate(ranks, 1)
    ]  # fmt: skip
    return Roster(name, "necro", points=400, models=tuple(fighters))


WIDE = 3600


def _box(key: str, name: str, kind: str, sides: tuple[int, int, int, int], height: int, floor: int = 0) -> Terrain:
    return Terrain(key, name, rectangle(*sides), height, floor, kind)


def _both(
    key: str, name: str, kind: str, sides: tuple[int, int, int, int], height: int, floor: int = 0
) -> list[Terrain]:
    """A piece near the south edge, and the same near the north edge."""
    left, near, right, far = sides
    north = (left, WIDE - far, right, WIDE - near)
    return [_box(f"{key}s", name, kind, sides, height, floor), _box(f"{key}n", name, kind, north, height, floor)]


FIELD = Table(WIDE, WIDE, True, (
    *_both("w", "Tower", "platform", (400, 100, 900, 600), 300),
    *_both("u", "Upper deck", "platform", (500, 200, 800, 500), 300, 300),
    *_both("g", "Gantry", "platform", (900, 300, 1700, 420), 20, 280),
    *_both("l", "Ladder", "ladder", (620, 600, 680, 630), 300),
    _box("k1", "West bulkhead", "wall", (300, 1300, 1500, 1350), 600),
    _box("d1", "Gate", "door", (1500, 1300, 1700, 1350), 300),
    _box("k2", "East bulkhead", "wall", (1700, 1300, 2400, 1350), 600),
    _box("d2", "Vault door", "locked door", (2400, 1300, 2600, 1350), 300),
    _box("k3", "Far bulkhead", "endless wall", (2600, 1300, 3300, 1350), 600),
    _box("d3", "Hatch", "open door", (2000, 2150, 2050, 2350), 300),
    _box("p1", "Panel: d2", "terminal", (2300, 1180, 2340, 1220), 120),
    _box("e1", "Generator", "generator", (1000, 1700, 1080, 1780), 140),
    _box("v1", "Ductway", "vent", (900, 1240, 980, 1410), 60),
    _box("c1", "Crates", "barricade", (1400, 1900, 1700, 2000), 120),
    _box("c2", "Girders", "openwork", (2700, 1700, 3100, 1800), 300),
    _box("s1", "Slag heap", "difficult", (400, 1900, 900, 2300), 20),
    _box("s2", "Acid pool", "dangerous", (2300, 1800, 2600, 2100), 10),
    _box("h1", "Shaft", "pitfall", (1350, 2250, 1600, 2600), 1),
), table.zones())  # fmt: skip
PLACES = ((650, 350, 600), (450, 150, 300), (1300, 360, 300), (1500, 360, 0), (2000, 400, 0), (2400, 400, 0),
          (2800, 400, 0), (3200, 400, 0))  # fmt: skip
"""Where a gang at the south edge begins: on the upper deck, the tower, the gantry, and the fourth beneath it."""


def levels() -> GameFile:
    """A whole battle of Necromunda with doors of every kind, in which fighters begin on each of three levels."""
    necro = ruleset.NECRO
    file = GameFile(rules.Header(game="00000000-0000-0000-0009-00000000abcd", ruleset=necro.id, version=necro.version))
    auto = Autoplay(necro, 4)
    for declaration in auto.begin([gang("Ada"), gang("Bob")], FIELD, {}):
        add(file, *auto.play(declaration, auto.decide(declaration)))
    while (step := _set_up(auto) or auto.next()) is not None:
        add(file, *step)
    return file


def _set_up(auto: Autoplay) -> Any:
    """The next fighter goes to its place; None while nobody is set up."""
    state = auto.state
    if state.phase != "deployment" or state.step != deploy.FIGHTERS:
        return None
    waiting = [m for m in state.models.values() if m.side == state.to_act and m.at is None]
    zone = deploy.zone_of(state, state.to_act)
    assert zone is not None
    x, y, z = PLACES[len(PLACES) - len(waiting)]
    at = (x, y if zone.id == "south" else WIDE - y, z)
    declaration = Declaration(by=state.to_act, action=deploy.Deploy(fighter=waiting[0].id, at=at))
    return auto.play(declaration, auto.decide(declaration))
