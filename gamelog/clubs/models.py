"""The rows of clubs: who belongs to one, what it tells, and who changed what; and ratings.

Names of people are in the accounts alone: an act holds opaque ids, and a text that somebody wrote is not copied to it.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from gamelog.clubs.rating_scale import UNCERTAIN_ABOVE
from gamelog.games.models import Game, Seat
from gamelog.people.models import Participant
from gamelog.streams.models import Entry, append_only, constraints


class Club(models.Model):
    """A club. `about` is Markdown; `number` counts its acts, `head` is the hash of the last of them.

    The owner is always one of its members.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    about = models.TextField(max_length=20_000, blank=True)
    city = models.CharField(max_length=100, blank=True)
    country = models.CharField(max_length=100, blank=True)
    website = models.URLField(max_length=300, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="clubs")
    number = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class ClubRole(models.TextChoices):
    """What somebody is in a club: the owner and editors change its pages."""

    OWNER = "owner"
    EDITOR = "editor"
    MEMBER = "member"


EDITORS = (ClubRole.OWNER, ClubRole.EDITOR)


class Membership(models.Model):
    """Somebody who belongs to a club. `shown`: whether the page of the club names them; they decide it themselves."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=ClubRole.choices, default=ClubRole.MEMBER)
    shown = models.BooleanField(default=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["club", "since", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="clubs_member_once")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.role}"


class JoinRequest(models.Model):
    """Somebody who wants to join and waits for an answer. `shown` is what their membership will have."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="join_requests")
    shown = models.BooleanField(default=True)
    asked = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["club", "asked", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="clubs_request_once")]

    def __str__(self) -> str:
        return f"{self.club_id}: asked"


class ClubAct(Entry):
    """One act of a club's staff. `by` is an opaque id; empty: the site itself.

    `private` is canonical JSON: what of the act is not in `body`, which names its digest (see `acts`).
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="acts")
    type = models.CharField(max_length=40)
    recorded_at = models.DateTimeField(default=timezone.now, db_column="at")
    private = models.TextField(blank=True)

    class Meta:
        ordering = ["club", "number"]
        constraints = constraints("club", "clubs_act")
        # The refusal itself is in migrations 0003 and 0005.
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.club_id}#{self.number} {self.type}"


class News(models.Model):
    """A post of a club. `body` is Markdown."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="news")
    title = models.CharField(max_length=200)
    body = models.TextField(max_length=50_000)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="news")
    published = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-published", "id"]
        indexes = [models.Index(fields=["club", "-published"], name="clubs_news_newest")]

    def __str__(self) -> str:
        return self.title


class Regular(models.Model):
    """Somebody without an account whom a club knows by name: entered at its desk, event after event.

    `person` is the opaque id under which they are counted. Its user is nobody's account (`guest_create`) and holds the
    name. `key` is the name as it is compared. Both are emptied when the name is erased. Without a `club` it is somebody
    at one event that no club holds. `by` is the opaque id of the person who entered the name first.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="regulars")
    person = models.OneToOneField(Participant, models.PROTECT, related_name="regular")
    key = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=20, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["club", "created", "id"]
        indexes = [models.Index(fields=["club", "key"], name="clubs_regular_name")]

    def __str__(self) -> str:
        return str(self.person_id)


class LinkKind(models.TextChoices):
    """Why one person is another: an account says that a name is theirs, or staff says that two names are one person."""

    CLAIM = "claim"
    MERGE = "merge"


class LinkState(models.TextChoices):
    """What became of a link. Only an active one counts."""

    WAITING = "waiting"
    ACTIVE = "active"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    UNDONE = "undone"


class PersonLink(models.Model):
    """Two persons are one: whatever `source` did counts for `target`.

    A source is always a regular; a target is an account that asked for it, or another regular. Whoever asked, answered
    and undid it are opaque ids; a merge is asked for and answered at once.
    """

    source = models.ForeignKey(Participant, models.PROTECT, related_name="links")
    target = models.ForeignKey(Participant, models.PROTECT, related_name="links_here")
    kind = models.CharField(max_length=10, choices=LinkKind.choices)
    state = models.CharField(max_length=10, choices=LinkState.choices)
    asked_by = models.CharField(max_length=20)
    asked = models.DateTimeField(default=timezone.now)
    answered_by = models.CharField(max_length=20, blank=True)
    answered = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=20, blank=True)
    undone = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-asked", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["source"], condition=models.Q(state="active"), name="clubs_link_once"),
            models.UniqueConstraint(
                fields=["source", "target"], condition=models.Q(state="waiting"), name="clubs_link_asked_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} = {self.target_id}: {self.state}"


class SeatPerson(models.Model):
    """Who sat in a seat of an event's game without an account: the `regular` person who was entered, and the `person`
    for whom the game counts by the present links.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="known")
    regular = models.ForeignKey(Participant, models.PROTECT, related_name="seats_entered")
    person = models.ForeignKey(Participant, models.PROTECT, related_name="seats_counted")

    class Meta:
        ordering = ["seat"]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.person_id}"


class RatingRun(models.Model):
    """The ratings of a ruleset as one piece of work: whoever holds its row may change them. `version` made them."""

    ruleset = models.CharField(primary_key=True, max_length=40)
    version = models.CharField(max_length=40, blank=True)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["ruleset"]

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.version}"


class RatedGame(models.Model):
    """What ratings read of a game up to `head`: who won (empty: a draw), and when it was finished.

    `rated` games have their points; they are always the first ones in the order of `finished`, then id.
    """

    game = models.OneToOneField(Game, models.PROTECT, primary_key=True, related_name="rated")
    ruleset = models.CharField(max_length=40)
    head = models.CharField(max_length=64)
    first = models.ForeignKey(Participant, models.PROTECT, related_name="+")
    second = models.ForeignKey(Participant, models.PROTECT, related_name="+")
    winner = models.ForeignKey(Participant, models.PROTECT, null=True, blank=True, related_name="+")
    finished = models.DateTimeField()
    rated = models.BooleanField(default=False)

    class Meta:
        ordering = ["ruleset", "finished", "game"]
        indexes = [models.Index(fields=["ruleset", "finished", "game"], name="clubs_rated_order")]

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.game_id}"


class RatingPoint(models.Model):
    """What a game did to the rating of one of its players. All values are millionths (see `weng_lin`)."""

    rated = models.ForeignKey(RatedGame, models.CASCADE, related_name="points")
    person = models.ForeignKey(Participant, models.PROTECT, related_name="rating_points")
    ruleset = models.CharField(max_length=40)
    mu_before = models.BigIntegerField()
    sigma_before = models.BigIntegerField()
    mu = models.BigIntegerField()
    sigma = models.BigIntegerField()
    ordinal = models.BigIntegerField()
    at = models.DateTimeField()
    """When the game was finished."""

    class Meta:
        ordering = ["ruleset", "at", "rated", "pk"]
        indexes = [models.Index(fields=["person", "ruleset", "at"], name="clubs_point_history")]
        constraints = [models.UniqueConstraint(fields=["rated", "person"], name="clubs_point_once")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.ordinal}"


class Rating(models.Model):
    """Where somebody stands now: the last of their points, and how many games it rests on. Values are millionths.

    `uncertain` ratings stand below all others in lists: the width is above `rating_scale.UNCERTAIN_ABOVE`.
    """

    person = models.ForeignKey(Participant, models.PROTECT, related_name="ratings")
    ruleset = models.CharField(max_length=40)
    mu = models.BigIntegerField()
    sigma = models.BigIntegerField()
    ordinal = models.BigIntegerField()
    uncertain = models.GeneratedField(
        expression=models.ExpressionWrapper(models.Q(sigma__gt=UNCERTAIN_ABOVE), output_field=models.BooleanField()),
        output_field=models.BooleanField(),
        db_persist=True,
    )
    games = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["ruleset", "uncertain", "-mu", "-games", "person_id"]
        indexes = [models.Index(fields=["ruleset", "uncertain", "-mu", "-games", "person"], name="clubs_rating_list")]
        constraints = [models.UniqueConstraint(fields=["person", "ruleset"], name="clubs_rating_once")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.person_id}: {self.ordinal}"
