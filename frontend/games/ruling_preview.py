"""The consequences of a correction before it is stored: steps in words, the result, and the table before and after.

The engine says what changes (`rules.consequences`); here it gets titles, labels, names and pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from frontend.base.lengths import inches
from frontend.games import (
    effect_groups,
    game_history,
    narration,
    replay,
    replay_state,
    results,
    ruling_sentences,
    sentences,
    table_drawing,
)
from frontend.games.cast import Cast
from frontend.games.outcomes import came_to
from frontend.games.sentences import signed
from gamelog.games import corrections, seeds
from gamelog.games.models import Game
from rules import Event, State
from rules.kernel import line
from rules.kernel.rulings import PENALTY


class ChangedStep(msgspec.Struct, frozen=True):
    """A step with a different outcome. `rules` are labels of clauses that it breaks only with the ruling."""

    number: int
    title: str
    before: str
    after: str
    rules: tuple[tuple[str, str], ...]
    named: bool


class ChangedModel(msgspec.Struct, frozen=True):
    """A model that would differ at the end."""

    name: str
    colour: str
    before: str
    after: str


class Preview(msgspec.Struct, frozen=True):
    """Everything a judge sees before confirming a ruling.

    Of the later steps, `illegal` would break a rule, `others` have a different outcome, and `quiet` have the same
    outcome with other modifiers or marks. `result` is the game's result with the ruling.
    """

    title: str
    rule: str
    rule_label: str
    reason: str
    number: int
    digest: str
    named: tuple[ChangedStep, ...]
    illegal: tuple[ChangedStep, ...]
    others: tuple[ChangedStep, ...]
    quiet: tuple[ChangedStep, ...]
    models: tuple[ChangedModel, ...]
    standings: tuple[tuple[str, str, str], ...]
    pictures: tuple[str, str]
    result: rules.Result

    @property
    def nothing(self) -> bool:
        """Whether no step, model or number changes."""
        changed = any(before != after for _name, before, after in self.standings)
        return not (self.named or self.illegal or self.others or self.quiet or self.models or changed)


def preview(game: Game, history: Sequence[Event[Any]], declaration: rules.Declaration[Any]) -> Preview:
    """The consequences of a correction.

    Raises:
        rules.RulesError: why it cannot be declared.
    """
    ruleset = game.rules
    now = rules.fold(ruleset, history)
    declaration = seeds.as_rolled(game, declaration, history)
    decided = rules.decide(ruleset, now, declaration, history=history)
    found = corrections.told(ruleset, history, declaration, now, decided)
    cast = Cast(ruleset)
    event = Event(number=len(history) + 1, by=declaration.by, action=declaration.action, effects=decided.effects)
    rows = _rows(cast, history, found, event)
    cast.meet(decided.state)
    moved = tuple(_moved(cast, now, decided.state))
    action = declaration.action
    follow = [row for row in rows if not row.rules and not row.named]
    return Preview(
        title=ruling_sentences.SENTENCES[sentences.tag(action)](cast, event),
        rule=action.rule, rule_label=cast.rule(action.rule), reason=action.reason,
        number=found.number, digest=found.digest,
        named=tuple(row for row in rows if row.named),
        illegal=tuple(row for row in rows if row.rules and not row.named),
        others=tuple(row for row in follow if row.before != row.after),
        quiet=tuple(row for row in follow if row.before == row.after),
        models=moved, standings=tuple(_standings(cast, found, now, decided.state)),
        pictures=_pictures(cast, now, decided.state), result=found.after.result,
    )  # fmt: skip


def _rows(cast: Cast, history: Sequence[Event[Any]], found: Any, event: Event[Any]) -> list[ChangedStep]:
    """The steps that change, each with its title and its outcome before and after."""
    changed = {step.number: step for step in found.steps}
    after = {effect.step: effect for effect in line.corrections(event)}
    asides = game_history.asides_of(cast.ruleset, history)
    state, rows = rules.empty(cast.ruleset), []
    for own in game_history.as_corrected(cast.ruleset, history, asides):
        step = changed.get(own.number)
        title = narration.title(cast, state, game_history.titled_event(own, asides.get(own.number))) if step else ""
        rules.evolve(state, own)
        if len(state.models) != len(cast.models):
            cast.meet(state)
        if step:
            new = [(clause, cast.rule(clause)) for clause in step.breaks if clause not in step.broke]
            rows.append(
                ChangedStep(own.number, title, _came(cast, own.effects, step.was_nothing),
                    _came(cast, after[own.number].effects, step.nothing), tuple(new), step.named)
            )  # fmt: skip
    return rows


def _came(cast: Cast, effects: Sequence[Any], nothing: bool) -> str:
    """The outcome of a step, briefly: casualties, wounds and morale, else its result."""
    if nothing:
        return _("has no effect")
    said = came_to(cast, effects)
    if said:
        return said
    state = rules.empty(cast.ruleset)
    runs = effect_groups.runs(cast, (effect for effect in effects if sentences.tag(effect) in TOLD))
    words = (effect_groups.group_sentence(cast, run) or narration.explain(cast, run[0], state) for run in runs)
    told = list(dict.fromkeys(word.text for word in words if not word.quiet))
    return "; ".join(told[:MOST_TOLD]) or _("no effect")


TOLD = ("moved", "placed", "wounds-set", "began", "ended", "asked", "order-set")
"""Effects that sum up a step without casualties."""
MOST_TOLD = 2


def _standings(cast: Cast, found: Any, now: State, then: State) -> Iterator[tuple[str, str, str]]:
    """Everything that is counted, at present and with the ruling."""
    before, after, names = found.before, found.after, dict(cast.sides)
    yield _("Result"), results.result_text(before.result, names), results.result_text(after.result, names)
    yield _("Round and phase"), _where(cast, before), _where(cast, after)
    for key, name in names.items():
        yield _("%(side)s: out of action") % {"side": name}, _fallen(now, key), _fallen(then, key)
        penalties = [state.sides[key].counters.get(PENALTY, 0) for state in (now, then)]
        if any(penalties):
            yield _("%(side)s: penalties") % {"side": name}, str(penalties[0]), str(penalties[1])
        given = [state.sides[key].counters.get(ruling_sentences.ADJUSTMENT, 0) for state in (now, then)]
        if any(given):
            had, has = (signed(points) if points else "0" for points in given)
            yield _("%(side)s: points by a judge") % {"side": name}, had, has


def _where(cast: Cast, standing: Any) -> str:
    phase = cast.phase(standing.phase)
    return _("round %(round)d, %(phase)s") % {"round": standing.round, "phase": phase} if standing.round else phase


def _fallen(state: State, side: str) -> str:
    own = [model for model in state.models.values() if model.side == side]
    return f"{sum(model.out for model in own)} / {len(own)}"


def _moved(cast: Cast, now: State, then: State) -> Iterator[ChangedModel]:
    """Models that would be elsewhere, in words before and after."""
    view = replay_state.model_view
    colours = {side: replay.COLOURS[index % 2] for index, side in enumerate(then.sides)}
    for key, model in then.models.items():
        was = now.models.get(key)
        if was is not None and view(cast.telling, was) != view(cast.telling, model):
            told = _differing(cast, was, model)
            yield ChangedModel(cast.model(key), colours[model.side], *told)
    for key, unit in then.units.items():
        marks = [replay_state.statuses(cast.telling, state.units[key]) for state in (now, then) if key in state.units]
        if marks[0] != marks[-1]:
            yield ChangedModel(cast.holder(key), colours[unit.side], *(_statuses(cast, each) for each in marks))


def _differing(cast: Cast, was: Any, model: Any) -> tuple[str, str]:
    """The differences of a model, at present and with the ruling."""
    pairs = []
    if was.out != model.out:
        pairs.append(tuple(_("out of action") if each.out else _("in action") for each in (was, model)))
    if was.wounds != model.wounds:
        pairs.append(tuple(
            ngettext("%(count)d wound left", "%(count)d wounds left", each.wounds) % {"count": each.wounds}
            for each in (was, model)
        ))  # fmt: skip
    if was.at != model.at:
        pairs.append(tuple(_place(each.at) for each in (was, model)))
    if was.unit != model.unit:
        pairs.append(tuple(_("in %(unit)s") % {"unit": cast.holder(each.unit)} for each in (was, model)))
    if not pairs and was.facing != model.facing:
        pairs.append((_("current facing"), _("turned another way")))
    before, after = (replay_state.statuses(cast.telling, each) for each in (was, model))
    if before != after:
        pairs.append((_statuses(cast, before), _statuses(cast, after)))
    return ", ".join(pair[0] for pair in pairs), ", ".join(pair[1] for pair in pairs)


def _place(at: Any) -> str:
    return f"{inches(at[0])} × {inches(at[1])}" if at else _("not on the table")


def _statuses(cast: Cast, found: dict[str, int]) -> str:
    names = {kind: cast.say(cast.telling.badges[kind].name) for kind in found}
    said = [f"{name} {found[kind]}" if found[kind] > 1 else name for kind, name in names.items()]
    return ", ".join(said) or _("no status")


def _pictures(cast: Cast, now: State, then: State) -> tuple[str, str]:
    """The table at present and with the ruling, differences ringed."""
    was, would_be = (
        {key: replay_state.model_view(cast.telling, model) for key, model in state.models.items()}
        for state in (now, then)
    )
    changed = {key for key in would_be if key in was and was[key] != would_be[key]}
    return (
        table_drawing.table(now, cast, _("The table as it stands"), changed),
        table_drawing.table(then, cast, _("The table after the ruling"), changed),
    )
