"""The ASGI entry point, so that an open live stream costs no thread."""

import os

from django.core.asgi import get_asgi_application

import rules

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gamelog.settings")

application = get_asgi_application()

# Whoever asks first at a table would wait for them: reading the rulesets and their books takes a second.
for name in rules.RULESETS:
    rules.load(name).prepare()
