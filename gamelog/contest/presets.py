"""Ready-made scorings, each with its source and how far it was checked. An event's own copy counts, not these.

A preset is never changed or removed: a correction is a new version beside it. `make` takes one whole number whose
meaning the preset names (an army's size in points, a difference of victory points), and gives a `Scoring`.

The presets with a scale give a bye the even split of battle points and the match points of a win, so that nobody gains
on the field by not playing. That is this platform's choice, not the sources', and can be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from gamelog.contest.errors import Refused
from gamelog.contest.points import POINT
from gamelog.contest.terms import Award, Band, Bonus, Hundredths, Scoring, TieBreak
from gamelog.contest.terms_tallies import Major, Tally


class Preset(msgspec.Struct, frozen=True):
    """A ready-made scoring. `size` is the number that `make` is meant for by default, 0 where it takes none."""

    id: str
    version: str
    en: str
    ru: str
    source_en: str
    source_ru: str
    make: Callable[[int], Scoring]
    tiebreaks: tuple[TieBreak, ...] = ()
    size: int = 0
    size_en: str = ""
    size_ru: str = ""

    @property
    def key(self) -> str:
        """Its name in terms: `<id>@<version>`."""
        return f"{self.id}@{self.version}"


def scoring_of(key: str, size: int | None = None) -> Scoring:
    """The scoring of a preset, marked with its key; `size` in whole points, by default the preset's own.

    Raises: Refused `unknown-preset`; `bad-size` for a size that is not from 1 to 100 000, or for a preset without one.
    """
    preset = PRESETS.get(key)
    if preset is None:
        raise Refused("unknown-preset", "$.preset", f"there is no preset {key}: see the list of presets", preset=key)
    wanted = preset.size if size is None else size
    if not preset.size and wanted:
        raise Refused("bad-size", "$.size", f"{key} takes no size", size=wanted)
    if preset.size and not 1 <= wanted <= 100_000:
        raise Refused("bad-size", "$.size", f"{preset.size_en} is a number from 1 to 100000, not {wanted}", size=wanted)
    return msgspec.structs.replace(preset.make(wanted), preset=key)


def _outcome_points(win: Hundredths, draw: Hundredths) -> Scoring:
    """Match points alone: a bye and a forfeit are worth a win, a half-point bye a draw."""
    won = Award(match=win)
    return Scoring(win=win, draw=draw, bye=won, half_bye=Award(match=draw), forfeit_win=won)


def chess(size: int) -> Scoring:
    """One point for a win, half a point for a draw."""
    return _outcome_points(100, 50)


def three_one(size: int) -> Scoring:
    """Three points for a win, one for a draw."""
    return _outcome_points(300, 100)


def three_two_one(size: int) -> Scoring:
    """Three points for a win, two for a draw, one for a battle lost; a bye is worth a draw, so that playing pays."""
    scoring = _outcome_points(300, 200)
    return msgspec.structs.replace(scoring, loss=100, bye=scoring.half_bye, half_bye=Award(match=100))


def two_one(size: int) -> Scoring:
    """Two points for a win, one for a draw."""
    return _outcome_points(200, 100)


def middle_earth(size: int) -> Scoring:
    """3-1-0; a bye is a win by 6 victory points to none, an opponent who gave up one by 12."""
    bye, given_up = Award(match=300, battle=600, victory=600), Award(match=300, battle=1200, victory=1200)
    lost = Award(battle_against=1200, victory_against=1200)
    return msgspec.structs.replace(_outcome_points(300, 100), bye=bye, forfeit_win=given_up, forfeit_loss=lost)


LEADERS = Tally("leaders", "Slain leaders", "Убитые командиры", listed=True)


def slain_leaders(size: int) -> Scoring:
    """As `middle_earth`, and both sides report whether they have slain the leader of the other."""
    return msgspec.structs.replace(middle_earth(size), tallies=(LEADERS,))


def major_and_minor(size: int) -> Scoring:
    """6-0 for at least double the points, 5-1 for a smaller lead, 2 for a draw."""
    won = Award(match=500)
    return Scoring(
        win=500, draw=200, loss=100, major=Major(600, 0, times=2), bye=won, half_bye=Award(match=200), forfeit_win=won,
        tallies=(LEADERS,),
    )  # fmt: skip


def touchdowns(size: int) -> Scoring:
    """5-2-0, and 1 for a defeat by a single touchdown; touchdowns decide who wins, casualties are counted beside."""
    won = Award(match=500)
    counted = (
        Tally("touchdowns", "Touchdowns", "Тачдауны", into="victory", listed=True),
        Tally("casualties", "Casualties", "Травмы", listed=True),
    )
    return Scoring(
        win=500, draw=200, loss=100, major=Major(500, 0, over=POINT), tallies=counted, bye=won,
        half_bye=Award(match=200), forfeit_win=won,
    )  # fmt: skip


def primaries(size: int) -> Scoring:
    """2-1-0; primary missions up to 50, secondary ones up to 40, and 10 for a painted army, 100 in all."""
    counted = (
        Tally("primary", "Primary missions", "Основные задания", 50 * POINT, "victory", listed=True),
        Tally("secondary", "Secondary missions", "Второстепенные задания", 40 * POINT, "victory", listed=True),
    )
    painted = Bonus("painted", en="Painted army", ru="Покрашенная армия", victory=10 * POINT)
    return msgspec.structs.replace(
        _outcome_points(200, 100), tallies=counted, bonuses=(painted,), victory_cap=100 * POINT
    )


def _shared(scale: tuple[Band, ...], draw_within: int = 0, *, walkover: int = 0) -> Scoring:
    """Both share 20 battle points by a scale and rank by them; `walkover` are the victory points of a forfeit."""
    even = scale[0].winner
    return Scoring(
        win=200,
        draw=100,
        ranks="battle",
        scale=scale,
        draw_within=draw_within,
        battle_cap=20 * POINT,
        bye=Award(match=200, battle=even, battle_against=even),
        half_bye=Award(match=100, battle=even, battle_against=even),
        forfeit_win=Award(match=200, battle=20 * POINT, victory=walkover),
        forfeit_loss=Award(battle_against=20 * POINT, victory_against=walkover),
    )


def _steps(limits: Sequence[int]) -> tuple[Band, ...]:
    """Bands from 10-10 on, one point per step; `limits` are the largest differences of each but the last, in
    hundredths.

    A limit belongs to the lower of its two bands.
    """
    edges = [0, *limits]
    return tuple(
        Band(
            least=edge,
            most=limits[at] if at < len(limits) else None,
            winner=(10 + at) * POINT,
            loser=(10 - at) * POINT,
            open_least=at > 0,
        )
        for at, edge in enumerate(edges)
    )


def wtc(size: int) -> Scoring:
    """20-0 by differences of 5 victory points: 0 to 5 is 10-10 and a draw, over 50 is 20-0."""
    limits = [step * 5 * POINT for step in range(1, 11)]
    return _shared(_steps(limits), draw_within=5 * POINT, walkover=50 * POINT)


NINTH_AGE_PERCENT = (5, 10, 20, 30, 40, 50, 70)
"""The largest difference of each step but the last, in percent of the army's points: 10-10, 11-9, ... 16-4."""


def ninth_age(size: int) -> Scoring:
    """20-0 by percent of an army of `size` points: the scale goes to 17-3, and the objective moves 3 more."""
    scale = _steps([percent * size for percent in NINTH_AGE_PERCENT])
    objective = Bonus(
        "objective", en="Secondary objective", ru="Второстепенная задача", battle=3 * POINT, battle_against=-3 * POINT
    )
    return msgspec.structs.replace(_shared(scale), bonuses=(objective,), decided_by="battle")


def even_steps(size: int) -> Scoring:
    """20-0 in eleven steps: each tenth of `size` victory points is worth a point, and `size` is 20-0.

    A limit belongs to the higher of its two bands, as where this scale comes from.
    """
    edges = [step * size * POINT // 10 for step in range(11)]
    scale = tuple(
        Band(
            least=edge,
            most=edges[at + 1] if at < 10 else None,
            winner=(10 + at) * POINT,
            loser=(10 - at) * POINT,
            open_most=at < 10,
        )
        for at, edge in enumerate(edges)
    )
    return msgspec.structs.replace(_shared(scale), decided_by="battle")


def team_match(size: int) -> Scoring:
    """A match of teams: 2-1-0; a draw is a difference of up to `size` of the boards' summed battle points."""
    return msgspec.structs.replace(_outcome_points(200, 100), draw_within=size * POINT)


def _by(*ids: str) -> tuple[TieBreak, ...]:
    return tuple(TieBreak(each, "1") for each in ids)


_ALL = (
    Preset(
        "chess", "1",
        en="Chess: 1, ½, 0",
        ru="Как в шахматах: 1, ½, 0",
        source_en="FIDE Laws of Chess, article on points (article 10 since 2018, article 11 before): a point for a "
        "win or a forfeit, half a point for a draw. Checked in a published Russian text of the Laws. The "
        "order of tie-breaks is this platform's.",
        source_ru="Правила шахмат ФИДЕ, статья об очках (статья 10 с 2018 года, прежде 11): очко за победу и за "
        "неявку соперника, пол-очка за ничью. Сверено с опубликованным русским текстом правил. Порядок "
        "дополнительных показателей выбран этой платформой.",
        make=chess,
        tiebreaks=(
            TieBreak("direct-encounter", "1"),
            TieBreak("buchholz", "2026", {"cut-lowest": 1}),
            TieBreak("buchholz", "2026"),
            TieBreak("sonneborn-berger", "2026"),
        ),
    ),
    Preset(
        "win-draw-loss-3-1-0", "1",
        en="Win, draw, loss: 3, 1, 0",
        ru="Победа, ничья, поражение: 3, 1, 0",
        source_en="Magic: The Gathering Tournament Rules, appendix C (Wizards of the Coast): match points 3, 1, 0, a "
        "bye counts as a win, tie-break by the opponents' match-win percentage. Checked in the judges' "
        "published text, 2019.",
        source_ru="Magic: The Gathering Tournament Rules, приложение C (Wizards of the Coast): очки за матч 3, 1, 0, "
        "бай считается победой, далее процент побед соперников. Сверено с опубликованным судьями текстом "
        "2019 года.",
        make=three_one,
        tiebreaks=_by("opponents-match-win", "match-win"),
    ),
    Preset(
        "win-draw-loss-2-1-0", "1",
        en="Win, draw, loss: 2, 1, 0",
        ru="Победа, ничья, поражение: 2, 1, 0",
        source_en="As commonly played, for instance in the pack of a Kill Team tournament of January 2019 (2 for a "
        "victory, 1 for a draw, then small points). Not verified against a document of the game's "
        "publisher.",
        source_ru="Как обычно играют, например, в регламенте турнира по Kill Team в январе 2019 года (2 за победу, 1 "
        "за ничью, затем малые очки). По документу издателя игры не сверено.",
        make=two_one,
        tiebreaks=_by("victory-points", "victory-difference"),
    ),
    Preset(
        "companion-record", "1",
        en="Warhammer 40,000 companion: by record",
        ru="Warhammer 40,000, «Tournament Companion»: по числу побед",
        source_en="Pariah Nexus Tournament Companion, version 1.1 (Games Workshop), Pairings and Rankings: by record,"
        " then the opponents' win records, then all victory points. Checked in a published copy. The "
        "numbers 2, 1, 0 stand for the record and are this platform's.",
        source_ru="Pariah Nexus Tournament Companion, версия 1.1 (Games Workshop), раздел о жеребьёвке и местах: по "
        "числу побед и ничьих, затем победы соперников, затем сумма победных очков. Сверено с "
        "опубликованной копией. Числа 2, 1, 0 выражают этот счёт и выбраны платформой.",
        make=two_one,
        tiebreaks=_by("opponents-match-win", "victory-points"),
    ),
    Preset(
        "middle-earth", "1",
        en="Middle-earth: 3, 1, 0 and victory point difference",
        ru="Средиземье: 3, 1, 0 и разница победных очков",
        source_en="Middle-earth Strategy Battle Game, Matched Play Guide (Games Workshop), recommended tournament "
        "style: 3, 1, 0; then the difference of victory points, then their sum; a bye is won 6 to 0, a "
        "conceded game 12 to 0. Checked in a published copy. Slain leaders, the guide's third tie-break, "
        "are not counted here.",
        source_ru="Middle-earth Strategy Battle Game, Matched Play Guide (Games Workshop), рекомендуемый турнир: 3, "
        "1, 0; затем разница победных очков, затем их сумма; бай — победа 6:0, сданная игра — 12:0. Сверено"
        " с опубликованной копией. Третий показатель, убитые командиры, здесь не считается.",
        make=middle_earth,
        tiebreaks=_by("victory-difference", "victory-points"),
    ),
    Preset(
        "companion-record", "2",
        en="Warhammer 40,000 companion: by record, opponents' wins",
        ru="Warhammer 40,000, «Tournament Companion»: по числу побед, победы соперников",
        source_en="As version 1, but those who are level are told apart by the wins of their opponents, as the Pariah "
        "Nexus Tournament Companion 1.1 (Games Workshop) has it, then by all victory points. Last comes the win path, "
        "by which the companion pairs: whoever lost later is ahead. Checked as version 1 was. That it also ranks, and "
        "the numbers 2, 1, 0, are this platform's.",
        source_ru="Как версия 1, но равных различают победы соперников, как в Pariah Nexus Tournament Companion 1.1 "
        "(Games Workshop), затем сумма победных очков. Последним идёт порядок побед, по которому там проводят "
        "жеребьёвку: выше тот, кто проиграл позже. Сверено, как и версия 1. То, что он влияет и на места, и числа 2, "
        "1, 0 выбраны платформой.",
        make=two_one,
        tiebreaks=_by("opponents-wins", "victory-points", "win-path"),
    ),
    Preset(
        "primary-and-secondary", "1",
        en="Warhammer 40,000 companion: primary and secondary missions",
        ru="Warhammer 40,000, «Tournament Companion»: основные и второстепенные задания",
        source_en="Tournament Companion (Games Workshop): victory points are up to 50 of primary missions, up to 40 "
        "of secondary ones and 10 for a painted army, 100 in all: 55, 38 and 10 count as 50 + 38 + 10 = 98. These "
        "numbers are from notes on the companion and not verified against its text. Ranked as companion-record, "
        "version 2.",
        source_ru="Tournament Companion (Games Workshop): победные очки складываются из очков за основные задания (до "
        "50), за второстепенные (до 40) и 10 за покрашенную армию, всего до 100: 55, 38 и 10 дают 50 + 38 + 10 = 98. "
        "Числа взяты из заметок об этом документе, по самому тексту не сверено. Места определяются как в "
        "companion-record версии 2.",
        make=primaries,
        tiebreaks=_by("opponents-wins", "victory-points", "win-path"),
    ),
    Preset(
        "middle-earth", "2",
        en="Middle-earth: 3, 1, 0, victory point difference, slain leaders",
        ru="Средиземье: 3, 1, 0, разница победных очков, убитые командиры",
        source_en="As version 1, with the third tie-break of the Matched Play Guide (Games Workshop): the number of "
        "enemy leaders slain, which both sides report. Checked as version 1 was. That a bye brings no slain leader is "
        "this platform's choice.",
        source_ru="Как версия 1, с третьим показателем из Matched Play Guide (Games Workshop): число убитых вражеских "
        "командиров, о котором сообщают обе стороны. Сверено, как и версия 1. То, что бай не приносит убитого "
        "командира, выбрано платформой.",
        make=slain_leaders,
        tiebreaks=(*_by("victory-difference", "victory-points"), TieBreak("points", "1", of="leaders")),
    ),
    Preset(
        "major-and-minor", "1",
        en="Middle-earth: major and minor victories, 6, 5, 2, 1, 0",
        ru="Средиземье: крупные и малые победы, 6, 5, 2, 1, 0",
        source_en="A scoring of Middle-earth events: 6 to 0 for a victory with at least double the points of the other "
        "side, 5 to 1 for a smaller one, 2 for a draw. From notes on a guide, not verified against its text: compare "
        "with yours. A bye as a minor victory is this platform's choice.",
        source_ru="Так считают на турнирах по Средиземью: 6–0 за победу, в которой очков хотя бы вдвое больше, 5–1 за "
        "меньшую, 2 за ничью. Взято из заметок о регламенте, по самому тексту не сверено: сравните со своим. Бай "
        "как малая победа — выбор платформы.",
        make=major_and_minor,
        tiebreaks=(*_by("victory-difference", "victory-points"), TieBreak("points", "1", of="leaders")),
    ),
    Preset(
        "blood-bowl", "1",
        en="Blood Bowl: 5, 2, 1 for a close loss, 0; touchdowns and casualties",
        ru="Blood Bowl: 5, 2, 1 за близкое поражение, 0; тачдауны и травмы",
        source_en="Tournaments of cushtie.com: 5 for a win, 2 for a draw, 1 for a defeat by one touchdown; then the "
        "head-to-head, the difference of touchdowns, of casualties, touchdowns, casualties, and the strength of "
        "schedule. From notes on that page, not verified. The WSC 2019 (nafl.de) gives 4, 2, 1, 0 with the same order "
        "after the head-to-head: checked in its published rules. A bye as a win without touchdowns is this platform's "
        "choice.",
        source_ru="Турниры cushtie.com: 5 за победу, 2 за ничью, 1 за поражение в один тачдаун; затем личная встреча, "
        "разница тачдаунов, разница травм, тачдауны, травмы и сила соперников. По заметкам об этой странице, не "
        "сверено. На WSC 2019 (nafl.de) дают 4, 2, 1, 0 с тем же порядком после личной встречи: сверено с правилами. "
        "Бай как победа без тачдаунов — выбор платформы.",
        make=touchdowns,
        tiebreaks=(
            TieBreak("head-to-head", "1"),
            TieBreak("points", "1", of="touchdowns.difference"),
            TieBreak("points", "1", of="casualties.difference"),
            TieBreak("points", "1", of="touchdowns"),
            TieBreak("points", "1", of="casualties"),
            TieBreak("sos", "1"),
        ),
    ),
    Preset(
        "wins-and-schedule", "1",
        en="Wins, summed strength of schedule, points (Best Coast Pairings style)",
        ru="Победы, сумма силы соперников, очки (как в Best Coast Pairings)",
        source_en="As commonly seen at events run with Best Coast Pairings: wins first, then metrics the organiser "
        "orders. Not verified against a document of Best Coast Pairings.",
        source_ru="Как обычно на турнирах в Best Coast Pairings: сначала победы, затем показатели в порядке, "
        "выбранном организатором. По документу Best Coast Pairings не сверено.",
        make=chess,
        tiebreaks=_by("sos", "extended-sos", "battle-points"),
    ),
    Preset(
        "wins-and-schedule", "2",
        en="Wins, mean strength of schedule, points (Best Coast Pairings style)",
        ru="Победы, средняя сила соперников, очки (как в Best Coast Pairings)",
        source_en="As version 1, with the strength of schedule as a mean, as wargaming events mostly have it: a bye or "
        "an absent opponent does not lower it. Not verified against a document of Best Coast Pairings.",
        source_ru="Как версия 1, но сила соперников берётся как среднее, как обычно и бывает на турнирах по варгеймам: "
        "бай или неявка соперника её не снижает. По документу Best Coast Pairings не сверено.",
        make=chess,
        tiebreaks=_by("sos-mean", "extended-sos-mean", "battle-points"),
    ),
    Preset(
        "wins-and-schedule", "3",
        en="Wins, strength of schedule per round, points (Best Coast Pairings style)",
        ru="Победы, сила соперников за тур, очки (как в Best Coast Pairings)",
        source_en="As version 2, with the points of each opponent divided by the rounds that they played, as FFG's "
        "X-Wing rules and Game Uplink describe it: an opponent who left early does not lower it. Not verified against "
        "a document of Best Coast Pairings.",
        source_ru="Как версия 2, но очки каждого соперника делятся на число сыгранных им туров, как описано у FFG "
        "(X-Wing) и Game Uplink: ранний уход соперника показатель не снижает. По документу Best Coast Pairings не "
        "сверено.",
        make=chess,
        tiebreaks=_by("sos-per-round", "extended-sos-per-round", "battle-points"),
    ),
    Preset(
        "wtc-20-0", "1",
        en="20-0 by steps of 5 victory points (WTC style)",
        ru="20-0 с шагом 5 победных очков (как на WTC)",
        source_en="World Team Championship style, as commonly played for Warhammer 40,000. Not verified: published "
        "programs give different tables (a draw up to 1, 2 or 5), and no event pack could be read; compare "
        "with yours. A walkover as 20-0 with victory points 50-0 is from the rules of Hegemonalia (10th "
        "edition).",
        source_ru="Как на World Team Championship, как обычно играют в Warhammer 40,000. Не сверено: опубликованные "
        "программы дают разные таблицы (ничья до 1, 2 или 5), а регламента прочесть не удалось; сравните со"
        " своим. Неявка как 20-0 с победными очками 50:0 взята из правил Hegemonalia (10-я редакция).",
        make=wtc,
        tiebreaks=_by("opponents-battle", "victory-difference"),
    ),
    Preset(
        "ninth-age-20-0", "1",
        en="The 9th Age: 20-0 by percent of the army",
        ru="The 9th Age: 20-0 по доле от армии",
        source_en="The 9th Age: Fantasy Battles, 2nd edition (The 9th Age team). Checked in an online copy of the "
        "rules: both share 20 battle points, and the objective gives its winner 3 and takes 3. The steps "
        "(5, 10, 20, 30, 40, 50 and 70 percent) are as commonly played, not verified against the rulebook.",
        source_ru="The 9th Age: Fantasy Battles, 2-я редакция (The 9th Age team). Сверено с копией правил в сети: оба"
        " делят 20 очков, задача даёт выполнившему 3 и отнимает 3. Ступени (5, 10, 20, 30, 40, 50 и 70 "
        "процентов) — как обычно играют, по книге правил не сверены.",
        make=ninth_age,
        tiebreaks=_by("opponents-battle", "victory-difference"),
        size=4500,
        size_en="the size of an army in points",
        size_ru="размер армии в очках",
    ),
    Preset(
        "gang-skirmish", "1",
        en="Gangs, one event: 3, 1, 0 and scenario points",
        ru="Банды, один турнир: 3, 1, 0 и очки сценария",
        source_en="As commonly played at one-day events of Necromunda: 3, 1, 0, then the difference of scenario "
        "points, then their sum. Not verified against a document.",
        source_ru="Как обычно играют на однодневных турнирах по Necromunda: 3, 1, 0, затем разница очков сценария, "
        "затем их сумма. По документу не сверено.",
        make=three_one,
        tiebreaks=_by("victory-difference", "victory-points"),
    ),
    Preset(
        "gang-campaign", "1",
        en="Gangs, a campaign: 3, 2, 1 and scenario points",
        ru="Банды, кампания: 3, 2, 1 и очки сценария",
        source_en="For a campaign of Necromunda as a league: whoever plays gains something, 3 for a win, 2 for a draw, "
        "1 for a defeat; then the sum of scenario points, then wins. This platform's numbers, not verified "
        "against a document. Advances and territories are kept outside the event.",
        source_ru="Для кампании по Necromunda в виде лиги: кто играет, тот что-то получает, 3 за победу, 2 за ничью, 1 "
        "за поражение; затем сумма очков сценария, затем победы. Числа выбраны этой платформой, по документу "
        "не сверено. Развитие бойцов и территории ведутся вне турнира.",
        make=three_two_one,
        tiebreaks=_by("victory-points", "match-win"),
    ),
    Preset(
        "even-20-0", "1",
        en="20-0 in even steps (New Recruit example)",
        ru="20-0 равными шагами (пример из New Recruit)",
        source_en="New Recruit, tutorial on its scoring system: the example table with steps of 200 (0 to 200 is "
        "10-10, 200 to 400 is 11-9, and so on), a limit belonging to the higher step. Checked in the "
        "published page as far as it was readable (to 14-6); the steps beyond go on evenly.",
        source_ru="New Recruit, учебная страница о системе очков: таблица-пример с шагом 200 (от 0 до 200 — 10-10, от"
        " 200 до 400 — 11-9 и так далее), граница относится к высшей ступени. Сверено с опубликованной "
        "страницей, насколько она читалась (до 14-6); дальше ступени продолжены так же.",
        make=even_steps,
        tiebreaks=_by("opponents-battle", "victory-difference"),
        size=2000,
        size_en="the victory point difference worth 20-0",
        size_ru="разница победных очков, которая даёт 20-0",
    ),
    Preset(
        "team-2-1-0", "1",
        en="Team match: 2, 1, 0 by total of the boards",
        ru="Командный матч: 2, 1, 0 по сумме досок",
        source_en="As commonly played at team championships with eight boards of 20-0 (75 to 85 of 160 is a draw). "
        "Not verified against a document.",
        source_ru="Как обычно играют на командных чемпионатах с восемью досками по 20-0 (от 75 до 85 из 160 — ничья)."
        " По документу не сверено.",
        make=team_match,
        tiebreaks=_by("battle-points", "opponents-match-win"),
        size=10,
        size_en="the largest difference that is still a draw",
        size_ru="наибольшая разница сумм, при которой ничья",
    ),
)  # fmt: skip

PRESETS: dict[str, Preset] = {preset.key: preset for preset in _ALL}
"""Every preset by its key, `<id>@<version>`."""
