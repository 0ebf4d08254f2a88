"""The ASGI entry point, so that an open live stream costs no thread."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gamelog.settings")

application = get_asgi_application()
