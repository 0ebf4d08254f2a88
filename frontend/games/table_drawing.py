"""The table as an SVG drawn on the server: thumbnails in lists, and the final table on pages without JavaScript.

Shapes carry classes and presentation attributes only (the pages allow no inline styles); `src/styles/board.css` colours
them as it does the replay's own board. Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.core.cache import cache
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from frontend.base.lengths import inches
from frontend.games import replay_state, schematic
from frontend.games.cast import Cast
from frontend.games.replay import COLOURS
from gamelog.games import selectors
from gamelog.games.models import Game
from rules import Malformed, State
from rules.kernel import hull, regiment
from rules.kernel.convex import Core
from rules.kernel.state import Model as Fighter
from rules.kernel.state import Terrain, Unit

MARGIN = 60
LOW = 10
"""Terrain that is lower, in hundredths of an inch, has no height worth telling: an open door, a pit."""
FLAT = frozenset({
    "floor", "road", "crater", "open door", "pitfall", "difficult", "dangerous", "water", "river", "field", "trench",
    "marker",
})  # fmt: skip
"""Kinds without a body that could cast a shadow; `frontend/src/board/pieces.ts` has the same."""
KEPT = 7 * 24 * 3600
"""Seconds a thumbnail stays in the cache; its key names the head, so it never goes stale."""


def thumbnail(game: Game) -> SafeString:
    """The table of a game after its last step, small; empty if the game cannot be folded."""
    key = f"thumb:5:{game.pk}:{game.head}"
    drawn = cache.get(key)
    if drawn is None:
        try:
            drawn = str(table(selectors.position_at(game, game.number)))
        except Malformed:
            drawn = ""
        cache.set(key, drawn, KEPT)
    return SafeString(drawn)  # Built by format_html below.


def table(
    state: State, cast: Cast | None = None, label: str = "", ringed: Collection[str] = frozenset()
) -> SafeString:  # fmt: skip
    """A state seen from above; with a cast, models show their short names. Models in `ringed` get a ring."""
    state = schematic.drawn(state)
    width, depth = state.table.width, state.table.depth
    colours = {side: COLOURS[index % len(COLOURS)] for index, side in enumerate(state.sides)}
    pieces = format_html_join(
        "", '<g class="terrain kind-{}">{}<polygon class="body" points="{}"><title>{}: {}</title></polygon></g>',
        ((t.kind.replace(" ", "-") or "solid", _shadow(t), _points(t.outline), t.name, piece_words(state, t, cast))
         for t in sorted(state.table.terrain, key=lambda piece: piece.floor)),
    )  # fmt: skip
    blocks = format_html_join(
        "", "{}",
        ((_block(unit, colours[unit.side], cast),) for unit in state.units.values() if unit.formation is not None),
    )  # fmt: skip
    zones = format_html_join(
        "", '<g class="zone"><polygon points="{}"/></g>', ((_points(z.outline),) for z in state.table.zones)
    )
    bases = format_html_join(
        "", "{}{}",
        ((_base(m, colours[m.side], cast, _ranked(state, m)), _ring(m, m.id in ringed))
         for m in sorted(state.models.values(), key=lambda m: m.at[2] if m.at else 0) if m.at is not None),
    )  # fmt: skip
    hidden = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="thumb" viewBox="{} {} {} {}" {}><rect class="felt" width="{}" height="{}"/>{}{}{}{}'
        '<rect class="edge" width="{}" height="{}"/></svg>',
        -MARGIN, -MARGIN, width + 2 * MARGIN, depth + 2 * MARGIN, hidden, width, depth, zones, pieces, blocks, bases,
        width, depth,
    )  # fmt: skip


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


def _block(unit: Unit, colour: str, cast: Cast | None) -> SafeString:
    """A regiment's boundary with its front edge."""
    assert unit.formation is not None
    outline = regiment.boundary(unit.formation)
    _, (right_x, right_y), (left_x, left_y), _ = outline
    name = format_html("<title>{}</title>", cast.holder(unit.id)) if cast else ""
    return format_html(
        '<g class="block {}"><polygon class="boundary" points="{}">{}</polygon></g>'
        '<g class="front-edge"><path d="M{} {}L{} {}"/></g>',
        colour, _points(outline), name, left_x, left_y, right_x, right_y,
    )  # fmt: skip


def _ranked(state: State, model: Fighter) -> Core | None:
    """The exact outline of a model's base in the ranks of its regiment."""
    unit = state.units.get(model.unit)
    if unit is None or unit.formation is None or model.out:
        return None
    return regiment.core(unit.formation, model.id)


def _base(model, colour: str, cast: Cast | None, core: Core | None = None) -> SafeString:  # type: ignore[no-untyped-def]
    x, y, _z = model.at
    r = model.sheet.base
    if model.out:
        return format_html(
            '<g class="fallen {}"><path class="x" d="M{} {}l60 60m0 -60l-60 60"/></g>', colour, x - 30, y - 30
        )
    if model.sheet.hull or core:
        corners = core or hull.outline(model.at, model.facing or (1, 0), model.sheet.hull)
        return format_html(
            '<g class="model {}"><polygon class="base" points="{}">{}</polygon></g>',
            f"{colour} ranked" if core else colour, _points(corners),
            format_html("<title>{}</title>", cast.model(model.id)) if cast else "",
        )  # fmt: skip
    inner = r * 9 // 10
    shape = (
        format_html('<path class="diamond" d="M0 {}L{} 0 0 {} {} 0Z"/>', -inner, inner, inner, -inner)
        if colour == "amber"
        else ""
    )
    name = (
        format_html(
            '<title>{}</title><text class="name" dominant-baseline="central" text-anchor="middle">{}</text>',
            cast.model(model.id), cast.shorts.get(model.id, ""),
        )
        if cast else ""
    )  # fmt: skip
    return format_html(
        '<g class="model {}" transform="translate({} {})"><circle class="base" r="{}"/>'
        '<circle class="face" r="{}"/>{}{}</g>',
        colour, x, y, r, r * 9 // 10, shape, name,
    )  # fmt: skip


def _ring(model: Any, wanted: bool) -> SafeString:
    if not wanted:
        return SafeString("")
    x, y, _z = model.at
    return format_html('<circle class="ring" cx="{}" cy="{}" r="{}"/>', x, y, model.sheet.base + 50)


def _points(outline: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{x},{y}" for x, y in outline)


def _shadow(piece: Terrain) -> SafeString:
    """The shadow that a body casts under light from the north-west, as on the replay's own board."""
    if piece.kind in FLAT:
        return SafeString("")
    far = 8 + piece.height * 85 // 1000
    return format_html(
        '<polygon class="shadow" points="{}"/>', _points(tuple((x + far, y + far) for x, y in piece.outline))
    )
