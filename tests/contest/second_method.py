"""Standings a second time, from the rule texts and the bare rounds alone.

It shares no code with `gamelog.contest`: rounds are read once into dictionaries, numbers are whole hundredths, and a
value is a pair (numerator, denominator) that is put in lowest terms at the end. It is slow and plain on purpose: who
is level with whom is found by comparing the whole line of values, a direct encounter by writing down the worst world
for a candidate, a place by counting who is better.
"""

from __future__ import annotations

import hashlib
from math import gcd
from typing import Any

Ratio = tuple[int, int] | None
Rows = dict[int, list[dict[str, Any]]]


def table(cards: Any, terms: Any, seed: str) -> list[tuple[int, int, list[str]]]:
    """(place, entrant, values as text) by place, equals in the order of the first list."""
    event = read(cards, terms, seed)
    lines: dict[int, list[Ratio]] = {n: [lowest(event["sum"][terms.scoring.ranks][n], 100)] for n in event["rows"]}
    for wanted in terms.tiebreaks:
        before = {n: tuple(line) for n, line in lines.items()}
        for n in lines:
            level = sorted(other for other in lines if before[other] == before[n])
            asked = {**wanted.params, **{name: getattr(wanted, name) for name in ("of", "by") if getattr(wanted, name)}}
            lines[n].append(VALUES[wanted.id](event, n, asked, wanted.version, level))
    return sorted(
        (
            (1 + sum(better(lines[other], lines[n]) for other in lines), n, [text(each) for each in lines[n]])
            for n in lines
        ),
        key=lambda found: (found[0], event["first"][found[1]], found[1]),
    )


def better(one: list[Ratio], other: list[Ratio]) -> bool:
    """Whether a line of values beats another: the first that differs decides, having a value beats having none."""
    for a, b in zip(one, other, strict=True):
        if a == b:
            continue
        if a is None or b is None:
            return b is None
        return a[0] * b[1] > b[0] * a[1]
    return False


def lowest(top: int, bottom: int) -> Ratio:
    """A ratio in lowest terms."""
    shared = gcd(top, bottom)
    return (top // shared, bottom // shared)


def text(value: Ratio) -> str:
    """A value as the table prints it exactly."""
    if value is None:
        return ""
    return str(value[0]) if value[1] == 1 else f"{value[0]}/{value[1]}"


def read(cards: Any, terms: Any, seed: str) -> dict[str, Any]:
    """Everything as dictionaries."""
    rows: Rows = {}
    for n in cards:
        rows[n] = [
            {"r": x.round, "how": x.how, "foe": x.opponent, "res": x.outcome, "match": x.match,
             "games": (x.games, x.games_drawn, x.games_against), **points_of(x, terms)}
            for x in cards[n].rounds
        ]  # fmt: skip
    extra = {kind: dict.fromkeys(cards, 0) for kind in kinds_of(terms)}
    for kind in ("match", "battle", "victory", "battle.difference", "victory.difference"):
        extra[kind] = {n: getattr(cards[n], kind.split(".")[0] + "_adjustment") for n in cards}
    sums = {kind: {n: sum(x[kind] for x in rows[n]) + extra[kind][n] for n in rows} for kind in extra}
    worth = terms.teams.scoring if terms.teams else terms.scoring
    points = {"win": worth.win, "draw": worth.draw, "loss": worth.loss}
    last = max((x["r"] for row in rows.values() for x in row), default=0)
    return {"rows": rows, "extra": extra, "sum": sums, "points": points, "last": last,
            "best": max(worth.win, worth.major.win if worth.major else worth.win),
            "seed": seed, "rating": {n: cards[n].rating for n in cards},
            "robin": terms.format in ("round-robin", "league"), "range": ranges(terms),
            "first": {n: cards[n].rank for n in cards}}  # fmt: skip


def counted(terms: Any) -> list[str]:
    """What both sides of a round have: battle points, victory points, and whatever else the event counts."""
    return ["battle", "victory", *(each.id for each in terms.scoring.tallies)]


def kinds_of(terms: Any) -> list[str]:
    """Every kind of points: own ones, those of the opponents, and what is between them."""
    return ["match", *(name + side for name in counted(terms) for side in ("", ".against", ".difference"))]


def points_of(x: Any, terms: Any) -> dict[str, int]:
    """A round's points of every kind but match points."""
    found: dict[str, int] = {}
    for name in counted(terms):
        if name in ("battle", "victory"):
            pro, con = getattr(x, name), getattr(x, name + "_against")
        else:
            pro, con = x.tallies.get(name, 0), x.tallies_against.get(name, 0)
        found |= {name: pro, name + ".against": con, name + ".difference": pro - con}
    return found


def ranges(terms: Any) -> dict[str, tuple[int, int, int] | None]:
    """The least, a draw's and the most points of a round by kind, as far as the terms limit them."""
    worth = terms.teams.scoring if terms.teams else terms.scoring
    outcomes = [worth.win, worth.draw, worth.loss]
    if worth.major:
        outcomes += [worth.major.win, worth.major.loss]
    found = {"match": (min(outcomes), worth.draw, max(outcomes)),
             "battle": battle_range(worth), "victory": None}  # fmt: skip
    if worth.victory_cap is not None:
        found["victory"] = (0, worth.victory_cap // 2, worth.victory_cap)
    board = battle_range(terms.scoring) if terms.teams else None
    if board:
        match = tuple(terms.teams.size * points for points in board)
        if not found["victory"]:
            found["victory"] = match
        if not found["battle"] and not worth.scale:
            found["battle"] = match
    for tally in terms.scoring.tallies:
        most = None if tally.cap is None else tally.cap * (terms.teams.size if terms.teams else 1)
        found[tally.id] = None if most is None else (0, most // 2, most)
    for name in counted(terms):
        one = found[name]
        found[name + ".against"] = one
        found[name + ".difference"] = None if one is None else (one[0] - one[2], 0, one[2] - one[0])
    return found


def battle_range(worth: Any) -> tuple[int, int, int] | None:
    """By cap and scale; where there is no scale, victory points are battle points."""
    cap = worth.battle_cap
    if cap is None and not worth.scale:
        cap = worth.victory_cap
    low, high = 0, cap
    if cap is None:
        if not worth.scale or worth.bonuses:
            return None
        low, high = min(band.loser for band in worth.scale), max(band.winner for band in worth.scale)
    level = (worth.scale[0].winner + worth.scale[0].loser) // 2 if worth.scale else high // 2
    return (low, level, high)


def meetings(event: dict[str, Any], n: int) -> list[dict[str, Any]]:
    """Rounds that count as played with somebody: at a table; in a round robin a forfeit is a game like any other."""
    found = []
    for x in event["rows"][n]:
        if x["how"] == "played":
            found.append(x)
        if event["robin"] and x["foe"] and x["how"] == "forfeit-win":
            found.append({**x, "res": "win"})
        if event["robin"] and x["foe"] and x["how"] == "forfeit-loss":
            found.append({**x, "res": "loss"})
    return found


def seated(event: dict[str, Any], n: int) -> list[dict[str, Any]]:
    """Rounds at a table only."""
    return [x for x in event["rows"][n] if x["how"] == "played"]


# Buchholz and Sonneborn-Berger: C.07, articles 8.1, 9.1, 14.1 and 16.

AVAILABLE = ("played", "bye", "forfeit-win")
"""A participant that has such a round was there for it."""


def as_opponent(event: dict[str, Any], n: int, kind: str = "match", fore: bool = False) -> int:
    """16.2 and 16.3: byes on request not followed by a round that the participant was there for are draws."""
    rows = event["rows"][n]
    total = int(event["extra"][kind][n])
    drawn = event["range"][kind]
    for at, x in enumerate(rows):
        comes_back = any(later["how"] in AVAILABLE for later in rows[at + 1 :])
        on_request = x["how"] in ("half-bye", "zero-bye", "absent")
        as_draw = on_request and not comes_back and not event["robin"] and drawn is not None
        as_draw = as_draw or bool(fore and x["r"] == event["last"] and x["foe"] and drawn)
        total += drawn[1] if as_draw else x[kind]
    return total


def listed(
    event: dict[str, Any], n: int, version: str, of: str = "match", by: str = "match", fore: bool = False
) -> list[dict[str, Any]]:
    """One entry for each round: the opponent's score, the own points, whether it was missed on purpose."""
    own, found = event["sum"][of][n], []
    final = event["rows"][n][-1] if event["rows"][n] else None
    if fore and final and final["r"] == event["last"] and final["foe"] and event["range"][of]:
        own += event["range"][of][1] - final[of]
    met = {x["r"] for x in meetings(event, n)}
    for x in event["rows"][n]:
        if x["r"] in met:
            found.append({"score": as_opponent(event, x["foe"], of, fore), "times": x[by], "vur": False})
            continue
        if event["robin"]:
            continue
        dummy = own
        if version == "2026" and x["how"].startswith("forfeit") and x["foe"]:
            dummy = min(own, as_opponent(event, x["foe"], of, fore))
        elif version == "2026" and event["range"][of]:
            dummy = min(own, event["range"][of][1] * event["last"])
        found.append({"score": dummy, "times": x[by], "vur": x["how"] not in AVAILABLE})
    return found


def buchholz(
    event: dict[str, Any], n: int, params: dict[str, Any], version: str, usual: int = 0, fore: bool = False
) -> Ratio:
    """Take the lowest off one by one (missed rounds first), then the highest, and add up."""
    entries = listed(event, n, version, params.get("of", "match"), fore=fore)
    for _ in range(params.get("cut-lowest", usual)):
        pool = [x for x in entries if x["vur"]] or entries
        if pool:
            entries.remove(min(pool, key=lambda x: x["score"]))
    for _ in range(params.get("cut-highest", usual)):
        if entries:
            entries.remove(max(entries, key=lambda x: x["score"]))
    return lowest(sum(x["score"] for x in entries), 100)


def sonneborn_berger(event: dict[str, Any], n: int, params: dict[str, Any], version: str) -> Ratio:
    """Cut, of the weakest opponent's entry and the poorest missed round, the one worth more; and add up."""
    kinds = params.get("of", "match"), params.get("by", "match")
    entries = [{**x, "worth": x["score"] * x["times"]} for x in listed(event, n, version, *kinds)]
    for _ in range(min(params.get("cut", 0), len(entries))):
        weakest = min(x["score"] for x in entries)
        candidates = [min(x["worth"] for x in entries if x["score"] == weakest)]
        candidates += [min(x["worth"] for x in entries if x["vur"])] if any(x["vur"] for x in entries) else []
        worth = max(candidates)
        missed = [x for x in entries if x["vur"] and x["worth"] == worth and worth == candidates[-1]]
        weak = [x for x in entries if x["score"] == weakest and x["worth"] == worth]
        pool = (missed if len(candidates) > 1 else []) or weak
        entries.remove(min(pool, key=lambda x: x["score"]))
    return lowest(sum(x["worth"] for x in entries), 10_000)


# The encounters of those who are level: C.07, article 6.


def result_between(event: dict[str, Any], a: int, b: int, kind: str = "match") -> Ratio:
    """6.1.2: the mean of what a made against b."""
    against = [x for x in meetings(event, a) if x["foe"] == b]
    made = [event["points"][x["res"]] if kind == "match" else x[kind] for x in against]
    return lowest(sum(made), len(made)) if made else None


def world(event: dict[str, Any], group: list[int], hero: int, rival: int, kind: str) -> tuple[int, int]:
    """Totals of hero and rival if the hero gets the least and the rival the most of every encounter that is missing.

    Where a kind of points has no limits, a missing one is taken for more than all that anybody ever made.
    Totals are in hundredths of the product of all counts of meetings, to stay whole.
    """
    huge = 10**12
    least, _, most = event["range"][kind] or (-huge, 0, huge)
    scale = 1
    for a in (hero, rival):
        for b in group:
            found = result_between(event, a, b, kind) if a != b else None
            scale *= found[1] if found else 1
    totals = []
    for a, missing in ((hero, least), (rival, most)):
        total = 0
        for b in group:
            if b != a:
                found = result_between(event, a, b, kind)
                total += missing * scale if found is None else found[0] * scale // found[1]
        totals.append(total)
    return totals[0], totals[1]


def encounter_order(
    event: dict[str, Any], group: list[int], kind: str, then: str = "", again: bool = False
) -> list[list[int]]:
    """6.2 and 6.3: the group in tiers, best first. 13.3: then every tier that is left in another kind; where that
    helped, `again` begins it with the first kind.
    """
    tiers = one_table(event, group, kind) if len(group) > 1 else [group]
    if len(tiers) > 1:
        return [part for tier in tiers for part in encounter_order(event, tier, kind, then, again)]
    if not then or len(group) == 1:
        return tiers
    tiers = one_table(event, group, then)
    if len(tiers) == 1:
        return tiers
    further = (kind, then, True) if again else (then,)
    return [part for tier in tiers for part in encounter_order(event, tier, *further)]


def one_table(event: dict[str, Any], group: list[int], kind: str) -> list[list[int]]:
    """The tiers that one kind of points makes."""
    complete = all(result_between(event, a, b, kind) is not None for a in group for b in group if a != b)

    def ahead(a: int, b: int, among: list[int]) -> bool:
        hero, rival = world(event, among, a, b, kind)
        return hero > rival

    if complete:
        beats = {a: sum(ahead(a, b, group) for b in group if b != a) for a in group}
        tiers = [[a for a in group if beats[a] == count] for count in sorted(set(beats.values()), reverse=True)]
    else:
        tiers, rest = [], list(group)
        while len(rest) > 1:
            sure = [a for a in rest if all(ahead(a, b, group) for b in rest if b != a)]
            if not sure:
                break
            tiers.append(sure)
            rest.remove(sure[0])
        tiers.append(rest)
    return tiers


def direct_encounter(event: dict[str, Any], n: int, level: list[int], *kinds: Any) -> Ratio:
    """How many stand in later tiers."""
    if len(level) == 1:
        return None
    tiers = encounter_order(event, level, *kinds)
    at = next(index for index, tier in enumerate(tiers) if n in tier)
    return (sum(len(tier) for tier in tiers[at + 1 :]), 1)


def head_to_head(event: dict[str, Any], n: int, level: list[int], kind: str) -> Ratio:
    """Two, and they met."""
    if len(level) != 2:
        return None
    found = result_between(event, n, level[0] if level[1] == n else level[1], kind)
    return None if found is None else lowest(found[0], found[1] * 100)


# Percentages: Magic Tournament Rules, appendix C. The floor is in hundredths of a percent.


def percentage(event: dict[str, Any], n: int, floor: int) -> tuple[int, int]:
    """Points over possible points, no less than the floor."""
    taken = [x for x in event["rows"][n] if x["how"] not in ("absent", "zero-bye")]
    points = sum(x["match"] for x in taken) + event["extra"]["match"][n]
    possible = event["best"] * len(taken)
    if not possible or points * 10_000 < floor * possible:
        return (floor, 10_000)
    return (points, possible)


def match_win(event: dict[str, Any], n: int, params: dict[str, int]) -> Ratio:
    """The own percentage."""
    return lowest(*percentage(event, n, params.get("floor", 3300))) if event["points"]["win"] > 0 else None


def opponents_match_win(event: dict[str, Any], n: int, params: dict[str, int]) -> Ratio:
    """The mean of the percentages of the opponents, by cross-multiplication."""
    floor = params.get("floor", 3300)
    if event["points"]["win"] <= 0:
        return None
    top, bottom, count = 0, 1, 0
    for x in seated(event, n):
        a, b = percentage(event, x["foe"], floor)
        top, bottom, count = top * b + a * bottom, bottom * b, count + 1
    return lowest(top, bottom * count) if count else lowest(floor, 10_000)


# Percentages of matches and games, with the floor as a fraction and byes that may be left out.


def at_least(top: int, bottom: int, p: dict[str, int]) -> tuple[int, int]:
    """A share that the floor holds up."""
    floor = p.get("floor", 33), p.get("floor-of", 100)
    return floor if not bottom or top * floor[1] < floor[0] * bottom else (top, bottom)


def to_places(found: tuple[int, int], p: dict[str, int], usual: int = 99) -> Ratio:
    """Rounded half up for good."""
    places = p.get("decimals", usual)
    if places == 99:
        return lowest(*found)
    power = 10**places
    return lowest((2 * found[0] * power + found[1]) // (2 * found[1]), power)


def there_for(event: dict[str, Any], n: int, p: dict[str, int]) -> list[dict[str, Any]]:
    """Rounds that count for the percentage."""
    byes = ("bye", "half-bye") if p.get("byes", 1) else ()
    return [x for x in event["rows"][n] if x["how"] in ("played", "forfeit-win", "forfeit-loss", *byes)]


def of_matches(event: dict[str, Any], n: int, p: dict[str, int]) -> tuple[int, int]:
    """The percentage of matches with the floor."""
    rounds = there_for(event, n, p)
    points = sum(x["match"] for x in rounds) + event["extra"]["match"][n]
    return at_least(points, len(rounds) * event["best"], p)


def of_games(event: dict[str, Any], n: int, p: dict[str, int]) -> tuple[int, int]:
    """The same of games: three points a game won, one a game drawn."""
    got = had = 0
    for x in there_for(event, n, p):
        won, drawn, lost = x["games"]
        if x["how"] in ("bye", "half-bye"):
            won, drawn, lost = 2, 0, 0
        elif won + drawn + lost == 0:
            won, drawn = x["res"] == "win" or x["how"] == "forfeit-win", x["res"] == "draw"
            lost = not won and not drawn
        got, had = got + 3 * won + drawn, had + 3 * (won + drawn + lost)
    return at_least(got, had, p)


def mean(found: list[tuple[int, int]], nobody: tuple[int, int] = (0, 1)) -> tuple[int, int]:
    """The mean of ratios."""
    top, bottom = 0, 1
    for a, b in found:
        top, bottom = top * b + a * bottom, bottom * b
    return (top, bottom * len(found)) if found else nobody


def percentage_2(event: dict[str, Any], n: int, p: dict[str, int], share: Any) -> Ratio:
    """The own percentage."""
    if share is of_matches and event["points"]["win"] <= 0:
        return None
    return to_places(share(event, n, p), p)


def opponents_percentage(event: dict[str, Any], n: int, p: dict[str, int], share: Any) -> Ratio:
    """The mean of the opponents'."""
    if share is of_matches and event["points"]["win"] <= 0:
        return None
    met = [share(event, x["foe"], p) for x in seated(event, n)]
    return to_places(mean(met, (p.get("floor", 33), p.get("floor-of", 100))), p)


def percent(v: str, first: Any, second: Any) -> Ratio:
    """The version that is asked for."""
    found: Ratio = (first if v == "1" else second)()
    return found


# Schedules per round, wins of opponents, paths, medians, streaks, ratings.


def table_rounds(event: dict[str, Any], n: int, p: dict[str, int]) -> list[dict[str, Any]]:
    """At a table, or with byes."""
    return [x for x in event["rows"][n] if x["how"] == "played" or (x["how"] == "bye" and p.get("byes", 0))]


def per_round(event: dict[str, Any], n: int, p: dict[str, Any], depth: int) -> tuple[int, int]:
    """Points by rounds (depth 0), their mean over the opponents (1), and the mean of that (2)."""
    kind = p.get("of", "match")
    rounds = table_rounds(event, n, p)
    if not depth:
        return sum(x[kind] for x in rounds) + event["extra"][kind][n], 100 * len(rounds)
    return mean([per_round(event, x["foe"], p, depth - 1) if x["foe"] else (0, 1) for x in rounds])


def wins_of_opponents(event: dict[str, Any], n: int, p: dict[str, int]) -> list[tuple[int, int]]:
    """The wins of each opponent."""
    found = []
    for x in seated(event, n):
        table = sum(y["res"] == "win" for y in seated(event, x["foe"]))
        every = wins(event, x["foe"])
        assert every
        if p.get("beaten", 0) and x["res"] != "win":
            continue
        found.append((table, 1) if p.get("played", 0) else every)
    return found


def twice_standard(event: dict[str, Any], x: dict[str, Any]) -> int:
    """2 for a win, 1 for a draw, by the result or by the points of a round without a game."""
    win, draw, loss = (int(event["points"][each]) for each in ("win", "draw", "loss"))
    if x["how"] == "played":
        return 2 * int(x["res"] == "win") + int(x["res"] == "draw")
    if x["match"] >= win and win > loss:
        return 2
    return int(x["match"] >= draw > loss)


def win_path(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """Digits read as a number of base three, from one end or the other."""
    digits = ["0"] * event["last"]
    for x in event["rows"][n]:
        digits[x["r"] - 1] = str(twice_standard(event, x))
    return (int("".join(digits[::-1] if p.get("last", 0) else digits) or "0", 3), 1)


def median_points(event: dict[str, Any], n: int, kind: str) -> Ratio:
    """Take one off either end until one or two are left."""
    left = sorted(x[kind] for x in event["rows"][n])
    while len(left) > 2:
        left = left[1:-1]
    return lowest(sum(left), 100 * len(left)) if left else (0, 1)


def modified_median(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """Off the low end if not below half of the points, off the high end if not above."""
    own, most = event["sum"]["match"][n], event["best"] * len(event["rows"][n])
    left = sorted(event["sum"]["match"][x["foe"]] for x in seated(event, n))
    for _ in range(p.get("cut", 1)):
        left = left[1:] if 2 * own >= most else left
    for _ in range(p.get("cut", 1)):
        left = left[:-1] if 2 * own <= most else left
    return lowest(sum(left), 100)


def streaks(event: dict[str, Any], n: int, p: dict[str, int]) -> list[int]:
    """The lengths of all runs."""
    text = ""
    for x in event["rows"][n]:
        result = {"forfeit-win": "win", "forfeit-loss": "loss"}.get(x["how"], x["res"])
        text += {"win": "w", "draw": "w" if p.get("draws", 0) else " ", "loss": " "}.get(result, "")
    return [len(run) for run in text.split(" ")]


def opponents_rating(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """The mean of known ratings, without the lowest."""
    known = sorted(event["rating"][x["foe"]] for x in seated(event, n) if event["rating"][x["foe"]])
    known = known[p.get("cut", 0) :]
    return to_places((sum(known), len(known)), p, 0) if known else None


def per_game(event: dict[str, Any], n: int, kind: str, p: dict[str, int]) -> Ratio:
    """Points at tables by games."""
    met = seated(event, n)
    return to_places((sum(x[kind] for x in met) + event["extra"][kind][n], 100 * len(met)), p) if met else (0, 1)


# What the last versions added: limits, ratios, opponents of opponents.


def worth_of_round(event: dict[str, Any], n: int, x: dict[str, Any]) -> int:
    """7.7: twice the standard points of a round, by points alone."""
    if x["how"] == "played":
        other = next(y["match"] for y in event["rows"][x["foe"]] if y["r"] == x["r"])
    else:
        other = event["points"]["draw"]
    return 2 if x["match"] > other else int(x["match"] == other)


def standard_points(event: dict[str, Any], n: int, v: str) -> Ratio:
    """Half points, added up."""
    each = worth_of_round if v == "2026" else lambda e, _n, x: twice_standard(e, x)
    return lowest(sum(each(event, n, x) for x in event["rows"][n]), 2)


def limited(margin: int, most: int) -> int:
    """A margin of a round, in hundredths, no greater than so many points."""
    return margin if not most else max(-100 * most, min(100 * most, margin))


def victory_share(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """Own points of all points."""
    own, lost = max(0, event["sum"]["victory"][n]), max(0, sum(x["victory.against"] for x in event["rows"][n]))
    return to_places((own, own + lost) if own + lost else (1, 2), p)


def pooled(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """Points of all opponents by rounds of all opponents."""
    met = [per_round(event, x["foe"], p, 0) for x in table_rounds(event, n, p) if x["foe"]]
    return to_places((sum(a for a, _ in met), sum(b for _, b in met)), p) if met else (0, 1)


def extended_match_win(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """The opponents' percentages of the opponents, averaged twice."""
    if event["points"]["win"] <= 0:
        return None
    floor = (p.get("floor", 33), p.get("floor-of", 100))
    level = [mean([of_matches(event, y["foe"], p) for y in seated(event, x["foe"])], floor) for x in seated(event, n)]
    return to_places(mean(level, floor), p)


def rating(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """The rating, or how many are above it."""
    own = event["rating"][n]
    if not own or not p.get("lowest"):
        return (own, 1) if own else None
    return (sum(each > own for each in event["rating"].values()), 1)


def pairing_number(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """How many numbers come after, or before."""
    return (sum(m < n if p.get("highest") else m > n for m in event["rows"]), 1)


# The rest.


def koya(event: dict[str, Any], n: int, params: dict[str, int]) -> Ratio:
    """Points against those who made the limit; in a round robin a round off is no round."""
    total = 0
    kind: Any = params.get("of", "match")
    if kind != "match" and not event["range"][kind]:
        return None
    most = event["best"] if kind == "match" else event["range"][kind][2]
    for x in meetings(event, n):
        theirs = event["rows"][x["foe"]]
        real = [y for y in theirs if y["foe"] or not event["robin"]]
        made = sum(y[kind] for y in real) + event["extra"][kind][x["foe"]]
        if made * 10_000 >= params.get("limit", 5000) * most * len(real):
            total += x[kind]
    return lowest(total, 100)


def cumulative(event: dict[str, Any], n: int, params: dict[str, int]) -> Ratio:
    """A point of round r counts once for every round from r on that is not cut."""
    rows, cut, kind = event["rows"][n], params.get("cut", 0), params.get("of", "match")
    return lowest(sum(x[kind] * max(0, len(rows) - max(at, cut)) for at, x in enumerate(rows)), 100)


def wins(event: dict[str, Any], n: int) -> Ratio:
    """A win at the table, or as much as a win without one."""
    win, loss = event["points"]["win"], event["points"]["loss"]
    count = 0
    for x in event["rows"][n]:
        count += x["res"] == "win" if x["how"] == "played" else x["match"] >= win and win > loss
    return (count, 1)


def schedule(event: dict[str, Any], n: int, depth: int, kind: str = "match") -> int:
    """Points of the opponents, of their opponents (depth 2)."""
    if not depth:
        return int(event["sum"][kind][n])
    return sum(schedule(event, x["foe"], depth - 1, kind) for x in seated(event, n))


def mean_schedule(event: dict[str, Any], n: int, depth: int, kind: str = "match") -> tuple[int, int]:
    """The mean of the opponents' points, or of their means (depth 2), as a fraction of hundredths."""
    if not depth:
        return int(event["sum"][kind][n]), 1
    top, bottom, count = 0, 1, 0
    for x in seated(event, n):
        a, b = mean_schedule(event, x["foe"], depth - 1, kind)
        top, bottom, count = top * b + a * bottom, bottom * b, count + 1
    return (top, bottom * count) if count else (0, 1)


def mean_points(event: dict[str, Any], n: int, depth: int, p: dict[str, int], kind: str = "match") -> Ratio:
    """The same in points."""
    top, bottom = mean_schedule(event, n, depth, kind)
    return to_places((top, bottom * 100), p)


def lots(event: dict[str, Any], n: int) -> Ratio:
    """How many have a greater SHA-256."""
    drawn = {m: int(hashlib.sha256(f"{event['seed']}:lots:{m}".encode()).hexdigest(), 16) for m in event["rows"]}
    return (sum(drawn[m] > drawn[n] for m in drawn), 1)


def victory_difference(event: dict[str, Any], n: int, p: dict[str, int]) -> Ratio:
    """Own minus the opponents', each round within its limit."""
    margins = [limited(x["victory"] - x["victory.against"], p.get("cap", 0)) for x in event["rows"][n]]
    return lowest(sum(margins) + event["extra"]["victory"][n], 100)


VALUES: dict[str, Any] = {
    "beaten-ratings": lambda e, n, p, v, level: (
        sum(e["rating"][x["foe"]] for x in seated(e, n) if x["res"] == "win"),
        1,
    ),
    "best-round": lambda e, n, p, v, level: lowest(
        max((x[p.get("of", "battle")] for x in e["rows"][n]), default=0), 100
    ),
    "encounter-difference": lambda e, n, p, v, level: (
        lowest(sum(x["victory"] - x["victory.against"] for x in meetings(e, n) if x["foe"] in level), 100)
        if len(level) > 1
        else None
    ),
    "extended-match-win": lambda e, n, p, v, level: extended_match_win(e, n, p),
    "opponents-cumulative": lambda e, n, p, v, level: lowest(
        sum(
            sum(x[p.get("of", "match")] * (len(e["rows"][y["foe"]]) - at) for at, x in enumerate(e["rows"][y["foe"]]))
            for y in meetings(e, n)
        ),
        100,
    ),
    "pairing-number": lambda e, n, p, v, level: pairing_number(e, n, p),
    "sos-pooled-mean": lambda e, n, p, v, level: pooled(e, n, p),
    "victory-conceded": lambda e, n, p, v, level: lowest(-sum(x["victory.against"] for x in e["rows"][n]), 100),
    "victory-share": lambda e, n, p, v, level: victory_share(e, n, p),
    "average-buchholz": lambda e, n, p, v, level: lowest(
        *mean(
            [
                buchholz(e, x["foe"], {"of": p.get("of", "match")}, v, fore=bool(p.get("fore", 0))) or (0, 1)
                for x in meetings(e, n)
            ]
        )
    ),
    "fore-buchholz": lambda e, n, p, v, level: buchholz(e, n, p, v, fore=True),
    "extended-sos-per-round": lambda e, n, p, v, level: to_places(per_round(e, n, p, 2), p),
    "game-win": lambda e, n, p, v, level: percentage_2(e, n, p, of_games),
    "longest-streak": lambda e, n, p, v, level: (max(streaks(e, n, p)), 1),
    "match-points": lambda e, n, p, v, level: lowest(e["sum"]["match"][n], 100),
    "median-points": lambda e, n, p, v, level: median_points(e, n, p.get("of", "match")),
    "modified-median": lambda e, n, p, v, level: modified_median(e, n, p),
    "opponents-game-win": lambda e, n, p, v, level: opponents_percentage(e, n, p, of_games),
    "opponents-rating": lambda e, n, p, v, level: opponents_rating(e, n, p),
    "opponents-wins": lambda e, n, p, v, level: (sum(each[0] for each in wins_of_opponents(e, n, p)), 1),
    "opponents-wins-mean": lambda e, n, p, v, level: to_places(mean(wins_of_opponents(e, n, p)), p),
    "points": lambda e, n, p, v, level: lowest(
        (-1 if p.get("fewest", 0) else 1) * e["sum"][p.get("of", "match")][n], 100
    ),
    "points-per-game": lambda e, n, p, v, level: per_game(e, n, p.get("of", "match"), p),
    "rating": lambda e, n, p, v, level: rating(e, n, p),
    "rounds-elected": lambda e, n, p, v, level: (sum(x["how"] in AVAILABLE for x in e["rows"][n]), 1),
    "sos-per-round": lambda e, n, p, v, level: to_places(per_round(e, n, p, 1), p),
    "standard-points": lambda e, n, p, v, level: standard_points(e, n, v),
    "win-path": lambda e, n, p, v, level: win_path(e, n, p),
    "wins-before-loss": lambda e, n, p, v, level: (streaks(e, n, p)[0], 1),
    "battle-points": lambda e, n, p, v, level: lowest(e["sum"]["battle"][n], 100),
    "buchholz": lambda e, n, p, v, level: buchholz(e, n, p, v),
    "cumulative": lambda e, n, p, v, level: cumulative(e, n, p),
    "direct-encounter": lambda e, n, p, v, level: direct_encounter(e, n, level, p.get("of", "match")),
    "extended-direct-encounter": lambda e, n, p, v, level: direct_encounter(
        e, n, level, p.get("of", "match"), p.get("by", "battle"), v == "2026"
    ),
    "extended-sos": lambda e, n, p, v, level: lowest(schedule(e, n, 2, p.get("of", "match")), 100),
    "extended-sos-mean": lambda e, n, p, v, level: mean_points(e, n, 2, p, p.get("of", "match")),
    "head-to-head": lambda e, n, p, v, level: head_to_head(e, n, level, p.get("of", "match")),
    "koya": lambda e, n, p, v, level: koya(e, n, p),
    "lots": lambda e, n, p, v, level: lots(e, n),
    "match-win": lambda e, n, p, v, level: percent(
        v, lambda: match_win(e, n, p), lambda: percentage_2(e, n, p, of_matches)
    ),
    "median-buchholz": lambda e, n, p, v, level: buchholz(e, n, p, v, usual=1),
    "opponents-battle": lambda e, n, p, v, level: lowest(schedule(e, n, 1, "battle"), 100),
    "opponents-battle-mean": lambda e, n, p, v, level: mean_points(e, n, 1, p, "battle"),
    "opponents-match-win": lambda e, n, p, v, level: percent(
        v, lambda: opponents_match_win(e, n, p), lambda: opponents_percentage(e, n, p, of_matches)
    ),
    "opponents-victory": lambda e, n, p, v, level: lowest(schedule(e, n, 1, "victory"), 100),
    "opponents-victory-mean": lambda e, n, p, v, level: mean_points(e, n, 1, p, "victory"),
    "sonneborn-berger": lambda e, n, p, v, level: sonneborn_berger(e, n, p, v),
    "sos": lambda e, n, p, v, level: lowest(
        sum(e["sum"][p.get("of", "match")][x["foe"]] for x in seated(e, n) if x["r"] >= p.get("from-round", 1)), 100
    ),
    "sos-mean": lambda e, n, p, v, level: mean_points(e, n, 1, p, p.get("of", "match")),
    "victory-difference": lambda e, n, p, v, level: victory_difference(e, n, p),
    "victory-points": lambda e, n, p, v, level: lowest(e["sum"]["victory"][n], 100),
    "wins": lambda e, n, p, v, level: wins(e, n),
    "wins-played": lambda e, n, p, v, level: (sum(x["res"] == "win" for x in seated(e, n)), 1),
}
"""Every tie-break by id: (event, entrant, parameters, version, those who are level) -> value."""
