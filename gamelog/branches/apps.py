from django.apps import AppConfig


class BranchesConfig(AppConfig):
    name = "gamelog.branches"
    label = "branches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from gamelog.branches import access, selectors
        from gamelog.games import models, queues, reactions

        models.not_played.register(selectors.is_branch)
        reactions.what_if_seen.register(access.may_see)
        queues.of_other_apps.register(selectors.queue)
