"""Demolition, a dirty trick."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cod import destruction, openings, prepared, ruins
from rules.cod.chosen import Stratagem, declared
from rules.kernel import notes
from rules.kernel.context import Context
from rules.kernel.effects import Noted, sealed_key
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.marks import TEXTS, on_side
from rules.kernel.part import Act, Choice, Condition, Objections, Option, Part, SecretSubject, demand, drawn, fulfilled
from rules.kernel.rule import Clause, Rule
from rules.kernel.secrets import Commit, Reveal
from rules.kernel.state import State
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import words
from rules.wh40k.taste import Wish

DEMOLITION = Rule(
    "cod.stratagem.demolition",
    en="Demolition",
    ru="Подрыв",
    clauses={
        "risk": Clause(
            "Risk to one's own use",
            "Риск для своих моделей",
            "Armies may mine or blow up key buildings, at the risk of losing the chance for their own models to "
            "use them.",
            "573-577",
            text_ru="Армии могут заминировать или взорвать ключевые здания, рискуя, что своим моделям они уже не "
            "пригодятся.",
            status="advice",
        ),
        "declared-hidden-target": Clause(
            "Declared, building kept hidden",
            "Объявлен, здание скрыто",
            "Demolition is declared normally during set-up, but the building is not named until the stratagem is used.",
            "579",
            text_ru="Подрыв объявляют при подготовке как обычно, но здание не называют, пока стратегия не применена.",
        ),
        "target": Clause(
            "Not in the enemy's zone",
            "Не в зоне противника",
            "The target may be any city ruin that is not in the enemy's deployment zone.",
            "579",
            text_ru="Целью могут быть любые городские руины, кроме тех, что в зоне расстановки врага.",
            note="Checked when the building is revealed, for until then it is secret.",
            note_ru="Проверяют, когда здание раскрыли: до того это секрет.",
        ),
        "commit": Clause(
            "Secret building and turn",
            "Тайная запись здания и хода",
            "The player writes down the building and the number of the turn in which it will blow up and keeps "
            "both secret until then.",
            "580",
            text_ru="Игрок записывает здание и номер хода, в который оно взлетит на воздух, и до этого хода держит то "
            "и другое в секрете.",
            note="A commitment is stored with the declaration and the reveal must match it.",
            note_ru="Вместе с объявлением хранится закреплённая запись, и раскрытое должно ей соответствовать.",
        ),
        "phase": Clause(
            "Own Shooting, written turn",
            "Фаза Стрельбы записанного хода",
            "The charge goes off in the player's Shooting phase of the written turn.",
            "581",
            text_ru="Заряд взрывается в фазу стрельбы игрока в записанный ход.",
            note="A charge that is not revealed then is lost.",
            note_ru="Заряд, который тогда не раскрыли, пропал.",
        ),
        "dud": Clause(
            "Misfires on 1",
            "Осечка на 1",
            "Roll a D6 for the charge: on 1 it misfires and does not explode.",
            "581",
            text_ru="За заряд бросают D6: на 1 осечка, взрыва нет.",
            note="The charge is spent.",
            note_ru="Заряд потрачен.",
        ),
        "destroy": Clause(
            "Ruin destroyed on 2+",
            "Руины уничтожены на 2+",
            "On 2 or more the city ruin is destroyed by the destruction rules.",
            "581",
            text_ru="На 2 и больше городские руины уничтожены по правилам уничтожения.",
            note="The text says on 2; only 1 is called a misfire, so 2 or more.",
            note_ru="В тексте – на 2; осечкой названа только 1, значит, 2 и больше.",
        ),
    },
)

SUBJECT = DEMOLITION.id
"""The subject of a side's first charge; the others add `.2`, `.3`."""
SPENT = DEMOLITION["phase"]
"""On a side, for the game: the subjects of the charges that went off or failed."""
TARGET = DEMOLITION["target"]
BURNS = 2
SOONEST, LATEST = 2, 5
"""The game turns for which a player sets charges."""


class Demolish(Action, frozen=True, tag="demolish"):
    """A charge goes off: the building and the turn that were written down have been revealed before."""

    ruin: str


def subjects(state: State, side: str) -> tuple[str, ...]:
    """The subjects of a side's charges."""
    count = declared(state, side).count(STRATAGEM.name)
    return tuple(_subject(n) for n in range(1, count + 1))


def _subject(number: int) -> str:
    return SUBJECT if number == 1 else f"{SUBJECT}.{number}"


def _unwritten(state: State, side: str) -> Objections:
    """The building and the turn are written down before the charge is declared."""
    wanted = _subject(len(subjects(state, side)) + 1)
    if sealed_key(side, wanted) not in state.sealed:
        yield DEMOLITION["commit"], f"nothing is sealed yet about {wanted}"


def _writes(choice: Choice) -> Iterator[Commit]:
    """A building out of the enemy's zone and a turn for the next charge."""
    state, side = choice.state, choice.option.side
    subject = _subject(len(subjects(state, side)) + 1)
    sites = [ruin.id for ruin in ruins.ruins(state) if not _is_theirs(state, side, ruin.id)]
    if sites and sealed_key(side, subject) not in state.sealed:
        number = SOONEST + choice.dice.below(LATEST - SOONEST + 1)
        yield notes.write(choice, subject, f"{choice.of(sites)}:{number}")


STRATAGEM = Stratagem(
    "demolition",
    "dirty-tricks",
    DEMOLITION,
    DEMOLITION["declared-hidden-target"],
    against=_unwritten,
    writes=_writes,
)


def spent(state: State, side: str) -> tuple[str, ...]:
    """The subjects of the charges a side has used."""
    found = state.sides[side].game.get(SPENT, ())
    return found if isinstance(found, tuple) else ()


def written(state: State, side: str) -> dict[str, tuple[str, int]]:
    """The charges of a side that are revealed and not spent: ruin and game turn by their subjects."""
    found: dict[str, tuple[str, int]] = {}
    for subject in subjects(state, side):
        sealed = state.sealed.get(sealed_key(side, subject))
        if sealed is None or not sealed.opened or subject in spent(state, side):
            continue
        known = _read(sealed.value)
        if known is not None:
            found[subject] = known
    return found


def _read(value: str) -> tuple[str, int] | None:
    """A ruin and a game turn as they are written down, `r2:3`; None for any other text."""
    ruin, _, number = value.rpartition(":")
    return (ruin, int(number)) if number.isascii() and number.isdigit() and len(number) <= 2 else None


def _is_charge(subject: str) -> bool:
    return subject == SUBJECT or subject.startswith(f"{SUBJECT}.")


STANDING = Condition(
    DEMOLITION["commit"],
    "the terrain is not complete: the building of {subject} cannot be written down yet",
    lambda state, side: state.phase not in ("setup", "board"),
)


def _impossible(state: State, side: str, value: str) -> Iterator[str]:
    """What keeps a charge from ever going off: no ruin and turn, no such ruin, no such turn, the enemy's zone."""
    known = _read(value)
    if known is None:
        yield f"{value!r}, which is no ruin and turn"
        return
    ruin, number = known
    if prepared.ruin(state, ruin) is None:
        yield f"{ruin!r}, and there is no such ruin"
    elif _is_theirs(state, side, ruin):
        yield f"{ruin!r}, which is in the enemy's deployment zone"
    if number < 1:
        yield f"turn {number}"


def _charges(state: State, side: str, ruin: str) -> dict[str, int]:
    """The game turns for which known charges of a side in a ruin were set, by their subjects."""
    return {subject: number for subject, (key, number) in written(state, side).items() if key == ruin}


def _due(state: State, side: str, ruin: str) -> str:
    """The subject of a charge that goes off in this game turn; empty if there is none."""
    return next((subject for subject, at in _charges(state, side, ruin).items() if at == state.round), "")


KNOWN = Condition(DEMOLITION["commit"], "no charge of side {side} is known in {ruin}", _charges)
DUE = Condition(SPENT, "the charge in {ruin} was set for game turn {set}, and this is game turn {now}", _due)
STANDS = Condition(TARGET, "{ruin} has fallen already", lambda state, side, ruin: ruins.find(state, ruin) is not None)
NOT_THEIRS = Condition(
    TARGET, "{ruin} is in the enemy's deployment zone", lambda state, side, ruin: not _is_theirs(state, side, ruin)
)


def _is_theirs(state: State, side: str, ruin: str) -> bool:
    piece = ruins.find(state, ruin)
    return piece is not None and prepared.in_zone(state, piece, state.enemy(side))


def demolish(ctx: Context, action: Demolish) -> None:
    """Roll for a charge in the Shooting phase of its turn: on a 1 it is a dud, otherwise the ruin falls."""
    state, side = ctx.state, ctx.by
    words.on_turn(ctx)
    words.in_phase(ctx, "shooting", clause=SPENT)
    if prepared.ruin(state, action.ruin) is None:
        raise Malformed("$.action.ruin", f"there is no ruin {action.ruin!r} on the table")
    about = (state, side, action.ruin)
    if demand(ctx, (KNOWN,), *about, side=side, ruin=action.ruin):
        turns = ", ".join(str(number) for number in _charges(*about).values())
        demand(ctx, (DUE,), *about, ruin=action.ruin, set=turns, now=state.round)
    demand(ctx, (STANDS,), *about, ruin=action.ruin)
    ruin, subject = ruins.find(state, action.ruin), _due(*about) or next(iter(_charges(*about)), "")
    if not subject or ruin is None:
        return
    demand(ctx, (NOT_THEIRS,), *about, ruin=ruin.name)
    words.mark(ctx, side, SPENT, (*spent(state, side), subject), "game")
    rolled = ctx.roll(DEMOLITION["dud"], side, 1, needed=BURNS)
    if rolled.passed[0]:
        destruction.destroy(ctx, ruin.id, DEMOLITION["destroy"], side)
    else:
        ctx.effects.append(Noted(rule=DEMOLITION["dud"], value=1, text="the charge is a dud"))


def _may_demolish(ctx: Context) -> Iterator[Option]:
    """Ruins with charges that were revealed and are due in this Shooting phase."""
    state, side = ctx.state, ctx.state.to_act
    wanted = (KNOWN, DUE, STANDS, NOT_THEIRS)
    sites = tuple(ruin.id for ruin in ruins.ruins(state) if fulfilled(wanted, state, side, ruin.id))
    if sites and not state.step:
        yield Option(side, "demolish", targets=sites, clause=SPENT)


def _may_reveal(ctx: Context) -> Iterator[Option]:
    """Charges that are still closed, in the Shooting phase of their side: one whose turn it is would be lost after it.

    The subject stands for the weapon.
    """
    state, side = ctx.state, ctx.state.to_act
    for subject in subjects(state, side) if not state.step else ():
        sealed = state.sealed.get(sealed_key(side, subject))
        if sealed is not None and not sealed.opened:
            yield Option(side, "reveal", weapons=(subject,), clause=DEMOLITION["phase"])


def _in_their_turn(choice: Choice) -> Iterator[Action]:
    """What was written down, the charges that go off in this turn first."""
    known = [note for each in choice.same if (note := notes.read(choice, each.weapons[0])) is not None]
    yield from (note.opening for note in sorted(known, key=lambda note: not _goes_off(choice.state, note)))


def _goes_off(state: State, note: notes.Note) -> bool:
    """Whether it is the turn that was written down, and the ruin still stands."""
    key, _, number = note.value.rpartition(":")
    stands = ruins.find(state, key) is not None and not _is_theirs(state, note.by, key)
    return number == str(state.round) and stands


def _is_time(choice: Choice) -> bool:
    known = (notes.read(choice, each.weapons[0]) for each in choice.same)
    return any(note is not None and _goes_off(choice.state, note) for note in known)


MARKS = (
    on_side(SPENT, "game", "The subjects of the charges that went off or failed.", TEXTS),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    secrets=(SecretSubject(
        SUBJECT, "Where and when a demolition charge goes off; further charges are under this subject and `.2`, `.3`.",
        "the id of the ruin, a colon and the game turn, such as `r3:2`"),),
    acts=(
        Act(Demolish, demolish, _may_demolish, phases=("shooting",), propose=drawn,
            told=Phrase("%(side)s sets off its charge: %(ruin)s", "%(side)s подрывает заряд: %(ruin)s")),
        Act(Reveal, openings.reveal, _may_reveal, phases=("shooting",), instead=True, propose=_in_their_turn,
            aside=True),
    ),
    brings=(openings.Note(_is_charge, (STANDING,), (), _impossible), Wish("reveal", _is_time),),
    telling=Telling(notes={"the charge is a dud": Phrase("the charge is a dud", "заряд не сработал")}),
)  # fmt: skip
