"""Sources: selectors, patterns and Python references that would fail on every page."""

from __future__ import annotations

import re

from ....sentences import say
from ...tree.nodes import KINDS, Conversion, Source
from .checkeddocument import CheckedDocument
from .languages import LANGUAGES, advise
from .rules import check_rule_source

_TEXTS = {"locate": 2, "python": 1}
_EXAMPLES = {
    "locate": say('`locate "start" "end"`, each a regular expression'),
    "python": say('`python "package.module:function"`'),
}
_PYTHON = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_KINDS_ELSEWHERE = {
    **dict.fromkeys(("int", "long", "count"), "integer"),
    **dict.fromkeys(("float", "decimal", "double", "num", "price", "money"), "number"),
    **dict.fromkeys(("str", "string"), "text"),
    **dict.fromkeys(("link", "href", "uri", "absolute"), "url"),
    **dict.fromkeys(("dict", "object", "list", "array"), "json"),
}
"""By what is called so elsewhere."""


def check_sources(checked: CheckedDocument) -> None:
    """Each source has as many texts as it takes, and they are right in their own language."""
    converting: list[Source | Conversion] = [*checked.sources, *checked.all_of(Conversion)]
    for node in converting:
        _check_kind(checked, node)
    for source in checked.sources:
        wanted = _TEXTS.get(source.how)
        if source.how == "rules":
            check_rule_source(checked, source)
        elif wanted is not None and len(source.texts) != wanted:
            message = say(
                "`{}` takes {} {}, here are {}",
                source.how,
                wanted,
                (say("text") if wanted == 1 else say("texts")),
                len(source.texts),
            )
            checked.report.add("wrong-number-of-texts", source.place, message, say("write {}", _EXAMPLES[source.how]))
        elif source.how == "python":
            _check_python(checked, source)
        else:
            _check_texts(checked, source)


def _check_kind(checked: CheckedDocument, source: Source | Conversion) -> None:
    if source.kind is not None and source.kind not in KINDS:
        message = say("values cannot be turned into `{}`", source.kind)
        kinds = ", ".join(f"`{kind}`" for kind in KINDS)
        meant = _KINDS_ELSEWHERE.get(source.kind.lower())
        advice = say("did you mean `as {}`? Kinds are {}", meant, kinds) if meant else say("after `as` write {}", kinds)
        checked.report.add("unknown-kind", source.place, message, advice)


def _check_python(checked: CheckedDocument, source: Source) -> None:
    text = source.texts[0]
    if not isinstance(text, str) or _PYTHON.fullmatch(text) is None:
        message = say("this does not name a Python function")
        checked.report.add("bad-python", source.place, message, say("write {}", _EXAMPLES["python"]))
    elif checked.resolve is not None and (reason := checked.resolve(text)) is not None:
        message = say("`{}` cannot be called: {}", text, reason)
        checked.report.add("bad-python", source.place, message, say("correct the name, or write the function"))


def _check_texts(checked: CheckedDocument, source: Source) -> None:
    name, find = LANGUAGES[source.how]
    for text in source.texts:
        # What a placeholder will make of a text is not known here.
        if isinstance(text, str) and (reason := find(text)) is not None:
            shown = text if len(text) <= 60 else f"{text[:60]}…"
            message = say("`{}` is no {}: {}", shown, name, reason)
            advice = advise(source.how, text) or say("correct the {}", name)
            checked.report.add(f"bad-{source.how}", source.place, message, advice)
