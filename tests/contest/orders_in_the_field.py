"""Orders of places that published events and rules use, and how each is said here.

Every order was read where `source` says, for this list: `whole` is a page or file that was read to its end, `excerpt`
the part of one that a search showed. `rank` is the order as published, in our words, the first being what ranks before
any tie-break; `scoring` and `tiebreaks` are the same in our terms. Where it cannot be said, `why_not` says what is
missing, and nothing stands in its place. Where a source was cut off, or something had to be chosen, `note` says so.

Some events let points be made that no difference of victory points gives, such as those for held objectives. They are
bonuses here: the reporter of a result claims them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gamelog.contest.terms import Award, Band, Bonus, Scoring, TieBreak
from gamelog.contest.terms_tallies import Major, Tally

POINT = 100


class Order(NamedTuple):
    """One order of the field."""

    name: str
    system: str
    source: str
    seen: str
    rank: tuple[str, ...]
    scoring: Scoring | None = None
    tiebreaks: tuple[TieBreak, ...] = ()
    why_not: str = ""
    note: str = ""
    format: str = "swiss"


def by(id: str, version: str = "1", of: Any = "", **params: int) -> TieBreak:
    """A tie-break; `from_round` stands for `from-round`."""
    return TieBreak(id, version, {name.replace("_", "-"): value for name, value in params.items()}, of)


def record(win: float, draw: float = 0, loss: float = 0, **more: Any) -> Scoring:
    """Match points of outcomes; a bye and a forfeit are worth a win, a half-point bye a draw."""
    won, drawn, lost = (int(each * POINT) for each in (win, draw, loss))
    awards = {"bye": Award(match=won), "half_bye": Award(match=drawn), "forfeit_win": Award(match=won)}
    return Scoring(win=won, draw=drawn, loss=lost, **awards | more)


def scale(*steps: tuple[float | None, float, float], ranks: Any = "battle", **more: Any) -> Scoring:
    """Battle points by difference: (the largest difference or None, the winner's, the loser's)."""
    bands: list[Band] = []
    least = 0
    for most, winner, loser in steps:
        limit = None if most is None else int(most * POINT)
        bands.append(Band(least, limit, int(winner * POINT), int(loser * POINT), open_least=bool(bands)))
        least = limit or 0
    even = bands[0].winner
    awards = {"bye": Award(match=200, battle=even), "half_bye": Award(match=100, battle=even)}
    return Scoring(**{"win": 200, "draw": 100, "ranks": ranks, "scale": tuple(bands)} | awards | more)


def twenty(*limits: float, **more: Any) -> Scoring:
    """From 10-10 to 20-0, a point a step; limits are the largest difference of each step but the last."""
    return scale(*((most, 10 + at, 10 - at) for at, most in enumerate((*limits, None))), **more)


def claimed(*bonuses: tuple[str, float], **more: Any) -> Scoring:
    """Match points that are claimed, and none for the outcome itself."""
    return record(0, 0, 0, bonuses=tuple(Bonus(id, id, id, match=int(each * POINT)) for id, each in bonuses), **more)


def tallies(*ids: str) -> tuple[Tally, ...]:
    """Points that are counted beside victory points."""
    return tuple(Tally(id, id) for id in ids)


T3 = "https://www.tabletoptournaments.net/t3_tournament_rules.php?type=1&tid="
ASL = "Advanced Squad Leader"
WHFB, TOW, WH40K = "Warhammer Fantasy", "Warhammer: The Old World", "Warhammer 40,000"
MESBG = "Middle-earth Strategy Battle Game"
WMH = "Warmachine and Hordes"

ORDERS: tuple[Order, ...] = (
    # The Old World and Warhammer Fantasy
    Order(
        "ocb-old-world",
        TOW,
        T3 + "38526",
        "whole",
        ("tournament points 20-0", "ratio of victory points"),
        twenty(100, 250, 400, 600, 800, 1000, 1200, 1400, 1700, 2000),
        (by("victory-share"),),
    ),
    Order(
        "dicediele-2024",
        TOW,
        T3 + "34690",
        "whole",
        ("tournament points 15-0", "ratio of victory points", "victory points"),
        scale((300, 10, 10), (600, 11, 6), (900, 12, 5), (1300, 13, 3), (1700, 14, 1), (None, 15, 0)),
        (by("victory-share"), by("victory-points")),
    ),
    Order(
        "phantasticon-8",
        WHFB,
        T3 + "2252",
        "excerpt",
        ("tournament points 20-0 and points for painting",),
        twenty(200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000),
        note="points for painting are given once: a points award by the staff",
    ),
    Order(
        "stms-06",
        WHFB,
        T3 + "924",
        "excerpt",
        ("points of the general 20-0",),
        twenty(150, 350, 550, 750, 950, 1150, 1350, 1550, 1750, 1950),
    ),
    # Warhammer 40,000
    Order(
        "ratisbona-2022-02",
        WH40K,
        T3 + "29824",
        "whole",
        ("tournament points 20-0", "difference of mission points"),
        twenty(5, 10, 15, 20, 25, 30, 35, 40, 45, 50),
        (by("victory-difference"),),
    ),
    Order(
        "ratisbona-2024-04",
        WH40K,
        T3 + "34061",
        "whole",
        ("win, draw, loss", "20-0 matrix"),
        twenty(5, 10, 15, 20, 25, 30, 35, 40, 45, 50, ranks="match"),
        (by("battle-points"),),
        note="the page names both matrices without printing them: that of the same club in 2022 is taken",
    ),
    Order(
        "german-championship-qualifying-2015",
        WH40K,
        T3 + "13666",
        "excerpt",
        ("result matrix 14-0",),
        scale((1, 7, 7), (2, 8, 6), (3, 9, 5), (4, 10, 4), (5, 11, 3), (6, 12, 2), (7, 13, 1), (None, 14, 0)),
    ),
    Order(
        "adepticon-40k-championship",
        WH40K,
        "https://zbook.org/read/658116_warhammer-40k-championship-adepticon-pdf.html",
        "excerpt",
        ("battle points", "battle record: 10 for a win, 5 for a draw", "opponents' battle points, sum"),
        record(10, 5, 0, ranks="battle"),
        (by("match-points"), by("opponents-battle")),
    ),
    Order(
        "chapter-approved-tournament-companion",
        WH40K,
        "https://conscript-app.pages.dev/reference/rule-section/73812836-51e3-40f9-af12-eafebe360847",
        "excerpt",
        ("record: wins, losses and draws", "opponents' win records"),
        record(1, 0.5),
        (by("opponents-wins"),),
        note="the excerpt ends within the second criterion",
    ),
    Order(
        "lisburn-league",
        WH40K,
        "https://lisburn-gaming.co.uk/lgc-40k-league-rules/",
        "whole",
        ("results of six games", "game points of all battles"),
        record(1, 0.5),
        (by("victory-points"),),
        note="what a draw is worth is not printed",
    ),
    Order(
        "all-fun-team-league-2009",
        WH40K,
        "http://allfungames.blogspot.com/2009/04/wh-40k-team-league-5409-72609.html",
        "excerpt",
        ("wins and losses", "battle points"),
        record(1),
        (by("victory-points"),),
    ),
    Order(
        "capped-difference-pack",
        WH40K,
        "an event pack in a public repository, chapter 'Round scoring and placings'",
        "excerpt",
        ("wins", "difference of battle points, at most 50 a round", "opponents' win percentage"),
        record(1),
        (by("victory-difference", "2", cap=50), by("opponents-match-win", "2", floor=0)),
        note="no floor of the percentage is mentioned",
    ),
    Order(
        "dark-evolution-home-invasion",
        WH40K,
        T3 + "21187",
        "excerpt",
        ("tournament points, one for each point ahead",),
        twenty(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    ),
    # Other games of Games Workshop
    Order(
        "spearhead-squiggz",
        "Warhammer Age of Sigmar: Spearhead",
        "https://www.squiggz.com/shop/squiggz/event/spearhead-im-squiggz-de/",
        "whole",
        ("wins", "20-0 matrix"),
        twenty(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, ranks="match", win=100, draw=0),
        (by("battle-points"),),
    ),
    Order(
        "fraenkische-meisterschaft-2",
        MESBG,
        T3 + "32873",
        "excerpt",
        ("wins", "game points by a matrix", "difference of scenario points"),
        twenty(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ranks="match", win=100, draw=0),
        (by("battle-points"), by("victory-difference")),
        note="the matrix is not in the excerpt: even steps are taken",
    ),
    Order(
        "royal-rumble-liga-6",
        MESBG,
        T3 + "32547",
        "whole",
        ("league points 2-1-0", "difference of victory points", "victory points", "direct comparison"),
        record(2, 1),
        (by("victory-difference"), by("victory-points"), by("direct-encounter")),
        format="league",
    ),
    Order(
        "major-and-minor-wins",
        MESBG,
        T3 + "39282",
        "excerpt",
        ("points 6-5-2-1-0", "victory points"),
        record(
            5,
            2,
            1,
            bonuses=(
                Bonus("major-win", "major", "крупная", match=100),
                Bonus("major-loss", "major loss", "крупное поражение", match=-100),
            ),
        ),
        (by("victory-points"),),
        note="a major win is claimed by both sides; it takes double the points, at least 6",
    ),
    Order(
        "matched-play-guide",
        MESBG,
        "github:BBBase-EHeresy/PPPub docs/matched_play_guide/recommended_tournament_style.md",
        "whole",
        ("3-1-0", "difference of victory points", "victory points", "enemy leaders killed"),
        record(3, 1, tallies=tallies("leaders")),
        (by("victory-difference"), by("victory-points"), by("points", of="leaders")),
    ),
    Order(
        "demonworld-dreieichcon-2014",
        "Demonworld",
        T3 + "12977",
        "excerpt",
        ("victory points 2-1-0, a draw within 200, and extra ones", "difference points"),
        record(2, 1, draw_within=200 * POINT, bonuses=(Bonus("dominance", "dominance", "господство", match=100),)),
        (by("victory-difference"),),
    ),
    Order(
        "juca-con-ratfight-2",
        WHFB,
        T3 + "10506",
        "whole",
        ("tournament points 20-0 and points for painting",),
        twenty(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
        note="the page does not name the game; painting is a points award",
    ),
    Order(
        "one-page-rules-2024",
        "One Page Rules",
        T3 + "34197",
        "whole",
        ("tournament points", "kill points"),
        record(
            15,
            10,
            5,
            bonuses=(
                Bonus("marker-1", "marker", "маркер", match=100),
                Bonus("marker-2", "marker", "маркер", match=100),
                Bonus("side-mission", "side mission", "задача", match=200),
                Bonus("kills-300", "kills from 300", "потери от 300", match=100),
            ),
        ),
        (by("victory-points"),),
        note="the winner is said outright: the mission decides, not the kill points",
    ),
    # Privateer Press
    Order(
        "voelkerschlacht-2",
        WMH,
        T3 + "4920",
        "excerpt",
        ("tournament points 10-0 and for scenarios", "victory points", "strength of schedule", "difference"),
        scale(
            (2, 5, 5),
            (4, 6, 4),
            (7, 7, 3),
            (10, 8, 2),
            (13, 9, 1),
            (None, 10, 0),
            bonuses=(Bonus("scenario", "scenario", "сценарий", battle=300),),
        ),
        (by("victory-points"), by("opponents-battle"), by("victory-difference")),
    ),
    Order(
        "voelkerschlacht-7",
        WMH,
        T3 + "7358",
        "excerpt",
        ("tournament points for what was done", "tournament points of all opponents", "difference of victory points"),
        claimed(("scenario", 5), ("follow-up", 3), ("tie-break", 3), ("no-follow-up", 1), ("caster", 3)),
        (by("sos"), by("victory-difference")),
    ),
    Order(
        "steamroller-2013",
        WMH,
        "https://fliphtml5.com/vxfu/srjg/Steamroller_2013_Rules.pdf_6.38_MB/23/",
        "excerpt",
        ("tournament points 1-0", "opponents' points by the games that they played"),
        record(1),
        (by("sos-pooled-mean"),),
        note="the excerpt ends before the further criteria",
    ),
    Order(
        "thunderground-steamroller",
        WMH,
        "http://www.thundergroundcomics.com/warmachine-steamroller-tournament/",
        "excerpt",
        ("match wins", "strength of schedule"),
        record(1),
        (by("sos"),),
    ),
    Order(
        "thunderground-year-long-league",
        WMH,
        "http://www.thundergroundcomics.com/2012/11/warmachine-year-long-league-playoffs/",
        "whole",
        ("wins", "control points", "points destroyed"),
        record(1, tallies=tallies("destroyed")),
        (by("victory-points"), by("points", of="destroyed")),
        note="control points are the victory points",
    ),
    Order(
        "steamroller-2025-module",
        WMH,
        "a module of a tournament program for Steamroller 2025, in a public repository",
        "whole",
        ("tournament points 1-0", "strength of schedule", "control points", "army points", "extended SoS"),
        record(1, tallies=tallies("army")),
        (by("sos"), by("victory-points"), by("points", of="army"), by("extended-sos")),
        note="control points are the victory points",
    ),
    Order(
        "steamroller-extended",
        WMH,
        "https://bitbucket.org/maehld/swiss/issues/25/how-hard-would-it-be-to-add-strength-of",
        "excerpt",
        ("wins", "opponents' tournament points, sum"),
        record(1),
        (by("sos"),),
        note="the first tie-break alone is told",
    ),
    # Historical games
    Order(
        "strategicland-2012",
        "Flames of War",
        "https://strategicland.blogspot.com/2012/05/torneo-flames-of-war.html",
        "whole",
        ("points by the rules of the game", "wins", "the encounter of the two"),
        record(0, ranks="victory"),
        (by("wins-played"), by("head-to-head")),
    ),
    Order(
        "cogg-qualifier-2010",
        "Flames of War",
        "https://bardsabode.com/cogg/rules.html",
        "excerpt",
        ("victory points", "win-loss record", "head-to-head", "sports and hobby scores"),
        why_not="marks of soft scores are no tie-break of the standings here: they count in Best Overall alone",
    ),
    Order(
        "portsmouth-dbr-open",
        "De Bellis Renationis",
        "http://portsmouthwargames.tripod.com/DBR_Open_Rules.htm",
        "excerpt",
        ("points 5-3-2-1-0", "head-to-head", "elements killed", "camp elements", "generals"),
        record(
            3,
            2,
            1,
            tallies=tallies("camp", "generals"),
            bonuses=(
                Bonus("decisive", "decisive", "решающая", match=200),
                Bonus("decisive-loss", "decisive loss", "решающее поражение", match=-100),
            ),
        ),
        (by("head-to-head"), by("victory-points"), by("points", of="camp"), by("points", of="generals")),
        note="elements killed are the victory points; a decisive win (5 and 0) is claimed by both sides",
    ),
    Order(
        "wargame-tournament-manager-dba",
        "De Bellis Antiquitatis",
        "github:leberechtreinhold/wargametournamentmanager WargameTournamentManager/Games.cs",
        "whole",
        ("3 for a win, 0 for a loss, 1 for a draw", "difference of elements", "camps and generals"),
        record(3, 1, tallies=tallies("camps-and-generals")),
        (by("victory-difference"), by("points", of="camps-and-generals")),
    ),
    Order(
        "wargame-tournament-manager-bolt-action",
        "Bolt Action",
        "github:leberechtreinhold/wargametournamentmanager WargameTournamentManager/Games.cs",
        "whole",
        ("points 3-1-0 and one for a secondary objective", "difference of order dice destroyed"),
        record(3, 1, bonuses=(Bonus("secondary", "secondary", "побочная цель", match=100),)),
        (by("victory-difference"),),
    ),
    Order(
        "gambit-conquest-bolt-action",
        "Bolt Action",
        "http://gambitgamesconquest.blogspot.com/2014/08/bolt-action-tournament-info.html",
        "excerpt",
        ("tournament points", "casualty points"),
        record(3, 1),
        (by("victory-points"),),
        note="the excerpt says that both pair the rounds, and ends before what they are worth",
    ),
    Order(
        "tussle-in-the-tundra",
        ASL,
        "https://tussleinthetundra.com/tournament-rules/ (the rules before 2023)",
        "excerpt",
        (
            "wins and losses",
            "head-to-head",
            "wins of the opponents that were beaten",
            "record against the same opponents",
        ),
        why_not="the record against common opponents, which the excerpt begins to explain and does not end",
    ),
    Order(
        "tussle-in-the-tundra-2023",
        ASL,
        "https://tussleinthetundra.com/tournament-rules/ (2023)",
        "excerpt",
        ("3 to 7 points for a win, more in each round",),
        why_not="a scoring that differs from round to round",
    ),
    Order(
        "bridge-too-far-2012",
        ASL,
        "http://arnhemasl.com/Tournament_rules.html",
        "excerpt",
        ("3 for a win, 1 for a loss", "opponents' points, of rounds 3 to 5", "later first loss"),
        record(3, 2, 1),
        (by("sos", "2", from_round=3), by("wins-before-loss", draws=1)),
        note="six rounds: the opponent of the sixth counts here and not there",
    ),
    Order(
        "asl-fireteams",
        ASL,
        "http://asltourneys.co.uk/ifrules_ft.html",
        "whole",
        ("3 for a win", "ladder scores of all defeated opponents"),
        record(3),
        (by("beaten-ratings"),),
        note="the ladder's scores are ratings here",
    ),
    # Science fiction and fantasy skirmishes
    Order(
        "legion-hamburg",
        "Star Wars: Legion",
        T3 + "39284",
        "whole",
        ("2-1-0", "margin of victory", "victory points", "strength of schedule"),
        record(2, 1),
        (by("victory-difference"), by("victory-points"), by("sos")),
    ),
    Order(
        "classic-2-1-0",
        "not named on the page",
        T3 + "39329",
        "whole",
        ("2-1-0", "difference of victory points", "strength of schedule"),
        record(2, 1),
        (by("victory-difference"), by("sos")),
    ),
    Order(
        "norcon-2014",
        "Infinity",
        "http://www.norcononline.com/blog/infinity/",
        "excerpt",
        ("objective points", "victory points", "objective points of all opponents"),
        record(0, ranks="victory", tallies=tallies("victory-points")),
        (by("points", of="victory-points"), by("opponents-victory")),
        note="objective points are the victory points here, and the points of victory a kind beside them",
    ),
    Order(
        "infinity-module",
        "Infinity",
        "a module of a tournament program, in a public repository",
        "excerpt",
        ("objective points", "victory points", "army points", "strength of schedule"),
        record(0, ranks="victory", tallies=tallies("victory-points", "army")),
        (by("points", of="victory-points"), by("points", of="army"), by("sos")),
        note="objective points are the victory points here, and the points of victory a kind beside them",
    ),
    Order(
        "hgbts-0-3-5",
        "HGBTS",
        "https://hgbts.lumberingsprocket.com/dev/rules/scoring",
        "excerpt",
        ("3-1-0 and bonuses", "objective points", "survival points", "objective points of the opponents"),
        record(3, 1, tallies=tallies("survival")),
        (by("victory-points"), by("points", of="survival"), by("opponents-victory")),
        note="objective points are the victory points; the bonuses are not named in the excerpt",
    ),
    Order(
        "guild-ball-organised-play",
        "Guild Ball",
        "http://steamforged.com/sfg-news-blog/pqx2w1b3o02izb4fu38c9p84bm253u",
        "excerpt",
        ("tournament points", "strength of schedule: opponents' win rate", "opponents' strength of schedule"),
        record(1),
        (by("opponents-match-win", "2", floor=0), by("extended-match-win", floor=0)),
    ),
    Order(
        "itoysoldiers-leagues",
        "leagues of any miniature game",
        "https://itoysoldiers.uservoice.com/knowledgebase/articles/487458-how-are-league-rankings-finalized",
        "whole",
        ("5-3-1", "strength of schedule"),
        record(5, 3, 1),
        (by("sos"),),
        note="how strength is counted is not said: the sum is taken",
    ),
    Order(
        "game-uplink",
        "events of any game",
        "https://play.gameuplink.com/resources/",
        "whole",
        ("event points", "SOS per round, a bye an opponent with 0", "eSOS", "random"),
        record(3, 1),
        (by("sos-per-round", byes=1), by("extended-sos-per-round", byes=1), by("lots")),
        note="match points, the second of its list, are points of games within a match there",
    ),
    Order(
        "refugees-of-the-old-worlde",
        "Kings of War",
        "http://www.refugeesoftheoldeworlde.com/2017/06/how-does-scoring-work-in-this-tournament.html",
        "excerpt",
        ("battle points for objectives, routed points and the win", "victory points: points routed"),
        claimed(
            ("objective-1", 5),
            ("objective-2", 5),
            ("objective-3", 5),
            ("routed-400", 1),
            ("routed-800", 1),
            ("scenario", 5),
        ),
        (by("victory-points"),),
    ),
    # Fantasy football
    Order(
        "wsc-2019",
        "Blood Bowl",
        "https://nafl.de/wsc/WSC_2019/eng.html",
        "whole",
        ("4-2-1-0", "touchdown difference", "casualty difference", "touchdowns", "casualties"),
        record(4, 2, 1, major=Major(win=400, loss=0, over=POINT), tallies=tallies("casualties")),
        (
            by("victory-difference"),
            by("points", of="casualties.difference"),
            by("victory-points"),
            by("points", of="casualties"),
        ),
    ),
    Order(
        "wilson-league",
        "Blood Bowl",
        "http://wilsonbloodbowlleague.blogspot.com/p/league-rules.html",
        "excerpt",
        ("3-1-0", "touchdown difference", "injuries inflicted"),
        record(3, 1, tallies=tallies("injuries")),
        (by("victory-difference"), by("points", of="injuries")),
    ),
    # Card games and abstract games that wargamers' programs are made for too
    Order(
        "magic-tournament-rules",
        "Magic: The Gathering",
        "an article about standings (channelfireball.com), kept in a public repository, and appendix C of the rules",
        "excerpt",
        ("match points 3-1-0", "opponents' match-win", "game-win", "opponents' game-win"),
        record(3, 1),
        (by("opponents-match-win", "2", byes=0), by("game-win"), by("opponents-game-win", byes=0)),
    ),
    Order(
        "pokemon-program",
        "Pokémon TCG",
        "a scoring of cardarena_tournament_core, in a public repository",
        "excerpt",
        ("3-1-0", "opponents' win percentage, at least 25 %, byes left out", "opponents' opponents' win percentage"),
        record(3, 1),
        (
            by("opponents-match-win", "2", floor=1, floor_of=4, byes=0),
            by("extended-match-win", floor=1, floor_of=4, byes=0),
        ),
    ),
    Order(
        "pokemon-handbook",
        "Pokémon TCG",
        "a program after the handbook, section 5.5.1.1, in a public repository",
        "excerpt",
        ("3-1-0", "opponents' win percentage", "opponents' opponents' win percentage", "head-to-head of two", "random"),
        why_not="a ceiling of 75 % for those who dropped, and that they come last whatever their points",
    ),
    Order(
        "yu-gi-oh-program",
        "Yu-Gi-Oh!",
        "a scoring of cardarena_tournament_core, in a public repository",
        "excerpt",
        ("3-1-0", "opponents' win percentage, no floor", "opponents' opponents' win percentage"),
        record(3, 1),
        (by("opponents-match-win", "2", floor=0, byes=0), by("extended-match-win", floor=0, byes=0)),
    ),
    Order(
        "null-signal-1-6-2",
        "Netrunner",
        "Null Signal's Organized Play Policies 1.6.2, as a public program quotes them",
        "excerpt",
        ("3-1-0, a bye is a win", "strength of schedule", "extended strength of schedule", "random"),
        record(3, 1),
        (by("sos-per-round"), by("extended-sos-per-round"), by("lots")),
    ),
    Order(
        "keyforge-2018",
        "KeyForge",
        "the read-me of a program after FFG's KeyForge Tournament Regulations",
        "excerpt",
        ("wins and losses", "strength of schedule", "extended strength of schedule"),
        record(1),
        (by("sos-per-round"), by("extended-sos-per-round")),
    ),
    Order(
        "redemption",
        "Redemption CCG",
        "github:timothestes/redemption-tournament-tracker prompt_context/tournament_structure_simplified.md",
        "excerpt",
        ("3 for a win, 2 for a timed win, 1.5 for a draw", "score differential"),
        record(3, 1.5, bonuses=(Bonus("timed", "timed", "по времени", match=-100),)),
        (by("victory-difference"),),
    ),
    Order(
        "us-chess-swiss",
        "Chess",
        "a list of tie-breaks by organisation (rule 34E of US Chess), in a public repository",
        "excerpt",
        ("points", "modified median", "Solkoff", "cumulative", "opposition's cumulative"),
        record(1, 0.5),
        (by("modified-median"), by("sos"), by("cumulative"), by("opponents-cumulative")),
    ),
    Order(
        "playchess",
        "Chess",
        "http://de.playchess.de/help/tournament/popup",
        "excerpt",
        ("points", "Sonneborn-Berger"),
        record(1, 0.5),
        (by("sonneborn-berger", "2026"),),
        note="doubled there; those still level are listed by name",
    ),
    Order(
        "fide-teams",
        "Chess",
        "FIDE Technical Commission, Exercises in Tie-Breaking, exercise 34 (rules of 2023)",
        "excerpt",
        ("match points 2-1-0", "game points"),
        record(2, 1, battle_cap=400),
        (by("battle-points"),),
    ),
    Order(
        "tribun-play",
        "Tribun",
        "github:mathmaxd-max/TribunPlay docs/rules/06-scoring-tournament.md",
        "whole",
        ("3-1-0", "total think time, the least first"),
        record(3, 1, tallies=tallies("seconds")),
        (by("points", of="seconds", fewest=1),),
    ),
    Order(
        "crokinole-center",
        "Crokinole",
        "a document about tie-breakers, in a public repository",
        "excerpt",
        ("2-1-0", "head-to-head of two", "total 20s"),
        record(2, 1, tallies=tallies("twenties")),
        (by("head-to-head"), by("points", of="twenties")),
    ),
    Order(
        "conquer-club-round-robin",
        "Conquer Club",
        "http://www.tools.conquerclub.com/forum/viewtopic.php?p=4930604",
        "excerpt",
        ("3-1-0", "head-to-head points", "head-to-head difference", "head-to-head kills", "difference", "kills"),
        record(3, 1),
        (
            by("direct-encounter"),
            by("encounter-difference"),
            by("direct-encounter", of="victory"),
            by("victory-difference"),
            by("victory-points"),
        ),
        format="round-robin",
        note="kills are victory points; a match decides among those still level",
    ),
)
"""All orders, by kind of game."""
