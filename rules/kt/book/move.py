"""Catalogue of the Movement phase."""

from rules.kernel.rule import Clause, Rule

MOVE = Rule(
    "kt.move",
    en="Movement phase",
    ru="Фаза движения",
    clauses={
        "turn-order": Clause(
            "Order of the sides",
            "Кто двигается первым",
            "The side with initiative moves its whole team, then the other side; until then the second may only react.",
            "267-267,901-901",
        ),
        "one-action": Clause(
            "One movement action",
            "Одно действие на модель",
            "In the Movement phase a model makes one of 5 actions: normal move, fall back, advance, ready or charge.",
            "267-267",
            note="Standing still without readying is possible too: kt.gap.stand-still.",
        ),
        "normal": Clause(
            "Normal move", "Нормал мув", "A normal move covers up to M inches and counts as having moved.", "269-270"
        ),
        "normal.enemy-1in": Clause(
            'Keep 1" from enemies',
            'Не ближе 1" к врагу',
            'No point of a normal move may lie within 1" of an enemy model, exactly 1" included.',
            "270-270,335-335",
            note="Applied to advances too: kt.gap.advance-enemy-1in.",
        ),
        "engaged-start": Clause(
            "Engaged at the start",
            "Начал фазу в хтх",
            'A model within 1" of an enemy at the start of the Movement phase may only fall back or stay put: no '
            "normal move, advance, ready or charge.",
            "273-273,275-275,283-283,286-286",
            note="Judged at the start of the phase, not of the own turn.",
        ),
        "fall-back": Clause(
            "Fall back",
            "Фолбек",
            'A model that began the phase within 1" of an enemy may move up to M in any direction and must finish '
            'more than 1" from every enemy.',
            "272-273",
            note='Only the end point is restricted: the path may pass within 1".',
        ),
        "fall-back.restrictions": Clause(
            "After falling back",
            "После фолбека",
            "A model that fell back cannot advance, charge, react to a charge or be ready this round.",
            "273-273",
        ),
        "fall-back.no-shooting": Clause(
            "No shooting after fall back",
            "После фолбека не стреляем",
            "A model that fell back cannot shoot this round unless it has the keyword FLY.",
            "273-273,414-414",
        ),
        "stay-engaged": Clause(
            "Staying put while engaged",
            "Остался в мили",
            'A model that began within 1" of an enemy and stays put is not ready, but this does not bar it from '
            "shooting.",
            "275-275,337-337",
            note='Within 1" it has only a pistol (kt.type.pistol); any weapon once no enemy is within 1" when it is '
            "chosen.",
        ),
        "advance": Clause(
            "Advance move",
            "Адванс",
            "An advancing model rolls a d6 and may move up to M plus the result.",
            "277-279",
            note="Chosen when the model is picked; the roll commits it.",
        ),
        "advance.restrictions": Clause(
            "After an advance",
            "После адванса",
            "A model that advanced cannot charge, react to a charge or shoot this round.",
            "280-280,416-416",
            note="Assault weapons may still shoot and fire overwatch (kt.type.assault); retreat stays forbidden.",
        ),
        "ready": Clause(
            "Ready and aiming",
            "Реди",
            'A model that did not start the phase within 1" of an enemy may stay still and becomes ready.',
            "282-283",
        ),
        "ready.effect": Clause(
            "Ready models shoot first",
            "Реди стреляют первыми",
            "Ready models shoot in the first section of the Shooting phase, before all others.",
            "283-283,389-390",
        ),
        "measure": Clause(
            "Measured along the base",
            "Замер от края подставки",
            "A move is measured from the front edge of the base to the front edge of the base, the same point of it "
            "at both ends.",
            "322-322",
        ),
        "inches": Clause("All lengths in inches", "Всё в дюймах", "Every distance is in inches.", "323-323"),
        "terrain-vertical": Clause(
            "Moving over terrain",
            "Вверх и вниз по терейну",
            "Models may climb up and down terrain, but only a flying model may fly onto it.",
            "324-324",
            note="Climbing costs movement: kt.gap.climb-cost.",
        ),
        "terrain-low": Clause(
            "Low terrain ignored",
            'Терейн до 1.5" игнорим',
            'Terrain up to 1.5" high, exactly 1.5" included, costs no extra movement.',
            "325-325",
        ),
        "climb": Clause(
            "Measuring a climb",
            "Замер при подъёме",
            "Climbing spends movement on the vertical part of the path, so its length is horizontal plus vertical.",
            "327-330",
            status="assumed",
            note="The source shows this in a picture that is missing: kt.gap.climb-cost.",
        ),
        "jump-down": Clause(
            "Jumping down",
            "Спрыгнуть вниз",
            'A model may jump down from any height, up to and including 6" without risk.',
            "331-331",
        ),
        "jump-damage": Clause(
            "Damage from a jump",
            "Урон от падения",
            'A jump from more than 6" rolls 1d6 plus one more for each full 3" beyond 6", and every 5 or 6 is 1 '
            "mortal wound.",
            "331-331",
            note='8.9" rolls 1 die, 9" rolls 2, 12.4" rolls 3.',
        ),
    },
)

CHARGED_MODEL_TURN = Rule(
    "kt.gap.charged-model-turn",
    en="Move of a charged model",
    ru="Ход зачарженной модели",
    clauses={
        "": Clause(
            "Options of charged model",
            "Что может зачарженная модель",
            'A model charged earlier in the phase did not start it within 1", so it cannot fall back, and no normal '
            'move or advance can begin within 1"; it may charge.',
            "273-273,283-283,286-286,686-686",
            status="assumed",
            note="Charging back is presumed by the charger's target rule. The least certain point of movement: a "
            "ruleset option.",
        ),
    },
)

ADVANCE_ENEMY_1IN = Rule(
    "kt.gap.advance-enemy-1in",
    en="Advance near enemies",
    ru="Адванс рядом с врагом",
    clauses={
        "": Clause(
            'Advance keeps 1" too',
            'Адванс не ближе 1"',
            'The 1" that a normal move keeps from enemies binds an advance as well.',
            "270-270,278-278",
            status="assumed",
            note="Printed for the normal move only, which an advance replaces.",
        ),
    },
)

READY_LOST = Rule(
    "kt.gap.ready-lost",
    en="Losing ready",
    ru="Потеря реди",
    clauses={
        "": Clause(
            "Retreat ends ready",
            "Отход снимает реди",
            "A ready model that retreats is no longer ready, while firing overwatch leaves it ready.",
            "283-283,304-304,390-390",
            status="assumed",
            note="Not printed; published commentary agrees.",
        ),
    },
)

JUMP_COST = Rule(
    "kt.gap.jump-cost",
    en="Cost of a jump",
    ru="Цена прыжка",
    clauses={
        "": Clause(
            "Falling costs no movement",
            "Прыжок вниз не тратит мув",
            "The distance fallen in a jump down does not count against movement.",
            "331-331",
            status="assumed",
            note="Not printed.",
        ),
    },
)

CLIMB_COST = Rule(
    "kt.gap.climb-cost",
    en="Cost of a climb",
    ru="Цена подъёма",
    clauses={
        "": Clause(
            "Climbing costs its height",
            "Подъём тратит мув",
            'Climbing terrain above 1.5" spends movement equal to the vertical distance.',
            "324-330",
            status="assumed",
            note="The picture that shows it is missing.",
        ),
    },
)

FLY = Rule(
    "kt.gap.fly",
    en="Keyword FLY",
    ru="Киворд FLY",
    clauses={
        "": Clause(
            "FLY crosses everything",
            "FLY перелетает всё",
            "A FLY model may move across terrain and models.",
            "324-324,273-273,304-304",
            status="assumed",
            note="Printed are only shooting after a fall back, shooting after a retreat and flying onto terrain.",
        ),
    },
)

STAND_STILL = Rule(
    "kt.gap.stand-still",
    en="Standing still",
    ru="Стоять на месте",
    clauses={
        "": Clause(
            "Doing nothing at all",
            "Стоит и ничего не делает",
            "A model that is not engaged may do nothing in the Movement phase and is then neither ready nor moved.",
            "267-267,283-283",
            status="assumed",
        ),
    },
)
