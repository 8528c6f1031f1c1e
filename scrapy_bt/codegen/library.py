"""The templates that code is made from: those of a project's own folder first, then those of this package."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..errors import BTError
from ..sentences import say, spoken

try:
    import jinja2
except ImportError:  # an extra
    jinja2 = None  # type: ignore[assignment]

ENDING = ".py.jinja"
_OWN = Path(__file__).parent / "templates"
WIDTH = 88
"""Of generated code: what formatters take where nothing else is said."""


class TemplateLibrary:
    """Finds and fills templates; *folders*: of a project, looked through first."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        if jinja2 is None:
            raise BTError(say("code is made from Jinja2 templates, and Jinja2 is not installed: pip install jinja2"))
        loader = jinja2.FileSystemLoader([*map(str, folders), str(_OWN)])
        self._environment = jinja2.Environment(
            loader=loader,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
        )
        self._environment.filters |= {"python": as_python, "docstring": _as_docstring}

    def find(self, wanted: Iterable[str]) -> str | None:
        """The first of these templates that is there, named as `data/sha256`."""
        there = set(self._environment.list_templates())
        return next((name for name in wanted if f"{name}{ENDING}" in there), None)

    def parts(self, name: str, facts: dict[str, Any]) -> dict[str, str]:
        """What the blocks of a template give, by their names (`imports`, `before`, `body`, `test`)."""
        try:
            template = self._environment.get_template(f"{name}{ENDING}")
            context = template.new_context(facts)
            return {block: _tidy("".join(render(context))) for block, render in template.blocks.items()}
        except jinja2.TemplateError as error:
            raise self._fault(name, error) from error

    def fill(self, name: str, facts: dict[str, Any]) -> str:
        """A whole file."""
        try:
            return self._environment.get_template(f"{name}{ENDING}").render(facts)
        except jinja2.TemplateError as error:
            raise self._fault(name, error) from error

    def _fault(self, name: str, error: Exception) -> BTError:
        line = say(", line {}", error.lineno) if isinstance(error, jinja2.TemplateSyntaxError) else ""
        message = spoken(error) or type(error).__name__
        return BTError(say("the template {}{}{} cannot be filled: {}", name, ENDING, line, message))


def _tidy(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def as_python(value: Any) -> str:
    """A plain value as formatters write it."""
    text = repr(value)
    return f'"{text[1:-1]}"' if text.startswith("'") and '"' not in text else text


def _as_docstring(text: str, indent: int = 0) -> str:
    """A text as a docstring, wrapped; its first line is a sentence of its own if it fits."""
    plain = " ".join(text.replace("\\", "\\\\").replace('"""', "'''").split())
    if plain.endswith('"'):
        plain += " "
    if len(plain) + indent + 6 <= WIDTH:
        return f'"""{plain}"""'
    head, _, rest = plain.partition(". ")
    pad = " " * indent
    if rest and len(head) + indent + 4 <= WIDTH:
        lines = [f"{head}.", "", *textwrap.wrap(rest, WIDTH - indent)]
    else:
        lines = textwrap.wrap(plain, WIDTH - indent - 3)
    return f'"""{lines[0]}\n' + "".join(f"{pad}{line}\n" if line else "\n" for line in lines[1:]) + f'{pad}"""'
