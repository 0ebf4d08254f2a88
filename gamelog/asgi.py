"""The ASGI entry point, so that an open live stream costs no thread."""

import os

from django.core.asgi import get_asgi_application

import rules

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gamelog.settings")

site = get_asgi_application()

from gamelog.api.door import Door  # noqa: E402, after Django is set up

application = Door(site)

# Whoever asks first at a table would wait for them: reading the rulesets and their books takes a second.
for name in rules.RULESETS:
    rules.load(name).prepare()
