"""Preparations by side: roles, quarters or edges, scenario buildings, points of entry and exit.

Each step has a name, the side that chooses (unless that is rolled for), and the open choices. Choices are kept as marks
on the sides (`rules.cod.prepared`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from rules.cod import board, ground, options, prepared, steps
from rules.cod import ruins as city
from rules.cod.book import ORGANISATION
from rules.cod.mission import mission
from rules.kernel import notes, rolloff
from rules.kernel.canonical import tag_of
from rules.kernel.context import Context
from rules.kernel.effects import Marked, sealed_key
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import COUNT, SIDE, on_side, on_table
from rules.kernel.part import Act, Choice, Condition, Offers, Option, Part, demand, drawn
from rules.kernel.secrets import Commit
from rules.kernel.state import State, Terrain
from rules.kernel.telling import Moment, Phrase, Place, Telling, either, filled, named
from rules.wh40k import words

FIRST_TURN = ORGANISATION["start.rolloff"]
ROLES = ("attacker", "defender")
HIDEOUT = "cod.scenario.scorched-earth.hideout"
"""The subject under which the defender writes down his hideout."""
FORTIFY = options.FORTIFY
LOWER = "cod.scenario.firesweep.deploy.alternate"
"""The mark on the table that names the side that rolled lower for the quarters."""


class RollOff(Action, frozen=True, tag="city-roll-off"):
    """Both sides roll; the higher roll chooses: the first ruin, role, quarter, edge, or the first turn."""


class ChooseRole(Action, frozen=True, tag="choose-role"):
    """The winner of the roll attacks or defends."""

    role: str


class ChooseQuarter(Action, frozen=True, tag="choose-quarter"):
    """A side takes a quarter of the table: `south-west`, `south-east`, `north-east` or `north-west`."""

    quarter: str


class ChooseEdge(Action, frozen=True, tag="choose-edge"):
    """A side takes an edge of the table: `south`, `east`, `north` or `west`."""

    edge: str


class ChooseBuilding(Action, frozen=True, tag="choose-building"):
    """A side names the building that it defends."""

    building: str


class NamePoints(Action, frozen=True, tag="name-points"):
    """The attacker names his points of entry and exit: how far along their edges they are, in hundredths from the
    south or the west.
    """

    entry: int
    exit: int


class Written(Action, frozen=True, tag="written"):
    """The defender has written down his hideout: there is a commitment to it."""


class FortifyRuin(Action, frozen=True, tag="fortify-ruin"):
    """The defender fortifies a ruin for free; an empty `building` means no more."""

    building: str = ""


class ChooseFirst(Action, frozen=True, tag="choose-first"):
    """The winner of the roll names the side that has the first turn."""

    first: str


class Preparation(msgspec.Struct, frozen=True):
    """A step of the preparations: the clause, its key in the scenario's catalogue; whether sides roll for it, or which
    role chooses; the action by which; what may be chosen; a length in hundredths to keep from what is in the way.
    """

    key: str
    action: type[Action]
    rolled: bool = False
    chooser: str = ""
    among: Callable[[State], tuple[str, ...]] = lambda state: ()
    limit: int = 0


def _long(state: State) -> tuple[str, ...]:
    return ground.long_edges(state.table)


def _short(state: State) -> tuple[str, ...]:
    return ground.short_edges(state.table)


def _beside(state: State) -> tuple[str, ...]:
    """The edges a defender may take beside the attacker's street."""
    taken = prepared.own_edges(state, prepared.side_of(state, "attacker"))
    return tuple(e for e in ground.long_edges(state.table) if e not in taken and ground.OPPOSITE[e] not in taken)


def _quarters(state: State) -> tuple[str, ...]:
    return tuple(ground.QUARTERS)


def _central(state: State) -> tuple[str, ...]:
    """The buildings within 12" of the centre; any building where agreed terrain has none there."""
    middle, ruins = (ground.centre(state.table)[:2],), prepared.ruins(state)
    near = tuple(piece.id for piece in ruins if ground.apart(piece.outline, middle) <= 12 * INCH)
    return near or tuple(piece.id for piece in ruins)


def _outside(state: State) -> tuple[str, ...]:
    """The buildings outside the enemy's zone that the enemy does not defend; inside it if there are no others."""
    enemy = state.enemy(state.to_act)
    taken = prepared.building(state, enemy) if enemy else ""
    found = [piece for piece in prepared.ruins(state) if piece.id != taken]
    outside = tuple(piece.id for piece in found if not enemy or not prepared.in_zone(state, piece, enemy))
    return outside or tuple(piece.id for piece in found)


def _unfortified(state: State) -> tuple[str, ...]:
    return tuple(p.id for p in city.ruins(state) if not city.is_fortified(state, p.id))


def _fortified(state: State) -> int:
    """How many ruins the side to act has fortified for free."""
    played = mission(state)
    done = state.sides[state.to_act].phase.get(played["defender-fortify"], 0) if played is not None else 0
    assert isinstance(done, int)
    return done


def _may_fortify(state: State) -> bool:
    most = int(options.option(state, FORTIFY))
    return most < 0 or _fortified(state) < most


def _to_fortify(state: State) -> tuple[str, ...]:
    return _unfortified(state) if _may_fortify(state) else ()


def _own_and_theirs(state: State) -> tuple[str, ...]:
    """The edges on which the attacker names his points: his own, then the defender's."""
    return (*prepared.own_edges(state, state.to_act), *prepared.own_edges(state, state.enemy(state.to_act)))


CHOICES: Mapping[str, Preparation] = {
    "roles": Preparation("roles", ChooseRole, rolled=True, among=lambda state: ROLES),
    "quarters": Preparation("deploy.quarters", ChooseQuarter, rolled=True, among=_quarters),
    "quarter": Preparation("deploy.attacker", ChooseQuarter, chooser="attacker", among=_quarters),
    "long-edge-rolled": Preparation("deploy.edge", ChooseEdge, rolled=True, among=_long),
    "long-edge": Preparation("deploy.edge", ChooseEdge, chooser="defender", among=_long),
    "short-edge": Preparation("deploy.edge", ChooseEdge, chooser="attacker", among=_short),
    "side-edge": Preparation("deploy.defender", ChooseEdge, chooser="defender", among=_beside),
    "building": Preparation("deploy.building", ChooseBuilding, chooser="defender", among=_central),
    "building-first": Preparation("deploy.building-first", ChooseBuilding, among=_outside),
    "building-second": Preparation("deploy.building-second", ChooseBuilding, among=_outside),
    "points": Preparation("deploy.points", NamePoints, chooser="attacker", among=_own_and_theirs, limit=6 * INCH),
    "hideout": Preparation("hideout", Written, chooser="defender"),
    "fortify": Preparation("defender-fortify", FortifyRuin, chooser="defender", among=_to_fortify),
}
"""Every step of the phase `sides`."""


SEALED = Condition(
    HIDEOUT,
    "nothing is sealed yet about {subject}",
    lambda state, side: sealed_key(side, HIDEOUT) in state.sealed,
)


DUE = Condition(
    HIDEOUT,
    "the hideout is written down by the defender, once all terrain is placed and the sides have their roles",
    lambda state, side: (state.phase, state.step, state.to_act) == ("sides", "hideout", side),
)


def _due(state: State, kind: type[Action]) -> tuple[Preparation, str] | None:
    """The choice that some side has to make now by this kind of action, and its clause in the scenario."""
    played = mission(state)
    choice = CHOICES.get(state.step) if state.phase == "sides" and state.to_act else None
    if played is None or choice is None or choice.action is not kind:
        return None
    return choice, played[choice.key]


def _choosing(ctx: Context, action: Action) -> tuple[Preparation, str] | None:
    """The choice and its clause, if the declaring side has to make such a choice now."""
    found = _due(ctx.state, type(action))
    if ctx.require(found, steps.ORDER, "that is not chosen now"):
        words.on_turn(ctx)
    return found


def _one_of(ctx: Context, choice: Preparation, clause: str, wanted: str) -> bool:
    return _is_among(ctx, choice.among(ctx.state), clause, wanted)


def _is_among(ctx: Context, open_to: tuple[str, ...], clause: str, wanted: str) -> bool:
    return ctx.require(
        wanted in open_to, clause, "{wanted!r} cannot be chosen; the choices are {open}", wanted=wanted,
        open=", ".join(open_to) or "nothing",
    )  # fmt: skip


# roll-offs


def roll_due(state: State) -> str:
    """The clause of the roll-off that is due; empty if none is."""
    played = mission(state)
    if state.phase == "sides" and played is not None and not state.to_act:
        choice = CHOICES[state.step]
        return played[choice.key] if choice.rolled else ""
    if state.phase == "first-turn" and not state.to_act:
        return _first_clause(state)
    return board.roll_due(state)


def _first_clause(state: State) -> str:
    played = mission(state)
    return played["first-turn"] if played is not None else FIRST_TURN


def _first_due(state: State) -> Condition:
    return Condition(
        _first_clause(state),
        "the first turn is not chosen now",
        lambda state: state.phase == "first-turn" and state.to_act,
    )


def roll_off(ctx: Context, action: RollOff) -> None:
    """Roll for whatever is due."""
    clause = roll_due(ctx.state)
    if not ctx.require(clause, steps.ORDER, "no roll-off is due"):
        return
    if ctx.state.phase == "board":
        board.roll_off(ctx)
        return
    totals = rolloff.until_different(ctx, clause, steps.TIE)
    winner = max(totals, key=lambda side: totals[side])
    if ctx.state.step == "quarters":
        ctx.emit(Marked(rule=clause, on="", key=LOWER, value=ctx.state.enemy(winner), until="game"))
    steps.to_act(ctx, winner, clause)


# choices


def choose_role(ctx: Context, action: ChooseRole) -> None:
    """The winner attacks or defends; the other side does the other."""
    found = _choosing(ctx, action)
    if found is None or not _one_of(ctx, *found, action.role):
        return
    _roles(ctx, ctx.by if action.role == "attacker" else ctx.state.enemy(ctx.by))
    steps.advance(ctx)


def _roles(ctx: Context, attacker: str) -> None:
    clause = steps.played_now(ctx)["roles"]
    prepared.settled(ctx, attacker, clause, "attacker")
    prepared.settled(ctx, ctx.state.enemy(attacker), clause, "defender")


def choose_quarter(ctx: Context, action: ChooseQuarter) -> None:
    """A side takes a quarter; the opponent has the one diagonally opposite."""
    found = _choosing(ctx, action)
    if found is None or not _one_of(ctx, *found, action.quarter):
        return
    clause = found[1]
    for side, name in ((ctx.by, action.quarter), (ctx.state.enemy(ctx.by), ground.ACROSS[action.quarter])):
        prepared.settled(ctx, side, prepared.OWN_EDGES, ground.QUARTERS[name], clause)
    steps.advance(ctx)


def choose_edge(ctx: Context, action: ChooseEdge) -> None:
    """A side takes an edge; the opponent has the opposite one, unless he takes another himself."""
    found = _choosing(ctx, action)
    if found is None or not _one_of(ctx, *found, action.edge):
        return
    clause = found[1]
    prepared.settled(ctx, ctx.by, prepared.OWN_EDGES, (action.edge,), clause)
    if ctx.state.step != "side-edge":
        prepared.settled(ctx, ctx.state.enemy(ctx.by), prepared.OWN_EDGES, (ground.OPPOSITE[action.edge],), clause)
    steps.advance(ctx)


def choose_building(ctx: Context, action: ChooseBuilding) -> None:
    """A side names the building it defends."""
    found = _choosing(ctx, action)
    if found is None:
        return
    choice, clause = found
    enemy = ctx.state.enemy(ctx.by)
    same = action.building == prepared.building(ctx.state, enemy) != ""
    ctx.require(not same, "cod.gap.both-defend-same", "side {side} defends that building", side=enemy)
    if _one_of(ctx, choice, clause, action.building):
        prepared.settled(ctx, ctx.by, prepared.BUILDING, action.building, clause)
        steps.advance(ctx)


def name_points(ctx: Context, action: NamePoints) -> None:
    """The attacker names where he comes on and where he leaves."""
    found = _choosing(ctx, action)
    if found is None:
        return
    table = ctx.state.table
    longest = table.width if prepared.own_edges(ctx.state, ctx.by)[0] in ("south", "north") else table.depth
    for at in (action.entry, action.exit):
        ctx.require(0 <= at <= longest, found[1], "{at} is not on the edge", at=show(at), severity="impossible")
    prepared.settled(ctx, ctx.by, prepared.POINTS, (str(action.entry), str(action.exit)), found[1])
    steps.advance(ctx)


def written(ctx: Context, action: Written) -> None:
    """The hideout is written down and sealed."""
    found = _choosing(ctx, action)
    if found is not None and demand(ctx, (SEALED,), ctx.state, ctx.by, subject=HIDEOUT):
        steps.advance(ctx)


def fortify(ctx: Context, action: FortifyRuin) -> None:
    """The defender fortifies a ruin in addition to stratagems, or has finished."""
    found = _choosing(ctx, action)
    if found is None:
        return
    _, clause = found
    if not action.building:
        steps.advance(ctx)
        return
    most, done = int(options.option(ctx.state, FORTIFY)), _fortified(ctx.state)
    ctx.require(_may_fortify(ctx.state), clause, "{most} ruins were agreed", most=most)
    if _is_among(ctx, _unfortified(ctx.state), clause, action.building):
        city.fortify(ctx, action.building, clause)
        words.mark(ctx, ctx.by, clause, done + 1, "phase")


def choose_first(ctx: Context, action: ChooseFirst) -> None:
    """The winner says which side has the first turn."""
    if not demand(ctx, (_first_due(ctx.state),), ctx.state):
        return
    words.on_turn(ctx)
    ctx.side(action.first, "$.action.first")
    steps.begin_battle(ctx, action.first)


def settle(ctx: Context) -> bool:
    """Settle steps without a choice, and set the side that chooses next."""
    state = ctx.state
    played = mission(state)
    if played is None or state.to_act:
        return False
    if state.step == "roles" and options.text(state, options.ATTACKER):
        _roles(ctx, options.text(state, options.ATTACKER))
        steps.advance(ctx)
        return True
    choice = CHOICES[state.step]
    if choice.rolled:
        return False
    if state.step == "building-first":
        chooser = state.enemy(prepared.some_side(state, state.game.get(LOWER)))
    elif state.step == "building-second":
        chooser = prepared.some_side(state, state.game.get(LOWER))
    else:
        chooser = prepared.some_side(state, prepared.side_of(state, choice.chooser))
    steps.to_act(ctx, chooser, played[choice.key])
    if choice.action is ChooseBuilding and not choice.among(state):
        steps.advance(ctx)  # the only ruin is taken
    return True


def _may_roll(ctx: Context) -> Iterator[Option]:
    clause = roll_due(ctx.state)
    if clause:
        yield from (Option(side, "city-roll-off", clause=clause) for side in ctx.state.sides)


def _open(kind: type[Action]) -> Offers:
    """What the side that is to act may choose by this kind of action."""

    def offers(ctx: Context) -> Iterator[Option]:
        found = _due(ctx.state, kind)
        if found is not None:
            choice, clause = found
            side, among = ctx.state.to_act, choice.among(ctx.state)
            yield Option(side, tag_of(kind), targets=among, limit=choice.limit, clause=clause)

    return offers


def _may_write(ctx: Context) -> Iterator[Option]:
    """The hideout is written down and sealed before that is declared."""
    for option in _open(Written)(ctx):
        yield option if SEALED.holds(ctx.state, option.side) else replace(option, action="commit")


def _may_choose_first(ctx: Context) -> Iterator[Option]:
    state, due = ctx.state, _first_due(ctx.state)
    if due.holds(state):
        yield Option(state.to_act, "choose-first", targets=tuple(state.sides), clause=due.clause)


WORDS = {
    "south": Phrase("south", "южный"),
    "east": Phrase("east", "восточный"),
    "north": Phrase("north", "северный"),
    "west": Phrase("west", "западный"),
    "south-west": Phrase("south-west", "юго-западная"),
    "south-east": Phrase("south-east", "юго-восточная"),
    "north-east": Phrase("north-east", "северо-восточная"),
    "north-west": Phrase("north-west", "северо-западная"),
    "attacker": Phrase("the attacker", "нападающий"),
    "defender": Phrase("the defender", "защищающийся"),
}
"""Edges, quarters and roles."""


def _in_words(member: str) -> Place:
    """The word that a member of the act holds, in the reader's language."""

    def word(now: Moment) -> str:
        chosen = str(getattr(now.action, member))
        return now.cast.say(WORDS[chosen]) if chosen in WORDS else chosen

    return word


# what a player would choose


def _far_quarter(choice: Choice) -> Iterator[Action]:
    """Any; a side that has to stay away from the defended building takes one of the two farthest from it."""
    state, names = choice.state, list(choice.option.targets)
    defended = next((key for side in state.sides if (key := prepared.building(state, side))), "")
    piece = prepared.ruin(state, defended)
    if piece is not None:
        names.sort(key=lambda name: -_from_quarter(state, name, piece))
    yield ChooseQuarter(quarter=choice.of(names[:2] if piece is not None else names))


def _from_quarter(state: State, name: str, piece: Terrain) -> int:
    """How far a piece is from the outer corner of a quarter."""
    table = state.table
    return ground.apart(piece.outline, ((table.width if "east" in name else 0, table.depth if "north" in name else 0),))


def _own_building(choice: Choice) -> Iterator[Action]:
    """Rather one that leaves the other side something to choose, and in one's own zone."""
    state, keys, side = choice.state, choice.option.targets, choice.option.side
    ours = {piece.id: prepared.in_zone(state, piece, side) for piece in prepared.ruins(state)}
    theirs = [key for key, mine in ours.items() if not mine]
    left = [key for key in keys if state.step != "building-first" or any(one != key for one in theirs)]
    own = [key for key in left if ours.get(key)]
    yield ChooseBuilding(building=choice.of(own if own and choice.dice.below(2) else left or keys))


def _open_points(choice: Choice) -> Iterator[Action]:
    """Where no ruin is near the edge, the exit not far from opposite the entry."""
    state, side = choice.state, choice.option.side
    edge, opposite = (prepared.own_edges(state, each)[0] for each in (side, state.enemy(side)))
    longest = state.table.width if edge in ("south", "north") else state.table.depth
    along = range(choice.option.limit, longest - choice.option.limit + 1, INCH)
    free = [at for at in along if _is_open(state, edge, at)]
    entry = choice.of(free) if free else longest // 2
    near = [at for at in along if abs(at - entry) <= 12 * INCH]
    clear = [at for at in near if _is_open(state, opposite, at)]
    yield NamePoints(entry=entry, exit=choice.of(clear or near))


def _is_open(state: State, edge: str, at: int) -> bool:
    """Whether there is room to come on or to leave at a point of an edge."""
    part = ground.stretch(state.table, edge, at, 3 * INCH)
    near = (piece for piece in state.table.terrain if piece.kind not in ("road", "floor", "marker"))
    return all(ground.apart(piece.outline, part) > 6 * INCH for piece in near)


def _small_hideout(choice: Choice) -> Iterator[Action]:
    """The commitment to any of the ruins, rather one of the smaller ones."""
    known = prepared.ruins(choice.state)
    if not choice.option.weapons:
        few = known[1:] if len(known) > 1 and choice.dice.below(3) else known
        yield notes.write(choice, HIDEOUT, choice.of(few).id)


def _half_of_them(choice: Choice) -> Iterator[Action]:
    """A ruin of those that are left, mostly until half of them are fortified."""
    left = choice.option.targets
    if left and 2 * len(left) > len(board.standing(choice.state)) and choice.dice.below(4):
        yield FortifyRuin(building=choice.of(left))
    yield FortifyRuin()


def _mostly_first(choice: Choice) -> Iterator[Action]:
    """Mostly the winner begins."""
    side = choice.option.side
    yield ChooseFirst(first=side if choice.dice.below(4) else choice.state.enemy(side))


MARKS = (
    on_table(LOWER, "The side that rolled lower for the quarters of the table.", SIDE),
    on_side(FORTIFY, "phase", "How many ruins the defender has fortified for free.", COUNT),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(RollOff, roll_off, _may_roll, phases=("board", "sides", "first-turn"),
            told=Phrase("Both sides roll off", "Обе стороны бросают кубик")),
        Act(ChooseRole, choose_role, _open(ChooseRole), phases=("sides",), propose=drawn,
            told=filled(Phrase("%(side)s: %(choice)s", "%(side)s: %(choice)s"), choice=_in_words("role"))),
        Act(ChooseQuarter, choose_quarter, _open(ChooseQuarter), phases=("sides",), propose=_far_quarter,
            told=filled(
                Phrase("%(side)s takes a quarter of the table: %(choice)s",
                       "%(side)s берёт четверть стола: %(choice)s"),
                choice=_in_words("quarter"))),
        Act(ChooseEdge, choose_edge, _open(ChooseEdge), phases=("sides",), propose=drawn,
            told=filled(
                Phrase("%(side)s takes an edge of the table: %(choice)s", "%(side)s берёт край стола: %(choice)s"),
                choice=_in_words("edge"))),
        Act(ChooseBuilding, choose_building, _open(ChooseBuilding), phases=("sides",), propose=_own_building,
            told=Phrase("%(side)s names its building: %(building)s", "%(side)s называет своё здание: %(building)s")),
        Act(NamePoints, name_points, _open(NamePoints), phases=("sides",), propose=_open_points,
            told=filled(
                Phrase("%(side)s enters at %(entry)s and leaves at %(exit)s of the edges",
                       "%(side)s: точка входа %(entry)s, точка выхода %(exit)s вдоль края"),
                entry=lambda now: now.cast.length(now.action.entry),
                exit=lambda now: now.cast.length(now.action.exit))),
        Act(Written, written, _may_write, phases=("sides",),
            told=Phrase("%(side)s has written down its hideout", "%(side)s: убежище записано")),
        Act(FortifyRuin, fortify, _open(FortifyRuin), phases=("sides",), propose=_half_of_them,
            told=either(
                "building", Phrase("%(side)s fortifies %(building)s", "%(side)s укрепляет руины: %(building)s"),
                Phrase("%(side)s fortifies no more ruins", "%(side)s больше не укрепляет руины"))),
        Act(ChooseFirst, choose_first, _may_choose_first, phases=("first-turn",), propose=_mostly_first,
            told=filled(
                Phrase("%(side)s chooses who has the first turn: %(first)s",
                       "%(side)s выбирает, кто ходит первым: %(first)s"),
                first=named("first"))),
    ),
    settles={"sides": settle},
    proposes={Commit: _small_hideout},
    telling=Telling(phases={"sides": Phrase("Sides", "Стороны"), "first-turn": Phrase("First turn", "Первый ход")}),
)  # fmt: skip
