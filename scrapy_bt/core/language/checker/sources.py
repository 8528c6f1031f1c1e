"""Sources: selectors, patterns and Python references that would fail on every page."""

from __future__ import annotations

import re

from ....sentences import say
from ...tree.nodes import KINDS, Conversion, Source
from .languages import LANGUAGES, advise
from .rules import check_rule_source
from .subject import Subject

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


def check_sources(subject: Subject) -> None:
    """Each source has as many texts as it takes, and they are right in their own language."""
    converting: list[Source | Conversion] = [*subject.sources, *subject.all_of(Conversion)]
    for node in converting:
        _check_kind(subject, node)
    for source in subject.sources:
        wanted = _TEXTS.get(source.how)
        if source.how == "rules":
            check_rule_source(subject, source)
        elif wanted is not None and len(source.texts) != wanted:
            message = say(
                "`{}` takes {} {}, here are {}",
                source.how,
                wanted,
                (say("text") if wanted == 1 else say("texts")),
                len(source.texts),
            )
            subject.report.add("wrong-number-of-texts", source.place, message, say("write {}", _EXAMPLES[source.how]))
        elif source.how == "python":
            _check_python(subject, source)
        else:
            _check_texts(subject, source)


def _check_kind(subject: Subject, source: Source | Conversion) -> None:
    if source.kind is not None and source.kind not in KINDS:
        message = say("values cannot be turned into `{}`", source.kind)
        kinds = ", ".join(f"`{kind}`" for kind in KINDS)
        meant = _KINDS_ELSEWHERE.get(source.kind.lower())
        advice = say("did you mean `as {}`? Kinds are {}", meant, kinds) if meant else say("after `as` write {}", kinds)
        subject.report.add("unknown-kind", source.place, message, advice)


def _check_python(subject: Subject, source: Source) -> None:
    text = source.texts[0]
    if not isinstance(text, str) or _PYTHON.fullmatch(text) is None:
        message = say("this does not name a Python function")
        subject.report.add("bad-python", source.place, message, say("write {}", _EXAMPLES["python"]))
    elif subject.resolve is not None and (reason := subject.resolve(text)) is not None:
        message = say("`{}` cannot be called: {}", text, reason)
        subject.report.add("bad-python", source.place, message, say("correct the name, or write the function"))


def _check_texts(subject: Subject, source: Source) -> None:
    name, find = LANGUAGES[source.how]
    for text in source.texts:
        # What a placeholder will make of a text is not known here.
        if isinstance(text, str) and (reason := find(text)) is not None:
            shown = text if len(text) <= 60 else f"{text[:60]}…"
            message = say("`{}` is no {}: {}", shown, name, reason)
            advice = advise(source.how, text) or say("correct the {}", name)
            subject.report.add(f"bad-{source.how}", source.place, message, advice)
