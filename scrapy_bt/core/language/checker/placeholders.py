"""Placeholders that are none: what looks like one and is sent as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....errors import Place
from ....sentences import say
from ...tree.nodes import Assign, Literal, Parameter, Print, Take, Template, Text, Visit
from .checkeddocument import CheckedDocument

_PATH = r"[^\W\d]\w*(?:\.[^\W\d]\w*|\[[^\[\]{}]*\])*"
_LOOKS_LIKE = re.compile(
    rf"""\{{\s*(?:
        {_PATH}\s*[-+*/%|]\s*[\w."']+   # {{n+1}}
      | {_PATH}\s+(?:as|all|from)\s+\w+      # {{row.price as number}}
      | :\s*[^\W\d]\w*                # {{:node}}
      | [^\W\d]\w*(?:\.\w+|\[[^\[\]{{}}]*\])+     # {{row["id"]}}
      | [^\W\d]\w*\([^(){{}}]*\)       # {{quote(x)}}
    )\s*\}}""",
    re.VERBOSE,
)


_IN_BRACES = re.compile(r"\{([^{}]*)\}")


def check_placeholders(checked: CheckedDocument) -> None:
    """In strings that are sent, braces hold a name or a path."""
    variables: list[Parameter | Assign | Take] = [
        *checked.all_of(Parameter),
        *checked.all_of(Assign),
        *checked.all_of(Take),
    ]
    known = {variable.name for variable in variables}
    for visit in checked.all_of(Visit):
        _check_url(checked, visit, known)
    patterns = {id(text) for source in checked.sources for text in source.texts}  # in which braces have a meaning
    for text, place in _texts(checked, patterns):
        for part in (text,) if isinstance(text, str) else text.parts:
            for match in _LOOKS_LIKE.finditer(part) if isinstance(part, str) else ():
                if place is None or f"{{{match[0]}" not in checked.report.line(place.line):
                    _report(checked, match[0], place)


def _check_url(checked: CheckedDocument, visit: Visit, known: set[str]) -> None:
    """No URL has braces or a `$` before a value: they are written by habit of other languages."""
    if visit.url is None or visit.place is None:
        return
    parts = [visit.url] if isinstance(visit.url, str) else visit.url.parts
    for part, following in zip(parts, (*parts[1:], ""), strict=True):
        if not isinstance(part, str):
            continue
        line = checked.report.line(visit.place.line, visit.place.file)
        for match in _IN_BRACES.finditer(part):
            name = match[1].strip()
            if f"{{{match[0]}}}" not in line:
                if not _LOOKS_LIKE.match(match[0]):  # told below
                    _report(checked, match[0], visit.place)
            elif name in known:
                message = say("`{{{}}}` is sent as `{}`: two braces stand for one", match[0], match[0])
                checked.report.warn(
                    "no-placeholder", visit.place, message, say("write `{{{}}}` for the value of `{}`", name, name)
                )
        if part.endswith("$") and not isinstance(following, str):
            message = say("the `$` before `{{{}}}` is sent as it stands", following.dotted)
            checked.report.warn("no-placeholder", visit.place, message, say("write `{{{}}}` alone", following.dotted))


def _texts(checked: CheckedDocument, patterns: set[int]) -> Iterator[tuple[Text, Place | None]]:
    for template in checked.all_of(Template):
        if id(template) not in patterns:
            yield template, template.place
    plain = [(node.url, node.place) for node in checked.all_of(Visit)]
    plain += [(node.text, node.place) for node in checked.all_of(Print)]
    plain += [(node.value, node.place) for node in checked.all_of(Literal) if isinstance(node.value, str)]
    yield from ((text, place) for text, place in plain if isinstance(text, str))


def _report(checked: CheckedDocument, written: str, place: Place | None) -> None:
    if place is not None:
        column = checked.report.line(place.line).find(written) + 1
        if column:
            place = Place(place.file, place.line, column, place.line, column + len(written))
    message = say(
        "`{}` is sent as it stands: a placeholder holds a name, such as `{{n}}` or `{{row.tags[0]}}`", written
    )
    advice = say("assign the value before, and write its name; `{{{}}}` if the braces are meant", written)
    checked.report.warn("no-placeholder", place, message, advice)
