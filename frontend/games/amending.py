"""A step as the judge amends it: the controls of its declaration, its dice by rolls, and the declaration they say."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from django.utils.translation import gettext as _

import rules
from frontend.games import act_form, controls, narration
from frontend.games.cast import Cast
from frontend.games.controls import MOST_ROWS, Control, Json, Posted, Unclear
from gamelog.games import seeds
from gamelog.games.models import Game
from rules import Declaration, Event, recording
from rules.kernel import line
from rules.kernel.actions import Begin, Concede, Muster
from rules.kernel.canonical import tag_of
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.log import LOG
from rules.kernel.rulings import JUDGE, Amend

BEFORE = {tag_of(Begin), tag_of(Muster)}
SELECTED = 12
"""Dice with more sides than this are typed."""
GROWS = 4
"""Lists in lists in lists: the form is made once more for each level."""


class Roll(NamedTuple):
    """The dice of one roll: its name, the value needed, the number of sides, the faces (empty: not said), and those
    that were recorded in their places.
    """

    label: str
    needed: int
    sides: int
    faces: tuple[str, ...]
    recorded: tuple[str, ...] = ()

    @property
    def sided(self) -> list[str]:
        """The faces to choose from; none where they are typed."""
        return [str(face) for face in range(1, self.sides + 1)] if self.sides <= SELECTED else []

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each face with the recorded one."""
        return list(zip_longest(self.faces, self.recorded[: len(self.faces)], fillvalue=""))

    @property
    def was(self) -> str:
        """The recorded faces."""
        return " ".join(self.recorded)

    @property
    def changed(self) -> bool:
        """Whether the faces are others than were recorded."""
        return self.faces != self.recorded


class Row(NamedTuple):
    """A control with what it was recorded with (empty: the same), whether it is changed, and its error."""

    control: Control
    was: str
    changed: bool
    error: str
    recorded: str
    """The recorded texts, for the page to compare with."""


class Amending:
    """The amendment of a step, which begins with the declaration that is `meant` now.

    `deed` is another act that was open in its position, by its number; empty is the act that was recorded.
    """

    def __init__(
        self, game: Game, history: Sequence[Event[Any]], number: int, meant: Declaration[Any], data: Any
    ) -> None:
        self.game, self.history, self.number, self.meant = game, history, number, meant
        self.event = history[number - 1]
        self.state = rules.fold(game.rules, line.corrected(history)[: number - 1])
        self.cast = Cast(game.rules)
        self.cast.meet(self.state)
        self.errors: dict[str, str] = {}
        self.deed = str(data.get("deed") or "") if data is not None else ""
        if self.deed and self.deed not in dict(self.deeds):
            self.errors["deed"], self.deed = _("Choose one of these."), ""
        fresh = data is None or data.get("shown_deed", "") != self.deed
        self.posted = None if fresh else Posted(data)
        self.data: Any = None if fresh else data

    # the act

    @cached_property
    def options(self) -> list[rules.Option]:
        """What was open in the position before the step."""
        return [] if self.state.over is not None else rules.options(self.game.rules, self.state)

    @cached_property
    def deeds(self) -> list[tuple[str, str]]:
        """The acts to choose from: that of the step, and all that were open."""
        found, seen = [("", self.title)], set()
        for number, option in enumerate(self.options):
            key = (option.side, option.model, option.action)
            if option.action not in BEFORE and key not in seen:
                seen.add(key)
                who = self.cast.holder(option.model or option.side)
                found.append((str(number), f"{who}: {self.cast.act(option.action)}"))
        return found

    @property
    def is_amended(self) -> bool:
        """Whether it begins with something else than was played."""
        return self.meant != self.event.declaration()

    @property
    def title(self) -> str:
        """The step as it is told."""
        return narration.title(self.cast, self.state, self.event.declaring(self.meant))

    @cached_property
    def _option(self) -> rules.Option | None:
        if self.deed:
            return self.options[int(self.deed)]
        tag, words = tag_of(self.meant.action), set(words_in(msgspec.to_builtins(self.meant.action)))
        return next((each for each in self.options if each.action == tag and each.model in {"", *words}), None)

    @cached_property
    def _ways(self) -> list[Declaration[Any]]:
        """What could be declared for the act, the recorded one first."""
        own = [] if self.deed else [self.meant]
        if self._option is None:
            return own
        found = recording.ways(self.game.rules, self.state, self._option)
        if not found and not own:
            first = recording.sketch(self.game.rules, self.state, self._option)
            return [first.declaration if first else Declaration(by=self._option.side, action=Concede())]
        return [*own, *(each.declaration for each in found)]

    @cached_property
    def base(self) -> Json:
        """The declaration that the controls are written over."""
        return _plain(self._ways[0])

    @cached_property
    def _known(self) -> act_form.Known:
        first = self._ways[0]
        option = self._option or rules.Option(first.by, tag_of(first.action))
        return act_form.Known(self.cast, self.state, option, act_form.values(each.action for each in self._ways))

    # the controls

    @property
    def fixed(self) -> bool:
        """Whether the act is the table or a force: those stay as they were recorded."""
        return tag_of(self._ways[0].action) in BEFORE

    def _of(self, declared: Json) -> list[Control]:
        action = msgspec.convert(declared["action"], type(self._ways[0].action))
        of_action = () if self.fixed else controls.of_action(self._known, action)
        by = declared.get("by", "")
        sides = {**({} if by in self.cast.sides else {by: self.cast.side(by) or "–"}), **self.cast.sides}
        return [
            controls.choice("/by", _("Declared by"), (by,), sides),
            *of_action,
            *controls.of_claims(self.cast, declared.get("claim", [])),
            *controls.of_rerolls(self.cast, declared.get("rerolls", []), [roll.label for roll in self._recorded_rolls]),
        ]

    @cached_property
    def shaped(self) -> Json:
        """The base with as many rows in its lists as the page has."""
        declared = copy.deepcopy(self.base)
        for _level in range(GROWS if self.data is not None else 0):
            for control in self._of(declared):
                if control.kind == "rows":
                    self._resize(declared, control)
        return declared

    def _resize(self, declared: Json, control: Control) -> None:
        text = str(self.data.get(f"n{control.name}", control.text))
        wanted = int(text) if text.isascii() and text.isdigit() else int(control.text)
        if self.data.get("row") in (f"+{control.name}", f"-{control.name}"):
            wanted += 1 if self.data["row"][0] == "+" else -1
        now = list(controls.value_at(declared, control.name) or [])
        wanted = max(0, min(wanted, MOST_ROWS))
        if control.blank is None:
            wanted = min(wanted, len(now))
        now = now[:wanted] + [copy.deepcopy(control.blank) for _n in range(wanted - len(now))]
        if now or controls.value_at(declared, control.name) is not None:
            controls.put(declared, control.name, now)

    @cached_property
    def controls(self) -> list[Control]:
        """Every control, filled in as the page was, or as the step was recorded."""
        found = self._of(self.shaped)
        return [each if each.kind == "rows" else controls.over(each, self.posted) for each in found]

    def rows(self) -> list[Row]:
        """The controls with what has changed in them."""
        recorded = {} if self.deed else {each.name: each for each in self._of(self.base)}
        return [self._row(each, recorded.get(each.name)) for each in self.controls]

    def _row(self, control: Control, was: Control | None) -> Row:
        changed = not self.deed and (was is None or was.texts != control.texts)
        said = was.said() if was is not None else ""
        texts = "" if was is None else "\n".join(was.texts)
        return Row(control, said, changed, self.errors.get(control.name, ""), texts)

    def named_rows(self) -> dict[str, list[Row]]:
        """The rows of the act, of claims, and of re-rolls."""
        parts: dict[str, list[Row]] = {"action": [], "claim": [], "rerolls": []}
        for row in self.rows():
            parts.setdefault(row.control.name.split("/")[1], []).append(row)
        parts["action"] = [*parts.pop("by"), *parts["action"]]
        return parts

    def shape(self) -> str:
        """Differs where the page has other controls."""
        names = [f"{each.name}{each.choices}" for each in self.controls]
        dice = [f"{roll.label}{roll.sides}{len(roll.faces)}" for roll in self.rolls]
        return f"{crc32(chr(10).join([self.deed, *names, *dice]).encode()):08x}"

    # the dice

    @cached_property
    def site_rolls(self) -> bool:
        """Whether the site rolls the dice of this game: then nobody chooses any, a judge neither."""
        return rules.read_header(self.game.header).dice != "table"

    @property
    def faces(self) -> list[str]:
        """The faces on the page, in the order of the rolls; where the site rolls, those that it rolled for what the
        page says.
        """
        if self.site_rolls and not self._has_dice:
            return [str(face) for face in self._rolled]
        if self.data is not None and self._has_dice:
            return [str(each).strip() for each in self.data.getlist("die")]
        return [str(face) for face in self.base.get("dice", ())]

    @property
    def _has_dice(self) -> bool:
        return self.data is not None and "hasdice" in self.data

    @cached_property
    def _rolled(self) -> tuple[int, ...]:
        """The site's dice for the declaration of the page; the recorded ones as long as it cannot be read."""
        base = tuple(self.base.get("dice", ()))
        try:
            meant = self._read({**self._said(), "dice": []})
            if meant == self._read({**self.base, "dice": []}):
                return base
            amended = Amend(rule=LOG["amend"], reason="", step=self.number, declaration=_plain(meant))
            action = seeds.as_rolled(self.game, Declaration(by=JUDGE, action=amended), self.history).action
        except rules.RulesError:
            return base
        return tuple(action.declaration.get("dice", ()))

    @cached_property
    def _recorded_rolls(self) -> list[Roll]:
        return [] if self.deed else self._rolls([str(face) for face in self.meant.dice], self.meant)

    @cached_property
    def rolls(self) -> list[Roll]:
        """The rolls as far as the dice go, and the next one."""
        try:
            declaration = self._read(self.declared())
        except rules.RulesError:
            declaration = self._ways[0]
        found = self._rolls(self.faces, declaration)
        before = [face for roll in self._recorded_rolls for face in roll.faces]
        return list(_beside(found, before))

    def _rolls(self, faces: Sequence[str], declaration: Declaration[Any]) -> list[Roll]:
        """The faces by the rolls that read them; those that none reads come last."""
        dice = _numbers(faces)
        for count in range(len(dice), -1, -1):
            tried = msgspec.structs.replace(declaration, dice=tuple(dice[:count]))
            reached = self._reached(tried)
            if reached is None:
                continue
            found = list(self._read_by(reached.effects, count))
            rest = tuple(faces[count:])
            if isinstance(reached, rules.DiceWanted):
                wanted = reached
                some = (*rest[: wanted.count], *[""] * (wanted.count - len(rest)))
                found.append(Roll(self.cast.rule(wanted.clause), 0, wanted.sides, some))
                rest = rest[wanted.count :]
            left = tuple(face for face in rest if face)
            return [*found, Roll(_("Unused dice"), 0, 6, left)] if left else found
        return [Roll(_("Dice"), 0, max([6, *dice]), tuple(faces))] if faces else []

    def _reached(self, tried: Declaration[Any]) -> Decided | rules.DiceWanted | None:
        """How far a declaration gets with its dice; None if it cannot be read."""
        try:
            return rules.decide(self.game.rules, self.state, tried, lenient=True)
        except rules.DiceWanted as wanted:
            return wanted
        except rules.RulesError:
            return None

    def _read_by(self, effects: Sequence[Any], count: int) -> Iterator[Roll]:
        """The rolls of the last so many dice: before them stand those of a step that this one answers."""
        rolled = [effect for effect in effects if isinstance(effect, Rolled)]
        skipped = sum(len(each.faces) + len(each.again) for each in rolled) - count
        for each in rolled:
            every = [*each.faces, *(face for _die, face in each.again)]
            told, skipped = every[max(0, skipped) :], skipped - len(every)
            if told:
                yield Roll(self.cast.rule(each.rule), each.needed, each.sides, tuple(map(str, told)))

    # what it says

    def declared(self) -> Json:
        """The declaration as JSON. What cannot be meant is in `errors`."""
        return {**self._said(), "dice": self._dice()}

    def _said(self) -> Json:
        """The declaration without its dice."""
        declared = copy.deepcopy(self.shaped)
        for control in self.controls:
            try:
                controls.written(control, declared)
            except Unclear as error:
                self.errors[control.name] = str(error)
        for claim in declared.get("claim", []):
            claim["marks"] = {mark: value for mark, value in claim.get("marks", {}).items() if value is not None}
        declared.pop("dice", None)
        return declared

    def _dice(self) -> list[int]:
        faces = self.faces
        while faces and not faces[-1]:
            faces.pop()
        for number, face in enumerate(faces, 1):
            if not re.fullmatch(r"\d{1,3}", face, re.ASCII):
                told = _("“%(face)s” is not a face of a die.") if face else _("Die %(number)d is not filled in.")
                self.errors["dice"] = told % {"face": face[:20], "number": number}
        return _numbers(faces)

    def _read(self, declared: Json) -> Declaration[Any]:
        return rules.read_declaration(self.game.rules, msgspec.json.encode(declared))

    def declaration(self) -> Declaration[Any]:
        """The declaration that the controls say. Raises: rules.Malformed with its path inside a ruling."""
        try:
            return self._read(self.declared())
        except rules.Malformed as error:
            raise rules.Malformed("$.action.declaration" + error.path[1:], error.reason) from None

    def concerned(self, path: str) -> str:
        """The name of the control, `dice` or `deed` that an error with this path is about; empty if none."""
        inside = path.removeprefix("$.action.declaration")
        if inside == path:
            return ""
        place = re.sub(r"[.\[]", "/", inside.replace("]", ""))
        if place.startswith("/dice"):
            return "dice"
        names = [each.name for each in self.controls]
        longest = max((name for name in names if f"{place}/".startswith(f"{name}/")), key=len, default="")
        inner = next((name for name in names if name.startswith(f"{place}/")), "")
        return longest or inner or ("deed" if place.startswith("/action") else "")

    def named(self, name: str) -> str:
        """The label of a control."""
        told = {"dice": _("Dice"), "deed": _("Action")}
        return told.get(name) or next((each.label for each in self.controls if each.name == name), "")


def _plain(declaration: Declaration[Any]) -> Json:
    found: Json = msgspec.json.decode(rules.canonical(declaration))
    return found


def words_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from words_in(each)


def _numbers(faces: Sequence[str]) -> list[int]:
    """The faces up to the first that is not one."""
    found: list[int] = []
    for face in faces:
        if not re.fullmatch(r"\d{1,3}", face, re.ASCII):
            break
        found.append(int(face))
    return found


def _beside(found: Sequence[Roll], before: Sequence[str]) -> Iterator[Roll]:
    """The rolls with the faces recorded in their places."""
    at = 0
    for roll in found:
        yield roll._replace(recorded=tuple(before[at : at + len(roll.faces)]))
        at += len(roll.faces)
