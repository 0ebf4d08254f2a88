from django.apps import AppConfig


class FrontendConfig(AppConfig):
    name = "frontend"

    def ready(self) -> None:
        from frontend.publishing import battle_animation
        from gamelog.games import reactions

        reactions.drawn.register(battle_animation.drawn)
