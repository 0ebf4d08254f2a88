"""The evidence for records: signed heads, seals, and the origins of imported games and events.

Times are texts as they are signed: UTC, ISO 8601, to the second. `line`, `body` and `signatures` hold the canonical
bytes that were signed or imported; nothing reads them in another form. All of it is append-only: triggers refuse
changes (migration 0002).
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from gamelog.clubs.models import Club
from gamelog.games.models import Game
from gamelog.signing.models import TIME
from gamelog.streams.models import BY_LENGTH, append_only
from gamelog.tournaments.models import Tournament


class SignedHead(models.Model):
    """A head of a stream that was signed here. The other columns are derived from `line`, the line of the stream's
    file.
    """

    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    finished = models.BooleanField()
    at = models.CharField(max_length=TIME)
    line = models.TextField()

    class Meta:
        abstract = True


class Checkpoint(SignedHead):
    """A signed head of a game."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="checkpoints")

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "head"], name="evidence_checkpoint_once")]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.game_id}@{self.number}"


class EventCheckpoint(SignedHead):
    """A signed head of an event."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="checkpoints")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "head"], name="evidence_event_checkpoint_once")]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.tournament_id}@{self.number}"


class ClubCheckpoint(SignedHead):
    """A signed head of a club."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="checkpoints")

    class Meta:
        ordering = ["club", "number"]
        constraints = [models.UniqueConstraint(fields=["club", "head"], name="evidence_club_checkpoint_once")]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.club_id}@{self.number}"


class FileOrigin(models.Model):
    """A stream imported from a file: its number of entries then, and the lines after them, byte for byte."""

    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    trailers = models.TextField(blank=True)

    class Meta:
        abstract = True


class Origin(FileOrigin):
    game = models.OneToOneField(Game, models.PROTECT, related_name="origin", primary_key=True)

    class Meta:
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.game_id} from a file of {self.number} events"


class Takedown(models.Model):
    """The act by which staff of the site took an imported game down. With `erased` its events were deleted."""

    game = models.OneToOneField(Game, models.PROTECT, related_name="takedown", primary_key=True)
    by = models.CharField(max_length=BY_LENGTH)
    at = models.DateTimeField(default=timezone.now)
    reason = models.CharField(max_length=500)
    erased = models.BooleanField()

    class Meta:
        ordering = ["-at"]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.game_id} taken down"


class EventOrigin(FileOrigin):
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="origin", primary_key=True)

    class Meta:
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.tournament_id} from a file of {self.number} acts"


class ClockSetBack(models.Model):
    """When an entry was to be recorded, the clock lay before the entry that it follows: somebody had set it back.

    `number` is the first such entry of the stream, of the kind `kind`, and `moment` when it counts as recorded: as the
    one that it follows. So do the entries after it, until the clock has caught up.
    """

    kind = models.CharField(max_length=20)
    stream = models.UUIDField()
    number = models.PositiveIntegerField()
    clock = models.DateTimeField()
    moment = models.DateTimeField()

    class Meta:
        ordering = ["moment", "id"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "stream", "moment"], name="evidence_set_back_once"),
        ]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.kind} {self.stream}@{self.number}"


class Seal(models.Model):
    """One Merkle root over finished games, over events, or over clubs. The other columns are read from `body`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(max_length=200)
    root = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    at = models.CharField(max_length=TIME)
    body = models.TextField()
    signatures = models.TextField()

    class Meta:
        ordering = ["-at", "id"]
        triggers = append_only()

    def __str__(self) -> str:
        return self.title


class SealedHead(models.Model):
    """A leaf of a seal's tree: the head a stream had when it was sealed."""

    index = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    number = models.PositiveIntegerField()

    class Meta:
        abstract = True


class SealedGame(SealedHead):
    """A game under a seal."""

    seal = models.ForeignKey(Seal, models.PROTECT, related_name="games")
    game = models.ForeignKey(Game, models.PROTECT, related_name="seals")

    class Meta:
        ordering = ["seal", "index"]
        constraints = [
            models.UniqueConstraint(fields=["seal", "index"], name="evidence_sealed_index"),
            models.UniqueConstraint(fields=["seal", "game"], name="evidence_sealed_once"),
        ]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.seal_id}: {self.game_id}@{self.number}"


class SealedEvent(SealedHead):
    """An event under a seal."""

    seal = models.ForeignKey(Seal, models.PROTECT, related_name="events")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="seals")

    class Meta:
        ordering = ["seal", "index"]
        constraints = [
            models.UniqueConstraint(fields=["seal", "index"], name="evidence_sealed_event_index"),
            models.UniqueConstraint(fields=["seal", "tournament"], name="evidence_sealed_event_once"),
        ]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.seal_id}: {self.tournament_id}@{self.number}"


class SealedClub(SealedHead):
    """A club under a seal."""

    seal = models.ForeignKey(Seal, models.PROTECT, related_name="clubs")
    club = models.ForeignKey(Club, models.PROTECT, related_name="seals")

    class Meta:
        ordering = ["seal", "index"]
        constraints = [
            models.UniqueConstraint(fields=["seal", "index"], name="evidence_sealed_club_index"),
            models.UniqueConstraint(fields=["seal", "club"], name="evidence_sealed_club_once"),
        ]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.seal_id}: {self.club_id}@{self.number}"
