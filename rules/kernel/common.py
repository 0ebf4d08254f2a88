"""What may be declared in every game system, with its handlers: a ruleset adds its own acts of the battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel import rulings
from rules.kernel.actions import Begin, Concede, Fact, begin, concede, fact
from rules.kernel.context import Context
from rules.kernel.hold import GoOn
from rules.kernel.rulings import Adjust, Amend, Award, Penalty, Strike, TakeBack, Void
from rules.kernel.secrets import Commit, Reveal, commit, reveal

HANDLERS: dict[type, Callable[[Context, Any], None]] = {
    Begin: begin,
    Concede: concede,
    Fact: fact,
    Commit: commit,
    Reveal: reveal,
    **rulings.HANDLERS,
}
Common = Begin | Concede | Fact | GoOn | Commit | Reveal | Void | Amend | Adjust | Award | Strike | Penalty | TakeBack
