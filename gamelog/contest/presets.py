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
