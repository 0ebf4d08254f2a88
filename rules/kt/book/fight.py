"""Catalogue of the Fight phase."""

from rules.kernel.rule import Clause, Rule

FIGHT = Rule(
    "kt.fight",
    en="Fight phase",
    ru="Фаза ближнего боя, ХтХ",
    clauses={
        "alternate": Clause(
            "Models fight in turn",
            "Дерёмся по очереди",
            "The sides fight with one model at a time in turn, the side with initiative first.",
            "651-651,655-655,658-658",
        ),
        "once-per-phase": Clause(
            "One fight a phase", "Одна драка за фазу", "A model may fight only once in a Fight phase.", "652-652"
        ),
        "section-hammer": Clause(
            "First section: Hammer of Wrath",
            "Секция Hammer of Wrath",
            "Models that charged successfully this round fight before all others.",
            "654-655,917-917",
            note="The cheat sheet says all that charged; successful is meant.",
        ),
        "section-lives": Clause(
            "Second section: for your Lives",
            "Секция Fight for your Lives!",
            "When no successful charger is left, all other able models fight in turn in the same way, and then the "
            "phase ends.",
            "657-658,918-918",
        ),
        "eligible": Clause(
            "Who may fight",
            "Кто может драться",
            'A model may fight if it charged successfully, was the target of a successful charge, or is within 1" of '
            "an enemy.",
            "660-661",
        ),
        "steps": Clause(
            "Order of a fight",
            "Порядок драки",
            'A fight runs as pile in up to 3", targets, weapon, hit, wound, save, damage, consolidate up to 3".',
            "663-672",
            note="The overview counts 8 steps, the detailed text 7: save, damage and injury share a heading.",
        ),
        "pile-in": Clause(
            "Pile in",
            "Пайл ин",
            'Before its attacks a model may move up to 3" and must end closer to the closest enemy model.',
            "674-676",
            note="Optional.",
        ),
        "target": Clause(
            "Melee targets",
            "Цель в мили",
            'A melee target must be within 1" of the attacker and visible to it.',
            "678-683",
        ),
        "target.charger-limit": Clause(
            "Targets of a charger",
            "Цели чарджившего",
            "A model that charged this round may attack only models it named as charge targets or models that named "
            "it as theirs.",
            "686-686",
            note="Implies that a charged model may charge back. A failed charge is only an attempt and limits nothing.",
        ),
        "no-target": Clause(
            "No target ends fight",
            "Нет целей: драка окончена",
            "If no eligible target is left the fight of that model ends, without attacks or consolidation.",
            "690-690",
            note="The literal reading: the whole order of the fight is over.",
        ),
        "split": Clause(
            "Splitting melee attacks",
            "Разделение атак в мили",
            "A model with more than 1 attack may share them among eligible targets, all declared before rolling.",
            "693-693",
        ),
        "attacks-number": Clause(
            "Number of melee attacks",
            "Количество атак в мили",
            "A fighting model makes as many attacks as its A with bonuses.",
            "49-49,693-693",
            note="A random A is rolled before the attacks are shared out; one blow may take all that are left. Attacks "
            "that are not made are noted.",
        ),
        "weapon": Clause(
            "Choice of melee weapon",
            "Выбор оружия в мили",
            "Attacks use a melee weapon of the model, and a model with several chooses before rolling.",
            "695-697,705-705",
            note="Choice for each attack is not printed: one weapon is allowed for each declared attack.",
        ),
        "improvised": Clause(
            "Improvised weapon",
            "Ударить прикладом",
            "Every model may also strike with an improvised weapon of strength User, AP 0 and damage 1.",
            "700-702",
        ),
        "save-and-damage": Clause(
            "Saves and damage",
            "Сейв и урон в мили",
            "Saves, damage and injury rolls follow the steps of shooting; only the injury modifiers differ.",
            "748-750",
        ),
        "injury-no-cover": Clause(
            "No cover in melee",
            "В мили нет -1 за терейн на инджури",
            "Terrain between the models gives no -1 to injury rolls in melee.",
            "752-752",
        ),
        "injury-flesh-wound": Clause(
            "Flesh wounds in melee",
            "Флешка на цели: +1",
            "+1 to melee injury rolls for each flesh wound on the target.",
            "754-754,562-564,954-954",
            note="The text calls it a penalty, meaning for the wounded model: +1 to the roll, not -1.",
        ),
        "consolidate": Clause(
            "Consolidate after attacks",
            "Консолидация",
            'After its attacks a model may move up to 3" and must end closer to the closest enemy model.',
            "756-758",
            note="Optional.",
        ),
    },
)
