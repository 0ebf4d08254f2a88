from django.apps import AppConfig


class EvidenceConfig(AppConfig):
    name = "gamelog.evidence"
    label = "evidence"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from gamelog.evidence import checks, events, selectors, services
        from gamelog.games import reactions as games
        from gamelog.streams import clock
        from gamelog.tournaments import reactions as tournaments

        clock.set_back.register(services.set_back_note)
        games.advanced.register(services.sign_head)
        games.imported.register(services.origin_keep)
        games.closing_lines.register(selectors.closing_of)
        games.worked.register(checks.work)
        games.record_checks.register(selectors.findings_of_records)
        tournaments.advanced.register(events.sign_head)
        tournaments.imported.register(events.origin_keep)
