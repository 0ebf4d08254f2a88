"""How the autoplayer plays Kill Team: simple, aggressive, and within the rules.

Everything is proposed from the legal options; the first proposal that the rules accept is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Any

from rules.kernel import engine, geometry
from rules.kernel.actions import Begin, Muster
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.lengths import INCH
from rules.kernel.part import Option
from rules.kernel.proposing import COMPASS, Propose, Proposer, directions, towards
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster, Weapon
from rules.kernel.state import Model, Point, State, Table, Terrain
from rules.kt import charge, deploy, fight, game, morale, move, psychic, reroll, stratagem, words
from rules.kt.options import DEFAULTS
from rules.kt.roster import pick
from rules.kt.shoot import Share, Shoot, Volley, family
from rules.kt.specialist import comms


class Player(Proposer):
    """Plays both sides. What it would rather do is drawn from its own dice."""

    def __init__(self, dice: Seeded) -> None:
        super().__init__(dice, _PROPOSE, _WEIGHT)

    def opening(
        self, rosters: Sequence[Roster], table: Table, options: dict[str, int | str | bool]
    ) -> list[Declaration[Any]]:
        """Begin the game and muster both sides, picking a team where the roster is a command roster."""
        limit = int(options.get("kt.roster.format-agreed", DEFAULTS["kt.roster.format-agreed"]))
        musters = [
            Declaration(by=side, action=Muster(roster=roster, pick=pick(roster, limit)))
            for side, roster in zip(deploy.SIDES, rosters, strict=True)
        ]
        return [Declaration(by="table", action=Begin(table=table, options=options)), *musters]

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now, best first; the last is always acceptable."""
        legal = engine.options(ruleset, state)
        offered = [option for option in legal if option.action != "stratagem"]
        paid = [option for option in legal if option.action == "stratagem"]
        if paid and not self.dice.below(2 if state.phase == "fight" else 4):
            yield from self.declare(state, [paid[self.dice.below(len(paid))]])
        models = list(dict.fromkeys(option.model for option in offered if option.model))
        if state.phase == "movement":
            models.sort(key=list(state.models).index)
        if state.pending is None and models:
            chosen = models[self.dice.below(len(models))]
            mine = [option for option in offered if option.model == chosen]
            yield from self.declare(state, mine)
            yield Declaration(by=mine[0].side, action=game.Pass(model=chosen))
        else:
            yield from self.declare(state, [option for option in offered if option.action != "pass"])
        yield from (Declaration(by=o.side, action=game.Pass()) for o in offered if o.action == "pass")

    def reroll(self, decided: Decided) -> Reroll | None:
        """One roll in some that went wrong for a side with command points, to be made again."""
        rolls = [effect for effect in decided.effects if isinstance(effect, Rolled)]
        paid = {side.id for side in decided.state.sides.values() if side.counters.get("cp", 0) >= reroll.PRICE}
        bad = [Reroll(n, die) for n, r in enumerate(rolls) if r.by in paid and (die := reroll.worst(r)) is not None]
        return bad[self.dice.below(len(bad))] if bad and not self.dice.below(6) else None

    def again(self, rolled: Rolled, number: int) -> Reroll | None:
        """Roll `number` of the step that waits, made again where it went wrong, two times in three."""
        die = reroll.worst(rolled)
        return None if die is None or not self.dice.below(3) else Reroll(number, die)

    # proposals, one function an action

    def muster(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Nothing: both sides muster in the opening."""
        return iter(())

    def roll_off(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Roll."""
        yield deploy.RollOff()

    def choose_zone(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Any zone."""
        yield deploy.ChooseZone(zone=option.targets[self.dice.below(len(option.targets))])

    def deploy(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Any free place in the zone, then every place of a grid."""
        table = state.table
        zone = next((zone.outline for zone in table.zones if zone.id == option.targets[0]), None)
        outline = zone or ((0, 0), (table.width, table.depth))
        base = state.models[option.model].sheet.base
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        for _ in range(60):
            x = min(xs) + base + self.dice.below(max(1, max(xs) - min(xs) - 2 * base))
            y = min(ys) + base + self.dice.below(max(1, max(ys) - min(ys) - 2 * base))
            yield deploy.Deploy(model=option.model, at=(x, y, 0))
        step = 2 * base + 2
        for x in range(min(xs) + base, max(xs) - base + 1, step):
            for y in range(min(ys) + base, max(ys) - base + 1, step):
                yield deploy.Deploy(model=option.model, at=(x, y, 0))

    def initiative(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Roll."""
        yield game.Initiative()

    def ready(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Take aim when an enemy is in reach of some weapon."""
        model = state.models[option.model]
        reach = max((int(w.profile.get("range", 0)) for w in model.sheet.weapons), default=0)
        if words.enemies_near(state, model, reach):
            yield move.Ready(model=option.model)

    def move(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Towards the nearest enemy; now and then up onto a platform."""
        model = state.models[option.model]
        climbs = [t for t in state.table.terrain if t.kind == "platform"] if not self.dice.below(3) else []
        for piece in climbs:
            path = _climb(model, piece, option.limit)
            if path:
                yield move.Move(model=model.id, path=path)
        for path in self._ways(state, model, option.limit):
            yield move.Move(model=model.id, path=path)

    def fall_back(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Away from the nearest enemy."""
        model = state.models[option.model]
        for path in self._ways(state, model, option.limit, away=True):
            yield move.FallBack(model=model.id, path=path)

    def advance(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Roll."""
        scout = "kt.specialist.scout" in state.models[option.model].sheet.has
        yield move.Advance(model=option.model, reroll=2 if scout else 0)

    def run(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Towards the nearest enemy."""
        for path in self._ways(state, state.models[option.model], option.limit):
            yield move.Run(path=path)

    def charge(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """At the nearest one or two targets."""
        model = state.models[option.model]
        near = sorted(option.targets, key=lambda key: geometry.distance(model, state.models[key]))
        count = 1 + self.dice.below(min(2, len(near)))
        yield charge.Charge(model=option.model, targets=tuple(near[:count]))

    def overwatch(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """With everything that reaches."""
        for each in same:
            model = state.models[each.model]
            for weapons in _loads(model, each.weapons):
                yield charge.Overwatch(model=each.model, volleys=_at(weapons, each.targets[0]))

    def retreat(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Straight away from the charging model."""
        each = same[self.dice.below(len(same))]
        model, charger = state.models[each.model], state.models[each.targets[0]]
        for path in _straight(state, model, each.limit, goal=charger.at, away=True):
            yield charge.Retreat(model=each.model, path=path)

    def charge_roll(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Roll."""
        yield charge.ChargeRoll()

    def charge_move(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """To a place beside a target, else towards one."""
        model = state.models[option.model]
        targets = [state.models[key] for key in option.targets if not state.models[key].out]
        for target in targets:
            for path in _beside(model, target, option.limit):
                yield charge.ChargeMove(path=path)
        for target in targets:
            for path in _straight(state, model, option.limit, goal=target.at):
                yield charge.ChargeMove(path=path)

    def manifest(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Psybolt."""
        yield psychic.Manifest(model=option.model)

    def deny(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """With any psyker that may."""
        yield psychic.Deny(model=same[self.dice.below(len(same))].model)

    def comms(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Help a friend."""
        yield comms.Scan(model=option.model, friend=option.targets[self.dice.below(len(option.targets))])

    def stratagem(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Play what can be played."""
        friend = option.targets[self.dice.below(len(option.targets))] if option.targets else ""
        yield stratagem.Stratagem(model=option.model, friend=friend)

    def shoot(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """With everything that may be fired together, at any targets."""
        model = state.models[option.model]
        targets = {each.weapons[0]: each.targets for each in same}
        for weapons in _loads(model, tuple(targets)):
            volleys = [self._volley(state, weapon, targets[weapon.id]) for weapon in weapons]
            if len(volleys) > 1 and not self.dice.below(3):
                yield Shoot(model=model.id, volleys=(volleys[0],), more=True)
            yield Shoot(model=model.id, volleys=tuple(volleys))
            yield Shoot(model=model.id, volleys=tuple(Volley(v.weapon, v.target) for v in volleys))

    def _volley(self, state: State, weapon: Weapon, targets: tuple[str, ...]) -> Volley:
        target = targets[self.dice.below(len(targets))]
        attacks = weapon.profile.get("attacks", 1)
        if isinstance(attacks, int) and attacks > 1 and not self.dice.below(2):
            close = [
                key
                for key in targets
                if key != target and geometry.distance(state.models[key], state.models[target]) <= 2 * INCH
            ]
            return Volley(weapon.id, target, tuple(Share(key, 1) for key in close[: attacks - 1]))
        return Volley(weapon.id, target)

    def fight(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Strike what is in reach, else pile in first."""
        model = state.models[option.model]
        attacks = model.sheet.profile.get("A", 1)
        count = attacks if isinstance(attacks, int) else 1
        weapon = (
            option.weapons[self.dice.below(len(option.weapons) - 1)] if len(option.weapons) > 1 else option.weapons[0]
        )
        if option.targets:
            first = option.targets[self.dice.below(len(option.targets))]
            yield fight.Fight(model=model.id, blows=_blows(weapon, option.targets, first, count))
            yield fight.Fight(model=model.id, blows=(fight.Blow(weapon, first, count),))
        for path, target in _pile_ins(state, model):
            yield fight.Fight(model=model.id, pile_in=path, blows=(fight.Blow(weapon, target, count),))
        yield fight.Fight(model=model.id)

    def consolidate(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Half of the time towards the closest enemy."""
        model = state.models[option.model]
        if self.dice.below(2):
            for path, _ in _pile_ins(state, model):
                yield fight.Consolidate(path=path)

    def morale(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Begin."""
        yield morale.Morale()

    def nerve_test(self, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
        """Test."""
        yield morale.NerveTest(model=option.model)

    def _ways(self, state: State, model: Model, limit: int, away: bool = False) -> Iterator[tuple[Point, ...]]:
        """Paths towards (or away from) the nearest enemy, the straight ones first."""
        enemies = state.alive(state.enemy(model.side))
        nearest = min(enemies, key=lambda m: geometry.distance(m, model), default=None)
        goal = nearest.at if nearest else None
        full = limit - self.dice.below(max(1, limit // 3))
        yield from _straight(state, model, full, goal, away)


_PROPOSE: dict[str, Propose] = {
    "roll-off": Player.roll_off,
    "choose-zone": Player.choose_zone,
    "deploy": Player.deploy,
    "initiative": Player.initiative,
    "ready": Player.ready,
    "move": Player.move,
    "fall-back": Player.fall_back,
    "advance": Player.advance,
    "run": Player.run,
    "charge": Player.charge,
    "overwatch": Player.overwatch,
    "retreat": Player.retreat,
    "charge-roll": Player.charge_roll,
    "charge-move": Player.charge_move,
    "manifest": Player.manifest,
    "deny": Player.deny,
    "comms": Player.comms,
    "stratagem": Player.stratagem,
    "shoot": Player.shoot,
    "fight": Player.fight,
    "consolidate": Player.consolidate,
    "morale": Player.morale,
    "nerve-test": Player.nerve_test,
}

_WEIGHT = {"charge": 90, "move": 100, "ready": 90, "advance": 40, "overwatch": 120, "retreat": 40, "fall-back": 80}


def _at(weapons: list[Weapon], target: str) -> tuple[Volley, ...]:
    return tuple(Volley(weapon.id, target) for weapon in weapons)


def _loads(model: Model, usable: tuple[str, ...]) -> Iterator[list[Weapon]]:
    """Sets of weapons a model may fire together: everything but pistols and grenades, then each of those."""
    weapons = [w for w in model.sheet.weapons if w.id in usable]
    plain = {family(w.name): w for w in weapons if w.profile.get("type") not in ("Pistol", "Grenade")}
    if plain:
        yield list(plain.values())
    for weapon in weapons:
        yield [weapon]


def _blows(weapon: str, targets: tuple[str, ...], first: str, count: int) -> tuple[fight.Blow, ...]:
    """All attacks on one target, or one of them on a second."""
    second = next((key for key in targets if key != first), "")
    if second and count > 1:
        return (fight.Blow(weapon, first, count - 1), fight.Blow(weapon, second, 1))
    return (fight.Blow(weapon, first, count),)


# paths


def _straight(
    state: State, model: Model, limit: int, goal: Point | None, away: bool = False
) -> Iterator[tuple[Point, ...]]:
    """One-leg paths in all directions at three lengths; from a height, out over the edge and down first."""
    start = model.at or (0, 0, 0)
    for length in (limit, limit * 2 // 3, limit // 3):
        for direction in directions(start, goal, away)[:12]:
            end = towards(start, direction, length)
            path = _down(state, start, direction, end) if start[2] else (end,)
            if path:
                yield path


def _down(state: State, start: Point, direction: tuple[int, int], end: Point) -> tuple[Point, ...]:
    """A path from the top of a piece: along it, or over its edge, down, and on."""
    piece = next(
        (t for t in state.table.terrain if t.floor + t.height == start[2] and geometry.inside(start, t.outline)), None
    )
    if piece is None or geometry.inside(end, piece.outline):
        return (end,)
    for length in range(10, 800, 10):
        edge = towards(start, direction, length)
        if not geometry.inside(edge, piece.outline):
            return (edge, (edge[0], edge[1], 0), (end[0], end[1], 0))
    return ()


def _climb(model: Model, piece: Terrain, limit: int) -> tuple[Point, ...]:
    """A path up onto a piece: to its nearest edge, up, and half an inch inward; empty when it is out of reach."""
    start, top = model.at or (0, 0, 0), piece.floor + piece.height
    if start[2]:
        return ()
    xs, ys = [p[0] for p in piece.outline], [p[1] for p in piece.outline]
    edge = (min(max(start[0], min(xs)), max(xs)), min(max(start[1], min(ys)), max(ys)))
    middle = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    dx, dy = middle[0] - edge[0], middle[1] - edge[1]
    length = isqrt(dx * dx + dy * dy) or 1
    end = (edge[0] + dx * 70 // length, edge[1] + dy * 70 // length, top)
    path = ((*edge, 0), (*edge, top), end)
    return path if geometry.path_length(start, path) <= limit else ()


def _beside(model: Model, target: Model, limit: int) -> Iterator[tuple[Point, ...]]:
    """Straight paths to places half an inch from a target's base, the nearest first."""
    start, centre = model.at or (0, 0, 0), target.at or (0, 0, 0)
    radius = model.sheet.base + target.sheet.base + 50
    spots = [towards((centre[0], centre[1], start[2]), direction, radius) for direction in COMPASS]
    spots.sort(key=lambda p: (p[0] - start[0]) ** 2 + (p[1] - start[1]) ** 2)
    for spot in spots[:9]:
        if geometry.path_length(start, (spot,)) <= limit:
            yield (spot,)


def _pile_ins(state: State, model: Model) -> Iterator[tuple[tuple[Point, ...], str]]:
    """Paths of up to 3" that end nearer the closest enemy, with the id of that enemy."""
    enemies = state.alive(state.enemy(model.side))
    if not enemies:
        return
    closest = min(enemies, key=lambda m: geometry.distance(m, model))
    before = geometry.distance(model, closest)
    if before < 5:
        return
    start, goal = model.at or (0, 0, 0), closest.at or (0, 0, 0)
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = isqrt(dx * dx + dy * dy) or 1
    for step in (min(300, before), min(200, before // 2), min(100, before // 3)):
        if step:
            yield ((start[0] + dx * step // length, start[1] + dy * step // length, start[2]),), closest.id
