"""Bodies of requests: a visit sends one at most, and only with a method that has one."""

from __future__ import annotations

from ....sentences import say
from ...tree.methods import BODIES, WITHOUT_BODY
from ...tree.nodes import Visit
from ..report import show
from .checkeddocument import CheckedDocument


def check_bodies(checked: CheckedDocument) -> None:
    """Visits say once what they send, and where they say GET or HEAD they send nothing."""
    for visit in checked.seen_declarations:
        if not isinstance(visit, Visit) or visit.attributes is None:
            continue
        bodies = [entry for entry in visit.attributes.entries if entry.name in BODIES]
        if not bodies:
            continue
        first = bodies[0]
        for other in bodies:
            if other.name != first.name:
                message = say("{} sends `{}` already, and a request has one body", show(visit), first.name)
                checked.report.add(
                    "second-body", other.place, message, say("leave `{}` or `{}` out", first.name, other.name)
                )
        if visit.method in WITHOUT_BODY:
            message = say("a {} request sends no `{}`", visit.method, first.name)
            advice = say(
                "write `query = {{ … }}` for what belongs into the URL, or `visit POST` instead of `{}`", visit.method
            )
            checked.report.add("body-without-post", first.place, message, advice)
