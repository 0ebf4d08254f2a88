from django.apps import AppConfig


class SigningConfig(AppConfig):
    name = "gamelog.signing"
    label = "signing"
    default_auto_field = "django.db.models.BigAutoField"
