"""Score sheets: battles entered from paper."""

import uuid

import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Sheet",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("public", models.BooleanField(default=True)),
                ("key", models.CharField(blank=True, max_length=200)),
                ("number", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("ruleset", models.CharField(max_length=40)),
                ("played", models.DateField()),
                ("standing", models.CharField(default="entered", max_length=10)),
                (
                    "a",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "b",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sheets", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-played", "-created", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("entered_by", "key"),
                        name="sheets_entered_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("body", models.TextField()),
                ("hash", models.CharField(max_length=64)),
                ("by", models.CharField(blank=True, max_length=20)),
                ("type", models.CharField(max_length=60)),
                ("key", models.CharField(blank=True, max_length=200)),
                ("request", models.CharField(blank=True, max_length=64)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="acts", to="sheets.sheet"
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="sheets_act_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True), fields=("sheet", "key"), name="sheets_act_key"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetWords",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("body", models.TextField()),
                ("salt", models.CharField(blank=True, max_length=32)),
                ("cleared", models.BooleanField(default=False)),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="words", to="sheets.sheet"
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "number"],
                "constraints": [models.UniqueConstraint(fields=("sheet", "number"), name="sheets_words_once")],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="sheetact",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="e6f9b8629e0995ffab49256668cb557fa7bef390",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_43370",
                    table="sheets_sheetact",
                    when="BEFORE",
                ),
            ),
        ),
    ]
