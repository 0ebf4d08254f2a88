"""Whoever is seated by somebody else is asked; and a seat knows whether its player declared anything themselves.

The columns are added in place, since a table that SQLite rebuilds is locked meanwhile. Those who sit anywhere before
this were never asked, and have agreed. Whether they declared anything is read from the events of battles that are over.
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

KIND = {"sqlite": ("bool", "1", "0"), "postgresql": ("boolean", "true", "false")}


def add(apps, schema_editor):
    kind, yes, no = KIND[schema_editor.connection.vendor]
    for name, before in (("agreed", yes), ("declared", no)):
        schema_editor.execute(
            f'ALTER TABLE games_seat ADD COLUMN "{name}" {kind} NOT NULL DEFAULT {before}', params=None
        )


def drop(apps, schema_editor):
    for name in ("declared", "agreed"):
        schema_editor.execute(f'ALTER TABLE games_seat DROP COLUMN "{name}"', params=None)


def read(apps, schema_editor):
    Seat = apps.get_model("games", "Seat")
    Event = apps.get_model("games", "Event")
    Participant = apps.get_model("people", "Participant")
    over = Seat.objects.filter(game__finished=True).exclude(user=None)
    for pk, game, side, user in over.values_list("pk", "game_id", "side", "user_id").iterator(500):
        for person in Participant.objects.filter(user=user).values_list("pk", flat=True):
            if Event.objects.filter(game=game, by=side, body__contains=f'"who":"{person}"').exists():
                Seat.objects.filter(pk=pk).update(declared=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_moving_picture"),
        ("people", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField(model_name="seat", name="agreed", field=models.BooleanField(default=True)),
                migrations.AddField(model_name="seat", name="declared", field=models.BooleanField(default=False)),
            ],
        ),
        migrations.RunPython(read, migrations.RunPython.noop),
        migrations.CreateModel(
            name="SeatQuestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(max_length=20)),
                ("asked", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "answer",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("agreed", "Agreed"), ("declined", "Declined")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("answered", models.DateTimeField(blank=True, null=True)),
                ("allowed", models.DateTimeField(blank=True, null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seat_questions", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_questions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-asked", "-id"],
                "indexes": [
                    models.Index(fields=["user", "answer"], name="games_question_to"),
                    models.Index(fields=["asked_by", "answer"], name="games_question_by"),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "side", "user"), name="games_question_once")],
            },
        ),
    ]
