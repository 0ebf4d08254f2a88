import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_append_only")]
    operations = [
        migrations.CreateModel(
            name="Secret",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(max_length=20)),
                ("subject", models.CharField(max_length=100)),
                ("value", models.TextField()),
                ("salt", models.CharField(max_length=128)),
                ("commitment", models.CharField(max_length=64)),
                ("number", models.PositiveIntegerField()),
                ("opened", models.BooleanField(default=False)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="secrets", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "side", "subject"), name="games_secret_once"),
                ],
            },
        ),
    ]
