"""Texts within expressions of other languages."""

from __future__ import annotations


def literal(text: str) -> str:
    """A text in XPath, which knows no escapes."""
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ")"


def of_class(name: str) -> str:
    """The condition in XPath that an element has a class."""
    return f'contains(concat(" ", normalize-space(@class), " "), {literal(f" {name} ")})'
