"""What a picture says to who does not see it, where nothing beside it says anything."""

from __future__ import annotations

from ....documents.elements import Element

_AROUND = ("a", "figure", "button")
_LONGEST = 300


def alone_said(picture: Element) -> str:
    """The text of a picture whose link or figure says nothing else; empty if there is none."""
    if picture.tag != "img":
        return ""
    around = next(picture.iterancestors(*_AROUND), None)
    if around is None or any(map(str.strip, map(str, around.itertext()))):
        return ""
    return " ".join((picture.get("alt") or "").split())[:_LONGEST]
