"""Clubs, players and ratings in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of
from gamelog.clubs.models import Club, ClubRole

MOST_NEWS = 50
MOST_EVENTS = 100
TIME = {**TEXT, "format": "date-time"}
DAY = {**TEXT, "format": "date"}
FLAG = {"type": "boolean"}
PERSON = {**TEXT, "description": "opaque id of a person"}
NAME = {**TEXT, "description": "the public name"}
WORDS = OpenApiParameter("q", str, description="words of the name, the city or the country")
MARKDOWN = {**TEXT, "description": "Markdown"}


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club as lists show it."""

    members = serializers.IntegerField(read_only=True)

    class Meta:
        model = Club
        fields = ["slug", "name", "city", "country", "website", "members", "created"]
        read_only_fields = fields


def _optional(members: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """A body of which only the `required` members are mandatory, and no others are allowed."""
    made = {"type": "object", "additionalProperties": False, "properties": members}
    return {**made, "required": list(required)} if required else made


_SAID = {"about": MARKDOWN, "city": TEXT, "country": TEXT, "website": TEXT}
PAGE = _optional({"name": TEXT, **_SAID})
NEW = _optional(
    {"name": TEXT, "slug": {**TEXT, "description": "address word; derived from the name if omitted"}, **_SAID},
    ("name",),
)
CLUB = object_of({
    "slug": TEXT, "name": TEXT, **_SAID, "owner": {**NAME, "description": "empty: the owner is not shown"},
    "created": TIME, "members": NUMBER, "seasons": list_of({**TEXT, "description": "address word"}),
    "events": list_of({**TEXT, "description": "address word of a public event, newest first"}),
})  # fmt: skip
JOIN = _optional({"shown": {**FLAG, "description": "whether the page names you as a member"}})
STANDING = object_of({
    "member": FLAG, "asked": {**FLAG, "description": "you have asked to join and await an answer"},
    "role": {**TEXT, "enum": ["", *ClubRole.values]}, "shown": FLAG,
})  # fmt: skip
MEMBERS = object_of({
    "members": list_of(object_of({
        "person": PERSON, "name": NAME, "role": {**TEXT, "enum": list(ClubRole.values)}, "shown": FLAG, "since": TIME,
    })),
    "requests": list_of(object_of({"person": PERSON, "name": NAME, "asked": TIME})),
})  # fmt: skip
ABOUT = _optional({"act": {**TEXT, "enum": ["accept", "refuse", "remove", "editor", "member", "owner"]}}, ("act",))
WRITE = _optional({"title": TEXT, "body": MARKDOWN}, ("title", "body"))
POST = object_of({
    "id": {**TEXT, "format": "uuid"}, "title": TEXT, "body": MARKDOWN, "author": NAME, "published": TIME,
    "updated": TIME,
})  # fmt: skip
NEWS = object_of({"news": list_of(POST)})

_HUNDREDTHS = {**NUMBER, "minimum": 0, "description": "hundredths of a point"}
_POINTS: dict[str, Any] = {
    "oneOf": [
        {
            "type": "object", "required": ["type", "points"], "additionalProperties": False,
            "properties": {"type": {**TEXT, "enum": ["places"]}, "points": list_of(_HUNDREDTHS), "after": _HUNDREDTHS},
        },
        {
            "type": "object", "required": ["type"], "additionalProperties": False,
            "properties": {"type": {**TEXT, "enum": ["field"]}, "top": _HUNDREDTHS},
        },
    ],
    "description": "by place (`places`), or first × (N − place) / (N − 1) of a field of N (`field`)",
}  # fmt: skip
ACCOUNT = {**FLAG, "description": "false for a regular of a club, who was entered by name and has no account"}
TIEBREAK = {**TEXT, "enum": ["event-wins", "best-place", "best-result", "events", "left-out"]}
_RULES = {
    "points": _POINTS, "shared": {**TEXT, "enum": ["place", "average"]},
    "counted": {**NUMBER, "description": "how many of the best events count; 0: all of them"},
    "least": {**NUMBER, "description": "events required for a place"}, "tiebreaks": list_of(TIEBREAK),
}  # fmt: skip
_WEIGHT = {**NUMBER, "description": "hundredths: 150 counts one and a half times"}
NEW_SEASON = _optional(
    {
        "title": TEXT, "starts": DAY, "ends": DAY, "rules": _optional(_RULES),
        "events": list_of(_optional({"event": TEXT, "weight": _WEIGHT}, ("event",))),
    },
    ("title", "starts", "ends"),
)  # fmt: skip
SEASON = object_of({
    "slug": TEXT, "title": TEXT, "starts": DAY, "ends": DAY, "rules": object_of(_RULES),
    "events": list_of(object_of({"event": TEXT, "weight": _WEIGHT, "phase": TEXT})),
})  # fmt: skip
SEASONS = object_of({"seasons": list_of(SEASON)})
_CELL = object_of({"exact": {**TEXT, "description": "a fraction: 75/2"}, "shown": TEXT})
STANDINGS = object_of({
    "season": SEASON,
    "columns": list_of(object_of({
        "id": TEXT, "version": TEXT, "en": TEXT, "ru": TEXT, "params": {"type": "object"},
    })),
    "rows": list_of(object_of({
        "place": {**NUMBER, "description": "shared in a tie; 0: too few events"}, "person": PERSON, "name": NAME,
        "account": ACCOUNT, "cells": list_of(_CELL),
        "results": list_of(object_of({
            "event": TEXT, "place": NUMBER, "sharing": NUMBER, "field": NUMBER, "weight": _WEIGHT, "base": _CELL,
            "value": _CELL, "counted": FLAG,
        })),
    })),
})  # fmt: skip

_MILLIONTHS = {**NUMBER, "description": "millionths"}
_SKILL = {
    "rating": {**NUMBER, "description": "the number that pages show: 1500 + 24 (mu − 25)"},
    "mu": _MILLIONTHS,
    "sigma": _MILLIONTHS,
    "ordinal": {**_MILLIONTHS, "description": "mu − 3 sigma, millionths"},
}
RATING = object_of({
    "place": NUMBER, "person": PERSON, "name": NAME, "account": ACCOUNT, "ruleset": TEXT, **_SKILL, "games": NUMBER,
    "at": TIME,
})  # fmt: skip
RATINGS = object_of({
    "ruleset": TEXT, "model": {**TEXT, "description": "the model and its version"}, "ratings": list_of(RATING),
    "next": {**NUMBER, "nullable": True, "description": "`after` of the next page; null at the end"},
})  # fmt: skip
HISTORY = object_of({
    "person": PERSON, "model": TEXT,
    "ratings": list_of(object_of({
        "ruleset": TEXT, "place": NUMBER, **_SKILL, "games": NUMBER,
        "history": list_of(object_of({
            "game": {**TEXT, "format": "uuid"}, "at": TIME, "mu_before": _MILLIONTHS, "sigma_before": _MILLIONTHS,
            **_SKILL,
        })),
    })),
})  # fmt: skip
_TALLY = {"won": NUMBER, "drawn": NUMBER, "lost": NUMBER}
PLAYER = object_of({
    "person": {**PERSON, "description": "of whom was asked for, or for whom that name counts"}, "name": NAME,
    "account": ACCOUNT, "also": {**list_of(NAME), "description": "names without an account that are the same person"},
    "games": object_of(_TALLY),
    "armies": list_of(object_of({
        "ruleset": TEXT, "faction": TEXT, **_TALLY,
        "rate": {**TEXT, "description": "share of games won, a draw counting half; empty for too few games"},
    })),
    "versus": list_of(object_of({
        "person": {**PERSON, "description": "empty if the opponent has none"}, "name": NAME, **_TALLY,
        "games": list_of({**TEXT, "format": "uuid"}),
    })),
    "events": list_of(object_of({
        "event": TEXT, "entrant": NUMBER, "place": {**NUMBER, "description": "0 before the first round"},
        "field": NUMBER, "phase": TEXT,
    })),
})  # fmt: skip
