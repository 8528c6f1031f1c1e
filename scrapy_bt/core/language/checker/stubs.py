"""Stubs: declared, not implemented yet."""

from __future__ import annotations

from ...tree.nodes import Data, Visit
from ..report import place_of_name
from .subject import Subject


def check_stubs(subject: Subject) -> None:
    """Nothing is left to be implemented."""
    for declaration in subject.declarations:
        if isinstance(declaration, Visit) and declaration.is_stub:
            form = f'`{declaration.name} :: visit "https://…"`'
        elif isinstance(declaration, Data) and declaration.is_stub:
            form = f'`{declaration.name} :: data css "…"`'
        else:
            continue
        subject.report.add(
            "stub",
            place_of_name(declaration),
            f"`{declaration.name}` is not implemented yet",
            f"complete it: {form}, or let `scrapy bt generate` write its code",
        )
