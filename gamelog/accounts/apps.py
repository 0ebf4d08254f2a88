from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "gamelog.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
