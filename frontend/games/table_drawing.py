"""The table as an SVG drawn on the server: thumbnails in lists, and the final table on pages without JavaScript.

Shapes carry classes and presentation attributes only (the pages allow no inline styles); `src/styles/board.css` colours
them as it does the replay's own board. Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.core.cache import cache
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from frontend.base.lengths import inches
from frontend.base.terrain_names import terrain_name
from frontend.games import replay_state, schematic, terrain_marks
from frontend.games.cast import Cast
from frontend.games.replay import COLOURS
from frontend.games.table_poses import Pose, pose_of, ranked
from gamelog.games import selectors
from gamelog.games.models import Game
from rules import Malformed, State
from rules.kernel.convex import Core, Flat
from rules.kernel.state import Model as Fighter
from rules.kernel.state import Terrain

MARGIN = 60
LOW = 10
"""Terrain that is lower, in hundredths of an inch, has no height worth telling: an open door, a pit."""
FLAT = frozenset({
    "floor", "road", "crater", "open door", "pitfall", "difficult", "dangerous", "water", "river", "field", "trench",
    "marker",
})  # fmt: skip
"""Kinds without a body that could cast a shadow; `frontend/src/board/pieces.ts` has the same."""
LEAST = 4.5
"""Pixels that the radius of a token has at least in a picture."""
READABLE = 8
"""Pixels that the radius of a base needs for a name on it."""
KEPT = 7 * 24 * 3600
"""Seconds a thumbnail stays in the cache; its key names the head, so it never goes stale."""


def thumbnail(game: Game) -> SafeString:
    """The table of a game after its last step, small; empty if the game cannot be folded."""
    key = f"thumb:6:{game.pk}:{game.head}"
    drawn = cache.get(key)
    if drawn is None:
        try:
            drawn = str(table(selectors.position_at(game, game.number)))
        except Malformed:
            drawn = ""
        cache.set(key, drawn, KEPT)
    return SafeString(drawn)  # Built by format_html below.


class Look(NamedTuple):
    """How a table is drawn: with the short names of a cast; models in `ringed` with a ring; richly, for a picture
    of its own in which a pixel shows so many hundredths of an inch (0: plainly, as a thumbnail).
    """

    cast: Cast | None = None
    ringed: Collection[str] = frozenset()
    pixel: float = 0


def table(
    state: State, cast: Cast | None = None, label: str = "", ringed: Collection[str] = frozenset()
) -> SafeString:  # fmt: skip
    """A state seen from above; with a cast, models show their short names. Models in `ringed` get a ring."""
    state, look = schematic.drawn(state), Look(cast, ringed)
    hidden = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="thumb" viewBox="{}" {}>{}{}{}</svg>',
        view_box(state), hidden, ground(state, look), figures(state, look), edge(state),
    )  # fmt: skip


def view_box(state: State) -> str:
    """The part of the plane that a drawing of a table shows: the table with a margin."""
    return f"{-MARGIN} {-MARGIN} {state.table.width + 2 * MARGIN} {state.table.depth + 2 * MARGIN}"


def edge(state: State) -> SafeString:
    """The edge of the table, over everything."""
    return format_html('<rect class="edge" width="{}" height="{}"/>', state.table.width, state.table.depth)


def ground(state: State, look: Look) -> SafeString:
    """What does not move: the ground, the zones, the terrain."""
    pieces = format_html_join(
        "", '<g class="terrain kind-{}">{}<polygon class="body" points="{}"><title>{}: {}</title></polygon>{}</g>',
        ((t.kind.replace(" ", "-") or "solid", _shadow(t), _points(t.outline), terrain_name(t.name),
          piece_words(state, t, look.cast), terrain_marks.drawn(t) if look.pixel else "")
         for t in sorted(state.table.terrain, key=lambda piece: piece.floor)),
    )  # fmt: skip
    zones = format_html_join(
        "", '<g class="zone"><polygon points="{}"/></g>', ((_points(z.outline),) for z in state.table.zones)
    )
    felt = format_html('<rect class="felt" width="{}" height="{}"/>', state.table.width, state.table.depth)
    return format_html("{}{}{}", felt, zones, pieces)


def figures(state: State, look: Look, pose: Pose | None = None) -> SafeString:
    """Regiments and models, as the state has them or in another pose."""
    pose = pose or pose_of(state)
    colours = colours_of(state)
    blocks = format_html_join(
        "", "{}",
        ((_block(pose.blocks[key], key, colours[unit.side], look),)
         for key, unit in state.units.items() if key in pose.blocks),
    )  # fmt: skip
    # The ranks of a regiment close without a trace of the fallen.
    placed = (m for m in state.models.values() if m.id in pose.places and not (m.out and m.unit in pose.blocks))
    standing = sorted(placed, key=lambda m: m.at[2] if m.at else 0)
    bases = format_html_join(
        "", "{}{}",
        ((_base(m, colours[m.side], look, pose, ranked(state, m)), _ring(m, pose.places[m.id], look))
         for m in standing),
    )  # fmt: skip
    ends = ((*core[1], *core[2]) for core in pose.blocks.values())
    fronts = format_html_join("", '<g class="front-edge"><path d="M{} {}L{} {}"/></g>', ends)
    return format_html("{}{}{}", blocks, bases, fronts)


def colours_of(state: State) -> dict[str, str]:
    """The colour of each side, in the order in which they joined."""
    return {side: COLOURS[index % len(COLOURS)] for index, side in enumerate(state.sides)}


def piece_words(state: State, piece: Terrain, cast: Cast | None) -> str:
    """What a piece of terrain is, how high, and how it is with it; without a cast its height alone."""
    if cast is None:
        return inches(piece.height)
    kind = cast.telling.terrain_kinds.get(piece.kind)
    signs = replay_state.terrain_statuses(cast.telling, state).get(piece.id, ())
    words = [cast.say(kind)] if kind else []
    words += [inches(piece.height)] if piece.height >= LOW else []
    words += [f"▲{inches(piece.floor)}"] if piece.floor else []
    return ", ".join([*words, *(_sign_words(cast, *sign) for sign in signs)])


def _sign_words(cast: Cast, badge: str, side: str, about: str = "") -> str:
    of = about if about.isdigit() else cast.thing(about) if about else cast.side(side) if side else ""
    name = cast.say(cast.telling.badges[badge].name)
    return f"{name}: {of}" if of else name


def _block(outline: Core, unit: str, colour: str, look: Look) -> SafeString:
    """A regiment's boundary."""
    name = format_html("<title>{}</title>", look.cast.holder(unit)) if look.cast else ""
    return format_html(
        '<g class="block {}"><polygon class="boundary" points="{}">{}</polygon></g>', colour, _points(outline), name
    )


def _base(model: Fighter, colour: str, look: Look, pose: Pose, in_ranks: bool) -> SafeString:
    x, y = pose.places[model.id]
    if model.out:
        return _fallen(x, y, model.sheet.base * 72 // 100, colour)
    outline = pose.outlines.get(model.id)
    if outline:
        return format_html(
            '<g class="model {}"><polygon class="base" points="{}">{}</polygon>{}</g>',
            f"{colour} ranked" if in_ranks else f"{colour} hulled", _points(outline),
            format_html("<title>{}</title>", look.cast.model(model.id)) if look.cast else "",
            _diamond_in(outline) if look.pixel and colour == "amber" else "",
        )  # fmt: skip
    return _token(model, x, y, colour, look)


def _token(model: Fighter, x: int, y: int, colour: str, look: Look) -> SafeString:
    r = max(model.sheet.base, round(LEAST * look.pixel))
    inner = r * 9 // 10
    shape = (
        format_html('<path class="diamond" d="M0 {}L{} 0 0 {} {} 0Z"/>', -inner, inner, inner, -inner)
        if colour == "amber"
        else ""
    )
    return format_html(
        '<g class="model {}" transform="translate({} {})"><circle class="base" r="{}"/>'
        '<circle class="face" r="{}"/>{}{}</g>',
        colour, x, y, r, r * 9 // 10, shape, _name_on(model, r, look),
    )  # fmt: skip


def _name_on(model: Fighter, r: int, look: Look) -> SafeString | str:
    """The short name on a base, where it can be read."""
    if not look.cast:
        return ""
    title, short = format_html("<title>{}</title>", look.cast.model(model.id)), look.cast.shorts.get(model.id, "")
    if look.pixel and r < READABLE * look.pixel:
        return title
    size = format_html(' font-size="{}"', r * 9 // 10) if look.pixel else ""
    return format_html(
        '{}<text class="name"{} dominant-baseline="central" text-anchor="middle">{}</text>', title, size, short
    )


def _diamond_in(outline: Core) -> SafeString:
    """Amber's sign on a base with corners: a diamond between the middles of its sides."""
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    middles = tuple(((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in sides)
    return format_html('<polygon class="diamond" points="{}"/>', _points(middles))


def _fallen(x: int, y: int, r: int, colour: str) -> SafeString:
    """Who fell: the outline of a base with a cross, a diamond for amber."""
    disc = f"M{-r} 0a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"
    shape, s = f"M0 {-r}L{r} 0 0 {r} {-r} 0Z" if colour == "amber" else disc, r * 42 // 100
    return format_html(
        '<g class="fallen {}" transform="translate({} {})"><path d="{}"/><path class="x" d="{}"/></g>',
        colour, x, y, shape, f"M{-s} {-s}L{s} {s}M{s} {-s}L{-s} {s}",
    )  # fmt: skip


def _ring(model: Fighter, at: Flat, look: Look) -> SafeString:
    if model.id not in look.ringed or (look.pixel and model.out):
        return SafeString("")
    least, room = round(LEAST * look.pixel), round(5 * look.pixel) or 50
    r = max(model.sheet.base, least) + room
    return format_html('<circle class="ring" cx="{}" cy="{}" r="{}"/>', *at, r)


def _points(outline: Core) -> str:
    return " ".join(f"{x},{y}" for x, y in outline)


def _shadow(piece: Terrain) -> SafeString:
    """The shadow that a body casts under light from the north-west, as on the replay's own board."""
    if piece.kind in FLAT:
        return SafeString("")
    far = 8 + piece.height * 85 // 1000
    return format_html(
        '<polygon class="shadow" points="{}"/>', _points(tuple((x + far, y + far) for x, y in piece.outline))
    )
