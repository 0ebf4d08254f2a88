"""What-ifs, and what the engine plays on in them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0010_own_table"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Branch",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="branch",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("step", models.PositiveIntegerField()),
                ("after", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                (
                    "line",
                    models.CharField(
                        choices=[("corrected", "Corrected"), ("played", "Played")], default="corrected", max_length=10
                    ),
                ),
                ("seen", models.PositiveIntegerField()),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                ("away", models.DateTimeField(blank=True, null=True)),
                (
                    "maker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="branches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="branches", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["-made", "game"],
            },
        ),
        migrations.CreateModel(
            name="EngineRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "until",
                    models.CharField(
                        choices=[
                            ("roll", "Roll"),
                            ("activation", "Activation"),
                            ("phase", "Phase"),
                            ("round", "Round"),
                            ("battle", "Battle"),
                        ],
                        max_length=10,
                    ),
                ),
                ("seed", models.PositiveIntegerField()),
                ("first", models.PositiveIntegerField()),
                ("done", models.PositiveIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[("queued", "Queued"), ("running", "Running"), ("done", "Done"), ("failed", "Failed")],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("error", models.CharField(blank=True, max_length=200)),
                ("due", models.DateTimeField(default=django.utils.timezone.now)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "branch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="runs", to="branches.branch"
                    ),
                ),
            ],
            options={
                "ordering": ["branch", "id"],
            },
        ),
        migrations.AddIndex(
            model_name="branch",
            index=models.Index(fields=["maker", "-made"], name="branches_of_maker"),
        ),
        migrations.AddIndex(
            model_name="enginerun",
            index=models.Index(fields=["state", "due"], name="branches_run_due"),
        ),
        migrations.AddConstraint(
            model_name="enginerun",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["queued", "running"])), fields=("branch",), name="branches_one_run"
            ),
        ),
    ]
