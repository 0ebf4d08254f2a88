"""What an announcement will look like to players, and in a sentence what each answer means. One set of words serves the
form, its preview and the preview that is asked for while somebody types.
"""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.base.points import said
from frontend.tournaments import soft_words, terms_summary, vocabulary
from frontend.tournaments.vocabulary import Moment
from gamelog.contest import standings
from gamelog.contest.presets import Preset, scoring_of
from gamelog.contest.terms import Scoring, Terms
from gamelog.contest.terms_tallies import Tally


class Chip(msgspec.Struct, frozen=True):
    """A thing that is set under “More”, and the group of fields in which it is changed."""

    name: str
    value: str
    group: str


class Announcement(msgspec.Struct, frozen=True):
    """An event as players will see it, before it is stored."""

    title: str
    club: str
    starts: Moment | None
    place: str
    game: str
    format: str
    format_means: str
    rounds: str
    sentence: str
    scoring: str
    level: str
    rosters: str
    places: int
    tables: int
    chat: str
    chips: list[Chip]


def announcement(title: str, club: str, terms: Terms) -> Announcement:
    """The preview of an announcement."""
    starts, game = vocabulary.moment(terms.starts), terms_summary.game(terms)[0]
    facts = [title, starts.text if starts else "", terms.place, game, vocabulary.format_of(terms.format)]
    return Announcement(
        title, club, starts, terms.place, game, vocabulary.format_of(terms.format),
        vocabulary.format_means(terms.format), _rounds(terms), sentence(terms), worth(terms.scoring),
        level(terms), _rosters(terms), terms.capacity, len(terms.tables),
        ", ".join(each for each in facts if each), _chips(terms),
    )  # fmt: skip


def gives(preset: Preset) -> str:
    """What a preset gives, with its numbers, and how it parts those who are level."""
    terms = Terms("", scoring=scoring_of(preset.key), tiebreaks=preset.tiebreaks)
    return " ".join(part for part in (worth(terms.scoring), level(terms)) if part)


def worth(scoring: Scoring) -> str:
    """What a battle brings, in a sentence with numbers."""
    if scoring.scale:
        first, last = scoring.scale[0], scoring.scale[-1]
        return _("Battle points by difference, from %(even)s (%(least)s) to %(all)s (%(most)s).") % {
            "even": f"{said(first.winner)}–{said(first.loser)}", "least": terms_summary.step(first).differences,
            "all": f"{said(last.winner)}–{said(last.loser)}", "most": terms_summary.step(last).differences,
        }  # fmt: skip
    if scoring.ranks == "victory":
        return _("Victory points count as they were scored.")
    shown = {key: said(getattr(scoring, key)) for key in ("win", "draw", "loss")}
    told = _("Win %(win)s, draw %(draw)s, loss %(loss)s.") % shown
    parts = [_part(each) for each in scoring.tallies]
    counted = _("Reported for both sides: %(points)s.") % {"points": ", ".join(parts)} if parts else ""
    bonuses = [f"{vocabulary.label(each)} ({terms_summary.worth(each)})" for each in scoring.bonuses]
    most = ""
    if scoring.victory_cap is not None:
        most = _("Victory points: at most %(points)s per round.") % {"points": said(scoring.victory_cap)}
    bonus = f"{'; '.join(bonuses)}." if bonuses else ""
    return " ".join(each for each in (told, terms_summary.major(scoring), counted, bonus, most) if each)


def _part(found: Tally) -> str:
    if found.cap is None:
        return vocabulary.label(found)
    return _("%(tally)s up to %(points)s") % {"tally": vocabulary.label(found), "points": said(found.cap)}


def level(terms: Terms) -> str:
    """How those who are level are told apart."""
    return _level([vocabulary.label(each.column) for each in standings.criteria_of(terms)][1:])


def _level(names: list[str]) -> str:
    return _("When level: %(names)s.") % {"names": ", ".join(names)} if names else ""


def sentence(terms: Terms) -> str:
    """What the format means for so many players."""
    count, rounds = terms.capacity, terms.rounds
    told = {
        "swiss": _swiss, "swiss-cut": _cut, "round-robin": _everybody, "league": _league, "single-elimination": _out,
        "double-elimination": _second_chance, "free-league": _challenges, "groups": _groups, "pods": _pods,
    }[terms.format]  # fmt: skip
    first = told(terms)
    late = _("Later registrations join the waiting list.") if count and rounds else ""
    return " ".join(each for each in (first, late) if each)


def _swiss(terms: Terms) -> str:
    rounds = _swiss_rounds(terms)
    if not terms.capacity:
        return _("%(rounds)s: enough to find one winner among up to %(most)d.") % {
            "rounds": rounds,
            "most": 2**terms.rounds,
        }
    shown = {"rounds": rounds, "count": terms.capacity}
    if 2**terms.rounds >= terms.capacity:
        return _("%(rounds)s are enough to find one winner among %(count)d.") % shown
    return _("After %(rounds)s, several of %(count)d players may be undefeated: tie-breaks decide.") % shown


def _swiss_rounds(terms: Terms) -> str:
    return ngettext("%(count)d round", "%(count)d rounds", terms.rounds) % {"count": terms.rounds}


def _cut(terms: Terms) -> str:
    losses = terms.knockout.losses
    if losses is None:
        return _("%(rounds)s of Swiss, then the best %(cut)d play an elimination.") % {
            "rounds": _swiss_rounds(terms), "cut": terms.cut,
        }  # fmt: skip
    if not losses:
        return _("%(rounds)s of Swiss, then all undefeated players play an elimination.") % {
            "rounds": _swiss_rounds(terms),
        }  # fmt: skip
    text = ngettext("%(rounds)s of Swiss, then everybody with at most %(count)d loss plays an elimination.",
                    "%(rounds)s of Swiss, then everybody with at most %(count)d losses plays an elimination.",
                    losses)  # fmt: skip
    return text % {"rounds": _swiss_rounds(terms), "count": losses}


def _everybody(terms: Terms) -> str:
    if not terms.capacity:
        return _("Everybody meets everybody.")
    number = (terms.capacity - 1 + terms.capacity % 2) * (2 if terms.double else 1)
    rounds = ngettext("%(count)d round", "%(count)d rounds", number) % {"count": number}
    return _("Everybody meets everybody: %(rounds)s for %(count)d.") % {"rounds": rounds, "count": terms.capacity}


def _league(terms: Terms) -> str:
    days = terms.season.days_a_round if terms.season else 7
    return " ".join([
        _everybody(terms),
        ngettext("A round lasts %(count)d day.", "A round lasts %(count)d days.", days) % {"count": days},
    ])  # fmt: skip


def _challenges(terms: Terms) -> str:
    league = terms.free_league
    ranks = _("Points per game decide.") if league.per_game else _("The sum of all points decides.")
    least = ngettext("A place needs %(count)d game.", "A place needs %(count)d games.", league.least_games)
    parts = [_("Players challenge one another and play as many games as they like."), ranks,
             least % {"count": league.least_games} if league.least_games else ""]  # fmt: skip
    return " ".join(each for each in parts if each)


def _groups(terms: Terms) -> str:
    stages = terms.stages
    within = _("Everybody meets everybody in their group.") if stages.play == "round-robin" else (
        _("%(rounds)s of Swiss within each group.") % {"rounds": _swiss_rounds(terms)})  # fmt: skip
    return " ".join([_how_many(terms), within, _after_groups(terms)])


def _how_many(terms: Terms) -> str:
    """The groups and their size, as far as the number of places tells it."""
    number, count = terms.stages.groups, terms.capacity
    said_ = ngettext("%(count)d group", "%(count)d groups", number) % {"count": number}
    if not count or number < 1:
        return f"{said_}."
    least, rest = divmod(count, number)
    size = f"{least}–{least + 1}" if rest else str(least)
    return _("%(groups)s of %(size)s.") % {"groups": said_, "size": size}


def _after_groups(terms: Terms) -> str:
    stages = terms.stages
    if stages.then == "":
        return _("Each group has its own winner.")
    if stages.then == "merged":
        rounds = ngettext("%(count)d round", "%(count)d rounds", stages.merged_rounds) % {"count": stages.merged_rounds}
        return _("Then all play %(rounds)s together, with the points they have.") % {"rounds": rounds}
    first = ngettext("Then %(count)d of each group qualifies", "Then %(count)d of each group qualify", stages.top)
    who = first % {"count": stages.top}
    if stages.best_next:
        more = ngettext("and %(count)d best next-placed", "and the %(count)d best next-placed", stages.best_next)
        who = f"{who} {more % {'count': stages.best_next}}"
    kind = vocabulary.format_of(stages.then)
    return _("%(who)s: %(kind)s of %(count)d.") % {
        "who": who, "kind": kind, "count": stages.top * stages.groups + stages.best_next,
    }  # fmt: skip


def _pods(terms: Terms) -> str:
    size = terms.stages.pod
    shown = {"rounds": _swiss_rounds(terms), "first": f"1–{size}", "second": f"{size + 1}–{2 * size}"}
    played = (
        _("Everybody meets everybody in their pod.") if terms.stages.pod_play == "round-robin"
        else _("Losers play on within their pod, until each place is decided.")
    )  # fmt: skip
    first = _("%(rounds)s of Swiss, then places %(first)s, %(second)s and so on are played out.") % shown
    return f"{first} {played}"


def _out(terms: Terms) -> str:
    if not terms.capacity:
        return _("Lose once and you are out: each round halves the field.")
    number = (terms.capacity - 1).bit_length()
    rounds = ngettext("%(count)d round", "%(count)d rounds", number) % {"count": number}
    return _("Lose once and you are out: %(rounds)s for %(count)d.") % {"rounds": rounds, "count": terms.capacity}


def _second_chance(terms: Terms) -> str:
    first = _("A player who has lost twice is out.")
    again = _("If the winner of the lower bracket wins the final, it is played again.")
    return f"{first} {again}" if terms.knockout.second_final else first


def _rounds(terms: Terms) -> str:
    parts = [_swiss_rounds(terms)] if terms.free_rounds else []
    if terms.round_minutes and not terms.by_challenge:
        parts.append(_("%(minutes)s minutes each") % {"minutes": terms.round_minutes})
    return ", ".join(parts)


def _rosters(terms: Terms) -> str:
    if not terms.rosters.required:
        return _("roster optional")
    return (
        _("roster required, hidden until rosters are locked")
        if terms.rosters.hidden_until_locked
        else _("roster required")
    )


def _chips(terms: Terms) -> list[Chip]:
    rows = [Chip(name, value, "more-terms") for name, value in terms_summary.agreements(terms)]
    rows += [Chip(name, value, "pairing-terms") for name, value in terms_summary.pairing(terms)]
    return rows + [Chip(name, value, "soft-terms") for name, value in soft_words.categories(terms)]
