"""Which regular a name at an event is."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0007_regulars"),
        ("seasons", "0001_seasons"),
        ("tournaments", "0003_trf"),
    ]

    operations = [
        migrations.CreateModel(
            name="RegularEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("board", models.PositiveIntegerField(default=0)),
                ("by", models.CharField(blank=True, max_length=20)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_by", models.CharField(blank=True, max_length=20)),
                ("ended", models.DateTimeField(blank=True, null=True)),
                (
                    "regular",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="clubs.regular"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="regular_entries",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number", "board", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended", None)),
                        fields=("tournament", "number", "board"),
                        name="seasons_entry_once",
                    )
                ],
            },
        ),
    ]
