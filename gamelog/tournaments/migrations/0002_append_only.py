"""The database itself refuses to change or delete the acts of events."""

from django.db import migrations

from gamelog.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [
        append_only(
            "tournaments_act",
            "id = NEW.id OR (tournament_id = NEW.tournament_id AND (number = NEW.number "
            """OR ("key" = NEW."key" AND "key" <> '')))""",
        ),
    ]
