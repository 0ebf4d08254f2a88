"""Input and output of the API, except the bytes of the log itself."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gamelog.api.engine_json import finding_json
from gamelog.games import late, selectors, services
from gamelog.games.models import Game, Report, Roster, Seat, Secret, TakeBack
from gamelog.people.selectors import display_name

MOST_SEATS = 8
"""Sides of a game, of any system."""


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A side of a game and its player."""

    user = serializers.SerializerMethodField()
    asks = serializers.BooleanField(read_only=True)
    agreed = serializers.BooleanField(read_only=True, help_text="false until whoever somebody else seated has agreed")

    class Meta:
        model = Seat
        fields = ["side", "user", "name", "faction", "asks", "agreed"]
        read_only_fields = fields

    def get_user(self, seat: Seat) -> str | None:
        """The player's public name."""
        return display_name(seat.user) if seat.user else None


class GameSerializer(serializers.ModelSerializer[Game]):
    """A game as lists show it; `number` counts its events and `head` is the hash of the last."""

    owner = serializers.SerializerMethodField()
    dice = serializers.ChoiceField(services.PROVENANCES, source="provenance", read_only=True)
    seats = SeatSerializer(many=True, read_only=True)
    copy_of = serializers.UUIDField(
        read_only=True, allow_null=True, help_text="of an imported copy: the id of its game, as its file names it"
    )
    original = serializers.SerializerMethodField(help_text="of a copy: our own record of that game, if it is public")

    class Meta:
        model = Game
        fields = [
            "id", "title", "owner", "public", "delay", "ruleset", "version", "policy", "dice", "number", "head",
            "phase", "round", "finished", "winner", "seats", "created", "updated",
            "copy_of", "original",
        ]  # fmt: skip
        read_only_fields = fields

    def get_owner(self, game: Game) -> str:
        """The owner's public name."""
        return display_name(game.owner)

    def get_original(self, game: Game) -> UUID | None:
        """Our own record, whose id a copy has in its file."""
        if "original_key" in vars(game):
            found: UUID | None = vars(game)["original_key"]
            return found
        rows = selectors.original_of(game).filter(public=True) if game.copy_of else Game.objects.none()
        return rows.values_list("pk", flat=True).first()


class SeatsField(serializers.DictField):
    """User names by side: each is looked up, so there are not more than any game has."""

    def to_internal_value(self, data: Any) -> Any:
        """Raises: ValidationError, also for too many."""
        if isinstance(data, dict) and len(data) > MOST_SEATS:
            raise serializers.ValidationError(f"{len(data)} seats: no game has more than {MOST_SEATS}")
        return super().to_internal_value(data)


class GameCreateSerializer(serializers.Serializer[Any]):
    """A new game. `seats` gives the user names of the sides' players; whoever is not yourself is asked first."""

    ruleset = serializers.CharField(max_length=40)
    version = serializers.CharField(max_length=40, default="", allow_blank=True)
    policy = serializers.ChoiceField(services.POLICIES, default="enforced")
    dice = serializers.ChoiceField(services.PROVENANCES, default="table")
    title = serializers.CharField(max_length=services.TITLE_LENGTH, default="", allow_blank=True)
    public = serializers.BooleanField(default=True)
    delay = serializers.IntegerField(
        default=0, min_value=0, max_value=late.MOST_MINUTES,
        help_text="minutes that everybody but players and staff sees the game late, until it is over",
    )  # fmt: skip
    seats = SeatsField(
        child=serializers.SlugRelatedField(
            slug_field="username", queryset=get_user_model().objects.filter(is_active=True), allow_null=True
        ),
        default=dict,
    )


class GameDelaySerializer(serializers.Serializer[Any]):
    """How many minutes late everybody but players and staff sees a game, until it is over."""

    delay = serializers.IntegerField(min_value=0, max_value=late.MOST_MINUTES)


class FileSerializer(serializers.Serializer[Any]):
    """An uploaded file."""

    file = serializers.FileField()


class RosterSerializer(serializers.ModelSerializer[Roster]):
    """A roster as lists show it."""

    models = serializers.IntegerField(source="models_count", read_only=True)

    class Meta:
        model = Roster
        fields = ["id", "name", "system", "faction", "points", "models", "file_name", "sha256", "created"]
        read_only_fields = fields


class RosterDetailSerializer(RosterSerializer):
    """A roster with everything read from its file, in the form `muster` declares."""

    roster = serializers.SerializerMethodField()

    class Meta(RosterSerializer.Meta):
        fields = [*RosterSerializer.Meta.fields, "roster"]
        read_only_fields = fields

    def get_roster(self, row: Roster) -> dict[str, Any]:
        """The roster as a `muster` declares it."""
        return dict(selectors.roster_json(row))


class PickSerializer(serializers.Serializer[Any]):
    """The ids of a legal team of at most `limit` points."""

    limit = serializers.IntegerField()
    points = serializers.IntegerField()
    pick = serializers.ListField(child=serializers.CharField())


class RuleSerializer(serializers.Serializer[Any]):
    """One clause of a catalogue."""

    id = serializers.CharField()
    label = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]
    rule = serializers.DictField(child=serializers.CharField())
    text = serializers.CharField(help_text="in the language of the request")
    status = serializers.CharField()
    note = serializers.CharField(help_text="in the language of the request")
    source = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]


class FindingSerializer(serializers.Serializer[Any]):
    """A finding of verification at a step, with the id of the rule."""

    number = serializers.IntegerField()
    rule = serializers.CharField()
    severity = serializers.CharField()
    message = serializers.CharField()
    declared = serializers.CharField()
    computed = serializers.CharField()
    facts = serializers.DictField()
    settled = serializers.IntegerField(help_text="the ruling that settled it, 0 if none has")


class OnWordSerializer(serializers.Serializer[Any]):
    """Something that a step rests on and only the players vouch for: nothing can check it."""

    number = serializers.IntegerField()
    by = serializers.CharField(help_text="the side that declared it")
    rule = serializers.CharField()
    message = serializers.CharField()


class ReportSerializer(serializers.ModelSerializer[Report]):
    """A verification report. `done` of `total` steps have been decided again; `current` until the game gets more
    events.
    """

    total = serializers.IntegerField(read_only=True)
    current = serializers.SerializerMethodField()
    findings = serializers.SerializerMethodField()
    on_word = serializers.SerializerMethodField()

    class Meta:
        model = Report
        fields = [
            "number", "head", "version", "state", "current", "done", "total", "verdict", "findings", "on_word", "error",
            "created", "started", "finished",
        ]  # fmt: skip
        read_only_fields = fields

    def get_current(self, report: Report) -> bool:
        """Whether the game has no events after those in the report."""
        return selectors.is_current(report.game, report)

    def get_findings(self, report: Report) -> list[dict[str, Any]]:
        """The findings, decoded."""
        return [finding_json(finding) for finding in selectors.findings_of(report)]

    @extend_schema_field(OnWordSerializer(many=True))
    def get_on_word(self, report: Report) -> list[dict[str, Any]]:
        """What rests on the players' word; empty until the report is done."""
        summary = selectors.summary_of(report)
        return [
            {"number": each.number, "by": each.by, "rule": each.effect.rule, "message": each.message}
            for each in (summary.on_word if summary else ())
        ]


class TakeBackSerializer(serializers.ModelSerializer[TakeBack]):
    """A proposal to take back the steps `since` to `number`; once agreed to, it is event `event` of the game."""

    proposed_by = serializers.SerializerMethodField()
    answered_by = serializers.SerializerMethodField()

    class Meta:
        model = TakeBack
        fields = [
            "id", "side", "since", "number", "rule", "reason", "state", "event", "proposed_by", "answered_by",
            "created", "answered",
        ]  # fmt: skip
        read_only_fields = fields

    def get_proposed_by(self, row: TakeBack) -> str:
        """The public name of the user who proposed it."""
        return display_name(row.proposed_by)

    def get_answered_by(self, row: TakeBack) -> str | None:
        """The public name of the user who answered."""
        return display_name(row.answered_by) if row.answered_by else None


class RulesetSerializer(serializers.Serializer[Any]):
    """A ruleset and its versions."""

    id = serializers.CharField()
    version = serializers.CharField()
    name = serializers.CharField()


class LoginSerializer(serializers.Serializer[Any]):
    """Empty for a user who is already logged in on the pages."""

    username = serializers.CharField(default="", allow_blank=True, max_length=150)
    password = serializers.CharField(default="", allow_blank=True, max_length=1000, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    """Send it as `Authorization: Token …`."""

    token = serializers.CharField()
    expiry = serializers.DateTimeField(allow_null=True)


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a request was refused (RFC 9457), with whichever members apply."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(allow_blank=True)
    path = serializers.CharField(required=False, help_text="the path, if the body cannot be read")
    code = serializers.CharField(required=False, help_text="the code of an event's refusal: see docs/events.md")
    clause = serializers.CharField(required=False, help_text="id of the rule that refuses, or asks for dice")
    facts = serializers.DictField(
        required=False,
        help_text="the numbers in `detail`; if several rules of a game forbid it, `grounds` lists all of them, that of "
        "`clause` first: `clause`, `rule`, the sentence `text`, its numbers `facts`",
    )
    rule = RuleSerializer(required=False, allow_null=True)
    count = serializers.IntegerField(required=False, help_text="how many dice are required")
    sides = serializers.IntegerField(required=False)
    roller = serializers.CharField(required=False, help_text="the side that rolls them", allow_blank=True)
    read = serializers.IntegerField(required=False, help_text="how many dice were read already")
    expected = serializers.IntegerField(required=False)
    actual = serializers.IntegerField(required=False)
    number = serializers.IntegerField(required=False)
    head = serializers.CharField(required=False)
    consequences = serializers.DictField(required=False, help_text="the consequences of the ruling")
    effect = serializers.DictField(required=False, help_text="the effect of an event's correction")
    state = serializers.CharField(required=False, help_text="the state of a take-back")
    last = serializers.IntegerField(required=False)
    findings = FindingSerializer(many=True, required=False)
    fields_wrong = serializers.DictField(required=False)


class SecretSerializer(serializers.ModelSerializer[Secret]):
    """An opening of a commitment, which the site keeps for its side alone. `number` is the event of the commitment."""

    class Meta:
        model = Secret
        fields = ["side", "subject", "commitment", "number", "opened", "value", "salt"]
        read_only_fields = fields


class SecretListSerializer(serializers.Serializer[Any]):
    """The user's openings; nobody else's."""

    secrets = SecretSerializer(many=True)


class AskSerializer(serializers.Serializer[Any]):
    """Whether a side wants to be asked at its rolls."""

    asks = serializers.BooleanField()


class DepositSerializer(serializers.Serializer[Any]):
    """A text to commit to; with `salt`, the opening of an earlier commitment.

    A user who plays one side may leave out `side`.
    """

    subject = serializers.CharField(max_length=100)
    value = serializers.CharField(max_length=2000, trim_whitespace=False, allow_blank=True)
    salt = serializers.RegexField(r"^[0-9a-f]{32,128}\Z", default="", allow_blank=True)
    side = serializers.CharField(max_length=20, default="", allow_blank=True)


class RevealSerializer(serializers.Serializer[Any]):
    """The side that reveals; a user who plays one side may leave it out."""

    side = serializers.CharField(max_length=20, default="", allow_blank=True)
