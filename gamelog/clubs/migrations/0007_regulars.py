"""Regulars and their links; and the list of ratings in the order in which it is shown, by an index."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

# SQLite can add a generated column in place if it is not stored, and would otherwise build the table anew.
KEPT = {"sqlite": ("bool", "VIRTUAL"), "postgresql": ("boolean", "STORED")}


def add(apps, schema_editor):
    kind, kept = KEPT[schema_editor.connection.vendor]
    schema_editor.execute(
        f'ALTER TABLE clubs_rating ADD COLUMN "uncertain" {kind} GENERATED ALWAYS AS ("sigma" > 6250000) {kept}',
        params=None,
    )


def drop(apps, schema_editor):
    schema_editor.execute('ALTER TABLE clubs_rating DROP COLUMN "uncertain"', params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0006_private_part"),
        ("games", "0012_moving_picture"),
        ("people", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="PersonLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("claim", "Claim"), ("merge", "Merge")], max_length=10)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("active", "Active"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                            ("undone", "Undone"),
                        ],
                        max_length=10,
                    ),
                ),
                ("asked_by", models.CharField(max_length=20)),
                ("asked", models.DateTimeField(default=django.utils.timezone.now)),
                ("answered_by", models.CharField(blank=True, max_length=20)),
                ("answered", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, max_length=20)),
                ("undone", models.DateTimeField(blank=True, null=True)),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="links", to="people.participant"
                    ),
                ),
                (
                    "target",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="links_here", to="people.participant"
                    ),
                ),
            ],
            options={
                "ordering": ["-asked", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Regular",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("key", models.CharField(blank=True, max_length=200)),
                ("by", models.CharField(blank=True, max_length=20)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="regulars",
                        to="clubs.club",
                    ),
                ),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="regular", to="people.participant"
                    ),
                ),
            ],
            options={
                "ordering": ["club", "created", "id"],
            },
        ),
        migrations.CreateModel(
            name="SeatPerson",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="known",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats_counted",
                        to="people.participant",
                    ),
                ),
                (
                    "regular",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats_entered",
                        to="people.participant",
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
            },
        ),
        migrations.AlterModelOptions(
            name="rating",
            options={"ordering": ["ruleset", "uncertain", "-mu", "-games", "person_id"]},
        ),
        migrations.RemoveIndex(
            model_name="rating",
            name="clubs_rating_best",
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField(
                    model_name="rating",
                    name="uncertain",
                    field=models.GeneratedField(
                        db_persist=True,
                        expression=models.ExpressionWrapper(
                            models.Q(sigma__gt=6250000), output_field=models.BooleanField()
                        ),
                        output_field=models.BooleanField(),
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["ruleset", "uncertain", "-mu", "-games", "person"], name="clubs_rating_list"),
        ),
        migrations.AddConstraint(
            model_name="personlink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "active")), fields=("source",), name="clubs_link_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="personlink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "waiting")), fields=("source", "target"), name="clubs_link_asked_once"
            ),
        ),
        migrations.AddIndex(
            model_name="regular",
            index=models.Index(fields=["club", "key"], name="clubs_regular_name"),
        ),
    ]
