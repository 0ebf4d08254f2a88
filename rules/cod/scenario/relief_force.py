"""Relief Force, a special scenario."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cod import ground, placement, prepared, scoring
from rules.cod import ruins as city
from rules.cod.mission import STRATAGEMS, Mission, Segment
from rules.cod.scenario._shared import first_turn, roles, special_rules
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Outcome, State, Terrain, Unit, Zone
from rules.wh40k import words

RELIEF_FORCE = Rule(
    "cod.scenario.relief-force",
    en="Relief Force",
    ru="Освободительный отряд",
    clauses={
        "objective": Clause(
            "Capture the building",
            "Захватить здание",
            "The attacker must capture the defended building.",
            "1071-1077",
            text_ru="Нападающий должен захватить обороняемое здание.",
        ),
        "attacker-win": Clause(
            "Attacker holds it alone",
            "Нападающий один в здании",
            "The attacker wins immediately when, at the end of a defender's turn, an attacking scoring unit "
            "occupies the building and no defending scoring unit is in it.",
            "1077",
            text_ru="Нападающий побеждает сразу, если в конце хода защищающегося здание занимает боеспособный отряд "
            "нападающего, а боеспособных отрядов защищающегося в нём нет.",
            note="No scoring unit of the defender may be in the building at all, which is more than not to occupy it.",
            note_ru="Боеспособных отрядов защищающегося в здании не должно быть вовсе; это больше, чем «не занимают».",
        ),
        "defender-win": Clause(
            "Not captured",
            "Здание не захвачено",
            "If the attacker has not captured it by the end of the game the defender wins.",
            "1077",
            text_ru="Если к концу игры нападающий его не захватил, побеждает защищающийся.",
        ),
        "extra-key-building": Clause(
            "One more key building",
            "Ещё одно ключевое здание",
            "The defender may take one additional stratagem, which must be a key building and must be applied to "
            "the designated building.",
            "1079",
            text_ru="Защищающийся может взять ещё одну стратегию; это должно быть ключевое здание, и именно "
            "обозначенное.",
            note="Outside the limit of the level.",
            note_ru="Сверх того, что даёт уровень.",
        ),
        "special-rules": special_rules("1081-1083", "Reserves"),
        "roles": roles("1087"),
        "deploy.building": Clause(
            "Building near the centre",
            "Обозначенное здание у центра",
            "The defender chooses a building within 12\" of the table centre; it is the attacker's objective.",
            "1089",
            text_ru='Защищающийся выбирает здание в пределах 12" от центра стола; это цель нападающего.',
        ),
        "deploy.defender": Clause(
            "Defender's Troops in it",
            "Основные отряды в здании",
            'The defender may deploy any number of Troops in that building, or, for vehicles, within 6" of it.',
            "1089",
            text_ru="Защищающийся может выставить сколько угодно отрядов войск в это здание, а технику – в пределах "
            '6" от него.',
            note="The rest of the defending army is in reserve.",
            note_ru="Остальная армия защищающегося в резерве.",
        ),
        "deploy.attacker": Clause(
            "Attacker's quarter",
            "Четверть нападающего",
            "Divide the table into four quarters; the attacker chooses one part and deploys his whole army there.",
            "1091",
            text_ru="Стол делят на четыре четверти; нападающий выбирает одну и выставляет в ней всю армию.",
            note="The text says edge after the division into quarters: a quarter is meant. It is chosen before "
            "stratagems are declared, for which zones have to be fixed.",
            note_ru="После деления на четверти в тексте сказано «край»: имеется в виду четверть. Её выбирают до "
            "объявления стратегий, для которого зоны уже нужны.",
        ),
        "deploy.attacker-exclusion": Clause(
            'Attacker kept 18" and 12"',
            'Нападающий не ближе 18" и 12"',
            'The attacker may not deploy within 18" of any defending unit or within 12" of the designated building.',
            "1091",
            text_ru='Нападающий не может выставляться в 18" от любого отряда защищающегося и в 12" от обозначенного '
            "здания.",
            note='The 12" are measured from the building, not from the centre.',
            note_ru='12" меряют от здания, а не от центра.',
        ),
        "first-turn": first_turn("1093"),
        "reserves": Clause(
            "Reserves arrive",
            "Выход резервов",
            "Attacker's reserves enter within 6\" of his entry point; defender's from any point of his own table edge.",
            "1095",
            text_ru='Резервы нападающего выходят в пределах 6" от точки входа, резервы защищающегося – в любом месте '
            "своего края стола.",
            note="This scenario has no entry point, and the attacker no reserves; the defender's come from the "
            "outer edges of the quarter opposite the attacker's.",
            note_ru="В этом сценарии нет точки входа, а у нападающего нет резервов; резервы защищающегося выходят с "
            "внешних краёв четверти, противоположной четверти нападающего.",
        ),
    },
)

KEY_BUILDINGS = (
    "ammunition-store", "command-centre", "fuel-depot", "observation-post", "power-generator", "hospital",
    "sacred-ground",
)  # fmt: skip


def designated(state: State) -> Terrain | None:
    """The building the attacker has to capture."""
    side = prepared.side_of(state, "defender")
    return prepared.ruin(state, prepared.building(state, side)) if side else None


def _zones(state: State) -> Mapping[str, tuple[Zone, ...]]:
    """The designated building for the defender, a quarter for the attacker."""
    found: dict[str, tuple[Zone, ...]] = {}
    piece, attacker = designated(state), prepared.side_of(state, "attacker")
    if piece is not None:
        defender = state.enemy(attacker)
        found[defender] = (Zone(defender, piece.name, piece.outline),)
    names: dict[tuple[str, ...], str] = {edges: name for name, edges in ground.QUARTERS.items()}
    quarter = names.get(prepared.own_edges(state, attacker)) if attacker else None
    if quarter is not None:
        found[attacker] = (ground.quarter(state.table, quarter, attacker),)
    return found


def _refused(state: State, unit: Unit, models: tuple[Model, ...]) -> str:
    # A ruling may have taken the building away again.
    piece = designated(state)
    if prepared.role(state, unit.side) == "defender":
        inside = piece is not None and all(_inside(state, model, piece) for model in models)
        return "" if inside and not _held(state, unit) else RELIEF_FORCE["deploy.defender"]
    if placement.out_of_order(state, unit):
        return placement.ORDER
    if not placement.in_own_zone(state, unit, models):
        return RELIEF_FORCE["deploy.attacker"]
    close = placement.near_enemy(state, models, 18 * INCH)
    close = close or (piece is not None and placement.near_piece(models, piece, 12 * INCH))
    return RELIEF_FORCE["deploy.attacker-exclusion"] if close else ""


def _inside(state: State, model: Model, piece: Terrain) -> bool:
    """In the building; a vehicle within 6" of it."""
    if words.is_vehicle(model):
        return city.within(model, piece, 6 * INCH)
    return city.inside(state, model, piece)


def _held(state: State, unit: Unit) -> str:
    """All of the defender's army but its Troops is in reserve."""
    defends = prepared.role(state, unit.side) == "defender"
    return RELIEF_FORCE["deploy.defender"] if defends and placement.category(state, unit) != "Troops" else ""


def _kept(state: State, unit: Unit) -> str:
    return RELIEF_FORCE["deploy.attacker"] if prepared.role(state, unit.side) == "attacker" else ""


def _arrival(state: State, unit: Unit) -> tuple[Segment, ...]:
    return prepared.segments(state, unit.side)


def captured(state: State) -> bool:
    """Whether a scoring unit of the attacker occupies the building and no scoring unit of the defender is in it."""
    piece, attacker = designated(state), prepared.side_of(state, "attacker")
    if piece is None:
        return False
    able = scoring.scoring_units(state)
    theirs = [u for u in words.on_table(state, state.enemy(attacker)) if u.id in able]
    defended = any(city.inside(state, model, piece) for unit in theirs for model in words.standing(state, unit))
    return not defended and scoring.occupier(state, piece, able) == attacker


def _score(state: State) -> dict[str, int]:
    attacker = prepared.side_of(state, "attacker")
    return {side: int(side == attacker and captured(state)) for side in state.sides}


def _immediate(state: State) -> Outcome | None:
    """Looked at when a player turn of the defender ends."""
    if prepared.role(state, state.turn) != "defender" or not captured(state):
        return None
    winner = prepared.side_of(state, "attacker")
    return scoring.won(state, winner, RELIEF_FORCE["attacker-win"], _score(state))


def _victory(state: State) -> Outcome:
    winner = prepared.side_of(state, "defender")
    return scoring.won(state, winner, RELIEF_FORCE["defender-win"], dict.fromkeys(state.sides, 0))


def _designated(state: State, side: str) -> list[Terrain]:
    key = prepared.building(state, prepared.side_of(state, "defender"))
    return [piece for piece in prepared.ruins(state) if piece.id == key]


MISSION = Mission(
    RELIEF_FORCE,
    (
        ("sides", "roles"),
        ("sides", "building"),
        ("sides", "quarter"),
        STRATAGEMS,
        ("deployment", "defender"),
        ("deployment", "attacker"),
    ),
    _score,
    _victory,
    _refused,
    _kept,
    held=_held,
    arrival=_arrival,
    zones=_zones,
    immediate=_immediate,
    wanted=_designated,
    stays=lambda state, unit: not _held(state, unit),
    extra={("defender", name): RELIEF_FORCE["extra-key-building"] for name in KEY_BUILDINGS},
)
