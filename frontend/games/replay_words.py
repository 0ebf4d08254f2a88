"""The fixed words of the replay component."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.games.tool_words import tool_words


def component_words() -> dict[str, str]:
    """The words of the component, in the reader's language."""
    return {
        "first": _("First step"), "last": _("Last step"), "back": _("One step back"), "forward": _("One step forward"),
        "play": _("Play"), "pause": _("Pause"), "phaseBack": _("Previous phase"), "phaseForward": _("Next phase"),
        "step": _("Step"), "steps": _("Steps"), "of": _("of"), "round": _("Round"), "copy": _("Copy link"),
        "copied": _("Link copied"), "setup": _("Set-up"), "needs": _("needs"), "noNeed": _("rolled"),
        "total": _("total"), "natural": _("on the die"), "declared": _("declared"), "given": _("the rules give"),
        "rule": _("rule"), "finding": _("Finding"), "findings": _("Findings"), "next": _("Next finding"),
        "losses": _("Out of action"), "none": _("none yet"), "wounds": _("wounds"), "standing": _("standing"),
        "bookkeeping": _("Bookkeeping"), "saidSo": _("on the players' word"), "success": _("success"),
        "failure": _("failure"), "rerolled": _("re-rolled"), "board": _("The table from above"), "zoomIn": _("Zoom in"),
        "zoomOut": _("Zoom out"), "whole": _("Whole table"), "forces": _("Forces"), "high": _("high"),
        "verified": _("Verified"), "problems": _("Findings"), "waiting": _("Not verified yet"), "speed": _("Speed"),
        "failed": _("The replay could not be loaded. Reload the page to try again."), "up": _("up"),
        "turn": _("their turn"), "empty": _("Nothing has been recorded yet."),
        "nothing": _("Nothing changes in this step."),
        "likely": _("How likely was that?"), "counting": _("Counting every way the dice can fall…"),
        "uncounted": _("The odds could not be worked out just now. Try again."), "wholeList": _("The whole list"),
        "happened": _("this happened"), "sure": _("Whatever the dice show, the outcome is the same."),
        "notMapped": _("no terrain map"),
        "corrected": _("corrected by step %(number)s"), "settled": _("settled by step %(number)s"),
        "ruleOn": _("Make a ruling on this step"),
        "level": _("Level"), "levels": _("All"), "onGround": _("Ground"), "filesRanks": _("files × ranks"),
        "hold": _("Hold the camera"), "names": _("Names"), "full": _("Full screen"), "falls": _("out of action"),
        "unhurt": _("no effect"),
        "close": _("Close"), "terrain": _("Terrain"),
        "live": _("Live"), "lost": _("Connection lost, trying again"), "over": _("The battle is over."),
        "reload": _("Reload to see newer steps"), "outcome": _("Result and report"),
        "course": _("The course of the battle"), "score": _("score"), "points": _("points left"),
        "models": _("models left"), "theEnd": _("The end"), "byRound": _("Score by round"),
        "keyMoments": _("Key moments"), "scoreSheet": _("Score sheet"), "report": _("Verification"),
        "inGame": _("cited in this battle: %(number)s"), "inRules": _("In the rulebook"),
        "did": _("So far in this battle"), "nothingYet": _("Nothing yet"),
        "around": _("From the other edge"), "secret": _("secret"), "head": _("Now"), "openedSince": _("opened later"),
        "share": _("Share"), "study": _("Study"), "whatIf": _("What if…"), "keys": _("Keyboard shortcuts"),
        "folded": _("Steps where nothing happens: %(number)s"),
        **luck_words(),
        "story": _("Story"), "hideAhead": _("Hide upcoming steps"), "everybody": _("Show everybody"),
        "bothSides": _("Both sides"), "whose": _("Whose actions"), "toRound": _("Go to a round"),
        "actBack": _("Previous action"), "actForward": _("Next action"), "inStory": _("Up and down in the story"),
        "whereAll": _("Where everyone stands"), "place": _("%(across)s from the left, %(down)s from the top"),
        "facing": _("facing %(where)s"), "nearest": _("nearest enemy: %(name)s, %(length)s"),
        # Eight directions in which somebody faces, from the top on, in the order of a clock.
        "directions": _("up|up and right|right|down and right|down|down and left|left|up and left"),
        "freshOne": _fresh(1), "freshFew": _fresh(2), "freshMany": _fresh(5),
        **tool_words(),
    }  # fmt: skip


def luck_words() -> dict[str, str]:
    """The words of the luck of a battle; what depends on its numbers comes with them."""
    return {
        "luck": _("luck"), "luckHead": _("Luck"), "askLuck": _("Count the luck"), "allResults": _("All results"),
        "luckMeans": _("enemy points taken, and their average over the same dice"),
        "luckMany": _("Not counted in the luck: this roll can fall in too many ways."),
        "luckRules": _("Not counted in the luck: this roll does not follow from the rules."),
    }  # fmt: skip


def _fresh(number: int) -> str:
    """The form of the words that a number takes; the component puts the number in."""
    return ngettext("%(number)s new step", "%(number)s new steps", number)
