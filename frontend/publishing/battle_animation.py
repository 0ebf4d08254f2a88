"""A range of steps as a moving picture: GIF, because every chat shows it moving.

Models go along their ways in a few pictures; each step then stands still with its act, the last one longer. What does
not move is drawn once. The same steps give the same bytes. A worker draws it (`gamelog.games.moving_pictures`); limits
keep that short: so many steps, pixels and seconds of computing.
"""

from __future__ import annotations

import io
import time
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override
from PIL import Image

import rules
from frontend.games import act_drawing, refusal_words, schematic, table_drawing, table_poses
from frontend.publishing import battle_picture, pdf_pages
from frontend.publishing.battle_moments import MOST, Moment, moments
from frontend.publishing.battle_picture import DIAMOND, DISC, PER_INCH, POINT
from frontend.publishing.pdf_pages import BOLD
from gamelog.games.errors import NotDrawn
from gamelog.games.models import Game, MovingPicture
from rules import State

FORMAT = 3
"""Raise it when pictures should be drawn anew."""
WIDTHS = (480, 720, 960)
PACES = {"slow": 1600, "usual": 1000, "fast": 550}
"""Milliseconds for which a step stands still."""
LAST = 2500
"""Milliseconds more for the last one."""
GOING = 4
"""Pictures of a model on its way, each for so many milliseconds:"""
EACH = 80
BUDGET = 20.0
"""Seconds of computing."""
TALLEST = 1.0
"""The table is at most so high, in widths of the picture."""
COLOURS = 255
PAPER = (246, 243, 236, 255)


class Wish(NamedTuple):
    """What is asked for: from which step to which, how wide in pixels, how fast."""

    first: int
    last: int
    width: int = WIDTHS[1]
    pace: str = "usual"


class Frame(NamedTuple):
    """One picture: a moment, the part of the ways that has been gone (1: the step stands still), milliseconds."""

    moment: Moment
    share: float
    lasts: int


def drawn(picture: MovingPicture) -> bytes:
    """The moving picture that somebody asked for. Raises: NotDrawn."""
    wish = Wish(picture.first, picture.last, picture.width, picture.pace)
    with override(picture.language):
        try:
            return gif(picture.game, wish)
        except pdf_pages.NoFont as error:
            raise NotDrawn(str(error)) from None
        except rules.RulesError as error:
            raise NotDrawn(refusal_words.problem_text(picture.game.rules, error)) from None


def gif(game: Game, wish: Wish) -> bytes:
    """The moving picture. Raises: NotDrawn; pdf_pages.NoFont; rules.Malformed: the game cannot be folded."""
    check(game, wish)
    pdf_pages.load_fonts()
    until = time.thread_time() + BUDGET
    shown = frames([*moments(game, wish.first, wish.last)], wish.pace)
    artist = Artist(wish.width, shown)
    palette = artist.palette()
    drawn = (_within(until, artist.picture(frame)) for frame in shown)
    pictures = (each.quantize(palette=palette, dither=Image.Dither.NONE) for each in drawn)
    out = io.BytesIO()
    first = next(pictures)
    first.save(
        out, "GIF", save_all=True, append_images=pictures, duration=[frame.lasts for frame in shown], loop=0, disposal=1
    )
    return out.getvalue()


def check(game: Game, wish: Wish) -> None:
    """Refuse what cannot be made. Raises: NotDrawn, in the reader's language."""
    if not 1 <= wish.first <= wish.last <= game.number:
        raise NotDrawn(_("The battle has the steps 1 to %(last)d.") % {"last": game.number})
    if wish.last - wish.first >= MOST:
        raise NotDrawn(_("An animation can have at most %(most)d steps.") % {"most": MOST})
    if wish.width not in WIDTHS or wish.pace not in PACES:
        raise NotDrawn(_("There is no such size or speed."))


def frames(told: list[Moment], pace: str) -> list[Frame]:
    """The pictures of some steps: bookkeeping is passed over, unless it is all there is."""
    acts = [each for each in told if each.step and each.step.e != "quiet"] or told[-1:]
    found: list[Frame] = []
    for each in acts:
        if each.step and each.step.m:
            found += [Frame(each, number / GOING, EACH) for number in range(GOING)]
        found.append(Frame(each, 1, PACES[pace]))
    return [*found[:-1], found[-1]._replace(lasts=found[-1].lasts + LAST)]


def _within(until: float, picture: Image.Image) -> Image.Image:
    if time.thread_time() > until:
        raise NotDrawn(_("That takes too long to draw. Choose fewer steps or a smaller size."))
    return picture


class Artist:
    """Draws the pictures of one wish: the score above, the table, the step in words below."""

    def __init__(self, width: int, shown: list[Frame]) -> None:
        self.width, self.shown = width, shown
        self.k = width / WIDTHS[1]
        tables = [schematic.drawn(each.moment.state) for each in shown]
        # The size is that of the largest table: a battle begins on none.
        state = max(tables, key=lambda each: each.table.width * each.table.depth)
        margin = 2 * table_drawing.MARGIN
        shape = (state.table.depth + margin) / max(1, state.table.width + margin)
        self.deep = round(width * min(TALLEST, shape))
        self.head, self.foot = round(52 * self.k), round(92 * self.k)
        self._kept: dict[str, Image.Image] = {}

    def palette(self) -> Image.Image:
        """The colours of the first, the middle and the last step, which are those of all."""
        still = [frame for frame in self.shown if frame.share == 1]
        chosen = [still[0], still[len(still) // 2], still[-1]]
        sheet = Image.new("RGB", (self.width, 3 * self.height))
        for index, frame in enumerate(chosen):
            sheet.paste(self.picture(frame), (0, index * self.height))
        return sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)

    @property
    def height(self) -> int:
        """The height of a picture."""
        return self.head + self.deep + self.foot

    def picture(self, frame: Frame) -> Image.Image:
        """One picture."""
        state = schematic.drawn(frame.moment.state)
        pixel = battle_picture.pixel_of(state, self.width, self.deep)
        ground = table_drawing.ground(state, table_drawing.Look(pixel=pixel))
        still = self._once(self._drawn(state, pixel, ground))
        moving = self._render(self._drawn(state, pixel, self._figures(frame, state, pixel)), self.deep)
        words = self._once(self._words(frame.moment), self.head + self.foot)
        page = Image.new("RGBA", (self.width, self.height), PAPER)
        page.paste(words.crop((0, 0, self.width, self.head)))
        page.paste(words.crop((0, self.head, self.width, self.head + self.foot)), (0, self.head + self.deep))
        page.alpha_composite(still, (0, self.head))
        page.alpha_composite(moving, (0, self.head))
        return page.convert("RGB")

    def _figures(self, frame: Frame, state: State, pixel: float) -> SafeString:
        moment = frame.moment
        after, step = table_poses.pose_of(state), moment.step
        pose = after
        if frame.share < 1 and step:
            before = table_poses.pose_of(schematic.drawn(moment.before))
            pose = table_poses.between(before, after, dict(step.m), frame.share)
        act = moment.act(pixel, pose)
        over = act_drawing.over(act) if act and frame.share == 1 else ""
        look = table_drawing.Look(moment.cast, moment.concerned, pixel)
        figures = table_drawing.figures(state, look, pose)
        return format_html("{}{}{}{}", act_drawing.ways(act) if act else "", figures, over, table_drawing.edge(state))

    def _drawn(self, state: State, pixel: float, inside: SafeString) -> SafeString:
        """A layer of the table."""
        box = table_drawing.view_box(state)
        table = format_html('<svg width="{}" height="{}" viewBox="{}">{}</svg>', self.width, self.deep, box, inside)
        return battle_picture.document(self.width, self.deep, pixel, table)

    def _words(self, moment: Moment) -> SafeString:
        """The score above and the step below, without the table between them."""
        k, room = self.k, self.width - 28 * self.k
        lines = [
            (pdf_pages.wrapped(moment.title or moment.where, 21 * k / POINT, room * PER_INCH, 2, BOLD), 21 * k, "bold"),
            (pdf_pages.wrapped(moment.outcome, 18 * k / POINT, room * PER_INCH, 1), 18 * k, "normal"),
        ]
        y, texts = self.head + 6 * k, [self._score(moment)]
        for each, size, weight in lines:
            for text in each:
                y += size * 1.25
                texts.append(_text(14 * k, y, size, text, weight))
        high = self.head + self.foot
        paper = format_html('<rect class="paper" width="{}" height="{}"/>', self.width, high)
        return battle_picture.document(self.width, high, 1, format_html("{}" * (len(texts) + 1), paper, *texts))

    def _score(self, moment: Moment) -> SafeString:
        """Both sides with sign, name and score, and where in the battle that is."""
        k, parts = self.k, []
        half = self.width / 2 - 100 * k
        for index, (name, score) in enumerate(moment.sides[:2]):
            shown = pdf_pages.fitted(f"{name} {score}" if name else score, 20 * k / POINT, half * PER_INCH, BOLD, 8)[0]
            x, anchor = ((self.width - 14 * k), "end") if index else (14 * k, "start")
            sign = DIAMOND.format(0, -11) if index else DISC.format(0, 0)
            inward = -k if index else k
            at = f"translate({x + 10 * inward:.1f} {26 * k:.1f}) scale({k:.2f})"
            parts.append(format_html('<g transform="{}">{}</g>', at, SafeString(sign)))
            parts.append(_text(x + 28 * inward, 33 * k, 20 * k, shown, "bold", anchor))
        where = pdf_pages.fitted(moment.where, 15 * k / POINT, 190 * k * PER_INCH)[0]
        parts.append(_text(self.width / 2, 32 * k, 15 * k, where, "normal", "middle", "soft"))
        return format_html("{}" * len(parts), *parts)

    def _once(self, drawing: SafeString, height: int = 0) -> Image.Image:
        """A drawing that many pictures have in common, rendered once."""
        if drawing not in self._kept:
            self._kept[drawing] = self._render(drawing, height or self.deep)
        return self._kept[drawing]

    def _render(self, drawing: SafeString, height: int) -> Image.Image:
        image = Image.open(io.BytesIO(battle_picture.rendered(drawing))).convert("RGBA")
        assert image.size == (self.width, height), image.size
        return image


def _text(
    x: float, y: float, size: float, text: str, weight: str, anchor: str = "start", kind: str = "ink"
) -> SafeString:  # fmt: skip
    return format_html(
        '<text class="{}" x="{}" y="{}" font-size="{}" font-weight="{}" text-anchor="{}">{}</text>',
        kind, f"{x:.1f}", f"{y:.1f}", f"{size:.1f}", weight, anchor, text,
    )  # fmt: skip
