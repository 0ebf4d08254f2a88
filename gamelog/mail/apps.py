from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "gamelog.mail"
    label = "mail"
    default_auto_field = "django.db.models.BigAutoField"
