"""The rows of the log: games, their events, rosters, and verification reports with their jobs.

An event's row holds the exact bytes that were hashed; nothing reads it in another form. A game's row holds what lists
and filters need and can be rebuilt from its events. Events and a game's header are never changed: triggers refuse it
(migration 0002).
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

import rules
from gamelog.reactions import Reactions
from gamelog.streams.models import Entry, append_only, constraints
from rules.kernel.events import Provenance

not_played: Reactions[[], Q] = Reactions()
"""Which games nobody played: what-ifs, which an upper app keeps. They are in no list, and count nowhere."""


def game_key(name: str) -> uuid.UUID:
    """The primary key of the game that a header names: the id itself, or one derived from a name that is not a UUID."""
    try:
        return uuid.UUID(name)
    except ValueError:
        return uuid.uuid5(uuid.NAMESPACE_URL, f"gamelog:{name}")


class PlayedGames(models.Manager["Game"]):
    """The games that were played, and not taken down. Whoever means any game by its id asks `Game.every`."""

    def get_queryset(self) -> models.QuerySet[Game]:
        """Every game but what-ifs, and imports that staff took down."""
        rows = super().get_queryset().filter(taken_down=False)
        for left_out in not_played():
            rows = rows.exclude(left_out)
        return rows


class Game(models.Model):
    """One battle. `number` counts its events, `head` is the hash of the last of them (or of the header). `delay` is how
    many minutes late everybody sees it who has no part in it, until it is over (see `late`).

    `copy_of`, of an import: the key of the game that its file names. Any number of copies of a game stand beside each
    other and beside our own record of it; the first has the key itself, if it was free. `taken_down`: staff removed the
    import (`evidence.imports`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="games")
    title = models.CharField(max_length=200, blank=True)
    public = models.BooleanField(default=True)
    delay = models.PositiveSmallIntegerField(default=0, db_default=0)
    ruleset = models.CharField(max_length=40)
    version = models.CharField(max_length=40)
    policy = models.CharField(max_length=20)
    header = models.TextField()
    header_hash = models.CharField(max_length=64)
    number = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    phase = models.CharField(max_length=40, default="setup")
    round = models.PositiveIntegerField(default=0)
    copy_of = models.UUIDField(null=True, blank=True, editable=False)
    taken_down = models.BooleanField(default=False, db_default=False)
    finished = models.BooleanField(default=False)
    winner = models.CharField(max_length=40, blank=True)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)
    shown_late = False
    """Whether this is the game as it stood some minutes ago (`late`); not stored."""
    objects = PlayedGames()
    every = models.Manager["Game"]()

    class Meta:
        ordering = ["-created", "id"]
        indexes = [
            models.Index(fields=["-created", "id"], name="games_newest"),
            models.Index(fields=["copy_of"], name="games_copies"),
        ]

    def __str__(self) -> str:
        return self.title or str(self.id)

    @property
    def rules(self) -> rules.Ruleset:
        """The ruleset in the version that this game names. Raises: rules.Malformed if it is no longer installed."""
        return rules.load(self.ruleset, self.version)

    @property
    def key(self) -> uuid.UUID:
        """The key of the game that the header names, whose copy this may be."""
        return self.copy_of or self.pk

    @property
    def provenance(self) -> Provenance:
        """The origin of the dice: `table`, `server` or `shared`."""
        return rules.read_header(self.header).dice

    @property
    def what_if(self) -> bool:
        """Whether nobody played this game: it was tried out from a step of another."""
        # No text in canonical JSON can contain this without a backslash in between.
        return '"branch":' in self.header

    @property
    def lenient(self) -> bool:
        """Whether declarations that the rules forbid are stored all the same, as they happened at the table."""
        return self.policy == "declared"


class Seat(models.Model):
    """A side of a game and its player.

    `name` and `faction` are those of the side once it has mustered. `asks_since`, where the site rolls: since when the
    side is asked at each of its rolls that it may re-roll, free or paid for, whoever declares the step; empty if it
    does not want to be asked.

    `agreed` says whether the battle counts for its user: whoever was seated by somebody else is asked (`consent`).
    `declared`: once the battle is over, whether its player declared any step of it themselves.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    side = models.CharField(max_length=20)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    name = models.CharField(max_length=200, blank=True)
    faction = models.CharField(max_length=200, blank=True)
    asks_since = models.DateTimeField(null=True, blank=True)
    agreed = models.BooleanField(default=True)
    declared = models.BooleanField(default=False)

    class Meta:
        ordering = ["game", "side"]
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="games_seat_once")]

    def __str__(self) -> str:
        return f"{self.side}: {self.name or self.user or '-'}"

    @property
    def asks(self) -> bool:
        """Whether the side wants to be asked at its rolls."""
        return self.asks_since is not None


class SeatAnswer(models.TextChoices):
    """The answer of somebody who was seated by somebody else."""

    WAITING = "waiting"
    AGREED = "agreed"
    DECLINED = "declined"


class SeatQuestion(models.Model):
    """Somebody was seated by `asked_by` and is asked whether the battle counts for them.

    While they have declined and not allowed it again (`allowed`), `asked_by` names them in no other battle.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seat_questions")
    side = models.CharField(max_length=20)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seat_questions")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    asked = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=10, choices=SeatAnswer.choices, default=SeatAnswer.WAITING)
    answered = models.DateTimeField(null=True, blank=True)
    allowed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-asked", "-id"]
        indexes = [
            models.Index(fields=["user", "answer"], name="games_question_to"),
            models.Index(fields=["asked_by", "answer"], name="games_question_by"),
        ]
        constraints = [models.UniqueConstraint(fields=["game", "side", "user"], name="games_question_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.side} {self.answer}"


class JoinCode(models.Model):
    """A short code that gives an open seat of a game to whoever types it, until it expires or is `closed`."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="join_codes")
    code = models.CharField(max_length=6, unique=True)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    closed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        # The code opens a seat, so it is in no list and no log line.
        return f"{self.game_id} until {self.expires:%Y-%m-%d %H:%M}"


class Guest(models.Model):
    """Somebody without an account who took a seat of a game, and the account that claimed it later."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="as_guest")
    game = models.ForeignKey(Game, models.CASCADE, related_name="guests")
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="claimed"
    )
    claimed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "id"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.user_id}"


class Event(Entry):
    """One stored event. `by` is the side that declared it."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="events")

    class Meta:
        ordering = ["game", "number"]
        constraints = constraints("game", "games_event")
        # The triggers themselves are in migration 0002.
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.game_id}#{self.number} {self.type}"

    def line(self) -> bytes:
        """The event as a line of a game file, without the line's end."""
        return f'{{"event":{self.body},"hash":"{self.hash}"}}'.encode()


class Roster(models.Model):
    """A roster file that somebody uploaded, both as a file and as parsed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rosters")
    name = models.CharField(max_length=200)
    ruleset = models.CharField(max_length=40)
    system = models.CharField(max_length=40)
    faction = models.CharField(max_length=200, blank=True)
    points = models.BigIntegerField(default=0)
    models_count = models.PositiveIntegerField(default=0)
    file_name = models.CharField(max_length=255)
    file = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    parsed = models.TextField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created", "id"]
        constraints = [models.UniqueConstraint(fields=["owner", "sha256"], name="games_roster_once")]

    def __str__(self) -> str:
        return self.name


class OwnTable(models.Model):
    """A table that somebody drew and keeps under a name; `plan` is JSON of a `rules.drawn.Plan`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_tables")
    ruleset = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    plan = models.TextField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["ruleset", "name", "id"]
        constraints = [models.UniqueConstraint(fields=["owner", "ruleset", "name"], name="games_own_table_once")]

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.name}"


class JobState(models.TextChoices):
    """The progress of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


OPEN = (JobState.QUEUED, JobState.RUNNING)
"""The states of a job for which there is something to do."""


class Priority(models.IntegerChoices):
    """Which verifications come first: of a battle that was just played, then what somebody asked for."""

    LIVE = 0
    ASKED = 1


class Report(models.Model):
    """The result of verifying a game up to the event with the hash `head`, by one version of its ruleset.

    The row is also the job: it is written in the transaction that requests it, and a message to the workers only
    announces it. A worker that has the whole game is the `holder` until `due` (see `leases`); a running report without
    a holder is cut into chunks, which are taken one by one. `attempts` is how often work on it has begun since its last
    progress. Of the same `priority` the lowest `turn` comes first, so that each of those who asked (`asked_by`) has a
    turn after the other. `total` and `done` are steps. `findings` and `summary` are JSON written by `rules`.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="reports")
    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    version = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    due = models.DateTimeField(default=timezone.now)
    holder = models.UUIDField(null=True, editable=False)
    attempts = models.PositiveIntegerField(default=0)
    priority = models.PositiveSmallIntegerField(
        choices=Priority.choices, default=Priority.ASKED, db_default=Priority.ASKED
    )
    turn = models.PositiveIntegerField(default=0, db_default=0)
    asked_by = models.CharField(max_length=40, blank=True, default="", db_default="")
    error = models.TextField(blank=True)
    done = models.PositiveIntegerField(default=0)
    verdict = models.CharField(max_length=20, blank=True)
    findings = models.TextField(default="[]")
    summary = models.TextField(default="{}")
    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created"]
        indexes = [
            models.Index(fields=["state", "due"], name="games_report_due"),
            models.Index(fields=["state", "priority", "turn"], name="games_report_next"),
            models.Index(fields=["asked_by", "state", "turn"], name="games_report_turn"),
        ]
        constraints = [models.UniqueConstraint(fields=["game", "head", "version"], name="games_report_once")]

    def __str__(self) -> str:
        return f"{self.game_id}@{self.number} {self.state}"

    @property
    def total(self) -> int:
        """How many steps there are to verify."""
        return self.number


class Chunk(models.Model):
    """The events `first` to `last` of a report's game, verified at once by the `holder`, who has them until `due` (see
    `leases`). `attempts` is how often they have been begun.
    """

    report = models.ForeignKey(Report, models.CASCADE, related_name="chunks")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    due = models.DateTimeField(null=True, blank=True)
    holder = models.UUIDField(null=True, editable=False)
    attempts = models.PositiveIntegerField(default=0)
    findings = models.TextField(default="[]")

    class Meta:
        ordering = ["report", "first"]
        indexes = [models.Index(fields=["state", "due"], name="games_chunk_due")]
        constraints = [models.UniqueConstraint(fields=["report", "first"], name="games_chunk_once")]

    def __str__(self) -> str:
        return f"{self.report_id}: {self.first}-{self.last} {self.state}"


class BattleLuck(models.Model):
    """What the dice of a game gave both sides against their exact mean, up to event `number` with the hash `head`.

    A projection, and its own job: see `battle_luck`. `rolls` is canonical JSON, a roll an entry. `spent` counts the
    ways of the dice that were followed for it. `due` and `attempts` as in `Report`; `begun`: when a task last began.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="luck")
    format = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    spent = models.PositiveIntegerField(default=0)
    rolls = models.TextField(default="[]")
    due = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    begun = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["due"], name="games_luck_due")]

    def __str__(self) -> str:
        return f"{self.game_id}: luck up to {self.number}"


class MovingPicture(models.Model):
    """The steps `first` to `last` of a game as a picture that moves: `width`, `pace`, language, and the `format` of the
    drawing say how it looks. `body` is empty until it is drawn.

    The row is also its own job (see `moving_pictures`): `due` and `attempts` as in `Report`, `begun` when a task last
    began; `error` says in its language why it is not drawn.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moving_pictures")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    width = models.PositiveIntegerField()
    pace = models.CharField(max_length=10)
    language = models.CharField(max_length=10)
    format = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    due = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    begun = models.DateTimeField(default=timezone.now)
    error = models.TextField(blank=True)
    body = models.BinaryField(default=bytes)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["state", "due"], name="games_picture_due")]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "first", "last", "width", "pace", "language", "format"], name="games_picture_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.first}-{self.last} {self.state}"


class QueuedWork(models.Model):
    """Work that somebody asked for and that is too much for a request: see `long_work`.

    `kind` and `subject` say what it is; `payload` is what it is done with, until it is done. `asker` counts who asked
    without naming anybody, `known`: they are logged in. `due` and `attempts` as in `Report`, `begun`: when a task last
    began it. `error` is a word for why there is no result.
    """

    kind = models.CharField(max_length=10)
    subject = models.CharField(max_length=200)
    asker = models.CharField(max_length=32)
    known = models.BooleanField(default=False)
    game = models.ForeignKey(Game, models.CASCADE, null=True, blank=True, related_name="+")
    payload = models.BinaryField(default=bytes)
    result = models.BinaryField(default=bytes)
    error = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    due = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    begun = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["state", "due"], name="games_work_due"),
            models.Index(fields=["asker", "begun"], name="games_work_asker"),
        ]
        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="games_work_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject[:20]}: {self.state}"


class Secret(models.Model):
    """The opening of a secret that the site keeps until it is revealed: the value and the salt.

    It is a side's own (`side`), or the site's dice seed (`server`); event `number` committed to it. Value and salt are
    shown to nobody but the side, so the row is in no list and not in the admin. Once `opened`, the game contains all of
    it, and the row may be deleted.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="secrets")
    side = models.CharField(max_length=20)
    subject = models.CharField(max_length=100)
    value = models.TextField()
    salt = models.CharField(max_length=128)
    commitment = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    opened = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "side", "subject"], name="games_secret_once")]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.number}: {self.side}"

    def __repr__(self) -> str:
        # The representation (in a log line, a shell, a debug page) keeps the secret.
        return f"<Secret {self}>"


class TakeBackState(models.TextChoices):
    """The state of a proposal to take steps back. `stale`: the game, or the proposer, moved on before an answer."""

    PROPOSED = "proposed"
    AGREED = "agreed"
    DECLINED = "declined"
    STALE = "stale"


class TakeBack(models.Model):
    """A side's proposal to take back every step from `since` to the last, which was number `number` with `head`.

    Once the other side agrees it is event `event` of the game. For the game itself, only that event counts.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="take_backs")
    side = models.CharField(max_length=20)
    since = models.PositiveIntegerField()
    rule = models.CharField(max_length=100)
    reason = models.CharField(max_length=2000)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="take_backs")
    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=TakeBackState.choices, default=TakeBackState.PROPOSED)
    event = models.PositiveIntegerField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created = models.DateTimeField(default=timezone.now)
    answered = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "side"], condition=Q(state="proposed"), name="games_take_back_one_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.side} from {self.since} {self.state}"


class StepCall(models.Model):
    """A step that a side disputes, or about which it calls a judge. The battle goes on meanwhile.

    A judge's ruling on the step closes it (`ruling` is the number of that event), so does taking the step back; a
    judge may also settle it without a ruling, and the side may withdraw it.
    """

    class Kind(models.TextChoices):
        """What is wanted: that somebody looks at the step some time, or that a judge comes now."""

        DISPUTE = "dispute"
        JUDGE = "judge"

    game = models.ForeignKey(Game, models.CASCADE, related_name="calls")
    step = models.PositiveIntegerField()
    side = models.CharField(max_length=20)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    reason = models.CharField(max_length=500)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created = models.DateTimeField(default=timezone.now)
    closed = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    ruling = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["created", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "step", "side", "kind"], condition=Q(closed=None), name="games_call_one_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.step}: {self.kind} by {self.side}"


class Confirmation(models.Model):
    """A side agrees with the result of a battle as it stood after step `number`, with the hash `head`."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="confirmations")
    side = models.CharField(max_length=20)
    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number", "side"]
        constraints = [models.UniqueConstraint(fields=["game", "side", "number"], name="games_confirmed_once")]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.number}: {self.side} agrees"
