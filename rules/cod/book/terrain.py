"""Catalogue of city terrain and of its cheat sheet."""

from rules.kernel.rule import Clause, Rule


def _row(key: str, en: str, ru: str, lines: str, classes: tuple[str, str, str], note: str = "") -> dict[str, Clause]:
    """A row of the cheat sheet; `classes` are the movement of infantry and of vehicles, and the cover save."""
    heads = {"infantry": ("infantry", "пехота"), "vehicle": ("vehicles", "машины"), "cover": ("cover", "укрытие")}
    names = ("infantry movement", "vehicle movement", "cover save")
    return {
        f"{key}.{column}": Clause(f"{en}: {head}", f"{ru}: {russian}", f"{en}, {name}: {value}.", lines, note=note)
        for (column, (head, russian)), name, value in zip(heads.items(), names, classes, strict=True)
    }


TERRAIN = Rule(
    "cod.terrain",
    en="City terrain",
    ru="Городской ландшафт",
    clauses={
        "agree-types": Clause(
            "Types agreed before game",
            "Договориться о типах ландшафта",
            "Before the game the players must agree what kind of terrain each available piece is; city ruins are "
            "the usual main type.",
            "50",
            status="recorded",
            note="Stored with the table that both players accept.",
        ),
        "intact-building.definition": Clause(
            "What is intact",
            "Что такое целое здание",
            "A building counts as intact when miniatures cannot be placed inside it.",
            "52-54",
        ),
        "rubble.definition": Clause(
            "What is rubble",
            "Что такое груды камней",
            "Rubble gives cover but slows both infantry and vehicles.",
            "58-60",
        ),
        "obstacle.definition": Clause(
            "What are obstacles",
            "Что такое препятствия",
            "Obstacles are barriers such as razor wire, tank traps and improvised barricades.",
            "64-66",
        ),
        "urban-ruin.definition": Clause(
            "What are city ruins",
            "Что такое городские руины",
            "City ruins are half-destroyed buildings in which models may stand and fight.",
            "70-72",
        ),
        "urban-ruin.level-names": Clause(
            "Floors count from one",
            "Первый и верхние этажи",
            "A ruin is divided into a first (ground) floor and upper floors.",
            "75-77",
            note="Floor 1 is the ground floor.",
        ),
        "road.definition": Clause(
            "What are roads",
            "Что такое дороги",
            "Roads may be represented by special terrain and allow fast movement across the board.",
            "79-81",
        ),
        "importance": Clause(
            "Why terrain is agreed",
            "Зачем договариваться",
            "Agreeing each piece's rules matters because many scenarios turn on seizing one or more city ruins.",
            "87",
            status="advice",
        ),
        "intact-building.impassable": Clause(
            "Intact building: impassable",
            "Целое здание непроходимо",
            "An intact building is normally impassable to everything.",
            "91",
        ),
        "intact-building.roof-exception": Clause(
            "Roofs by agreement",
            "Крыша по договорённости",
            "By agreement of both players certain troops (for example jump-pack infantry) may reach the roof, or "
            "balconies where there are any.",
            "91",
            status="recorded",
            note="Cover on the roof has to be agreed as well.",
        ),
        "intact-building.removable-roof": Clause(
            "Buildings with removable roof",
            "Здания со съёмной крышей",
            "An intact-looking building with a removable roof, so that models can stand inside, needs rules "
            "agreed before the game; treating it as a city ruin is recommended.",
            "92",
            status="recorded",
            note="City ruin by default.",
        ),
        "urban-ruin.cover-save": Clause(
            "City ruins: 4+ cover",
            "Руины: укрытие 4+",
            "City ruins give a 4+ cover save.",
            "96",
        ),
        "urban-ruin.difficult": Clause(
            "City ruins: difficult terrain",
            "Руины: труднопроходимая местность",
            "City ruins are difficult terrain.",
            "97",
            note="Difficult for infantry, dangerous for vehicles: the cheat sheet adds the latter.",
        ),
        "urban-ruin.area-no-fixed-size": Clause(
            "Area terrain, no size",
            "Площадь есть, размера нет",
            "City ruins are area terrain but have no fixed size (height) category.",
            "98",
            note="No class of height is meant; the outline has to be agreed.",
        ),
        "urban-ruin.upper-sees-over-models": Clause(
            "Upper floors see over models",
            "С этажей видно поверх моделей",
            "Models on any floor other than the first can see over any models that are on the ground.",
            "99",
            note="Models only, not terrain.",
        ),
        "urban-ruin.skimmer-no-enter": Clause(
            "Skimmers stay out",
            "Скиммеры не въезжают",
            "Skimmers may not enter or occupy city ruins.",
            "100",
        ),
        "urban-ruin.skimmer-hover": Clause(
            "Skimmers may hover above",
            "Скиммеры висят над руинами",
            "Skimmers may hover above city ruins.",
            "100",
            note="A skimmer above is not inside: it neither occupies the ruin nor is hurt when it falls.",
        ),
        "urban-ruin.skimmer-disembark": Clause(
            "No landing in ruins",
            "Высадка не прямо в руины",
            "A hovering skimmer cannot land troops directly in the ruins; passengers must first disembark and "
            "then enter at ground level.",
            "100",
            note='Rappel Lines are the exception. How high the skimmer hovers is not counted into the 6".',
        ),
        "rubble.cover-save": Clause(
            "Rubble: 4+ cover",
            "Груды камней: укрытие 4+",
            "Rubble gives a 4+ cover save.",
            "106",
        ),
        "rubble.difficult": Clause(
            "Rubble: difficult terrain",
            "Груды камней: труднопроходимы",
            "Rubble is difficult terrain.",
            "107",
            note="Difficult for infantry, dangerous for vehicles, as in the cheat sheet.",
        ),
        "rubble.area-option": Clause(
            "Rubble as area terrain",
            "Камни как площадной ландшафт",
            "Large enough rubble may be treated as area terrain; its exact extent must be agreed in advance.",
            "102-108",
            status="recorded",
        ),
        "obstacle.availability": Clause(
            "Where obstacles come from",
            "Откуда препятствия",
            "Obstacles come from the obstacle stratagems, but by mutual agreement the players may place some "
            "extra ones.",
            "110-112",
        ),
        "road.movement": Clause(
            "Roads as in core rules",
            "Дороги по основной книге",
            "The effect of roads on movement is that of the core rulebook's vehicle movement section.",
            "114-118",
            note="What the core rules print of roads is not at hand: open ground to everybody.",
        ),
        "custom.agree": Clause(
            "Home-made terrain is agreed",
            "Самодельные ландшафты",
            "Terrain that fits no category, or several (landing pads, factory tanks, bridges, giant statues), "
            "must have its effect agreed before the battle.",
            "120-122",
            status="recorded",
        ),
        "outline.agree": Clause(
            "Outlines agreed before game",
            "Договориться о контурах руин",
            "The footprint of each ruin must be agreed before the game so that it is always clear whether a model "
            "is inside or outside.",
            "124-126",
            status="recorded",
            note="The outline is stored with the table.",
        ),
        "outline.walls": Clause(
            "Outline along outer walls",
            "Контур по внешним стенам",
            "The best boundary is the outer walls, or the line of rubble where walls have fallen.",
            "128-132",
            status="advice",
        ),
        "outline.base-excluded": Clause(
            "Display base left out",
            "Подставка не в счёт",
            "Any part of the model's display base beyond the outer walls is not part of the ruin unless the "
            "players decide otherwise.",
            "134",
            status="recorded",
            note="The outline stored leaves it out unless the players decide otherwise.",
        ),
        "outline.corner-lines": Clause(
            "Outline by joined corners",
            "Контур по линиям углов",
            "If no clear boundary exists, the players agree one; the simplest is straight lines joining the "
            "ruin's corners, so a three-cornered ruin covers less area.",
            "136-140",
            status="advice",
        ),
    },
)

SHEET = Rule(
    "cod.sheet",
    en="Cheat sheet",
    ru="Памятка",
    clauses={
        **_row(
            "intact-building", "Intact building", "Целое здание", "1256", ("impassable", "impassable", "none (note 1)")
        ),
        "intact-building.infantry": Clause(
            "Intact building: infantry",
            "Целое здание: пехота",
            "Intact building, infantry movement: impassable.",
            "1251-1255, 1256",
        ),
        **_row("rubble", "Rubble", "Обломки", "1257", ("difficult", "dangerous", "4+")),
        **_row(
            "crater",
            "Craters",
            "Кратеры",
            "1258",
            ("difficult", "dangerous", "4+"),
            "Craters have no rule in the prose.",
        ),
        **_row("ruin", "City ruins", "Городские руины", "1259", ("difficult", "dangerous", "4+")),
        **_row("destroyed-ruin", "Destroyed ruins", "Уничтоженные руины", "1260", ("difficult", "dangerous", "4+")),
        **_row("fortified-ruin", "Fortified ruins", "Укрепленные руины", "1261", ("difficult", "dangerous", "3+")),
        **_row("dangerous-ruin", "Dangerous ruins", "Опасные руины", "1262", ("dangerous", "dangerous (note 2)", "4+")),
        **_row(
            "barricade",
            "Barricades",
            "Баррикады",
            "1263",
            ("difficult", "dangerous (note 3)", "4+"),
            "For vehicles the prose says difficult; the table decides.",
        ),
        **_row("razor-wire", "Razor wire", "Колючая проволока", "1264", ("difficult", "no effect", "none")),
        **_row(
            "tank-trap",
            "Tank traps",
            "Противотанковые ежи",
            "1265",
            ("no effect", "impassable", "5+"),
            "The exception of skimmers stands only in the prose.",
        ),
        "note-1": Clause(
            "Cover on roofs agreed",
            "Укрытие на крыше по договорённости",
            "Note 1: if models can land on a building's roof, the players must decide before the game what cover "
            "save they get there.",
            "1267",
            status="recorded",
        ),
        "note-2": Clause(
            "Extra die for vehicles",
            "Дополнительный кубик машинам",
            "Note 2: vehicles roll an additional die when testing for dangerous terrain in dangerous city ruins.",
            "1269",
        ),
        "note-3": Clause(
            "Vehicles destroy barricades",
            "Машины сносят баррикады",
            "Note 3: a barricade is destroyed if a vehicle moves through it.",
            "1271",
            note="The note does not leave out skimmers; the prose does.",
        ),
        "destruction": Clause(
            "Destruction in short",
            "Уничтожение руин кратко",
            "When a ruin falls: a wound on 4+ with normal saves, pinning of survivors, a glancing hit and Crew "
            "Stunned for vehicles; close combats go on.",
            "1273-1279",
            note="The same as the rules of destruction.",
        ),
    },
)
