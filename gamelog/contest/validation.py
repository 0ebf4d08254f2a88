"""Consistency of terms: anything that would make an event impossible or ambiguous, found before it is announced.

The ruleset, its version and its options are not looked at here: they are known outside of this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, date, datetime

from gamelog.contest import tiebreaks, validation_free, validation_soft, validation_stages, validation_tallies
from gamelog.contest.errors import Refused
from gamelog.contest.errors import bad_terms as _wrong
from gamelog.contest.pairing.rules import RULES
from gamelog.contest.points import said
from gamelog.contest.scoring import scale_problems
from gamelog.contest.terms import Award, Bonus, Scoring, TableTerms, Terms
from gamelog.contest.terms_tallies import POINTS
from gamelog.contest.validation_tallies import AWARDS, AWARDS_RU


def problems(terms: Terms) -> list[Refused]:
    """Everything that is wrong with the terms, in the order of their fields: each with its path and a sentence.

    Codes are `bad-scale` for a scale, those of `tiebreaks.validate` for tie-breaks, `unknown-version` for the rules of
    pairing, `unequal-games` and `free-league` for what a free league cannot have, and `bad-terms` for the rest.
    """
    return [
        *_rounds(terms),
        *validation_stages.problems(terms),
        *validation_free.problems(terms),
        *_dates(terms),
        *scoring_problems(terms.scoring, "$.scoring"),
        *_tiebreaks(terms),
        *_pairing(terms),
        *_tables(terms.tables),
        *_teams(terms),
        *_games(terms),
        *_season(terms),
        *_limits_of_rounds(terms),
        *validation_soft.problems(terms),
        *validation_tallies.problems(terms),
    ]


def scoring_problems(scoring: Scoring, path: str = "$.scoring") -> list[Refused]:
    """Every error in a scoring; `path` is its path."""
    return [
        *_outcomes(scoring, path),
        *scale_problems(scoring.scale, f"{path}.scale", scoring.victory_cap),
        *_caps(scoring, path),
        *_bonuses(scoring.bonuses, path),
        *_awards(scoring, path),
    ]


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def most_rounds(entrants: int) -> int:
    """How many rounds a field can play without a rematch and without a second bye."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def _rounds(terms: Terms) -> Iterator[Refused]:
    if terms.capacity == 1:
        yield _wrong("$.capacity", "an event of 1 has nobody to play: leave 0 for no limit",
                     "одному участнику не с кем играть; 0 значит «без ограничения»", capacity=1)  # fmt: skip
    robin = terms.format == "round-robin" or (terms.grouped and terms.stages.play == "round-robin")
    if terms.double and not robin:
        yield _wrong("$.double", f"only a round robin is played twice over, not {terms.format}",
                     "в два круга играют только круговой турнир", format=terms.format)  # fmt: skip
    if terms.capacity < 2 or not terms.free_rounds:
        return
    least = -(-terms.capacity // max(terms.stages.groups, 1)) if terms.grouped else terms.capacity
    most = most_rounds(least)
    if terms.rounds > most:
        yield _wrong(
            "$.rounds",
            f"{_counted(least, 'entrant')} can play {_counted(most, 'round')} without meeting twice, "
            f"not {terms.rounds}",
            f"без повторных встреч участники ({terms.capacity}) могут сыграть туров: {most}, а не {terms.rounds}",
            rounds=terms.rounds,
            most=most,
        )


def _games(terms: Terms) -> Iterator[Refused]:
    if terms.teams and terms.best_of > 1:
        yield _wrong("$.best_of", "in a match of teams each board is a single game: leave 1",
                     "в командной встрече на каждой доске одна игра: оставьте 1", best_of=terms.best_of)  # fmt: skip


def _dates(terms: Terms) -> Iterator[Refused]:
    times: dict[str, datetime] = {}
    for name in ("starts", "ends"):
        text = getattr(terms, name)
        if not text:
            continue
        moment = _moment(text)
        if moment is None:
            yield _wrong(f"$.{name}", f"{text} is no date and time like 2026-05-01T09:30:00+03:00",
                         f"{text} — не дата со временем вида 2026-05-01T09:30:00+03:00", value=text)  # fmt: skip
        elif moment.tzinfo is None:
            yield _wrong(f"$.{name}", f"{text} names no time zone: end it like +03:00 or Z",
                         f"{text}: не указан часовой пояс, в конце должно стоять +03:00 или Z", value=text)  # fmt: skip
        else:
            times[name] = moment
    if len(times) == 2 and times["ends"] <= times["starts"]:
        yield _wrong("$.ends", f"the event ends ({terms.ends}) before it has begun ({terms.starts})",
                     f"событие заканчивается ({terms.ends}) раньше, чем начинается ({terms.starts})")  # fmt: skip


def _moment(text: str) -> datetime | None:
    """A date with a time of day; None for anything else: a date alone would be midnight somewhere, and the first and
    the last year of all end elsewhere in the world."""
    try:
        found = datetime.fromisoformat(text) if "T" in text else None
    except ValueError:
        return None
    return found if found and MINYEAR < found.year < MAXYEAR else None


def _outcomes(scoring: Scoring, path: str) -> Iterator[Refused]:
    if scoring.draw > scoring.win:
        yield _wrong(f"{path}.draw", f"a draw ({said(scoring.draw)}) is worth more than a win ({said(scoring.win)})",
                     f"ничья ({said(scoring.draw)}) стоит больше победы ({said(scoring.win)})")  # fmt: skip
    if scoring.loss > scoring.draw:
        yield _wrong(f"{path}.loss", f"a loss ({said(scoring.loss)}) is worth more than a draw ({said(scoring.draw)})",
                     f"поражение ({said(scoring.loss)}) стоит больше ничьей ({said(scoring.draw)})")  # fmt: skip


def _caps(scoring: Scoring, path: str) -> Iterator[Refused]:
    highest = {
        "match": max(scoring.outcomes),
        "battle": max((band.winner for band in scoring.scale), default=0),
        "victory": 0,
    }
    for kind in POINTS:
        cap = getattr(scoring, f"{kind}_cap")
        if cap is None:
            continue
        where = f"{path}.{kind}_cap"
        if cap <= 0:
            yield _wrong(where, f"a cap of {said(cap)} leaves no points at all: leave it away for no cap",
                         f"при максимуме {said(cap)} очков не остаётся; чтобы его не было, не указывайте его",
                         cap=cap)  # fmt: skip
        elif cap < highest[kind]:
            yield _wrong(where, f"the cap of {said(cap)} is less than the {said(highest[kind])} of a win",
                         f"максимум {said(cap)} меньше очков за победу ({said(highest[kind])})", cap=cap)  # fmt: skip


def _bonuses(bonuses: tuple[Bonus, ...], path: str) -> Iterator[Refused]:
    for at, bonus in enumerate(bonuses):
        if bonus.id in [before.id for before in bonuses[:at]]:
            yield _wrong(f"{path}.bonuses[{at}].id", f"the bonus {bonus.id} stands there twice",
                         f"бонус {bonus.id} указан дважды", bonus=bonus.id)  # fmt: skip


def _awards(scoring: Scoring, path: str) -> Iterator[Refused]:
    """Awards are not capped when they are given, so they have to respect the caps themselves."""
    for name in AWARDS:
        given: Award = getattr(scoring, name)
        for kind in POINTS:
            cap, points = getattr(scoring, f"{kind}_cap"), getattr(given, kind)
            if cap is not None and points > cap > 0:
                text = f"{name} is worth {said(points)}, more than the cap of {said(cap)}"
                ru = f"{AWARDS_RU[name]}: очков {said(points)}, больше максимума {said(cap)}"
                yield _wrong(f"{path}.{name}.{kind}", text, ru, points=points, cap=cap)


def _tiebreaks(terms: Terms) -> Iterator[Refused]:
    try:
        tiebreaks.validate(terms.tiebreaks)
    except Refused as refused:
        yield refused


def _pairing(terms: Terms) -> Iterator[Refused]:
    version = terms.pairing.version
    if version not in RULES:
        text = f"there are the rule sets {', '.join(RULES)}; not {version}"
        ru = f"правила жеребьёвки бывают версий {', '.join(RULES)}, версии {version} нет"
        yield Refused("unknown-version", "$.pairing.version", text, ru, version=version)
    yield from validation_stages.terrain_problems(terms)


def _tables(tables: tuple[TableTerms, ...]) -> Iterator[Refused]:
    numbers = [table.number for table in tables]
    for at, number in enumerate(numbers):
        if number in numbers[:at]:
            yield _wrong(f"$.tables[{at}].number", f"there are two tables with the number {number}",
                         f"столов с номером {number} два", number=number)  # fmt: skip


def _teams(terms: Terms) -> Iterator[Refused]:
    if terms.teams is None:
        return
    yield from scoring_problems(terms.teams.scoring, "$.teams.scoring")
    if terms.teams.scoring.bonuses:
        text = "a match of teams is scored from its boards: put bonuses into the scoring of a board"
        ru = "встреча команд складывается из досок: бонусы задаются в начислении очков за доску"
        yield _wrong("$.teams.scoring.bonuses", text, ru)


def _season(terms: Terms) -> Iterator[Refused]:
    if terms.season is None:
        return
    if terms.format != "league":
        yield _wrong("$.season", f"a season belongs to a league, not to {terms.format}",
                     "сезон бывает только у лиги", format=terms.format)  # fmt: skip
    if terms.season.starts and not _is_day(terms.season.starts):
        text = f"{terms.season.starts} is no date like 2026-05-01"
        ru = f"{terms.season.starts} — не дата вида 2026-05-01"
        yield _wrong("$.season.starts", text, ru, value=terms.season.starts)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _limits_of_rounds(terms: Terms) -> Iterator[Refused]:
    if not terms.free_rounds:
        return
    if terms.late_entry >= terms.rounds:
        yield _wrong(
            "$.late_entry",
            f"after round {terms.late_entry} of {terms.rounds} there is nothing left to enter for: "
            f"the last round to enter is {terms.rounds - 1}",
            f"после тура {terms.late_entry} из {terms.rounds} вступать уже некуда: последний возможный тур — "
            f"{terms.rounds - 1}",
            late_entry=terms.late_entry,
            rounds=terms.rounds,
        )
    if terms.half_byes > terms.rounds:
        text = f"{_counted(terms.half_byes, 'half-point bye')} are more than the {_counted(terms.rounds, 'round')}"
        ru = f"баев на половину очка ({terms.half_byes}) больше, чем туров ({terms.rounds})"
        yield _wrong("$.half_byes", text, ru, half_byes=terms.half_byes, rounds=terms.rounds)
