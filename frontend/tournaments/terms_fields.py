"""Conversion between the terms of a tournament and the fields of a form, as plain functions.

Fields cover the common cases; whatever they do not cover stays as it was in the terms that the form began with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

import rules
from frontend.tournaments import soft_rows, tally_rows, terms_rows
from gamelog.contest.errors import Refused
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import PairingTerms, RosterTerms, Scoring, Season, TeamTerms, Terms, TieBreak
from gamelog.contest.terms_free import FreeLeague
from gamelog.contest.terms_stages import Knockout, Mission, Stages
from gamelog.contest.validation_free import UNEQUAL
from gamelog.contest.validation_stages import MEMBERS

FIRST_PRESET = "win-draw-loss-3-1-0@1"
"""The initial terms of an announcement."""
USUAL_PLACES = 16
"""For how many players an announcement begins."""
PLAIN = (
    "format", "rounds", "cut", "bronze", "knocked_out", "double", "capacity", "place", "round_minutes", "late_entry",
    "half_byes", "best_of", "confirm", "check_in",
)  # fmt: skip
"""Terms that a field holds unchanged."""
SCORED = ("win", "draw", "loss", "ranks", "draw_within", "decided_by", "victory_cap", "battle_cap", "match_cap")
FREE = ("meetings", "others_between", "least_games", "per_game", "added_games")
KNOCKOUT = ("losses", "reseed", "second_final")
STAGES = (*MEMBERS["groups"], *MEMBERS["pods"])
USUAL_STAGES = {"groups": 4, "then": "single-elimination", "top": 2, "pod": 4}
"""What the fields of groups and pods begin with, until somebody chooses such a format."""
PAIRED = (
    "order", "rank_by", "avoid_clubs", "avoid_clubs_rounds", "rotate_tables", "bye_goes_to", "schedule",
    "rotate_terrain",
)  # fmt: skip
Cleaned = Mapping[str, Any]
"""Cleaned values by field."""


def terms_from(said: Cleaned, base: Terms) -> Terms:
    """The terms that were filled in; anything that no field covers is taken from `base`.

    Raises: Refused `unknown-preset`, `bad-size`, and `unreadable` for a value that terms cannot have.
    """
    ruleset, _at, version = said["ruleset"].partition("@")
    made = msgspec.structs.replace(
        base,
        **{name: said[name] for name in PLAIN},
        ruleset=ruleset,
        rules_version=version,
        starts=_moment(said["starts"], said["zone"]),
        ends=_moment(said["ends"], said["zone"]),
        options=_options(said["roster_allowed"], ruleset, base),
        tables=said["tables"],
        missions=_missions(said["missions"], base),
        rosters=RosterTerms(
            said["roster_required"], said["roster_points"], said["roster_models"], said["roster_hidden"]
        ),
        scoring=scoring_from(said, base.scoring),
        tiebreaks=tiebreaks_from(said),
        pairing=_pairing(said, base),
        knockout=_knockout(said, base),
        stages=_stages(said),
        teams=_teams(said, base),
        free_league=_free_league(said, base),
        season=Season(said["season_starts"], said["days_a_round"]) if said["format"] == "league" else None,
        **soft_rows.soft_from(said, base),
    )
    # Structs are not validated when they are constructed, and stored terms have to be readable again.
    return from_text(msgspec.json.encode(made))


def scoring_from(said: Cleaned, base: Scoring) -> Scoring:
    """The chosen preset, else the values as written. Raises: Refused."""
    if said["preset"]:
        return scoring_of(said["preset"], said["preset_size"] or None)
    values = {name: said[name] for name in SCORED}
    return msgspec.structs.replace(
        base, **values, scale=said["scale"], bonuses=said["bonuses"], **tally_rows.scoring_members(said, base)
    )


def tiebreaks_from(said: Cleaned) -> tuple[TieBreak, ...]:
    """The chosen tie-breaks, in order; if none are chosen with a preset, those of the preset, for teams of the one
    that scores their matches. In a free league, those of them that unequal numbers of games allow.
    """
    preset = PRESETS.get(said["team_preset"] if said["team_size"] else "") or PRESETS.get(said["preset"])
    given = preset.tiebreaks if preset else ()
    if said["format"] == "free-league":
        given = tuple(each for each in given if each.id in UNEQUAL)
    return said["tiebreaks"] or given


def _pairing(said: Cleaned, base: Terms) -> PairingTerms:
    """How rounds are paired; terrain rotates from version 2 of the rules on."""
    version = max(base.pairing.version, "2") if said["rotate_terrain"] else base.pairing.version
    return msgspec.structs.replace(base.pairing, version=version, **{name: said[name] for name in PAIRED})


def _missions(written: tuple[Mission, ...], base: Terms) -> tuple[Mission, ...]:
    """The missions of the rounds; one that was there before keeps the options that no row shows."""
    options = {(each.round, each.en): each.options for each in base.missions}
    return tuple(msgspec.structs.replace(each, options=options.get((each.round, each.en), {})) for each in written)


def _knockout(said: Cleaned, base: Terms) -> Knockout:
    """How an elimination is entered and played; a second final is asked about only where there can be one."""
    values = {name: said[name] for name in KNOCKOUT}
    kind = _stages(said).then if said["format"] == "groups" else said["format"]
    values["second_final"] = said["second_final"] or kind != "double-elimination"
    return msgspec.structs.replace(base.knockout, **values)


def _stages(said: Cleaned) -> Stages:
    """Groups or pods, as far as the format has them; what is asked of something that does not follow means nothing."""
    values = {name: said[name] for name in MEMBERS.get(said["format"], ())}
    if values.get("then") not in ("single-elimination", "double-elimination"):
        values |= dict.fromkeys(values.keys() & {"top", "best_next"}, 0)
    if values.get("then") != "merged":
        values |= dict.fromkeys(values.keys() & {"merged_rounds"}, 0)
    return Stages(**values)


def _free_league(said: Cleaned, base: Terms) -> FreeLeague:
    """Who may meet whom how often; in other formats these fields mean nothing."""
    if said["format"] != "free-league":
        return FreeLeague()
    return msgspec.structs.replace(base.free_league, **{name: said[name] for name in FREE})


def _teams(said: Cleaned, base: Terms) -> TeamTerms | None:
    if not said["team_size"]:
        return None
    before = base.teams or TeamTerms(size=said["team_size"], ranked_by="teams")
    made = msgspec.structs.replace(before, size=said["team_size"], captains=said["captains"])
    if said["team_preset"]:
        return msgspec.structs.replace(made, scoring=scoring_of(said["team_preset"], None), ranked_by="teams")
    if base.teams and said["team_ranks"] == base.ranks:
        return made
    scoring = msgspec.structs.replace(before.scoring, ranks=said["team_ranks"])
    return msgspec.structs.replace(made, scoring=scoring, ranked_by="teams")


def allowing(ruleset: str) -> str:
    """The option of a game that says, as text, which specialities datasheets allow; empty if it has none."""
    return rules.load(ruleset).rosters.allowing if ruleset in rules.RULESETS else ""


def _options(allowed: str, ruleset: str, base: Terms) -> dict[str, int | str | bool]:
    """The options of the game, with the text about specialities in them. Raises: Refused."""
    kept = {key: value for key, value in base.options.items() if key != allowing(base.ruleset)}
    if not allowed.strip():
        return kept
    option = allowing(ruleset)
    if not option:
        raise Refused("unreadable", "$.options.allowed", f"{ruleset} has no list of specialities")
    return {**kept, option: allowed.replace("\r\n", "\n").strip()}


def _moment(local: Any, zone: str) -> str:
    """A local date and time with its offset as ISO 8601; empty for none."""
    return f"{local:%Y-%m-%dT%H:%M}:00{zone}" if local else ""


def fields_of(terms: Terms) -> dict[str, Any]:
    """The initial field values for terms."""
    scoring, rosters, teams = terms.scoring, terms.rosters, terms.teams
    starts, zone = _parts(terms.starts)
    ends, other = _parts(terms.ends)
    return {
        **{name: getattr(terms, name) for name in PLAIN},
        **{name: getattr(scoring, name) for name in SCORED},
        **{name: getattr(terms.pairing, name) for name in PAIRED},
        **{name: getattr(terms.knockout, name) for name in KNOCKOUT},
        **{name: getattr(terms.free_league, name) for name in FREE},
        **{name: getattr(terms.stages, name) for name in STAGES},
        "ruleset": f"{terms.ruleset}@{terms.rules_version}" if terms.rules_version else terms.ruleset,
        "starts": starts, "ends": ends, "zone": zone or other or "+00:00",
        "tables": terms_rows.table_rows(terms.tables),
        "missions": terms_rows.mission_rows(terms.missions),
        "roster_required": rosters.required, "roster_points": rosters.points, "roster_models": rosters.models,
        "roster_hidden": rosters.hidden_until_locked,
        "roster_allowed": terms_rows.allowed_rows(str(terms.options.get(allowing(terms.ruleset), ""))), "preset": "",
        "scale": terms_rows.scale_rows(scoring.scale),
        "bonuses": terms_rows.bonus_rows(scoring.bonuses), "awards": terms_rows.award_rows(scoring),
        "tallies": tally_rows.tally_rows(scoring.tallies), **tally_rows.major_values(scoring),
        "team_size": teams.size if teams else 0,
        "captains": teams.captains if teams else True, "team_preset": "",
        "team_ranks": terms.ranks if teams else "match",
        "season_starts": terms.season.starts if terms.season else "",
        "days_a_round": terms.season.days_a_round if terms.season else 7,
        **tiebreak_fields(terms), **soft_rows.fields_of(terms),
    }  # fmt: skip


def tiebreak_fields(terms: Terms) -> dict[str, Any]:
    """The initial field values for tie-breaks and their parameters."""
    fields: dict[str, Any] = {}
    for at, each in enumerate(terms.tiebreaks, 1):
        fields[f"tiebreak_{at}"] = f"{each.id}@{each.version}"
        kinds = {f"{kind}_{at}": getattr(each, kind) for kind in ("of", "by")}
        fields |= {f"{name}_{at}": value for name, value in each.params.items()} | kinds
    return fields


def _parts(moment: str) -> tuple[str, str]:
    """A moment as the values of a local date-time field, and its offset."""
    if not moment:
        return "", ""
    offset = moment[19:] if len(moment) > 19 else ""
    return moment[:16], "+00:00" if offset == "Z" else offset


def blank() -> Terms:
    """The terms that an announcement begins with."""
    preset, ruleset = PRESETS[FIRST_PRESET], rules.RULESETS[0]
    version = rules.load(ruleset).version
    return Terms(
        ruleset=ruleset, rules_version=version, capacity=USUAL_PLACES, rounds=usual_rounds(USUAL_PLACES),
        scoring=scoring_of(preset.key), tiebreaks=preset.tiebreaks,
    )  # fmt: skip


def usual_rounds(players: int) -> int:
    """How many rounds a Swiss has: as many as leave one of so many players without a defeat."""
    return max((players - 1).bit_length(), 1)


def as_text(terms: Terms) -> str:
    """The whole terms as JSON, for reading and editing."""
    return msgspec.json.format(msgspec.json.encode(terms, order="sorted"), indent=2).decode()


def from_text(text: str | bytes) -> Terms:
    """Terms from JSON. Raises: Refused `unreadable`, with the path of anything wrong or meaningless."""
    try:
        terms = msgspec.json.decode(text, type=Terms)
    except msgspec.MsgspecError as error:
        said, _at, path = str(error).partition(" - at `")
        raise Refused("unreadable", path.rstrip("`") or "$", said) from None
    strange = next(_unknown_members(msgspec.json.decode(text), terms, "$"), None)
    if strange:
        raise Refused("unreadable", strange, "terms have no such member: misspelt, it would be left out in silence")
    return terms


def _unknown_members(plain: Any, read: Any, path: str) -> Iterator[str]:
    """The path of a member of plain JSON that decoding ignored."""
    if isinstance(plain, dict) and isinstance(read, msgspec.Struct):
        for name, value in plain.items():
            if name not in read.__struct_fields__:
                yield f"{path}.{name}"
            else:
                yield from _unknown_members(value, getattr(read, name), f"{path}.{name}")
    elif isinstance(plain, list):
        for at, (value, one) in enumerate(zip(plain, read, strict=True)):
            yield from _unknown_members(value, one, f"{path}[{at}]")
