"""Catalogue of ruins with several floors, of dangerous ruins, and of how a ruin falls."""

from rules.kernel.rule import Clause, Rule

RUIN = Rule(
    "cod.ruin",
    en="City ruins on several levels",
    ru="Городские руины",
    clauses={
        "purpose": Clause(
            "What these rules settle",
            "Зачем эти правила",
            "The following rules settle core-rule questions raised by tall, multi-storey ruins, such as coherency "
            "and which models a template touches.",
            "144-146",
            status="advice",
        ),
        "measure.base-to-base": Clause(
            "Measured base to base",
            "От подставки до подставки",
            "Distance between models on different floors is measured in a straight line, at an angle if needed, "
            "always base to base.",
            "148-150",
        ),
        "measure.example": Clause(
            'Example: 11" apart',
            'Пример: расстояние 11"',
            'Worked example: the Genestealer and the Space Marine are 11" apart measured base to base.',
            "152",
        ),
        "move.no-stop-between-floors": Clause(
            "No stop between floors",
            "Не зависать между этажами",
            "A model may never finish its move between floors.",
            "156-158",
        ),
        "move.vertical-leftover-lost": Clause(
            "Leftover vertical move lost",
            "Остаток подъёма пропадает",
            "After the difficult-terrain roll, any vertical movement left over that does not reach a whole floor "
            "is discarded.",
            "158",
        ),
        "move.horizontal-unaffected": Clause(
            "Horizontal move unchanged",
            "Горизонтальное движение без изменений",
            "Horizontal movement is not changed by the vertical rounding.",
            "158",
            note="The result is the horizontal allowance and, apart from it, the vertical one: the worked "
            "example needs both.",
        ),
        "move.example-five": Clause(
            'Example: 5" and a floor',
            'Пример: 5" и этаж вверх',
            'Worked example: the terrain roll lets the Space Marine move 5" horizontally and one level up.',
            "160",
        ),
        "move.floor-height": Clause(
            'Floors 3" apart',
            'Этаж высотой 3"',
            'Citadel building kits have floors exactly 3" apart.',
            "162",
            note="Other buildings store their own height of a floor.",
        ),
        "move.vertical-table": Clause(
            "Floors by the roll",
            "Сколько этажей по броску",
            'With 3" floors: 1 or 2 gives no vertical move; 3, 4 or 5 lets the model go up or down one floor; 6 '
            "lets it move two floors at once.",
            "162",
            note="For other heights: whole floors in the result.",
        ),
        "move.example-horizontal-only": Clause(
            "Example: no floor reached",
            "Пример: только по горизонтали",
            "Worked example: with a result too low for a floor the Space Marine can move only horizontally.",
            "164",
            note="The value rolled is not printed.",
        ),
        "coherency.split-floors": Clause(
            "Units on several floors",
            "Отряд на разных этажах",
            "Models of one unit may end the turn on different floors of a ruin.",
            "168-170",
        ),
        "coherency.head-to-base": Clause(
            "Coherency head to base",
            "Построение: от головы до подставки",
            "Models on different floors are in coherency when any part of the body or head of the lower model is "
            'within 2" of the base or feet of the higher model.',
            "170-172",
            note="Reckoned from the height of the model.",
        ),
        "los.normal": Clause(
            "Normal line of sight",
            "Обычная линия видимости",
            "Normal line-of-sight rules apply to ruins.",
            "176-178",
        ),
        "los.six-inch": Clause(
            'Sight 6" into ruins',
            'Видимость вглубь на 6"',
            'Line of sight reaches up to 6" into a ruin; targets deeper than 6" cannot be seen.',
            "178",
            note="The same from inside to outside and between two models inside; up to the nearest part of the target.",
        ),
        "los.far-side": Clause(
            "Far side is hidden",
            "Дальняя сторона не видна",
            "Targets on the opposite side of a ruin cannot be seen through it.",
            "178",
            note="Except when the viewer sees over the top.",
        ),
        "los.example": Clause(
            "Example: three Genestealers",
            "Пример: три генокрада",
            'Worked example: Genestealer A is a legal target because the line goes no more than 6" into the ruin; '
            'one 7" from the edge is not; one on the far side is not.',
            "180",
            note="The letters are garbled: A, B and C are meant.",
        ),
        "los.over-top": Clause(
            "Seeing over the ruin",
            "Видеть поверх руин",
            "Sole exception: a viewer high enough to see over the ruin may see a model on its far side; check by "
            "looking from the model's eye level.",
            "184-186",
            note="On a mapped table the heights of the pieces decide; without a map the line is declared.",
        ),
        "template.hold-over": Clause(
            "Template held above",
            "Шаблон держат над зданием",
            "For a template weapon fired at models in a ruin, decide who is under it by holding it above the "
            "whole building and looking through the hole in its centre.",
            "189-199",
        ),
        "template.trust": Clause(
            "Honesty with templates",
            "Честность при шаблонах",
            "Placing templates above buildings needs honesty, especially where floors block the view.",
            "193",
            status="recorded",
            note="The list of models hit is declared and accepted or disputed.",
        ),
        "template.casualty-choice": Clause(
            "Casualties from any models",
            "Убирать любые модели отряда",
            "Once the number of models hit is known, casualties may be taken from any models of the unit, not "
            "only those under the template.",
            "195",
            note="The owner says beforehand which models fall first; otherwise the closest do.",
        ),
        "blast.declare-floor": Clause(
            "Blast: floor declared",
            "Взрыв: объявить этаж",
            "When firing a blast weapon at a ruin the firer declares which floor is the target, then proceeds as "
            "usual.",
            "201-203",
            note="Where a ruin has upper floors; a marker that was aimed at no ruin hits the ground floor.",
        ),
        "blast.scatter-same-floor": Clause(
            "Blast: same floor after scatter",
            "Взрыв: этаж при смещении тот же",
            "If the marker scatters it still affects only models on the declared floor.",
            "203",
        ),
        "blast.example-empty": Clause(
            "Example: empty floor",
            "Пример: на этаже никого",
            "Worked example: Imperial Guard target Orks on the first floor; the marker scatters over other Orks "
            "but none of those is on the first floor, so nothing is hit.",
            "207",
        ),
        "blast.example-upper-safe": Clause(
            "Example: upper floors safe",
            "Пример: верхние этажи невредимы",
            "Worked example: Space Marines target the first floor; Orks on upper floors under the marker are unharmed.",
            "211",
        ),
        "flamer.one-floor": Clause(
            "Flame: a single floor",
            "Огнемёт: один этаж",
            "A flame-type template fired at a ruin affects models on a single floor only.",
            "213-215",
        ),
        "flamer.floor-range": Clause(
            "Flame: one floor away",
            "Огнемёт: этаж выше или ниже",
            "The floor must be the firer's own or one floor above or below it.",
            "215",
        ),
        "flamer.declare-first": Clause(
            "Flame: floor declared first",
            "Огнемёт: этаж объявить заранее",
            "The floor of a flame template is declared before firing.",
            "215",
        ),
        "flamer.skimmer-any-floor": Clause(
            "Skimmer flames any floor",
            "Скиммер бьёт по любому этажу",
            "A skimmer with a template weapon may fire at any floor.",
            "217",
        ),
        "flamer.example": Clause(
            "Example: two of six Orks",
            "Пример: двое из шести орков",
            "Worked example: a Space Marine on the first floor flames six Orks; all are under the template but "
            "the declared floor was the first, so only the two Orks there are hit.",
            "219",
        ),
        "barrage.out-of-sight": Clause(
            "Barrage bursts on building",
            "Навесное рвётся о здание",
            "Barrage weapons can hit enemies out of sight, but their shells burst on the building, so troops can "
            "shelter deep inside it.",
            "222-224",
        ),
        "barrage.top-floor": Clause(
            "Barrage hits top floor",
            "Навесное бьёт верхний этаж",
            "Barrage (indirect) fire always hits the topmost floor that lies under the hole in the centre of the "
            "marker.",
            "226",
            note="The highest floor that reaches under the hole; the firer may not choose.",
        ),
        "barrage.affected": Clause(
            "Only that floor hit",
            "Только модели на этом этаже",
            "A barrage hits only models that are on the topmost floor and under the marker.",
            "226",
        ),
        "barrage.example": Clause(
            "Example: Whirlwind and Eldar",
            "Пример: «Смерч» и эльдар",
            "Worked example: a Whirlwind's player would prefer to hit Eldar on the first floor but may hit only "
            "those on the topmost floor under the hole; being in area terrain, the Eldar get their cover save.",
            "228",
        ),
        "assault.eligible": Clause(
            "Who fights across floors",
            "Кто дерётся между этажами",
            'Who may fight in close combat across floors is decided with the same head-to-base 2" rule used for '
            "coherency.",
            "232-236",
            note="Near a comrade in base contact, measured from head to base.",
        ),
        "assault.base-contact": Clause(
            "Base contact means touching",
            "Базовый контакт: подставки касаются",
            "To count as in base contact the models' bases must actually touch.",
            "234",
        ),
        "assault.independent-character": Clause(
            "Lone characters need contact",
            "Независимой модели нужен контакт",
            "An independent character must be in base contact with an enemy to fight (example: a Broodlord one "
            "floor away does not fight).",
            "236",
            note="In ruins; elsewhere the core rules stand.",
        ),
        "height-assumption": Clause(
            "Sizes of plastic buildings",
            "Размеры пластиковых зданий",
            "These recommendations assume the plastic Warhammer 40,000 buildings; they hold for other buildings "
            "of about the same size.",
            "240",
            status="advice",
            note='A floor is 3" high by default.',
        ),
    },
)

RUIN_ASSUMED = Rule(
    "cod.assumed.ruin",
    en="City ruins: what is presumed",
    ru="Городские руины: подразумевается",
    clauses={
        "vehicles-below": Clause(
            "Vehicles stay on the ground floor",
            "Техника остаётся на первом этаже",
            "Vehicles other than walkers do not go up to the upper floors of a ruin.",
            "-",
            status="assumed",
            note="The document says nothing of vehicles upstairs.",
        ),
    },
)

DANGEROUS_RUIN = Rule(
    "cod.status.dangerous-ruin",
    en="Dangerous city ruins",
    ru="Опасные городские руины",
    clauses={
        "definition": Clause(
            "What are dangerous ruins",
            "Что такое опасные руины",
            "Dangerous city ruins are ruins on the verge of collapse.",
            "562-566",
        ),
        "sources": Clause(
            "How ruins become dangerous",
            "Как руины становятся опасными",
            "Ruins become dangerous in several ways, for example a Wrecker attack or a bombardment of the whole field.",
            "566",
            note="Wreckers, Siege Shells and Preliminary Bombardment.",
        ),
        "keeps-rules": Clause(
            "Other rules stay",
            "Обычные правила руин остаются",
            "All normal city-ruin rules still apply to dangerous ruins, with the additions below.",
            "568",
        ),
        "dangerous-terrain": Clause(
            "Dangerous for every model",
            "Опасный ландшафт для всех",
            "Dangerous ruins are dangerous terrain for every model.",
            "570",
        ),
        "vehicle-extra-die": Clause(
            "Vehicles roll another die",
            "Технике ещё один кубик",
            "A vehicle passing through dangerous ruins rolls one additional dangerous-terrain die.",
            "571",
            note="Added to the dice that the core rules give for the move.",
        ),
        "vehicle-example": Clause(
            "Example: Rhino rolls three",
            "Пример: «Носорог» и три кубика",
            'Worked example: a Rhino driving 12" through dangerous ruins rolls 3 dangerous-terrain dice; a single '
            "1 immobilises it and two or more 1s destroy it.",
            "571",
            note='Two dice for 12" and one more: a die for each 6" or part of it, where the core rules name one.',
        ),
    },
)

DESTRUCTION = Rule(
    "cod.destruction",
    en="Destroying city ruins",
    ru="Уничтожение городских руин",
    clauses={
        "means": Clause(
            "What destroys ruins",
            "Чем уничтожают руины",
            "Ruins may be destroyed by mines, orbital bombardment, explosives or other special stratagems.",
            "624-628",
            note="Demolition, Siege Shells and Wreckers.",
        ),
        "replace": Clause(
            "Ruin becomes rubble",
            "На место руин груда камней",
            "When a ruin is destroyed it collapses at once: remove the piece and put a suitable-sized rubble "
            "piece in its place.",
            "630",
            note="Difficult, to vehicles dangerous, cover 4+. Models come down where they stood, or nearest to it.",
        ),
        "dust-size": Clause(
            "Rubble of size 3",
            "Груда камней размера 3",
            "Because of smoke and dust the rubble counts as size 3 area terrain until the end of the game.",
            "630",
            status="recorded",
            note="The core rules of this edition have no classes of size, so nothing follows from it.",
        ),
        "model-roll": Clause(
            "Wound on 4+",
            "Рана на 4+",
            "For every non-vehicle model inside the ruin at that moment, including models in close combat, roll a "
            "D6: on 4+ it takes a wound.",
            "632, 1275",
            note="One die a model and one wound each.",
        ),
        "wound-saves": Clause(
            "Saves as normal",
            "Спас-броски как обычно",
            "Saves may be taken against these wounds as normal.",
            "632, 1275",
            note="No AP is printed, so armour saves are allowed; cover is what falls down.",
        ),
        "pinned": Clause(
            "Survivors are pinned",
            "Выжившие залегают",
            "Surviving non-vehicle units that are not in close combat are automatically pinned.",
            "633, 1276",
            note="Units, not models; the two words of the document both mean pinned.",
        ),
        "pinned-no-immunity": Clause(
            "Immunity does not help",
            "Иммунитет к Залеганию не спасает",
            "This pinning affects even units immune to Pinning.",
            "633, 1276",
        ),
        "vehicle-glance": Clause(
            "Vehicles: a glancing hit",
            "Технике скользящее попадание",
            "Each vehicle inside the ruin at that moment takes one automatic glancing hit.",
            "634, 1277",
        ),
        "vehicle-stunned": Clause(
            "Vehicles: Crew Stunned",
            "Технике: экипаж Оглушён",
            "Every surviving vehicle not in close combat also automatically suffers Crew Stunned, on top of any "
            "other damage.",
            "635, 1278",
            note="Prose and cheat sheet name it differently: Crew Stunned, by the prose.",
        ),
        "combat-continues": Clause(
            "Combats go on",
            "Ближний бой продолжается",
            "Close combats under way when the ruin falls carry on as normal.",
            "636, 1279",
        ),
    },
)
