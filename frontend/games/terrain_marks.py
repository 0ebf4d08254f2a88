"""What a kind of terrain looks like within its outline, as paths with the classes of board.css.

A translation of `frontend/src/board/pieces.ts` for pictures, which a server draws: same pieces, same stones. A test of
both reads `tests/frontend/terrain_marks.json`. Lengths are hundredths of an inch, in the frame of `terrain_site`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TypeAlias

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from frontend.games.terrain_site import Site, Spot, box, closed, disc, near, parts, site, stone, strewn
from rules.kernel.state import Terrain

Mark: TypeAlias = tuple[str, str]
"""A class and a path."""
THICK = 26


def drawn(piece: Terrain) -> SafeString:
    """The inside of a piece; empty where its kind has none."""
    marks = marks_of(piece)
    if not marks:
        return SafeString("")
    of = site(piece)
    paths = format_html_join("", '<path class="{}" d="{}"/>', marks)
    return format_html(
        '<g class="inner" transform="translate({} {}) rotate({})">{}</g>', _n(of.x), _n(of.y), _n(of.turn), paths
    )


def marks_of(piece: Terrain) -> list[Mark]:
    """What is drawn within the outline of a piece."""
    draw = DRAWN.get(piece.kind)
    return [(kind, path) for kind, path in draw(site(piece)) if path] if draw else []


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _p(template: str, *numbers: float) -> str:
    return template.format(*map(_n, numbers))


def _unlit(of: Site, x: float, y: float) -> bool:
    """Whether that is the side away from the light, which comes from the upper left."""
    angle = math.radians(of.turn)
    return x * math.cos(angle) - y * math.sin(angle) + x * math.sin(angle) + y * math.cos(angle) > 0


def _each(places: Iterable[float], draw: Callable[[float], str]) -> str:
    return "".join(map(draw, places))


def _stones(of: Site, each: float, least: float, more: float, most: int = 70) -> str:
    return "".join(stone(at, least + of.random() * more, of.random) for at in strewn(of, each, 25, most))


def _planks(of: Site, broad: float) -> str:
    """Boards along a floor with their joints."""
    long, wide = of.long, of.wide
    rows, joints = [-wide / 2, *parts(-wide / 2, wide / 2, broad), wide / 2], []
    for index, row in enumerate(rows[1:]):
        x = near((of.random() - 0.5) * long * 0.9)
        joints.append(f"M{x} {near(rows[index])}V{near(row)}" if of.random() < 0.7 else "")
    return _each(rows[1:-1], lambda y: _p("M{} {}H{}", -long / 2, y, long / 2)) + "".join(joints)


def _ruin(of: Site) -> list[Mark]:
    """Thick walls along the outline with windows and breaches, the stones of these, and a floor."""
    walls: list[str] = []
    windows: list[str] = []
    rubble: list[str] = []
    corners = of.outline
    inward = 1 if sum(x * corners[i - 1][1] - corners[i - 1][0] * y for i, (x, y) in enumerate(corners)) < 0 else -1
    for index, start in enumerate(corners):
        _ruined_side(of, start, corners[(index + 1) % len(corners)], inward, (walls, windows, rubble))
    planks = _planks(of, 42) if len(corners) == 4 else ""
    return [
        ("planks", planks), ("stones", "".join(rubble) + _stones(of, 30000, 5, 10, 16)),
        ("pane", "".join(windows)), ("solid", "".join(walls)),
    ]  # fmt: skip


def _ruined_side(of: Site, start: Spot, end: Spot, inward: int, into: tuple[list[str], list[str], list[str]]) -> None:
    walls, windows, rubble = into
    random, length = of.random, math.dist(start, end) or 1
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def at(along: float, deep: float) -> Spot:
        return start[0] + ux * along - uy * inward * deep, start[1] + uy * along + ux * inward * deep

    def bar(first: float, last: float, outer: float, deep: float) -> str:
        return closed((at(first, outer), at(last, outer), at(last, outer + deep), at(first, outer + deep)))

    thick, done, run = min(THICK, length / 6), 0.0, 80 + random() * 100
    while done < length:
        stop = length if length - done - run < 120 else done + run
        walls.append(bar(done, stop, 0, thick))
        if stop >= length:
            break
        breach = random() < 0.3
        gap = min(length - stop - 40, 90 + random() * 120 if breach else 46 + random() * 34)
        if breach:
            for _ in range(6):
                rubble.append(stone(at(stop + random() * gap, random() * 70), 7 + random() * 12, random))
        else:
            windows.append(bar(stop, stop + gap, thick * 0.35, thick * 0.3))
        done, run = stop + gap, 80 + random() * 170


def _wall(of: Site) -> list[Mark]:
    long, wide = of.long, of.wide
    low = _unlit(of, 0, 1)
    return [
        ("dim", box(-long / 2, wide * 0.22 if low else -wide / 2, long, wide * 0.28)),
        ("shine", box(-long / 2, -wide / 2 if low else wide * 0.22, long, wide * 0.28)),
        ("joint", _each(parts(-long / 2, long / 2, 125), lambda x: _p("M{} {}v{}", x, -wide / 2, wide))),
    ]


def _platform(of: Site) -> list[Mark]:
    """A deck with sloping sides, or the flat deck of a walkway."""
    x, y = of.long / 2, of.wide / 2
    rim = min(24, of.wide / 5)
    slopes = (
        ((1, 0), _p("M{} {}V{}L{} {}V{}z", x, -y, y, x - rim, y - rim, rim - y)),
        ((-1, 0), _p("M{} {}V{}L{} {}V{}z", -x, -y, y, rim - x, y - rim, rim - y)),
        ((0, 1), _p("M{} {}H{}L{} {}H{}z", -x, y, x, x - rim, y - rim, rim - x)),
        ((0, -1), _p("M{} {}H{}L{} {}H{}z", -x, -y, x, x - rim, rim - y, rim - x)),
    )
    corner = "M{0} {1}l{4} {4}M{2} {1}l{5} {4}M{0} {3}l{4} {5}M{2} {3}l{5} {5}"
    return [
        ("deck", box(rim - x, rim - y, of.long - 2 * rim, of.wide - 2 * rim)),
        ("dim", "".join(path for out, path in slopes if _unlit(of, *out))),
        ("grate", _each(parts(rim - x, x - rim, 44), lambda at: _p("M{} {}V{}", at, rim - y, y - rim))),
        ("joint", _p(corner, -x, -y, x, y, rim, -rim)),
    ]


def _tanks(of: Site) -> list[Mark]:
    """Cylinders that stand beside each other."""
    count = max(1, near(of.long / of.wide * 1.15))
    r = min(of.wide * 0.44, of.long / count / 2 * 0.94)
    middles = [-of.long / 2 + of.long * (index + 0.5) / count for index in range(count)]

    def rib(x: float, turn: float) -> str:
        c, s = math.cos(turn) * r, math.sin(turn) * r
        return f"M{near(x + c * 0.32)} {near(s * 0.32)}L{near(x + c)} {near(s)}"

    return [
        ("mass", _each(middles, lambda x: disc(x, 0, r))),
        ("grate", "".join(rib(x, index * math.pi / 4) for x in middles for index in range(8))),
        ("deck", _each(middles, lambda x: disc(x, 0, r * 0.3))),
    ]


def _crates(of: Site) -> list[Mark]:
    """Boxes in rows with crossed boards."""
    columns, rows = max(1, near(of.long / max(70, min(of.wide, 110)))), max(1, near(of.wide / 110))
    each, deep = of.long / columns, of.wide / rows
    cells = [
        (-of.long / 2 + each * (i % columns) + 3, -of.wide / 2 + deep * (i // columns) + 3)
        for i in range(columns * rows)
    ]
    w, d = near(each - 6), near(deep - 6)
    return [
        ("mass", "".join(box(x, y, w, d) for x, y in cells)),
        ("joint", "".join(f"M{near(x)} {near(y)}l{w} {d}m{-w} 0l{w} {-d}" for x, y in cells)),
    ]


def _building(of: Site) -> list[Mark]:
    """The roof of a house: two halves and a ridge."""
    x, y = of.long / 2, of.wide / 2
    if len(of.outline) != 4:
        return [("joint", _ring(of.outline, 0.8))]
    low, hip = (1 if _unlit(of, 0, 1) else -1), min(y, x * 0.8)

    def tiles(at: float) -> str:
        far = x - hip * (1 - abs(at) / y)
        return _p("M{} {}H{}", -far, at, far)

    ridge = "M{0} 0H{1}M{2} {3}L{0} 0L{2} {4}M{5} {3}L{1} 0L{5} {4}"
    return [
        ("dim", _p("M{} {}H{}L{} 0H{}z", -x, low * y, x, x - hip, hip - x)),
        ("grate", _each(parts(-y, y, 40), tiles)),
        ("joint", _p(ridge, hip - x, x - hip, -x, -y, y, x)),
    ]


def _ring(outline: Iterable[Spot], share: float) -> str:
    """The outline once more, drawn in towards the middle."""
    return closed((x * share, y * share) for x, y in outline)


def _container(of: Site) -> list[Mark]:
    x, y = of.long / 2, of.wide / 2
    frame = box(8 - x, 8 - y, of.long - 16, of.wide - 16) + _p("M{} 0h-30", x - 8)
    return [("grate", _each(parts(-x, x, 22), lambda at: _p("M{} {}V{}", at, 8 - y, y - 8))), ("joint", frame)]


def _pipes(of: Site) -> list[Mark]:
    x, y = of.long / 2, of.wide / 2
    collars = _each(parts(-x, x, 130), lambda at: _p("M{0} {1}v{2}M{3} {1}v{2}", at - 6, -y - 4, of.wide + 8, at + 6))
    return [
        ("shine", box(-x, -of.wide * 0.3, of.long, of.wide * 0.18)),
        ("grate", _p("M{} 0H{}", -x, x)),
        ("joint", collars),
    ]


def _pews(of: Site) -> list[Mark]:
    x, y = of.long / 2, of.wide / 2
    return [("joint", _each(parts(-y, y, 22), lambda at: _p("M{} {}H{}", -x, at, x)))]


def _road(of: Site) -> list[Mark]:
    x, y = of.long / 2, of.wide / 2
    cobbles = [f"M{near(a)} {near(b)}h{near(8 + of.random() * 12)}" for a, b in strewn(of, 9000, 15, 90)]
    return [
        ("cobble", "".join(cobbles)),
        ("kerb", _p("M{0} {1}H{2}M{0} {3}H{2}", -x, 14 - y, x, y - 14)),
        ("middle", _p("M{} 0H{}", -x, x)),
    ]


def _crater(of: Site) -> list[Mark]:
    """A bowl with hachures, a little uneven."""
    rim = []
    for index in range(28):
        angle, far = index * math.pi / 14, 0.44 + of.random() * 0.05
        rim.append((near(math.cos(angle) * of.long * far), near(math.sin(angle) * of.wide * far)))
    ticks = []
    for x, y in rim:
        share = 0.74 + of.random() * 0.1
        ticks.append(f"M{x} {y}L{near(x * share)} {near(y * share)}")
    return [("bowl", _ring(rim, 1) + _ring(rim, 0.56)), ("hachure", "".join(ticks) + _ring(rim, 1))]


def _rubble(of: Site) -> list[Mark]:
    return [("stones", _stones(of, 6000, 8, 20)), ("stones dark", _stones(of, 9000, 6, 16))]


def _forest(of: Site) -> list[Mark]:
    """Crowns of trees, none outside the wood."""
    crowns = [(x, y, 42 + of.random() * 38) for x, y in strewn(of, 19000, 60, 44)]

    def crown(x: float, y: float, r: float) -> str:
        ends = [(x + math.cos(i * 2 * math.pi / 7) * r, y + math.sin(i * 2 * math.pi / 7) * r) for i in range(8)]
        lobes = [f"A{near(r * 0.52)} {near(r * 0.52)} 0 0 1 {near(a)} {near(b)}" for a, b in ends[1:]]
        return f"M{near(ends[0][0])} {near(ends[0][1])}{''.join(lobes)}z"

    leaf = "M{} {}q{} {} {} {}"
    return [
        ("crown-shade", "".join(crown(x + 10, y + 12, r) for x, y, r in crowns)),
        ("crown", "".join(crown(*each) for each in crowns)),
        ("leaf", "".join(
            leaf.format(*map(near, (x - r * 0.5, y, r * 0.1, -r * 0.5, r * 0.6, -r * 0.5))) for x, y, r in crowns)),
    ]  # fmt: skip


def _water(of: Site) -> list[Mark]:
    return [("wave", "".join(f"M{near(x - 36)} {near(y)}q18 -16 36 0t36 0" for x, y in strewn(of, 15000, 50)))]


def _field(of: Site) -> list[Mark]:
    x, y = of.long / 2, of.wide / 2
    return [("furrow", _each(parts(-y, y, 46), lambda at: f"M{near(14 - x)} {_n(at)}H{near(x - 14)}"))]


def _hill(of: Site) -> list[Mark]:
    """Contours with the short strokes of a map."""
    spots = [(math.cos(i * math.pi / 20) * of.long / 2, math.sin(i * math.pi / 20) * of.wide / 2) for i in range(40)]
    strokes = [f"M{near(x * 0.93)} {near(y * 0.93)}L{near(x * 0.8)} {near(y * 0.8)}" for x, y in spots]

    def contour(share: float) -> str:
        rx, ry = near(of.long / 2 * share), near(of.wide / 2 * share)
        return f"M{-rx} 0a{rx} {ry} 0 1 0 {2 * rx} 0a{rx} {ry} 0 1 0 {-2 * rx} 0z"

    return [("contour", contour(0.74) + contour(0.42)), ("hachure", "".join(strokes))]


def _wire(of: Site) -> list[Mark]:
    """Loops of wire between two posts."""
    x, r = of.long / 2, max(12, of.wide / 2)
    count = max(1, math.floor((of.long - r) / (r * 0.95)))
    loops = [disc(-x + r + index * r * 0.95, 0, r) for index in range(count)]
    return [("wire", "".join(loops)), ("post", _p("M{0} {2}v{3}M{1} {2}v{3}", -x, x, -r - 6, 2 * r + 12))]


def _traps(of: Site) -> list[Mark]:
    count, arms = max(1, near(of.long / 100)), []
    for index in range(count):
        x, first, far = -of.long / 2 + of.long * (index + 0.5) / count, of.random(), max(24, of.wide * 0.48)
        for turn in (0, 1.05, 2.1):
            c, s = near(math.cos(first + turn) * far), near(math.sin(first + turn) * far)
            arms.append(f"M{near(x) - c} {-s}L{near(x) + c} {s}")
    return [("girder", "".join(arms))]


def _trench(of: Site) -> list[Mark]:
    x, half, deep = of.long / 2, near(-of.wide * 0.26), near(of.wide * 0.52)
    return [
        ("dim", box(-x, -of.wide * 0.26, of.long, of.wide * 0.52)),
        ("grate", _each(parts(-x, x, 40), lambda at: _p("M{} {}v{}", at, half, deep))),
    ]


def _wreck(of: Site) -> list[Mark]:
    """The burnt-out hull of a vehicle."""
    x, y, random = of.long / 2, of.wide / 2, of.random

    def crack(start: float) -> str:
        first = f"M{near(start)} {_n(-y)}l{near((random() - 0.5) * 60)} {near(of.wide * 0.35)}"
        return f"{first}l{near((random() - 0.5) * 60)} {near(of.wide * 0.3)}"

    tread = box(14 - x, -y, of.long - 28, of.wide * 0.2) + box(14 - x, y - of.wide * 0.2, of.long - 28, of.wide * 0.2)
    return [
        ("tread", tread), ("dim", box(-x * 0.7, -of.wide * 0.22, of.long * 0.5, of.wide * 0.44)),
        ("joint", crack(-x * 0.5) + crack(x * 0.1) + crack(x * 0.6)),
    ]  # fmt: skip


def _rocks(of: Site) -> list[Mark]:
    """Great rocks, one on the other."""
    low, high = strewn(of, 26000, 90, 12), strewn(of, 60000, 120, 6)
    return [
        ("mass", "".join(stone(at, 60 + of.random() * 40, of.random) for at in low)),
        ("deck", "".join(stone(at, 40 + of.random() * 30, of.random) for at in high)),
    ]


def _dangerous(of: Site) -> list[Mark]:
    spots = [(near(x), near(y - 22), near(y - 8)) for x, y in strewn(of, 14000, 40)]
    return [("joint", "".join(f"M{x} {top}l22 38h-44zM{x} {middle}v11" for x, top, middle in spots))]


def _pit(of: Site) -> list[Mark]:
    """A hole: smaller and smaller rims, joined at the corners."""
    x, y = of.long / 2, of.wide / 2
    rims = "".join(box(-x * share, -y * share, of.long * share, of.wide * share) for share in (0.7, 0.42))
    corners = [_p("M{} {}L{} {}", a * x, b * y, a * x * 0.42, b * y * 0.42) for a in (1, -1) for b in (1, -1)]
    return [("joint", rims + "".join(corners))]


def _vent(of: Site) -> list[Mark]:
    x, y = of.long / 2, of.wide / 2
    heads = "".join(_p("M{0} {2}L{1} 0L{0} {3}", side * (x + 6), side * (x + 40), -y, y) for side in (1, -1))
    return [("joint", _each(parts(-x, x, 24), lambda at: _p("M{} {}V{}", at, -y, y)) + heads)]


def _shut(of: Site) -> list[Mark]:
    """Two leaves that meet in the middle."""
    x, y, half = of.long / 2, max(of.wide / 2, 30), of.wide / 2
    return [("leaf-of-door", _p("M{0} {2}V{3}M{1} {2}V{3}M0 {4}V{5}", -x, x, -y, y, -half, half))]


def _open(of: Site) -> list[Mark]:
    """Two leaves turned out of the doorway, with the arcs along which they went."""
    x, y = of.long / 2, max(of.wide / 2, 30)
    return [
        ("leaf-of-door", _p("M{0} {2}V{0}M{1} {2}V{0}", -x, x, y)),
        ("arc", _p("M{0} {0}A{1} {1} 0 0 1 0 0A{1} {1} 0 0 1 {1} {0}", -x, x)),
    ]


def _ladder(of: Site) -> list[Mark]:
    x, y = of.long / 2, of.wide / 2
    return [("joint", _each(parts(-x, x, 13), lambda at: _p("M{} {}V{}", at, -y, y)))]


def _openwork(of: Site) -> list[Mark]:
    x, y = of.long / 2, of.wide / 2
    step = near(of.long / max(1, near(of.long / of.wide)))

    def crossed(at: float) -> str:
        return f"M{near(at)} {_n(-y)}l{step} {_n(of.wide)}M{near(at)} {_n(y)}l{step} {_n(-of.wide)}"

    return [("joint", _each([-x, *parts(-x, x, of.wide)], crossed))]


def _floor(of: Site) -> list[Mark]:
    return [("planks", _planks(of, 60))] if len(of.outline) == 4 else []


DRAWN: dict[str, Callable[[Site], list[Mark]]] = {
    "ruin": _ruin, "ruins": _ruin, "building": _building, "castle": _building, "wall": _wall, "endless wall": _wall,
    "platform": _platform, "tanks": _tanks, "container": _container, "pipes": _pipes, "pews": _pews, "crates": _crates,
    "barricade": _crates, "road": _road, "crater": _crater, "rubble": _rubble, "difficult": _rubble,
    "forest": _forest, "water": _water, "river": _water, "field": _field, "hill": _hill, "razor-wire": _wire,
    "tank-trap": _traps, "trench": _trench, "wreck": _wreck, "impassable": _rocks, "dangerous": _dangerous,
    "pitfall": _pit, "vent": _vent, "ladder": _ladder, "openwork": _openwork, "floor": _floor, "door": _shut,
    "locked door": _shut, "open door": _open,
}  # fmt: skip
