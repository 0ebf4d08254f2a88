"""The database itself refuses to change or delete the acts of clubs."""

from django.db import migrations

from gamelog.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_members_seasons_ratings")]
    operations = [append_only("clubs_clubact", "id = NEW.id OR (club_id = NEW.club_id AND number = NEW.number)")]
