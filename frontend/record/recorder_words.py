"""The fixed words of the recorder."""

from __future__ import annotations

from django.utils.translation import gettext as _


def recorder_words() -> dict[str, str]:
    """The words of the component, in the reader's language."""
    return {**_choosing(), **_dice(), **_agreeing(), **_network()}


def _choosing() -> dict[str, str]:
    return {
        "round": _("Round"), "step": _("Step"), "needs": _("needs"), "story": _("Story"), "menu": _("More actions"),
        "tapTable": _("Tap a model on the table, or choose here."), "tapTarget": _("Tap the target on the table."),
        "draw": _("Drag the model, or tap where it goes."), "noWay": _("You cannot do that from here."),
        "more": _("Details"), "nudge": _("Nudge by 0.1″"), "left": _("Left"), "up": _("Up"), "down": _("Down"),
        "right": _("Right"), "block": _("All together"), "addRow": _("Add"), "lessRow": _("Remove the last one"),
        "putHere": _("Put it here"), "back": _("Back"), "change": _("Change"), "close": _("Close"),
        "cancel": _("Cancel"), "busy": _("One moment"), "watch": _("Watch the battle"), "table": _("Seats"),
        "report": _("Verification"), "over": _("The battle is over."), "happened": _("It happened like this"),
        "happenedMeans": _("kept as declared, and marked for the judge"), "instead": _("instead"),
        "soFar": _("Only as far as allowed"), "likeThis": _("It could go like this"),
        "home": _("Home page"), "howFar": _("How far apart are they?"), "touching": _("In contact"),
        "otherLength": _("Another distance, inches"), "onSide": _("Which side it faces"),
        "anySide": _("does not matter"), "front": _("front"), "leftSide": _("left side"), "rightSide": _("right side"),
        "rear": _("rear"),
        "apart": _("apart"), "whomElse": _("Whom, and how far?"), "out": _("out of action"),
        "outOfReach": _("At this distance nothing can be done to them now."),
        "sketch": _("No table: distances are asked for when they matter."),
    }  # fmt: skip


def _dice() -> dict[str, str]:
    return {
        "accept": _("Accept"), "then": _("Accept, and then"), "siteRoll": _("Roll"), "ofDice": _("of"),
        "passed": _("pass"), "lessOne": _("One less"), "diceHint": _("Tap a face once for every die that shows it"),
        "pairHint": _("Tap two dice at once: the column is the first of them, the row the next"),
        "sequelHint": _("If the next die has already fallen, tap both at once:"),
        "direction": _("Direction in degrees, 0 is up"), "face": _("The number rolled"), "putIn": _("Add"),
    }  # fmt: skip


def _agreeing() -> dict[str, str]:
    return {
        "takeBack": _("Take back"), "takeBackFrom": _("Take back from here"), "dispute": _("Dispute"),
        "judge": _("Call a judge"), "agree": _("Agree"), "refuse": _("Refuse"),
        "waitsAnswer": _("The other side has been asked."), "disputeWhy": _("Why do you dispute this step?"),
        "judgeWhy": _("What should the judge decide?"), "otherDice": _("The dice showed something else"),
        "otherDistance": _("The distance or the sight is wrong"), "otherRule": _("Another rule applies"),
        "slip": _("Wrong tap"), "forgot": _("Something was missed"),
        "somethingElse": _("Something else"), "say": _("Send"), "open": _("Waiting for a judge"),
        "confirm": _("Confirm the result"), "confirmed": _("agrees with the result"),
        "confirmedBefore": _("agreed with the result before step"), "unconfirmed": _("has not confirmed yet"),
        "bothConfirmed": _("Both sides agree with the result."),
        "copySheet": _("Copy the score sheet"), "copied": _("Copied"),
        "judgeComes": _("A judge has been called. Go on playing."),
    }  # fmt: skip


def _network() -> dict[str, str]:
    return {
        "offline": _("No connection. Go on playing."),
        "kept": _("kept on this phone, sent when the connection is back."),
        "offlineCan": _("What is on the screen can be accepted; distances and new choices need the connection."),
        "sending": _("Sending…"), "unreached": _("The site cannot be reached. Nothing is lost: try again."),
        "wentOn": _("The battle has moved on. Choose again."),
        "failed": _("That did not work. Reload the page and try again."),
        "clash": _("Somebody else was first"), "refusedLater": _("The rules do not allow what was kept on this phone"),
        "yours": _("Yours"), "meanwhile": _("Meanwhile"), "drop": _("Discard mine"), "tryAgain": _("Try mine again"),
        "askAgain": _("Try again"),
    }  # fmt: skip
