"""The tables of seasons come from `clubs` as they are."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

CASCADE = django.db.models.deletion.CASCADE
PROTECT = django.db.models.deletion.PROTECT


class Migration(migrations.Migration):
    initial = True
    dependencies = [("clubs", "0004_seasons_move"), ("tournaments", "0002_append_only")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Season",
                    fields=[
                        ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ("slug", models.SlugField(max_length=60)),
                        ("title", models.CharField(max_length=120)),
                        ("starts", models.DateField()),
                        ("ends", models.DateField()),
                        ("rules", models.TextField()),
                        ("club", models.ForeignKey(on_delete=CASCADE, related_name="seasons", to="clubs.club")),
                    ],
                    options={
                        "db_table": "clubs_season",
                        "ordering": ["-starts", "-ends", "id"],
                        "constraints": [
                            models.UniqueConstraint(fields=("club", "slug"), name="clubs_season_slug"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SeasonEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("weight", models.PositiveIntegerField(default=100)),
                        (
                            "season",
                            models.ForeignKey(on_delete=CASCADE, related_name="season_events", to="seasons.season"),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=PROTECT, related_name="season_events", to="tournaments.tournament"
                            ),
                        ),
                    ],
                    options={
                        "db_table": "clubs_seasonevent",
                        "ordering": ["season", "pk"],
                        "constraints": [
                            models.UniqueConstraint(fields=("season", "tournament"), name="clubs_season_event_once"),
                        ],
                    },
                ),
                migrations.AddField(
                    model_name="season",
                    name="events",
                    field=models.ManyToManyField(
                        related_name="seasons", through="seasons.SeasonEvent", to="tournaments.tournament"
                    ),
                ),
            ]
        )
    ]
