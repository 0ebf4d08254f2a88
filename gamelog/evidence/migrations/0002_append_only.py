"""The database itself refuses to change or delete signed heads, seals and where games came from."""

from django.db import migrations

from gamelog.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("evidence", "0001_initial")]
    operations = [
        append_only("evidence_checkpoint", "id = NEW.id OR (game_id = NEW.game_id AND head = NEW.head)"),
        append_only("evidence_origin", "game_id = NEW.game_id"),
        append_only("evidence_seal", "id = NEW.id"),
        append_only(
            "evidence_sealedgame",
            'id = NEW.id OR (seal_id = NEW.seal_id AND (game_id = NEW.game_id OR "index" = NEW."index"))',
        ),
    ]
