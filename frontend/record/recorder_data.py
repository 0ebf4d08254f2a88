"""What the recorder shows, as JSON: where a battle stands, what may be declared, and what a declaration comes to.

The keys are those of frontend/src/record/types.ts. Every text is in the reader's language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

import rules
from frontend.base.lengths import inches
from frontend.games import act_form, game_history, narration, odds, refusal_words, replay, scoresheet
from frontend.games.act_form import Json
from frontend.games.cast import Cast
from frontend.games.replay_state import Lens, view
from frontend.games.replay_words import component_words
from frontend.games.results import describe
from frontend.record.recorder_words import recorder_words
from gamelog.games import access, calls, confirmations, luck, selectors
from gamelog.games.models import Game, StepCall
from rules import Declaration, DiceWanted, Event, Option, State, recording
from rules.kernel import geometry, regiment, sketch
from rules.kernel.actions import Begin, Concede, Muster
from rules.kernel.canonical import tag_of
from rules.kernel.effects import Formed, Measured
from rules.kernel.engine import Decided
from rules.kernel.hold import HOLD, GoOn
from rules.kernel.part import members
from rules.kernel.state import Model
from rules.recording import Way

USUAL = (0, 1, 3, 6, 8, 9, 12, 15, 18, 24, 30, 36, 48)
"""Inches that are offered where a distance is asked: reaches of weapons and moves."""
PHASE = 200
"""No phase has more steps than this; a distance that was said earlier is asked again."""
SHOWN = 30
"""So many of the newest steps are told."""
ODD = (1, 3, 5)
"""Throws whose first die is put in with the one before it: the others are tapped two by two then."""
PIPS = 6
"""Dice with more sides are put in as numbers."""
ANSWER = -1
"""The number of an answer to a roll that waits."""
CONCEDES = 10_000
"""Options from this number on are a side's giving up, which is always open."""
BEFORE = {tag_of(Begin), tag_of(Muster)}
"""Declared on the page of the open table."""


class Now(NamedTuple):
    """A battle as somebody records it: the position, its names, and the sides that they speak for."""

    game: Game
    state: State
    cast: Cast
    mine: tuple[str, ...]
    known: Mapping[tuple[str, str], int]
    """On a table without coordinates, the distances that hold."""
    number: int
    """The newest step, with those that are only meant yet."""


def now(actor: access.Actor, game: Game) -> Now:
    """A battle as it stands."""
    state, cast = selectors.position_now(game), Cast(game.rules)
    cast.meet(state)
    said: Mapping[tuple[str, str], int] = {}
    if state.table.sketch:
        said = sketch.known(state, selectors.events_of(game, max(0, game.number - PHASE)))
    return Now(game, state, cast, access.own_sides(actor, game), said, game.number)


def after(of: Now, meant: Sequence[Declaration[Any]]) -> Now:
    """The battle as it will stand once what is only meant yet has been recorded. Raises: rules.RulesError."""
    for declaration in meant:
        state = rules.decide(of.game.rules, of.state, declaration).state
        cast = Cast(of.game.rules)
        cast.meet(state)
        of = of._replace(state=state, cast=cast, number=of.number + 1)
    return of


def shown(of: Now) -> Json:
    """Everything that the page draws between two declarations."""
    game, state = of.game, of.state
    acts = list(_acts(of))
    steps = list(_recent(of))
    labels = {rule for step in steps for rule in replay.rules_of(step)}
    return {
        "number": game.number, "mine": of.mine, "dice": rules.read_header(game.header).dice,
        "replay": _drawn(of, labels), "ask": _ask(of, acts),
        "acts": [act for act in acts if act["side"] in of.mine], "recent": steps, **_called(of),
        "back": _back(of), "over": _over(of), "words": recorder_words(), "phase": of.cast.phase(state.phase),
        "apart": _apart(of),
    }  # fmt: skip


def _apart(of: Now) -> Json | None:
    """On a table without coordinates: the distances that are known, and whose sides can matter."""
    state = of.state
    if not state.table.sketch:
        return None
    return {
        "known": [[one, other, inches(length)] for (one, other), length in sorted(of.known.items())],
        "sided": sketch.sided(state), "usual": USUAL,
    }  # fmt: skip


def _drawn(of: Now, labels: set[str]) -> Json:
    """The position as the replay has it, without steps."""
    cast, state = of.cast, of.state
    return {
        "v": replay.FORMAT, "ruleset": of.game.ruleset, "version": of.game.version, "name": of.game.rules.name,
        "verdict": "", "table": replay.table(state.table), "sides": replay.sides(cast, state),
        "models": replay.models(cast, state), "units": replay.units(cast, state),
        "start": view(cast.telling, state), "steps": [],
        "rules": {key: cast.rule(key) for key in sorted(labels)}, "phases": {state.phase: cast.phase(state.phase)},
        "findings": [], "words": component_words(), "badges": replay.badges(cast),
        "counters": replay.counters(cast, state),
        "kinds": {kind: cast.say(words) for kind, words in cast.telling.terrain_kinds.items()},
    }  # fmt: skip


def _recent(of: Now) -> Iterator[replay.ReplayStep]:
    game = of.game
    first = max(0, game.number - SHOWN)
    shown_history = game_history.history_upto(game, game.number)
    if shown_history.ruled:
        read = game_history.read_history(game, shown_history)
        told = replay.steps(game.rules, read.events, asides=read.asides)
        yield from (msgspec.structs.replace(step, d={}) for step in list(told)[-SHOWN:])
        return
    before, cast = selectors.position_at(game, first), Cast(game.rules)
    cast.meet(before)
    for step in replay.steps(game.rules, selectors.events_of(game, first), (), cast, before):
        yield msgspec.structs.replace(step, d={})


def _ask(of: Now, acts: Sequence[Json]) -> Json:
    """What the battle waits for, and whom."""
    cast, state = of.cast, of.state
    if state.over is not None:
        return {"side": "", "text": _("The battle is over."), "waits": ""}
    if state.pending is not None:
        asked = state.pending
        text = narration.question(cast, asked.side, asked.clause, asked.model)
        return {"side": asked.side, "text": text, "waits": _waits(cast, asked.side)}
    open_to = list(dict.fromkeys(act["side"] for act in acts if not act["aside"]))
    side = state.to_act or (open_to[0] if len(open_to) == 1 else "")
    about = {"round": state.round, "phase": cast.phase(state.phase), "side": cast.side(side)}
    if not side:
        text = _("%(phase)s: either side") % about
    elif state.round:
        text = _("Round %(round)d, %(phase)s: %(side)s") % about
    else:
        text = _("%(phase)s: %(side)s") % about
    return {"side": side, "text": text, "waits": _waits(cast, side)}


def _waits(cast: Cast, side: str) -> str:
    return _("Waiting for %(side)s") % {"side": cast.side(side)} if side else ""


def _back(of: Now) -> Json | None:
    """The newest take-back that waits for an answer."""
    row = next(iter(selectors.take_backs_of(of.game, open_only=True)), None)
    if row is None:
        return None
    names = {"side": of.cast.side(row.side), "since": row.since, "reason": row.reason}
    text = _("%(side)s asks to take back everything from step %(since)d on: %(reason)s") % names
    return {
        "id": str(row.pk), "side": row.side, "since": row.since, "text": text,
        "mine": any(side != row.side for side in of.mine),
    }  # fmt: skip


def _called(of: Now) -> Json:
    """The steps that are disputed, and whether a judge has been called and has not decided."""
    rows = list(calls.calls_of(of.game))
    return {
        "marked": [{"n": row.step, "text": row.reason, "open": row.closed is None} for row in rows],
        "judge": any(row.kind == StepCall.Kind.JUDGE and row.closed is None for row in rows),
    }  # fmt: skip


def _over(of: Now) -> Json | None:
    if of.state.over is None:
        return None
    sheet = scoresheet.of_game(of.game)
    return {
        "text": describe(of.game, corrected=True).now, "decided": sheet.decided, "sheet": sheet.text,
        "rounds": [[row.number, *(each["score"] for each in row.sides)] for row in sheet.rows],
        "sides": [] if of.game.what_if else [each._asdict() for each in confirmations.agreed(of.game)],
    }  # fmt: skip


# acts


def _open(of: Now) -> dict[int, Option]:
    """What may be declared now, by the numbers under which the page asks for it: they depend on the position alone."""
    state, found = of.state, {}
    if state.over is not None:
        return {}
    if state.pending is not None and state.pending.clause == HOLD:
        found[ANSWER] = Option(state.pending.side, tag_of(GoOn), clause=HOLD)
    offered = enumerate(rules.options(of.game.rules, state))
    found |= {number: option for number, option in offered if option.action not in BEFORE}
    gives_up = enumerate(state.sides, CONCEDES)
    return found | {number: Option(side, tag_of(Concede), clause="log.concede") for number, side in gives_up}


def _acts(of: Now) -> Iterator[Json]:
    found = _open(of)
    alike = Counter((option.side, option.action, option.model) for option in found.values())
    for number, option in found.items():
        act = of.game.rules.act(option.action)
        label = of.cast.act(option.action)
        if not option.model and option.clause and alike[option.side, option.action, ""] > 1:
            # Nobody is named who would tell them apart: what each of them is, does, as of several stratagems.
            label = f"{label}: {of.cast.rule(option.clause)}"
        yield {
            "k": number, "side": option.side, "tag": option.action, "label": label, "about": option.weapons,
            "who": option.model, "targets": option.targets, "aside": act.aside or number >= CONCEDES,
            "bare": 0 <= number < CONCEDES and _is_bare(act.kind, option),
            "last": act.last, "towards": act.towards, "clause": option.clause,
        }  # fmt: skip


def _is_bare(kind: type[msgspec.Struct], option: Option) -> bool:
    """Whether an option says all that its act has: at most who acts."""
    own = members(kind)
    if not own:
        return True
    who = own[0].type is str and bool(option.model or not own[0].required)
    return len(own) == 1 and who and not option.targets


# ways


def ways(of: Now, numbers: Sequence[int]) -> list[Json]:
    """Whole declarations for these acts, with their forms. Raises: rules.Malformed for an act that is not open."""
    acts, found = _open(of), []
    for number in numbers:
        if number not in acts:
            raise rules.Malformed("$.acts", f"there is no act {number}")
        option = acts[number]
        declared = _declared(of, option)
        values = act_form.values(each.declaration.action for each in declared)
        found += [_way(of, number, each, act_form.Known(of.cast, of.state, option, values)) for each in declared]
    return found


def _declared(of: Now, option: Option) -> list[Way]:
    ruleset, state = of.game.rules, of.state
    if option.clause == HOLD:
        return recording.answers(ruleset, state)
    if option.action == tag_of(Concede):
        giving_up: Declaration[Any] = Declaration(by=option.side, action=Concede())
        return [Way(giving_up, recording.tried(ruleset, state, giving_up))]
    found = recording.ways(ruleset, state, option)
    begun = None if found else recording.sketch(ruleset, state, option)
    return [*found, *([begun] if begun else [])]


def _way(of: Now, number: int, way: Way, known: act_form.Known) -> Json:
    option, (declaration, outcome) = known.option, way
    form = act_form.form(known, declaration.action)
    named = set(option.targets) & set(_words_in(declaration.action))
    event = _as_event(of, declaration, outcome.effects if outcome else ())
    return {
        "k": number, "declaration": msgspec.to_builtins(declaration),
        "title": narration.title(of.cast, of.state, event),
        "targets": [each for each in option.targets if each in named],
        "facts": list(_facts(of, option, sorted(named), outcome)), "handles": form.handles, "fields": form.fields,
        "sketch": outcome is None,
    }  # fmt: skip


def _words_in(value: Any) -> Iterator[str]:
    """Every text in an action."""
    plain = msgspec.to_builtins(value) if isinstance(value, msgspec.Struct) else value
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping):
        for each in plain.values():
            yield from _words_in(each)
    elif isinstance(plain, list | tuple):
        for each in plain:
            yield from _words_in(each)


def _as_event(of: Now, declaration: Declaration[Any], effects: Sequence[Any]) -> Event[Any]:
    return rules.make_event(of.number + 1, declaration, tuple(effects), of.game.head)


def _facts(of: Now, option: Option, named: Iterable[str], outcome: Decided | DiceWanted | None) -> Iterator[str]:
    """What is measured between who acts and whom, and the value that the first dice need. Without a table all of that
    waits for the distance.
    """
    if of.state.table.sketch and any(_is_unsaid(of, option.model, target) for target in named):
        yield _("how far?")
        return
    for target in named:
        away = _distance(of.state, option.model, target)
        if away is not None:
            yield inches(away)
    for effect in outcome.effects if outcome else ():
        if isinstance(effect, Measured) and effect.fact != "distance":
            yield narration.explain(of.cast, effect, of.state).text
    yield from _goes(of.state, outcome)
    if isinstance(outcome, DiceWanted) and outcome.throw.needs:
        yield _("needs %(value)d+") % {"value": outcome.throw.needs}


def _goes(state: State, outcome: Decided | DiceWanted | None) -> Iterator[str]:
    """How far a regiment goes, and whether it turns: that alone tells its ways apart before they are drawn."""
    if state.table.sketch or not isinstance(outcome, Decided):
        return
    formed = {effect.unit: effect.formation for effect in outcome.effects if isinstance(effect, Formed)}
    for unit, after in formed.items():
        before = state.units[unit].formation
        if before and after and before.at != after.at:
            yield inches(regiment.farthest(before, after))
        if before and after and before.facing != after.facing:
            yield _("turns")


def _is_unsaid(of: Now, one: str, other: str) -> bool:
    pieces = sorted({sketch.piece_of(of.state, key) for key in (one, other)})
    return len(pieces) > 1 and (pieces[0], pieces[1]) not in of.known


def _distance(state: State, one: str, other: str) -> int | None:
    """The smallest distance between two models or units on the table."""
    pairs = [(a, b) for a in _standing(state, one) for b in _standing(state, other)]
    return min((geometry.distance(a, b) for a, b in pairs), default=None)


def _standing(state: State, key: str) -> list[Model]:
    found = [state.models[key]] if key in state.models else [m for m in state.models.values() if m.unit == key != ""]
    return [each for each in found if each.at is not None and not each.out]


# what a declaration comes to


def considered(
    of: Now,
    declaration: Declaration[Any],
    *,
    chance: bool = False,
    happened: bool = False,
    then: bool = False,
    sequel: bool = False,
) -> Json:
    """What a declaration comes to with the dice it has; one that `happened` against the rules too, where the game is
    recorded as it was declared. With `then`, what can be declared after it; with `sequel`, the throw after the last
    die, by its face.

    Raises: rules.Malformed.
    """
    more: Json = {"chance": _chance(of, declaration)} if chance else {}
    try:
        found = rules.decide(of.game.rules, of.state, declaration, lenient=happened and of.game.lenient)
    except rules.IllegalAction as refused:
        return {"verdict": "no", **refusal(of, refused)}
    except DiceWanted as wanted:
        again = _again(of, declaration, wanted)
        more |= {"sequel": _sequel(of, declaration, wanted)} if sequel else {}
        return {"verdict": "dice", **_waiting(of, declaration, wanted), "again": again, **more}
    step = _step(of, declaration, found)
    turned = (found.state.round, found.state.phase) != (of.state.round, of.state.phase)
    more |= {"then": _following(of, found.state), "turned": turned} if then else {}
    return {
        "verdict": "done", "step": step, "rules": _labels(of.cast, step), "again": _again(of, declaration, found),
        "refusals": [_found(of, each) for each in found.findings], **more,
    }  # fmt: skip


def _found(of: Now, finding: rules.Finding) -> str:
    """What a declaration that is stored nevertheless breaks."""
    return refusal_words.sentence(of.game.rules, finding.message, finding.facts, of.cast)


def _following(of: Now, after: State) -> list[Json]:
    """What a visitor may declare in a later position, and of each act whether it is for somebody on the table."""
    cast = Cast(of.game.rules)
    cast.meet(after)
    acts = [act for act in _acts(of._replace(state=after, cast=cast)) if act["side"] in of.mine and not act["aside"]]
    return [{**act, "there": bool(_standing(after, act["who"]))} for act in acts]


def formed(of: Now, declaration: Declaration[Any], number: int) -> Json:
    """The form of a declaration for an act, as it has been filled in. Raises: rules.Malformed if that is not open."""
    option = _open(of).get(number)
    if option is None or option.action != tag_of(declaration.action):
        raise rules.Malformed("$.act", f"there is no such act {number}")
    known = act_form.Known(of.cast, of.state, option, act_form.values([declaration.action]))
    return act_form.form(known, declaration.action)._asdict()


def refusal(of: Now, refused: rules.IllegalAction) -> Json:
    """A refusal with every rule that it rests on."""
    told = refusal_words.grounds(of.game.rules, rules.problem(refused), of.cast)
    grounds = [{"text": text, "rule": of.cast.rule(clause), "clause": clause} for clause, text in told]
    return {"grounds": grounds, "stored": of.game.lenient}


def _waiting(of: Now, declaration: Declaration[Any], wanted: DiceWanted) -> Json:
    cast = of.cast
    event = _as_event(of, declaration, wanted.effects)
    lines = list(replay.explained(cast, event, of.state))
    return {
        "wanted": {**_wanted(cast, wanted), "given": _given(declaration, wanted)}, "lines": lines,
        "rules": {rule: cast.rule(rule) for line in lines for rule in _rules_of_line(line)},
    }  # fmt: skip


def _wanted(cast: Cast, wanted: DiceWanted) -> Json:
    return {
        "count": wanted.count, "sides": wanted.sides, "needs": wanted.throw.needs, "label": cast.rule(wanted.clause),
        "rule": wanted.clause, "side": wanted.roller, "roller": cast.side(wanted.roller),
        # Dice that pass or fail are all alike; any others are read one after the other.
        "ordered": wanted.throw.test is None and wanted.count > 1, "read": wanted.read,
    }  # fmt: skip


def _given(declaration: Declaration[Any], wanted: DiceWanted) -> tuple[int, ...]:
    """The dice of this throw that are there already."""
    there = wanted.throw.count - wanted.count
    return declaration.dice[len(declaration.dice) - there :]


def _sequel(of: Now, declaration: Declaration[Any], wanted: DiceWanted) -> Json:
    if rules.read_header(of.game.header).dice != "table" or wanted.sides > PIPS:
        return {}
    found = recording.sequels(of.game.rules, of.state, declaration, wanted, of.mine)
    # Of an even throw nobody puts in one die before the others.
    odd = ((face, after) for face, after in found if after.sides <= PIPS and after.count in ODD)
    return {str(face): _wanted(of.cast, after) for face, after in odd}


def _rules_of_line(line: replay.ExplanationLine) -> Iterator[str]:
    yield line.r
    yield from (rule for rule, _amount in line.k.m) if line.k else ()


def _step(of: Now, declaration: Declaration[Any], found: Decided) -> replay.ReplayStep:
    state = of.state.copied()
    event, lens = _as_event(of, declaration, found.effects), Lens(of.cast.telling, state)
    cast = Cast(of.game.rules)
    cast.meet(state)
    return next(iter(replay.steps(of.game.rules, [event], (), cast, state, lens=lens)))


def _labels(cast: Cast, step: replay.ReplayStep) -> dict[str, str]:
    return {rule: cast.rule(rule) for rule in sorted(set(replay.rules_of(step)))}


def _again(of: Now, declaration: Declaration[Any], found: Decided | DiceWanted) -> list[Json]:
    """Re-rolls that could be paid for in what has been rolled."""
    if declaration.rerolls or rules.read_header(of.game.header).dice != "table":
        return []
    return [
        {"roll": request.roll, "die": request.die, "by": request.by,
         "text": _("Re-roll the %(face)d: %(roll)s") % {"face": face, "roll": of.cast.rule(clause)}}
        for request, face, clause in recording.rerolls(of.game.rules, of.state, declaration, found, of.mine)
    ]  # fmt: skip


def _chance(of: Now, declaration: Declaration[Any]) -> str | None:
    return chance(of, declaration, luck.runs(of.state) // 8)


def chance(of: Now, declaration: Declaration[Any], most: int) -> str | None:
    """How likely the other side is harmed; nothing where that cannot be, or takes more than `most` ways of the dice."""
    try:
        found = luck.hurt_of(of.game, of.state, declaration, most)
    except rules.RulesError:
        return None
    if not found.harm:
        return None
    told = [_("hurts %(chance)s") % {"chance": odds.at_least(found.harm, found.open)}]
    if found.out:
        told.append(_("out of action %(chance)s") % {"chance": odds.at_least(found.out, found.open)})
    return ", ".join(told)
