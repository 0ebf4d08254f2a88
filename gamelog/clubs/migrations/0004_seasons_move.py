"""Seasons belong to an app of their own, above tournaments; their tables stay what they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_append_only")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(model_name="season", name="events"),
                migrations.DeleteModel(name="SeasonEvent"),
                migrations.DeleteModel(name="Season"),
            ]
        ),
    ]
