"""The obstacle stratagems and the three kinds of obstacle."""

from rules.kernel.rule import Clause, Rule

OBSTACLES = Rule(
    "cod.stratagem.obstacle",
    en="Obstacle stratagems",
    ru="Стратегии препятствий",
    clauses={
        "purpose": Clause(
            "Extra terrain",
            "Дополнительный ландшафт",
            "Obstacle stratagems let the player place extra terrain that hinders the enemy or gives cover.",
            "690-692",
            text_ru="Стратегии препятствий позволяют игроку поставить дополнительный ландшафт, который мешает врагу "
            "или даёт укрытие.",
        ),
        "place-anywhere": Clause(
            "Placed anywhere",
            "Где угодно на поле",
            "Obstacles may be placed anywhere on the battlefield.",
            "696",
            text_ru="Препятствия можно ставить где угодно на поле боя.",
            note="Both deployment zones included.",
            note_ru="В том числе в обеих зонах расстановки.",
        ),
        "types": Clause(
            "Three types of obstacle",
            "Три вида препятствий",
            "There are three types: razor wire, tank traps and barricades; each is its own stratagem.",
            "697",
            text_ru="Препятствия бывают трёх видов: колючая проволока, противотанковые ежи и баррикады; каждый – "
            "отдельная стратегия.",
            note="Each type is a stratagem of its own.",
            note_ru="Каждый вид – отдельная стратегия.",
        ),
        "count": Clause(
            "D3+3 obstacles",
            "D3+3 препятствия",
            "The player gets D3+3 obstacles of the chosen type.",
            "697",
            text_ru="Игрок получает D3+3 препятствия выбранного вида.",
        ),
        "size": Clause(
            'Up to 6" each',
            'До 6" каждое',
            'Each obstacle is up to 6" in diameter.',
            "697",
            text_ru='Каждое препятствие – до 6" в поперечнике.',
            note='A straight piece may be up to 6" long and 1" thick.',
            note_ru='Прямой элемент – до 6" в длину и 1" в толщину.',
        ),
    },
)

BARRICADE = Rule(
    "cod.terrain.barricade",
    en="Barricades",
    ru="Баррикады",
    clauses={
        "cover-save": Clause(
            "Barricade: 4+ cover",
            "Баррикада: укрытие 4+",
            "Barricades give a 4+ cover save.",
            "699-703",
            text_ru="Баррикады дают спасбросок за укрытие 4+.",
        ),
        "difficult": Clause(
            "Barricade: difficult terrain",
            "Баррикада: трудная местность",
            "Barricades are difficult terrain.",
            "704",
            text_ru="Баррикады – труднопроходимая местность.",
        ),
        "vehicle": Clause(
            "Barricade: dangerous to vehicles",
            "Баррикада: опасна для техники",
            "For vehicles other than skimmers a barricade is dangerous terrain.",
            "705",
            text_ru="Для техники, кроме скиммеров, баррикада – опасный ландшафт.",
            note="Prose says difficult, the cheat sheet dangerous: dangerous, as in every other row for vehicles.",
            note_ru="В тексте «труднопроходимо», в памятке «опасно»: опасно, как во всех остальных строках для "
            "техники.",
        ),
        "removed-by-vehicle": Clause(
            "Barricade removed by vehicle",
            "Техника сносит баррикаду",
            "A barricade that a non-skimmer vehicle drove across is removed.",
            "705, 1271",
            text_ru="Баррикаду, через которую проехала техника, кроме скиммеров, убирают.",
            note="Walkers are vehicles.",
            note_ru="Шагоходы – это техника.",
        ),
    },
)

RAZOR_WIRE = Rule(
    "cod.terrain.razor-wire",
    en="Razor wire",
    ru="Колючая проволока",
    clauses={
        "infantry": Clause(
            "Razor wire: difficult on foot",
            "Проволока: трудна для пеших",
            "Razor wire is difficult terrain for any non-vehicle model.",
            "707-711",
            text_ru="Колючая проволока – труднопроходимая местность для всех моделей, кроме техники.",
        ),
        "vehicle": Clause(
            "Razor wire: vehicles go freely",
            "Проволока: технике не мешает",
            "Vehicles move through razor wire freely.",
            "711",
            text_ru="Техника проходит через колючую проволоку свободно.",
            note="Vehicles do not remove the wire.",
            note_ru="Проволоку техника не убирает.",
        ),
        "no-cover": Clause(
            "Razor wire: no cover",
            "Проволока: нет укрытия",
            "Razor wire gives no cover save.",
            "1264",
            text_ru="Колючая проволока укрытия не даёт.",
            note="Stands only in the cheat sheet.",
            note_ru="Есть только в памятке.",
        ),
    },
)

TANK_TRAP = Rule(
    "cod.terrain.tank-trap",
    en="Tank traps",
    ru="Противотанковые ежи",
    clauses={
        "vehicle": Clause(
            "Tank traps stop vehicles",
            "Ежи непроходимы для техники",
            "Tank traps are impassable to all vehicles except skimmers.",
            "713-717",
            text_ru="Противотанковые ежи непроходимы для всей техники, кроме скиммеров.",
            note="Skimmers pass: the cheat sheet leaves them out, the prose governs.",
            note_ru="Скиммеры проходят: в памятке это пропущено, главный – текст.",
        ),
        "infantry": Clause(
            "Tank traps: free on foot",
            "Ежи пешим не мешают",
            "Tank traps do not affect the movement of non-vehicle models.",
            "718",
            text_ru="На движение моделей, кроме техники, противотанковые ежи не влияют.",
        ),
        "cover-save": Clause(
            "Tank traps: 5+ cover",
            "Ежи: укрытие 5+",
            "Tank traps give a 5+ save to models sheltering behind them.",
            "718",
            text_ru="Моделям, укрывшимся за противотанковыми ежами, они дают спасбросок 5+.",
            note="Read as a cover save.",
            note_ru="Читаем как спасбросок за укрытие.",
        ),
    },
)
