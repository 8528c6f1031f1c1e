"""Stubs: declared, not implemented yet."""

from __future__ import annotations

from ....sentences import say
from ...tree.nodes import Data, Visit
from ..report import place_of_name
from .checkeddocument import CheckedDocument


def check_stubs(checked: CheckedDocument) -> None:
    """Nothing is left to be implemented."""
    for declaration in checked.declarations:
        if isinstance(declaration, Visit) and declaration.is_stub:
            form = say('`{} :: visit "https://…"`', declaration.name)
        elif isinstance(declaration, Data) and declaration.is_stub:
            form = say('`{} :: data css "…"`', declaration.name)
        else:
            continue
        checked.report.add(
            "stub",
            place_of_name(declaration),
            say("`{}` is not implemented yet", declaration.name),
            say("complete it: {}, or let `scrapy bt generate` write its code", form),
        )
