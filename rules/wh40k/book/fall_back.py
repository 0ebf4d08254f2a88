"""Catalogue of falling back."""

from rules.kernel.rule import Clause, Rule

FALL_BACK = Rule(
    "wh40k.fall-back",
    en="Fall back",
    ru="Отступление",
    clauses={
        "immediate": Clause(
            "Falls back at once",
            "Отступает немедленно",
            "A unit makes a fall-back move immediately after failing its Morale check.",
            "76",
        ),
        "only-movement": Clause(
            "No other moves",
            "Только отступательный манёвр",
            "Until it regroups, the only moves a falling-back unit may make in later phases are fall-back moves.",
            "76",
        ),
        "each-movement-phase": Clause(
            "Again each Movement phase",
            "Снова в каждую фазу движения",
            "In each later Movement phase of its own the unit makes another fall-back move in place of its "
            "normal move.",
            "76",
            note="After the compulsory regroup test.",
        ),
        "ends": Clause(
            "When falling back ends",
            "Когда отступление кончается",
            "Falling back ends only when the unit regroups, is destroyed or leaves the table.",
            "76",
        ),
        "distance": Clause(
            "Falls back 2D6",
            "Отступает на 2D6",
            "A falling-back unit must move 2D6 inches.",
            "78",
            note="The whole distance is compulsory; other unit types use other dice.",
        ),
        "difficult-terrain": Clause(
            "Difficult terrain ignored",
            "Труднопроходимый не замедляет",
            "Difficult terrain does not slow a fall-back move.",
            "78",
        ),
        "dangerous-terrain": Clause(
            "Dangerous terrain counts",
            "Опасный ландшафт действует",
            "Dangerous terrain tests are taken as normal during a fall-back move.",
            "78",
            note="A test for each model.",
        ),
        "mixed-speeds": Clause(
            "Slowest model sets pace",
            "По самой медленной модели",
            "A unit whose models have different fall-back speeds always falls back at the speed of its slowest model.",
            "78",
        ),
        "direction": Clause(
            "Towards own edge",
            "К своему краю стола",
            "Every model moves towards its own table edge by the shortest possible route.",
            "80",
            note="Each path is as long as the roll, to a tenth of an inch. Where the straight way is blocked it may "
            "bring the model a quarter of an inch less near to the edge than the engine's own way does, or as little "
            "as its unit and coherency make it.",
        ),
        "direction.no-own-edge": Clause(
            "No edge of its own",
            "Нет своего края",
            "In a mission where a side has no table edge of its own, models move towards the nearest table edge "
            "instead.",
            "80",
            note="The edge nearest to each model.",
        ),
        "leaves-table": Clause(
            "Touches the edge",
            "Коснулся края стола",
            "As soon as any one model of a falling-back unit touches a table edge the entire unit is removed "
            "from the game as casualties.",
            "82",
            note="Any table edge; touching is enough.",
        ),
        "from-combat.move-through": Clause(
            "Through enemies of the combat",
            "Сквозь врагов из боя",
            "Models falling back out of close combat may move freely through all enemy models that took part in "
            "that combat.",
            "86",
        ),
        "from-combat.others-block": Clause(
            "Other models block",
            "Остальные модели мешают",
            "The freedom covers only the enemies of that combat: every other model still blocks movement as normal.",
            "86",
        ),
        "from-combat.extend": Clause(
            "Extended past the enemy",
            "Манёвр продлевается",
            "If a model would end its move less than 1 inch from one of those enemies, keep extending the "
            "fall-back move until the models are at least 1 inch away from them.",
            "86",
            note="Exactly 1 inch is far enough; only enemies of that combat count. The other models may go on as far "
            "as the one that has to go farthest.",
        ),
        "trapped.detour": Clause(
            "Round obstacles",
            "В обход препятствий",
            "A unit blocked by impassable terrain, friendly models or enemy models may go round them so as to "
            "get back towards its own edge by the shortest path, even if that means moving away from its own "
            "edge.",
            "90",
        ),
        "trapped.coherency": Clause(
            "Coherency on the detour",
            "Построение при обходе",
            "While going round obstacles the unit must keep its formation (unit coherency).",
            "90",
        ),
        "trapped": Clause(
            "Trapped with no way",
            "Зажаты!",
            "If the unit cannot complete its whole fall-back move in any direction without doubling back over "
            "its own path it is destroyed.",
            "90",
            note="Declared, and refused where the engine finds a legal way for the whole unit; one model without any "
            "is enough. The opponent may contest it.",
        ),
        "enemy-1in": Clause(
            "An inch from enemies",
            "Дюйм от противника",
            "A falling-back unit may not come closer than 1 inch to an enemy (other than passing through the "
            "enemies of the combat it is leaving); a path that could only be finished that way counts as "
            "blocked.",
            "105-124",
            note="Not for the enemies of the combat it is leaving.",
        ),
        "example.detour-impassable": Clause(
            "Example: round impassable terrain",
            "Пример: в обход непроходимого",
            "Worked example: a roll of 6 on 2D6 moves every model 6 inches towards its own edge; the leftmost "
            "model goes round impassable terrain.",
            "100-112",
        ),
        "example.around-enemies": Clause(
            "Example: round enemies",
            "Пример: в обход врагов",
            "Worked example: falling-back Space Marines must go round enemies even though the first part of the "
            "move takes them further from their own edge.",
            "102-114",
        ),
        "example.trapped": Clause(
            "Example: trapped Orks",
            "Пример: зажатые орки",
            "Worked example: Orks who must fall back 8 inches but cannot without running into impassable "
            "terrain or coming within 1 inch of an enemy are all destroyed.",
            "116-124",
        ),
        "shooting": Clause(
            "Snap Shots only",
            "Стрельба только навскидку",
            "A falling-back unit may keep shooting, including Overwatch and psychic shooting attacks, but only "
            "with Snap Shots.",
            "94",
        ),
        "no-go-to-ground": Clause(
            "Cannot go to ground",
            "Не может залечь",
            "A falling-back unit cannot go to ground.",
            "94",
        ),
        "auto-pass-pinning": Clause(
            "Passes pinning tests",
            "Подавление проходит само",
            "A falling-back unit passes pinning tests automatically.",
            "94",
        ),
        "auto-fail-morale": Clause(
            "Fails Morale checks",
            "Боевой дух проваливает сам",
            "A falling-back unit fails every Morale check automatically (although it may still regroup).",
            "98",
            note="The failure causes another fall-back move at once; a double 1 cannot help, as no dice are rolled.",
        ),
        "no-charge": Clause(
            "May not charge",
            "Не может нападать",
            "A falling-back unit may not charge.",
            "144-146",
        ),
    },
)
