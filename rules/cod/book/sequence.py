"""Catalogue of the seven steps of a city fight."""

from rules.kernel.rule import Clause, Rule

SEQUENCE = Rule(
    "cod.sequence",
    en="Fighting in the city",
    ru="Бои в городе",
    clauses={
        "order": Clause(
            "Seven steps of a game",
            "Семь шагов игры",
            "A game is prepared and played in seven ordered steps: (1) choose armies, (2) agree the level and set "
            "up terrain, (3) choose the scenario, (4) choose table edges, (5) choose and declare stratagems, (6) "
            "deploy, (7) play.",
            "5-45",
            note="A standard scenario's own list (quarters, stratagems, deployment) takes the place of steps 4 to 6.",
        ),
        "army.codex": Clause(
            "Armies from the Codex",
            "Войска по Кодексу Армии",
            "Armies are chosen in the normal way from their Codex, as usual or tailored to the tactics of this "
            "supplement.",
            "7-11",
            status="recorded",
            note="Points and unit data come with the roster: they are not in this document.",
        ),
        "marked-rules": Clause(
            "Marked rules are core rules",
            "Помеченные правила как в основной книге",
            "Any rule carrying the book's marker symbol works exactly as the core Warhammer 40,000 rulebook "
            "describes it.",
            "13",
            note="The marker did not survive in the file: every rule that is not redefined here is the core rule.",
        ),
        "level.agree": Clause(
            "Players agree a level",
            "Договориться об уровне сложности",
            "Players agree to play at Alpha, Gamma or Omega level according to how much terrain is available; the "
            "level fixes how many stratagems each may choose.",
            "15-17",
        ),
        "board.prepare": Clause(
            "Terrain is set up",
            "Подготовить поле боя",
            "The battlefield is set up with the terrain-placement procedure of the organisation chapter.",
            "19",
            note="By the steps of the organisation chapter.",
        ),
        "scenario.choose": Clause(
            "Scenario rolled or chosen",
            "Выбрать сценарий",
            "Roll a die for one of the standard city-fight scenarios, or choose one of the special scenarios.",
            "21-23",
        ),
        "scenario.contents": Clause(
            "What a scenario states",
            "Что указано в сценарии",
            "Every scenario states its objectives, victory conditions and special rules, and every scenario uses "
            "urban stratagems.",
            "25",
        ),
        "edge.rolloff": Clause(
            "Roll-off for table edge",
            "Бросок за край стола",
            "Both players roll a die; the higher result picks the table edge his army deploys on and the other "
            "player takes the opposite edge.",
            "27-29",
            note="Used only where a scenario needs edges and gives no other way: the standard ones deal out "
            "quarters. Ties are rolled again.",
        ),
        "stratagems.declare": Clause(
            "Stratagems named openly",
            "Назвать выбранные стратегии",
            "Players decide which urban stratagems to use and name them openly by the declaration procedure.",
            "31-35",
        ),
        "deploy": Clause(
            "Armies are deployed",
            "Выставление войск",
            "Armies are deployed according to the chosen scenario; the order in which units are placed differs "
            "from the normal rules.",
            "37-41",
        ),
        "play": Clause(
            "The battle begins",
            "И пусть начнётся бой",
            "After deployment the battle is fought.",
            "43-45",
        ),
    },
)
