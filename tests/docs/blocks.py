"""The fenced blocks of the documentation: examples, files of the tutorial, and commands with what they print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts), ROOT / "README.md"]

_OPENING = re.compile(r"(?P<fence>`{3,})(?:\{code-block\} ?(?P<named>\S*)|\{.*|(?P<plain>[\w-]*))\s*")
_OPTION = re.compile(r":(?P<name>\w+): (?P<value>.*)")


@dataclass(frozen=True)
class Block:
    """A fenced block; *line* is that of its first line of text."""

    page: Path
    line: int
    language: str
    caption: str
    text: str
    is_faulty: bool = False
    """It shows mistakes (`:class: faulty`)."""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def read_blocks(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page, in order."""
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), 1))
    for _, first in lines:
        opening = _OPENING.fullmatch(first)
        if opening is None:
            continue
        inside = []
        for number, text in lines:
            if text.strip() == opening["fence"]:
                break
            inside.append((number, text))
        else:
            raise AssertionError(f"{page}: a block is never closed")
        options: dict[str, str] = {}
        while inside and (option := _OPTION.fullmatch(inside[0][1])):
            options[option["name"]] = option["value"]
            inside.pop(0)
        if options and inside and not inside[0][1]:
            inside.pop(0)
        start = inside[0][0] if inside else 0
        language = opening["named"] or opening["plain"] or ""
        text = "".join(f"{line}\n" for _, line in inside)
        yield Block(page, start, language, options.get("caption", ""), text, options.get("class") == "faulty")


def all_blocks(language: str) -> list[Block]:
    """Return the blocks of one language on all pages."""
    return [block for page in PAGES for block in read_blocks(page) if block.language == language]


@dataclass(frozen=True)
class Command:
    """A command of a `console` block and what it prints."""

    line: str
    output: str


def read_commands(block: Block) -> list[Command]:
    """Split a `console` block at its prompts."""
    commands: list[Command] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            commands.append(Command(line[2:], ""))
        else:
            last = commands.pop()
            commands.append(Command(last.line, f"{last.output}{line}\n"))
    return commands
