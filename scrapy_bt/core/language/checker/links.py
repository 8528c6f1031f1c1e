"""Links of a page that are visited as they stand, and parameters that nothing reads."""

from __future__ import annotations

import re

from ....sentences import say
from ...tree.nodes import Assign, Call, Data, Expression, Reference, Source, Take, Template, Tree, Visit
from ...tree.notation import one_line
from .checkeddocument import CheckedDocument

_LINK = re.compile(r"(?:::attr\((?:href|src)\)|@(?:href|src))\s*\Z")


def check_links(checked: CheckedDocument) -> None:
    """What is visited as a whole URL is one: a link may be relative to its page."""
    givers = _givers_of(checked)
    for visit in checked.declarations:
        if not isinstance(visit, Visit) or not isinstance(visit.url, Template) or len(visit.url.parts) > 1:
            continue
        (name,) = (reference.name for reference in visit.url.references)
        sources = _sources_of(name, givers)
        if not sources or not all(source is not None and _is_bare(source) for source in sources):
            continue
        for source in sources:
            assert source is not None, "all are there"
            message = say("a link may be relative to its page, and `{{{}}}` is visited as a whole URL", name)
            advice = say("write `{} as url`", one_line(source))
            checked.report.warn("link-without-url", source.place, message, advice)


_Givers = dict[str, list["Source | str | None"]]
"""What each variable gets its values from: a source, another variable, or something else."""


def _givers_of(checked: CheckedDocument) -> _Givers:
    givers: _Givers = {}
    assigned: list[Assign | Take] = [*checked.all_of(Assign), *checked.all_of(Take)]
    for node in assigned:
        givers.setdefault(node.name, []).append(_giver(node.value, checked))
    for call in checked.all_of(Call):
        if isinstance(tree := checked.declared.get(call.node), Tree):
            for name, value in call.bind(tree.parameters).items():
                givers.setdefault(name, []).append(_giver(value, checked))
    for tree in checked.declarations:
        if isinstance(tree, Tree) and tree.name == "main":
            for parameter in tree.parameters:
                givers.setdefault(parameter.name, []).append(None)
    return givers


def _giver(value: Expression, checked: CheckedDocument) -> Source | str | None:
    if isinstance(value, Call):
        node = value.inline or checked.declared.get(value.node)
        return node.source if isinstance(node, Data) else None
    return value.name if isinstance(value, Reference) and not value.path else None


def _sources_of(name: str, givers: _Givers) -> list[Source | None]:
    """The sources from which the variable *name* comes, each once; none stands for anything else."""
    found: dict[int, Source | None] = {}
    seen, waiting = {name}, [name]
    while waiting:
        for giver in givers.get(waiting.pop(), []):
            if not isinstance(giver, str):
                found[id(giver)] = giver
            elif giver not in seen:
                seen.add(giver)
                waiting.append(giver)
    return list(found.values())


def _is_bare(source: Source) -> bool:
    return source.kind is None and any(isinstance(text, str) and _LINK.search(text) for text in source.texts)


_ANCHOR = re.compile(r"(?:^|[\s>+~])(?P<element>a|img)(?![\w-])[^\s>+~:]*\Z")
"""Ends with an element that has its address in an attribute."""


def check_texts_as_urls(checked: CheckedDocument) -> None:
    """`as url` of a link is meant of its address, and not of the text that it shows."""
    for source in checked.sources:
        if source.how != "css" or source.kind != "url":
            continue
        for text in source.texts:
            found = _ANCHOR.search(text) if isinstance(text, str) else None
            if found is not None:
                name = "href" if found["element"] == "a" else "src"
                message = say("`as url` of `{}` makes a URL of the text that is shown, not of its `{}`", text, name)
                advice = say('write `css "{}::attr({})" as url`', text, name)
                checked.report.warn("text-as-url", source.place, message, advice)
