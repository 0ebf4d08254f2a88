"""Dice against fair dice: counting, the two comparisons, many of them at once, and when there is nothing to say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules import audit as audits
from rules import autoplay, fairness
from rules.__main__ import main
from rules.audit import FEWEST, Tally, audit, joined, of, tally
from rules.fairness import PLACES, by_faces, by_passes, chi_square
from rules.kernel.dice import Seeded, Throw
from rules.kernel.effects import Rolled
from tests.kernel.games import DEMO, KT, game

HIT, WOUND, CHARGE = "kt.hit.ranged.roll", "kt.wound.table.equal", "kt.charge.roll"
ACCUSING = re.compile(r"cheat|fraud|suspi|dishonest|guilt|manipul|rigged|fake|tamper|loaded|foul|crook", re.I)


def rolled(*faces: int, by: str = "a", rule: str = HIT, **more: Any) -> Rolled:
    return Rolled(rule=rule, by=by, faces=faces, **more)


def rolls_of(file: rules.GameFile) -> list[Rolled]:
    return [roll for record in file.records for roll in audits.read_rolls(record.body)]


def spread(*counts: int) -> tuple[int, ...]:
    """Faces of which so many ones, twos and so on fell."""
    return tuple(face for face, count in enumerate(counts, 1) for _ in range(count))


# what is counted


def test_first_throws_and_re_rolls_are_counted_apart_and_together() -> None:
    (line,) = tally([rolled(1, 1, 6, needed=4, passed=(1, 0, 1), again=((0, 5), (1, 2)))]).lines
    assert line.fallen == (2, 0, 0, 0, 0, 1)
    assert line.again == (0, 1, 0, 0, 1, 0)
    assert line.faces == (2, 1, 0, 0, 1, 1)
    assert line.needs == ((4, 3, 1),), "of the first throws one passed; the re-roll that passed is not asked"


@pytest.mark.parametrize(
    ("needed", "modifiers", "needs"),
    [
        (4, (), ((4, 4, 2),)),
        (4, (("kt.x", 1),), ((3, 4, 3),)),
        (4, (("kt.x", -1), ("kt.y", -1)), ((6, 4, 1),)),
        (3, (("kt.x", 1),), ((2, 4, 4),)),
        (2, (("kt.x", 1),), ()),  # every face but perhaps a natural 1
        (6, (("kt.x", -1),), ()),  # none but perhaps a natural 6
        (0, (), ()),
    ],
)
def test_passes_are_counted_where_the_passing_faces_are_known(
    needed: int, modifiers: tuple[tuple[str, int], ...], needs: fairness.Needs
) -> None:
    (line,) = tally([rolled(2, 3, 4, 6, needed=needed, modifiers=modifiers)]).lines
    assert line.needs == needs


def test_sides_purposes_and_kinds_of_dice_stand_apart() -> None:
    found = tally([rolled(1), rolled(2, by="b"), rolled(3, rule=WOUND), rolled(1, sides=3), rolled(4)])
    assert [(line.by, line.rule, line.sides, sum(line.faces)) for line in found.lines] == [
        ("a", HIT, 3, 1), ("a", HIT, 6, 2), ("a", WOUND, 6, 1), ("b", HIT, 6, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "roll",
    [
        rolled(7),
        rolled(0),
        rolled(-1),
        rolled(1, sides=1),
        rolled(1, sides=10**9),
        rolled(1, again=((0, 9),)),
        rolled(),
    ],
)
def test_what_no_dice_can_have_shown_is_left_out(roll: Rolled) -> None:
    assert tally([roll]) == Tally(1)


def test_rolls_are_read_from_stored_events() -> None:
    file = game(1)
    assert rolls_of(file) == [e for event in file.events for e in event.effects if isinstance(e, Rolled)]
    dice = sum(sum(line.faces) for line in tally(rolls_of(file)).lines)
    assert dice == sum(len(event.dice) for event in file.events)
    with pytest.raises(rules.Malformed):
        audits.read_rolls(b'{"effects":[{"type":"rolled","by":3}]}')


def test_a_tally_comes_back_from_json() -> None:
    found = tally(rolls_of(game(1)))
    assert audits.read_tally(msgspec.json.encode(found)) == found
    with pytest.raises(rules.Malformed):
        audits.read_tally(b"[]")


SOME_ROLLS = st.lists(
    st.builds(
        lambda faces, by, rule, needed, again: rolled(*faces, by=by, rule=rule, needed=needed, again=again),
        st.lists(st.integers(1, 6), min_size=1, max_size=5),
        st.sampled_from("ab"),
        st.sampled_from([HIT, WOUND, CHARGE]),
        st.integers(0, 8),
        st.lists(st.tuples(st.integers(0, 4), st.integers(1, 6)), max_size=2).map(tuple),
    ),
    max_size=12,
)


@given(SOME_ROLLS, SOME_ROLLS, SOME_ROLLS)
def test_tallies_add_up_in_any_order_and_grouping(one: list[Rolled], two: list[Rolled], three: list[Rolled]) -> None:
    a, b, c = map(tally, (one, two, three))
    assert (a + b) + c == a + (b + c) == joined([c, a, b])
    assert a + Tally() == a == Tally() + a
    assert (a + b).lines == tally([*one, *two]).lines
    assert of(a + b, {"a": ""}) == of(a, {"a": ""}) + of(b, {"a": ""})
    everyone = of(a, {"a": "", "b": ""})
    assert sum(sum(line.faces) for line in everyone.lines) == sum(sum(line.faces) for line in a.lines)


# the comparisons against every way the dice can fall


@pytest.mark.parametrize(("dice", "sides"), [(n, 6) for n in range(1, 7)] + [(8, 3), (9, 2), (5, 4), (4, 5)])
def test_faces_are_counted_as_by_hand(dice: int, sides: int) -> None:
    falls = [
        tuple(Counter(fall)[face] for face in range(1, sides + 1)) for fall in product(range(1, sides + 1), repeat=dice)
    ]
    squares = [sum(n * n for n in counts) for counts in falls]
    for counts in set(falls):
        mine = sum(n * n for n in counts)
        assert by_faces(counts)[0] == Fraction(sum(each >= mine for each in squares), sides**dice), counts


@pytest.mark.parametrize("asked", [((4, 5),), ((2, 3), (5, 3)), ((2, 1), (3, 1), (4, 2), (6, 2)), ((6, 6),)], ids=str)
def test_passes_are_counted_as_by_hand(asked: tuple[tuple[int, int], ...]) -> None:
    reaches = [reach for reach, dice in asked for _ in range(dice)]
    falls = Counter(
        sum(face >= reach for face, reach in zip(fall, reaches, strict=True))
        for fall in product(range(1, 7), repeat=len(reaches))
    )
    for passed in range(len(reaches) + 1):
        needs, left = [], passed
        for reach, dice in asked:  # however the passes are spread over the needs
            needs.append((reach, dice, min(dice, left)))
            left -= min(dice, left)
        wanted = Fraction(sum(n for n in falls.values() if n <= falls[passed]), 6 ** len(reaches))
        assert by_passes(tuple(needs), 6)[0] == wanted, passed


def test_passes_agree_with_a_published_example() -> None:
    # Mendel's peas in R's documentation of binom.test: 682 of 925 at 3/4, p-value 0.3825.
    found = fairness._at_most_so_likely(((2, 925),), 4, 682)
    assert round(found, 4) == Fraction(3825, 10_000)


@pytest.mark.parametrize(
    ("degrees", "statistic", "chance"),
    [(5, "11.0705", "0.05"), (5, "15.0863", "0.01"), (5, "20.5150", "0.001"), (5, "4.3515", "0.5"),
     (5, "1.1455", "0.95"), (1, "3.8415", "0.05"), (1, "10.8276", "0.001"), (3, "7.8147", "0.05"),
     (9, "16.9190", "0.05")],
)  # fmt: skip
def test_chi_square_has_the_quantiles_of_the_tables(degrees: int, statistic: str, chance: str) -> None:
    assert abs(chi_square(degrees, Fraction(statistic)) - Fraction(chance)) < Fraction(chance) / 10_000


@pytest.mark.parametrize("statistic", [0, 1, 7, 40, 80])
def test_chi_square_with_two_degrees_is_an_exponential(statistic: int) -> None:
    with localcontext(prec=50):
        wanted = Fraction((Decimal(-statistic) / 2).exp())
    assert abs(chi_square(2, Fraction(statistic)) - wanted) < Fraction(1, 10**40)


def test_far_out_a_chance_is_small_and_never_nothing() -> None:
    for statistic in (100, 300, 599, 601, 10**9):
        assert 0 < fairness.short(chi_square(5, Fraction(statistic))) <= Fraction(1, 10**17)
    assert fairness.short(Fraction(1, 10**40)) == Fraction(1, PLACES)
    assert fairness.short(Fraction(2, 3)) == Fraction(2, 3)
    assert Fraction(1, 3**60) < fairness.short(Fraction(1, 3**60))


@pytest.mark.parametrize("counts", [(33, 20, 25, 25, 25, 22), (40, 20, 20, 25, 25, 20), (45, 15, 25, 22, 25, 18)])
def test_approximations_meet_the_exact_counts_where_they_take_over(counts: tuple[int, ...]) -> None:
    dice = sum(counts)
    assert dice == fairness.EXACT_FACES
    exact, method = by_faces(counts)
    assert method == "exact"
    near = chi_square(5, Fraction(6 * sum(n * n for n in counts), dice) - dice)
    assert abs(near - exact) < exact / 8
    more = (counts[0] + 1, *counts[1:])
    assert by_faces(more)[1] == "chi-square"


@pytest.mark.parametrize("passed", [160, 170, 180, 200, 210])
def test_the_normal_distribution_takes_over_from_the_exact_one(passed: int) -> None:
    asked = ((3, 100), (4, 100), (5, 201))
    needs = ((3, 100, 50), (4, 100, 50), (5, 201, passed - 100))
    near, method = by_passes(needs, 6)
    assert method == "normal"
    exact = fairness._at_most_so_likely(asked, 6, passed)
    assert abs(near - exact) <= exact / 8


# many at once


def test_discoveries_by_hand() -> None:
    # m = 4: 1 + 1/2 + 1/3 + 1/4 = 25/12, so that rank k may have k * 0.05 / (4 * 25/12) = 0.006 k.
    chances = {"a": Fraction(5, 1000), "b": Fraction(13, 1000), "c": Fraction(175, 10_000), "d": Fraction(1, 2)}
    assert fairness.discoveries(chances) == {"a", "b", "c"}, "the third is small enough, and takes the second with it"
    chances["c"] = Fraction(181, 10_000)
    assert fairness.discoveries(chances) == {"a"}
    chances["a"] = Fraction(61, 10_000)
    assert fairness.discoveries(chances) == set()
    assert fairness.discoveries({}) == set()
    assert fairness.discoveries({"alone": Fraction(1, 20)}) == {"alone"}


def test_of_what_is_called_unusual_little_is_chance() -> None:
    """Ten fair dice and three that favour a face, many times: the share of false discoveries stays below the bound."""
    dice, shares, seen = Seeded(b"false discoveries"), [], 0
    for _ in range(40):
        rolls = []
        for player in range(13):
            loaded = player < 3
            faces = [6 if loaded and dice.below(5) == 0 else dice.die() for _ in range(120)]
            rolls.append(rolled(*faces, by=f"{'x' if loaded else 'o'}{player:02}", needed=4))
        found = audit(tally(rolls))
        unusual = [row.by for row in found.rows for c in (row.by_faces, row.by_passes) if c and c.verdict == "unusual"]
        assert len(unusual) == found.unusual
        seen += len(unusual)
        shares.append(Fraction(sum(by[0] == "o" for by in unusual), len(unusual)) if unusual else Fraction(0))
    assert seen > 40, "what is there is found"
    assert sum(shares) / len(shares) <= fairness.BOUND


@pytest.fixture(scope="module")
def sixty() -> list[Tally]:
    return [tally(rolls_of(game(seed))) for seed in range(1, 61)]


def test_fair_games_pass(sixty: list[Tally]) -> None:
    """Where all dice are fair every discovery is false, so that at most one game in twenty may have any."""
    found = [audit(each) for each in sixty]
    assert sum(each.compared for each in found) > 100
    assert sum(each.unusual > 0 for each in found) <= 3
    season = audit(joined(of(each, {"a": "", "b": ""}) for each in sixty))
    assert season.games == 60
    assert season.compared > 10
    assert season.unusual == 0


def test_comparisons_of_fair_games_are_spread_evenly(sixty: list[Tally]) -> None:
    chances = [
        Fraction(c.likelihood.exact)
        for each in sixty
        for row in audit(each).rows
        for c in (row.by_faces, row.by_passes)
        if c and c.likelihood
    ]
    for share in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)):
        below = Fraction(sum(chance <= share for chance in chances), len(chances))
        assert below <= share + Fraction(1, 10), share
        assert below >= share - Fraction(15, 100), share


class Favoured(Seeded):
    """Side a's dice show the better of two faces."""

    def throw(self, throw: Throw) -> tuple[int, ...]:
        if throw.by != "a":
            return super().throw(throw)
        return tuple(max(self.die(throw.sides), self.die(throw.sides)) for _ in range(throw.count))


def test_a_die_that_favours_a_side_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay, "Seeded", Favoured)
    found = audit(tally(rolls_of(autoplay.play(KT, DEMO, 2))))
    total = {row.by: row for row in found.rows if not row.rule}
    assert total["a"].by_faces.verdict == "unusual"
    assert total["a"].by_passes and total["a"].by_passes.verdict == "unusual"
    assert total["b"].by_faces.verdict == "fair"


# when there is nothing to say


def test_fifty_nine_dice_say_nothing_and_sixty_do() -> None:
    few = audit(tally([rolled(*spread(59, 0, 0, 0, 0, 0), needed=4)]))
    assert (few.compared, few.unusual) == (0, 0)
    (row,) = few.rows
    assert row.by_faces.verdict == "few" and row.by_faces.likelihood is None
    assert audits.told(row.by_faces) == "too few rolls to say anything (59 of at least 60)"
    enough = audit(tally([rolled(*spread(60, 0, 0, 0, 0, 0), needed=4)]))
    assert (enough.compared, enough.unusual) == (2, 2)


def test_passes_need_sixty_dice_of_their_own() -> None:
    (row,) = audit(tally([rolled(*spread(5, 5, 5, 5, 5, 5), needed=4), rolled(*spread(5, 5, 5, 5, 5, 5))])).rows
    assert row.by_faces.verdict == "fair"
    assert row.by_passes and row.by_passes.verdict == "few" and row.by_passes.dice == 30


def power(dice: int, face: Callable[[Seeded], int]) -> Fraction:
    source, noticed = Seeded(b"power"), 0
    for _ in range(300):
        counts = Counter(face(source) for _ in range(dice))
        noticed += by_faces(tuple(counts[n] for n in range(1, 7)))[0] <= Fraction(1, 20)
    return Fraction(noticed, 300)


def test_sixty_dice_notice_what_the_words_say() -> None:
    def face(source: Seeded) -> int:
        return min(source.below(15) // 2 + 1, 6)  # a six 5 times in 15, each other face 2 times

    assert Fraction(60, 100) < power(FEWEST, face) < Fraction(80, 100)
    assert power(FEWEST // 2, face) < Fraction(1, 2)
    for reach in (3, 4, 5, 6):
        assert passing_power(FEWEST, reach) > Fraction(65, 100)
    assert passing_power(FEWEST // 2, 4) < Fraction(1, 2)


def passing_power(dice: int, reach: int) -> Fraction:
    """How often dice that pass as if one less were needed are noticed at one in twenty."""
    good = 8 - reach
    return sum(
        (
            Fraction(comb(dice, n) * good**n * (6 - good) ** (dice - n), 6**dice)
            for n in range(dice + 1)
            if by_passes(((reach, dice, n),), 6)[0] <= Fraction(1, 20)
        ),
        Fraction(0),
    )


def test_re_rolled_dice_do_not_make_fair_ones_unusual() -> None:
    """How many dice there are depends on the dice, where failures are rolled again: that moves next to nothing."""
    source, called = Seeded(b"again"), 0
    for _ in range(1000):
        first = [source.die() for _ in range(FEWEST)]
        again = [source.die() for face in first if face <= 3]
        counts = Counter([*first, *again])
        called += by_faces(tuple(counts[n] for n in range(1, 7)))[0] <= Fraction(1, 20)
    assert 30 <= called <= 70


# an audit as a whole


def test_an_audit_adds_a_side_up_before_its_purposes() -> None:
    rolls = [rolled(*spread(10, 10, 10, 10, 10, 10), needed=4), rolled(1, 1, rule=WOUND, needed=3), rolled(5, by="b")]
    found = audit(tally(rolls))
    assert [(row.by, row.rule, row.dice) for row in found.rows] == [
        ("a", "", 62), ("a", HIT, 60), ("a", WOUND, 2), ("b", "", 1),
    ]  # fmt: skip
    total, hits, wounds, other = found.rows
    assert (total.needed, total.passed, total.expected.exact, total.expected.rounded) == (62, 30, "94/3", "31.3")
    assert (hits.mean.rounded, hits.fair_mean.rounded, hits.each.rounded) == ("3.50", "3.50", "10.0")
    assert wounds.by_passes and wounds.by_passes.verdict == "few"
    assert other.by_passes is None
    assert found.bound.percent == "5.0"
    assert found.dice == 63


def test_an_audit_of_nothing() -> None:
    found = audit(Tally())
    assert (found.games, found.dice, found.rows, found.compared) == (0, 0, (), 0)
    assert audits.summary(found) == "no comparison has the 60 dice required"


def test_verdicts_do_not_accuse() -> None:
    said = []
    for counts in ((60, 0, 0, 0, 0, 0), (10, 10, 10, 10, 10, 10), (1, 0, 0, 0, 0, 0), (25, 7, 7, 7, 7, 7)):
        found = audit(tally([rolled(*spread(*counts), needed=4)]))
        said += [*(line for row in found.rows for line in audits.lines(row)), audits.summary(found)]
    assert not [text for text in said if ACCUSING.search(text)]
    assert any(re.search(r"unusual: fair dice do this about once in [\d,]+ such records", text) for text in said)
    assert any("as fair dice fall" in text for text in said)


def test_numbers_are_whole_or_fractions() -> None:
    source = Path(audits.__file__).read_text() + Path(fairness.__file__).read_text()
    code = re.sub(r'(?s)""".*?"""|#[^\n]*|"(?:[^"\\\n]|\\.)*"', "", source)
    assert not re.search(r"\bfloat\b|\d\.\d|math import (?!comb\b)", code)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = []
    for seed in (1, 2):
        paths.append(tmp_path / f"{seed}.jsonl")
        paths[-1].write_bytes(game(seed).dump())
    assert main(["audit", *map(str, paths)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("2 games, ")
    assert "side a: " in said and "too few rolls to say anything" in said
    assert said.splitlines()[-1].endswith("at most 5.0 % are expected to be chance")
    assert main(["audit", "--json", str(paths[0])]) == 0
    plain = msgspec.json.decode(capsys.readouterr().out, type=audits.Audit)
    assert plain == audit(tally(rolls_of(game(1))))
    assert main(["audit", str(tmp_path / "none.jsonl")]) == 2
