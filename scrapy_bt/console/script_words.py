"""The words that the pages' scripts say, by the names that they have there."""

from __future__ import annotations

from .words import words


def script_words(language: str) -> dict[str, str]:
    """In a language."""
    _ = words(language).gettext
    return {
        "pause": _("Pause"),
        "resume": _("Resume"),
        "stop": _("Stop"),
        "boost": _("Boost"),
        "requeue": _("Queue again"),
        "drop": _("Drop"),
        "undo": _("Undo"),
        "cancel": _("Cancel"),
        "confirm": _("Confirm"),
        "everything": _("everything"),
        "node": _("node"),
        "tree": _("tree"),
        "task": _("task"),
        "would": _("This means {tasks} tasks; {running} running ones end with their step."),
        "would_reach": _("This means {tasks} tasks."),
        "would_letters": _("This means {tasks} dead letters."),
        "type": _("Type {word} to confirm:"),
        "seconds": _("Seconds taken off the priority number (below 0: added):"),
        "command": _("The same on a command line:"),
        "copy": _("Copy"),
        "copied": _("Copied"),
        "asked": _("Asked …"),
        "done": _("Done: {tasks} tasks."),
        "stale": _("No news since {age}: what you see may be out of date."),
        "live": _("Live"),
        "then": _("As it was at {time}"),
        "end": _("That was all."),
        "nothing": _("Nothing."),
        "locked": _("Open the address that the console has printed: this browser may only read."),
        "failed": _("It did not work: {message}"),
        "started": _("Started: {name}."),
        "no_place": _("No task can stand here: choose a node below, or the tree."),
        "would_change": _("This would change:"),
        "then_faults": _("The file would then have faults: {faults}"),
        "edit_insert": _("What is put in, in the notation of the file:"),
        "edit_set": _("What it is to say:"),
        "edit_copy": _("The path of the part into which it is copied; a dot for the whole file:"),
        "edit_move": _("The path of the part into which it moves; a dot for the whole file:"),
        "edit_wrap": _("How the block begins, such as: while x"),
        "edit_rename": _("The new name:"),
        "state_paused": _("paused"),
        "state_ready": _("not paused"),
        "state_boost": _("boosted"),
    }
