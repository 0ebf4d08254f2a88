"""The ASGI entry point, so that an open live stream costs no thread."""

import gc
import logging
import os

import django

import rules

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gamelog.settings")

# Warnings are lines of the log like all others.
logging.captureWarnings(True)
django.setup(set_prefix=False)

from gamelog.api.door import Door  # noqa: E402, after Django is set up
from gamelog.api.guard import Guard  # noqa: E402
from gamelog.api.places import Handler  # noqa: E402
from gamelog.api.requests import Observed  # noqa: E402

application = Observed(Guard(Door(Handler())))

# Whoever asks first at a table would wait for them: reading the rulesets and their books takes a second.
for name in rules.RULESETS:
    rules.load(name).prepare()
# The collector of garbage would look through them again and again: every eighth request took 150 ms longer.
gc.collect()
gc.freeze()
