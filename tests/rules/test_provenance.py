"""Where dice come from: the derivation recomputed by a second implementation, and whoever chooses a die is found."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from functools import cache
from itertools import combinations, permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import autoplay, provenance
from rules.__main__ import main
from rules.kernel.dice import Seeded
from rules.kernel.effects import Corrected, Rolled
from rules.kernel.engine import decide
from rules.kernel.events import Claim, Declaration, Event, Header, Reroll
from rules.kernel.rulings import Amend, TakeBack
from rules.kernel.secrets import Commit, Reveal, commitment
from rules.kt.fight import Blow, Fight
from rules.kt.game import Initiative
from rules.kt.shoot import Shoot, Volley
from tests.kernel.games import DEMO, KT, ROOT, crew, rehashed
from tests.rules.kt.board import gun, model, position

VECTORS: list[dict[str, Any]] = json.loads(
    re.findall(r"```json\n(.*?)```", (ROOT / "docs/dice.md").read_text(encoding="utf-8"), re.S)[0]
)


@cache
def played(dice: Any = "server", seed: int = 7, small: bool = False) -> rules.GameFile:
    pair = (crew(3, "PSYKER"), crew(4, "PSYKER")) if small else DEMO[:2]
    options: dict[str, int | str | bool] = {"kt.game.round-count": 2} if small else {}
    return autoplay.play(KT, pair, seed, dice=dice, options=options)


def findings(file: rules.GameFile, events: list[Event[Any]] | None = None) -> list[rules.Finding]:
    return list(rules.report(KT, file.events if events is None else events, (), file.header).findings)


# --- the derivation, by somebody else: only this function, the document and the standard library


def recomputed(site: str, players: list[str], game: str, number: int, sides: list[int]) -> list[int]:
    key = bytes.fromhex(site)
    if players:
        key = hmac.new(key, b"".join(bytes.fromhex(seed) for seed in players), hashlib.sha256).digest()
    faces, counter = [], 0
    for die in sides:
        while True:
            counter += 1
            message = f"{game}/{number}/".encode() + counter.to_bytes(8, "big")
            word = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:4], "big")
            if word < 2**32 - 2**32 % die:
                break
        faces.append(word % die + 1)
    return faces


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vectors(vector: dict[str, Any]) -> None:
    """The document's vectors, as our code and as the second implementation give them: `log.dice-face`."""
    players = vector.get("players", [])
    given = [vector[name] for name in ("game", "event", "sides")]
    assert recomputed(vector["server"], players, *given) == vector["faces"]
    kind: Any = "shared" if players else "server"
    seeds = {"server": vector["server"], **dict(zip("ab", players, strict=False))}
    key = provenance.key_of(KT, kind, seeds)
    assert key is not None and key.hex() == vector["key"]
    drawn = provenance.stream(key, vector["game"], vector["event"])
    assert [drawn.die(sides) for sides in vector["sides"]] == vector["faces"]


def test_a_value_that_is_thrown_away_is_in_the_vectors() -> None:
    """A die of many sides often rejects a word: without one in the vectors nobody would notice who forgets it."""
    assert any(max(vector["sides"]) > 2**31 for vector in VECTORS)


@pytest.mark.parametrize("dice", ["server", "shared"])
def test_every_die_of_a_game_as_the_document_says(dice: str) -> None:
    file = played(dice)
    shown = {e.by: e.action.value for e in file.events if isinstance(e.action, Reveal)}
    players = [shown[side] for side in sorted(shown) if side != "server"]
    assert len(players) == (2 if dice == "shared" else 0)
    rolled = [event for event in file.events if event.dice]
    assert len(rolled) > 30
    for event in rolled:
        dice_sides = [6] * len(event.dice)
        assert recomputed(shown["server"], players, file.header.game, event.number, dice_sides) == list(event.dice)


# --- games


@pytest.mark.parametrize("dice", ["table", "server", "shared"])
def test_an_honest_game_is_verified(dice: Any) -> None:
    file = played(dice)
    report = rules.report(KT, file.events, (), file.header)
    assert (report.verdict, report.dice) == ("verified", "declared" if dice == "table" else "recomputed")
    assert file.dump() == autoplay.play(KT, DEMO[:2], 7, dice=dice).dump()


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), dice=st.sampled_from(["server", "shared"]))
def test_autoplayed_games_are_verified(seed: int, dice: Any) -> None:
    file = played(dice, seed, small=True)
    assert findings(rules.read_game(file.dump())) == []
    for event in file.events[:-4]:
        assert b"reveal" not in rules.canonical(event.action)


def test_a_game_cut_short_says_that_no_die_was_recomputed() -> None:
    file = autoplay.play(KT, DEMO[:2], 7, dice="server", stop_after=60)
    report = rules.report(KT, file.events, (), file.header)
    assert (report.verdict, report.dice) == ("verified", "unrevealed")


def test_the_command_line(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path, rosters = tmp_path / "game.jsonl", sorted((ROOT / "gamelog/demo").glob("*.ros*"))
    given = [word for roster in rosters for word in ("--roster", str(roster))]
    assert main(["play", "kt", *given, "--seed", "7", "--dice", "shared", "--out", str(path)]) == 0
    assert main(["verify", str(path)]) == 0
    assert "every die was recomputed from seeds of the server and the players" in capsys.readouterr().out
    file = rules.read_game(path.read_bytes())
    path.write_bytes(rehashed(file, without_reveals(file)))
    assert main(["verify", str(path)]) == 1
    assert "NO DIE WAS RECOMPUTED" in capsys.readouterr().out


def without_reveals(file: rules.GameFile) -> list[Event[Any]]:
    return [event for event in file.events if not isinstance(event.action, Reveal)]


# --- whoever chooses a die is found


def chosen(file: rules.GameFile, number: int, dice: tuple[int, ...]) -> list[Event[Any]]:
    """The game with other dice at one step, and everything after it as that would have come out: nothing but dice is
    wrong with the step itself.
    """
    events = list(file.events)
    before = rules.fold(KT, events[: number - 1])
    declaration = msgspec.structs.replace(events[number - 1].declaration(), dice=dice)
    decided = decide(KT, before, declaration, lenient=True, draw=Seeded(b"chosen").throw)
    events[number - 1] = msgspec.structs.replace(events[number - 1], dice=decided.dice, effects=decided.effects)
    return events


@pytest.mark.parametrize("dice", ["server", "shared"])
def test_a_chosen_die_is_found_at_every_step_with_dice(dice: str) -> None:
    """`log.dice-face`: each die of each step in turn."""
    file, tried = played(dice), 0
    for event in file.events:
        for place in range(len(event.dice)):
            faces = list(event.dice)
            faces[place] = faces[place] % 6 + 1
            other = chosen(file, event.number, tuple(faces[: place + 1]))[event.number - 1]
            found = list(provenance.check(KT, file.header, [*file.events[: event.number - 1], other,
                                                            *file.events[event.number :]]))  # fmt: skip
            assert [(f.number, f.rule, f.severity) for f in found] == [(event.number, "log.dice-face", "impossible")]
            assert found[0].declared and found[0].declared != found[0].computed
            tried += 1
    assert tried > 80


def test_a_roll_that_is_made_again_is_found() -> None:
    """Every step with dice, rolled anew until it comes out otherwise."""
    file, tried = played(), 0
    for event in file.events:
        if event.dice:
            again = chosen(file, event.number, ())
            if again[event.number - 1].dice != event.dice:
                found = {f.number for f in findings(file, again) if f.rule == "log.dice-face"}
                assert found == {event.number}
                tried += 1
    assert tried > 20


def test_dice_of_another_step_are_found() -> None:
    file = played()
    rolled = combinations([event for event in file.events if event.dice], 2)
    first, second = next(
        (one, other) for one, other in rolled if len(one.dice) == len(other.dice) and one.dice != other.dice
    )
    events = chosen(file, second.number, first.dice)
    assert "log.dice-face" in {f.rule for f in findings(file, events) if f.number == second.number}


def test_a_ruling_does_not_settle_a_chosen_die() -> None:
    file = played()
    number = next(event.number for event in file.events if event.dice)
    finding = next(f for f in findings(file, chosen(file, number, ())) if f.rule == "log.dice-face")
    report = rules.summarise(KT, rules.fold(KT, file.events), len(file.events), [finding], {number: number + 1})
    assert report.verdict == "findings"


@pytest.mark.parametrize("honest", ["server", "a", "b"])
def test_one_honest_party_is_enough(honest: str) -> None:
    """The seeds of the two others stay the same, whatever they had agreed: the dice are as fair as the honest one's."""
    fixed = dict.fromkeys(("server", "a", "b"), "00" * 32)
    counted = [0] * 6
    for number in range(600):
        mine = hashlib.sha256(f"{honest} {number}".encode()).hexdigest()
        key = provenance.key_of(KT, "shared", {**fixed, honest: mine})
        assert key is not None
        counted[provenance.stream(key, "game", 5).die() - 1] += 1
    # 100 of each expected: chi-square with 5 degrees of freedom is below 20.5 (p = 0.001); the seeds are fixed
    assert sum((count - 100) ** 2 / 100 for count in counted) < 20.5


@pytest.mark.parametrize("who", ["server", "a", "b"])
def test_without_one_of_the_seeds_there_is_no_key(who: str) -> None:
    seeds = {"server": "00" * 32, "a": "11" * 32, "b": "22" * 32}
    assert provenance.key_of(KT, "shared", seeds) is not None
    assert provenance.key_of(KT, "shared", {**seeds, who: ""}) is None
    assert provenance.key_of(KT, "shared", {**seeds, who: "0" * 63}) is None
    assert provenance.key_of(KT, "shared", {**seeds, who: "AB" * 32}) is None
    assert provenance.key_of(KT, "table", seeds) is None


# --- the order of the protocol


def opening(order: tuple[str, ...]) -> list[Event[Any]]:
    """Commitments and the beginning, in an order, as events; nobody refuses any of them."""
    events = []
    for number, who in enumerate(order, 1):
        action: Any = Commit(subject="dice", commitment="0" * 64)
        if who == "begin":
            action = played().events[1].action
        events.append(Event(number=number, by="table" if who == "begin" else who, action=action))
    return events


@pytest.mark.parametrize("order", list(permutations(("server", "a", "b", "begin"))), ids=" ".join)
def test_the_order_of_commitments(order: tuple[str, ...]) -> None:
    """`log.dice-commit`: of all orders only those are right in which the server is first and the game begins last."""
    header = Header(game="g", ruleset="kt", version="2018.1", dice="shared")
    found = list(provenance.protocol(KT, header, opening(order)))
    assert bool(found) != (order[0] == "server" and order[-1] == "begin")
    assert {f.rule for f in found} <= {"log.dice-commit"}


@pytest.mark.parametrize(
    ("dice", "order", "found"),
    [
        pytest.param("table", ("begin",), 0, id="log.dice-commit-table"),
        pytest.param("table", ("server", "begin"), 1, id="log.dice-commit-table-with-seed"),
        pytest.param("server", ("server", "begin"), 0, id="log.dice-commit-server"),
        pytest.param("server", ("begin",), 1, id="log.dice-commit-server-without"),
        pytest.param("server", ("server", "a", "begin"), 1, id="log.dice-commit-server-with-player"),
        pytest.param("shared", ("server", "a", "b", "begin"), 0, id="log.dice-commit-shared"),
        pytest.param("shared", ("server", "a", "begin"), 1, id="log.dice-commit-shared-one-missing"),
        pytest.param("shared", ("a", "b", "begin"), 3, id="log.dice-commit-shared-server-missing"),
    ],
)
def test_who_commits(dice: Any, order: tuple[str, ...], found: int) -> None:
    header = Header(game="g", ruleset="kt", version="2018.1", dice=dice)
    assert len(list(provenance.protocol(KT, header, opening(order)))) == found


@pytest.mark.parametrize("policy", ["enforced", "declared"])
def test_what_is_refused_where_the_site_rolls(policy: Any) -> None:
    file = played("shared")
    header = msgspec.structs.replace(file.header, policy=policy)
    at = next(event.number for event in file.events if event.dice) - 1
    state, event = rules.fold(KT, file.events[:at]), file.events[at].declaration()
    plain = msgspec.structs.replace(event, dice=())
    for more in ({"dice": (6,)}, {"claim": (Claim(model="a1", wounds=1),)}, {"rerolls": (Reroll(0),)}):
        wrong: Declaration[Any] = msgspec.structs.replace(plain, **more)
        with pytest.raises(rules.IllegalAction) as refused:
            provenance.decide(KT, header, state, wrong, Seeded(b"").throw)
        assert refused.value.clause == "log.dice-face"
    assert provenance.decide(KT, header, state, plain, Seeded(b"").throw).dice
    for missing in ("server", "a", "b"):
        early = rules.fold(KT, [e for e in file.events[:3] if e.by != missing])
        with pytest.raises(rules.IllegalAction, match=missing) as refused:
            provenance.decide(KT, header, early, file.events[3].declaration(), Seeded(b"").throw)
        assert refused.value.clause == "log.dice-commit"


def test_dice_after_the_reveal_are_found() -> None:
    """`log.dice-reveal`"""
    file = played()
    late = msgspec.structs.replace(file.events[-3], number=len(file.events) + 1)
    rolled = msgspec.structs.replace(next(e for e in file.events if e.dice), number=late.number)
    found = list(provenance.check(KT, file.header, [*file.events, rolled]))
    assert "log.dice-reveal" in {f.rule for f in found if f.number == rolled.number}


def test_what_is_no_seed_is_found() -> None:
    """`log.dice-reveal`: a committed and revealed value that is not 64 hexadecimal digits gives no dice."""
    file = played()
    shown = Reveal(subject="dice", value="chosen later", salt="0" * 32)
    hashed = commitment("server", "dice", shown.value, shown.salt)
    events = [msgspec.structs.replace(file.events[0], action=Commit(subject="dice", commitment=hashed)),
              *file.events[1:-1], msgspec.structs.replace(file.events[-1], action=shown)]  # fmt: skip
    assert [f.rule for f in provenance.check(KT, file.header, events)] == ["log.dice-reveal"]
    assert provenance.standing(KT, file.header, events) == "unrevealed"


def test_a_reveal_that_is_not_what_was_committed_to_gives_no_key() -> None:
    file = played("shared")
    for index, event in enumerate(file.events):
        if isinstance(event.action, Reveal):
            wrong = msgspec.structs.replace(event.action, value="5e" * 32)
            events = [*file.events[:index], msgspec.structs.replace(event, action=wrong), *file.events[index + 1 :]]
            assert provenance.key_revealed(KT, file.header, events) is None
            assert "log.reveal" in {f.rule for f in findings(file, events)}


def test_changing_the_seed_after_a_step_is_found() -> None:
    """A server that would like other dice has to change its commitment, event 1: every later hash differs too."""
    file = played()
    shown = Reveal(subject="dice", value="5e" * 32, salt="0" * 32)
    hashed = commitment("server", "dice", shown.value, shown.salt)
    events = list(file.events)
    events[0] = msgspec.structs.replace(events[0], action=Commit(subject="dice", commitment=hashed))
    events[-1] = msgspec.structs.replace(events[-1], action=shown)
    found = findings(file, events)
    rolled = {event.number for event in events if event.dice}
    assert len({f.number for f in found if f.rule == "log.dice-face"}) >= len(rolled) * 3 // 4


# --- refusals tell nothing of dice


def duel(**sheet: Any) -> rules.State:
    return position(model("a1", (500, 500), **sheet), model("b1", (1100, 500)), phase="shooting", step="fire-at-will")


def melee() -> rules.State:
    """Two models within 1", the first of which rolls for how many attacks it has."""
    models = model("a1", (500, 500), A="D3"), model("b1", (600, 500))
    return position(*models, phase="fight", step="lives")


TRICKS: dict[str, tuple[Any, Any]] = {
    # counts only if the first volley leaves the target
    "second-volley": (lambda: duel(weapons=[gun("g"), gun("short", type="Assault", range=10)]),
                      Shoot(model="a1", volleys=(Volley("g", "b1"), Volley("short", "b1")))),
    "volley-of-nothing": (lambda: duel(weapons=[gun("g")]),
                          Shoot(model="a1", volleys=(Volley("g", "b1"), Volley("nothing", "b1")))),
    # allowed only if the die shows enough
    "as-many-attacks-as-possible": (melee, Fight(model="a1", blows=(Blow("blade", "b1", 3),))),
}  # fmt: skip


def answer(state: rules.State, action: Any, key: bytes, decided: Any) -> str:
    """What somebody gets to know who declares this."""
    header = Header(game="g", ruleset="kt", version="2018.1", dice="server")
    declaration: Declaration[Any] = Declaration(by="a", action=action)
    try:
        decided(KT, header, state, declaration, provenance.stream(key, "g", 9).throw)
    except rules.RulesError as error:
        return str(error)
    return "stored"


@pytest.mark.parametrize("trick", TRICKS)
def test_once_a_die_fell_nothing_is_refused(trick: str) -> None:
    """Declarations that would be refused or not as the dice fall, and so could be tried until they fall well."""
    make, action = TRICKS[trick]
    keys = [bytes([seed]) * 32 for seed in range(60)]

    def plainly(ruleset: Any, header: Any, state: Any, declaration: Any, draw: Any) -> None:
        decide(ruleset, state, declaration, draw=draw)

    told = {answer(make(), action, key, plainly) for key in keys}
    assert (len(told) > 1) == (trick != "volley-of-nothing"), "decided plainly, refusals tell of dice"
    assert len({answer(make(), action, key, provenance.decide) for key in keys}) == 1


def test_what_passes_the_trial_and_is_illegal_all_the_same_is_stored_and_found() -> None:
    """With the dice of the trial both volleys are fine; then the die decides, and the step stands with a finding."""
    state = duel(weapons=[gun("g")])
    action = Shoot(model="a1", volleys=(Volley("g", "b1"), Volley("nothing", "b1")))
    declaration: Declaration[Any] = Declaration(by="a", action=action)
    with pytest.raises(rules.Malformed):
        decide(KT, state, declaration, draw=Seeded(b"").throw)
    bound = decide(KT, state, declaration, draw=Seeded(b"").throw, bound=True)
    assert bound.dice
    event = rules.make_event(1, msgspec.structs.replace(declaration, dice=bound.dice), bound.effects, "")
    assert [f.rule for f in rules.verify(KT, [event], state)] == ["log.readable"]
    after = state.copied()
    rules.evolve(after, event)
    assert after == bound.state


def test_a_bound_decision_refuses_before_the_first_die() -> None:
    state = duel(weapons=[gun("g")])
    with pytest.raises(rules.RulesError):
        decide(KT, state, Declaration(by="a", action=Initiative()), draw=Seeded(b"").throw, bound=True)


@cache
def illegal() -> tuple[tuple[rules.State, Declaration[Any]], ...]:
    """Declarations of a game as they are not allowed: at other steps, by the other side, with parts of others."""
    file = played("server", 7)
    states = [rules.fold(KT, file.events[:number]) for number in range(len(file.events))]
    acts = file.events[4:-2]
    found = []
    for index, event in enumerate(acts):
        for state in (states[(7 * index) % len(states)], states[event.number - 1]):
            for by in ("a", "b"):
                found.append((state, Declaration(by=by, action=event.action)))
    for state in states[60::9]:
        if state.over is None:
            for one in state.alive():
                for other in state.alive(state.enemy(one.side)):
                    volleys = tuple(Volley(w.id, other.id) for w in one.sheet.weapons)
                    found.append((state, Declaration(by=one.side, action=Shoot(model=one.id, volleys=volleys))))
                    blows = tuple(Blow(w.id, other.id, 2) for w in one.sheet.weapons)
                    found.append((state, Declaration(by=one.side, action=Fight(model=one.id, blows=blows))))
    return tuple(found)


def test_refusals_do_not_depend_on_dice() -> None:
    """Whatever is refused is refused with the same words under every seed, and none is under one and not another."""
    header, refused, stored = Header(game="g", ruleset="kt", version="2018.1", dice="server"), 0, 0
    keys = [bytes([n]) * 32 for n in range(6)]
    for state, declaration in illegal():
        answers = set()
        for key in keys:
            state.sealed = {"server:dice": rules.fold(KT, played("server", 7).events[:1]).sealed["server:dice"]}
            try:
                decided = provenance.decide(KT, header, state, declaration, provenance.stream(key, "g", 9).throw)
                answers.add("stored")
                stored += bool(decided.dice)
            except rules.RulesError as error:
                answers.add(str(error))
                refused += 1
        assert len(answers) == 1, (declaration, answers)
    assert refused > 2000 and stored > 300


# --- corrections


def test_a_judge_does_not_choose_dice() -> None:
    """`log.amend`, `log.dice-face`: the dice of another declaration are those of the step's number."""
    file = played()
    event = next(e for e in file.events if e.dice and isinstance(e.action, Shoot))
    rolled = tuple(effect for effect in event.effects if isinstance(effect, Rolled))

    def amended(dice: tuple[int, ...]) -> list[rules.Finding]:
        written = {"by": event.by, "action": {"type": "shoot"}, "dice": list(dice)}
        action = Amend(rule="kt.shoot.weapon-choice", reason="wrong weapon", step=event.number, declaration=written)
        effects = (Corrected(rule="log.amend", step=event.number, effects=rolled),)
        ruling: Event[Any] = Event(number=len(file.events) + 1, by="judge", action=action, effects=effects)
        return list(provenance.check(KT, file.header, [*file.events, ruling]))

    assert amended(event.dice) == []
    longer = provenance.key_revealed(KT, file.header, file.events)
    assert longer is not None
    drawn = provenance.stream(longer, file.header.game, event.number)
    more = tuple(drawn.die() for _ in range(len(event.dice) + 3))
    assert amended(more) == []
    wrong = (event.dice[0] % 6 + 1, *event.dice[1:])
    assert [(f.number, f.rule) for f in amended(wrong)] == [(len(file.events) + 1, "log.dice-face")]


def test_a_take_back_of_dice_that_were_seen_deserves_a_look() -> None:
    """`log.take-back`"""
    file = played()
    seen = next(event.number for event in file.events if event.dice)
    quiet = next(event.number for event in file.events[4:] if not event.dice)

    def taken(step: int, header: Header) -> list[tuple[int, str, str]]:
        action = TakeBack(rule="log.take-back", reason="slip", since=step, agreed=("a", "b"))
        effects = (Corrected(rule="log.take-back", step=step),)
        back: Event[Any] = Event(number=len(file.events) + 1, by="a", action=action, effects=effects)
        return [(f.number, f.rule, f.severity) for f in provenance.check(KT, header, [*file.events, back])]

    assert taken(seen, file.header) == [(len(file.events) + 1, "log.take-back", "advice")]
    assert taken(quiet, file.header) == []
    assert taken(seen, Header(game="g", ruleset="kt", version="2018.1"))[1:] == []
