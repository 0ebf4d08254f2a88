"""Catalogue of what the scenarios share; each has a file of its own in `scenario/`."""

from rules.kernel.rule import Clause, Rule

SCENARIOS = Rule(
    "cod.scenario",
    en="City scenarios",
    ru="Сценарии городского боя",
    clauses={
        "standard.format": Clause(
            "Format of standard scenarios",
            "Формат стандартных сценариев",
            "The five standard scenarios use urban stratagems and the common rules of this chapter.",
            "767-769",
        ),
        "occupy.definition": Clause(
            "What occupies a ruin",
            "Занятие городских руин",
            "A ruin is occupied by a player when one or more of his scoring units have more than half of "
            "themselves inside it.",
            "773-775",
            note="More than half of a unit's models, each unit for itself; exactly half is not enough. A vehicle "
            "has its middle inside.",
        ),
        "occupy.contested": Clause(
            "Contested by the enemy",
            "Враг в таких же условиях",
            "A ruin is not occupied if enemy scoring units are in it by more than half as well.",
            "775",
            note="An enemy scoring unit has to be more than half inside too.",
        ),
        "occupy.destroyed-ruin": Clause(
            "Destroyed ruins count",
            "Уничтоженные руины тоже занимают",
            "A destroyed ruin may still be occupied.",
            "777",
            note="The agreed outline is kept.",
        ),
        "scoring-unit.table": Clause(
            "Scoring by the table",
            "Боеспособность по таблице",
            "Which units are scoring is given by the victory-points table.",
            "779-781",
        ),
        "scoring-unit.quarter-strength": Clause(
            "Scoring down to 25%",
            "Боеспособны до 25%",
            "Non-vehicle units stop being scoring only when they fall below 25% of starting strength, instead of "
            "the usual 50%.",
            "781",
            note="Exactly 25% is scoring; artillery keeps its own 50%.",
        ),
    },
)

SPECIAL_SCENARIOS = Rule(
    "cod.special-scenario",
    en="Special scenarios",
    ru="Специальные сценарии",
    clauses={
        "nature": Clause(
            "What special scenarios add",
            "Что дают специальные сценарии",
            "Special scenarios add story, unusual situations and unequal starting conditions to the balanced "
            "standard set.",
            "1011-1017",
            status="advice",
        ),
        "levels": Clause(
            "Played at any level",
            "Любой уровень сложности",
            "Special scenarios may be played at Alpha, Gamma or Omega, with stratagems chosen to suit the level.",
            "1019-1021",
            note="Their special rules are the same at every level.",
        ),
        "terrain": Clause(
            "Memorable terrain",
            "Запоминающиеся декорации",
            "Players are encouraged to place terrain to make memorable scenery.",
            "1021",
            status="advice",
            note="The steps of placing terrain are optional here.",
        ),
    },
)
