from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "gamelog.tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from gamelog.games import queues
        from gamelog.games import reactions as games
        from gamelog.tournaments import game_results, webhooks

        games.corrected.register(game_results.enqueue)
        games.verified.register(game_results.enqueue)
        queues.of_other_apps.register(webhooks.deliveries)
