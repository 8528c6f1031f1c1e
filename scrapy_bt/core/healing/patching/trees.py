"""A selector in a `.bt` file, replaced by another one."""

from __future__ import annotations

from dataclasses import replace

from ....errors import Place, RuleError
from ....sentences import say
from ...language.parser import parse
from ...language.words import read_words
from ...tree.nodes import Data, Document, Item, Source
from ...tree.notation import one_line
from .pieces import TextEdit, UneditableError, is_xpath, put


def replace_in_tree(text: str, *, node: str, field: str, old: str, new: str) -> str:
    """The text with *new* in place of the selector *old* of a data node, an item's `each`, or an item's field.

    An empty *field*: the data node's source, or what `each` goes through. Raises `UneditableError`.
    """
    try:
        source = source_of(parse(text), node, field)
    except RuleError as error:
        raise UneditableError(say("the file has mistakes: {}", error.faults[0].message)) from None
    if source is None or source.place is None or not source.texts or source.texts[0] != old:
        raise UneditableError(say("{}{}{} has no selector {} any more", node, "/" if field else "", field, repr(old)))
    how = "json" if source.how == "json" else ("xpath" if is_xpath(new) else "css")
    if how != source.how and len(source.texts) > 1:
        raise UneditableError(say("the source has several {} selectors, and the new one is {}", source.how, how))
    first, last = _span(text, source.place)
    words = [word for word in read_words(text) if first <= word.start < last and not word.is_comment]
    if len(words) < 2:
        raise UneditableError(say("the selector has no place in the file"))
    spelled = one_line(Source(how, (new,))).removeprefix(f"{how} ")
    changed = put(text, [TextEdit(words[0].start, words[0].end, how), TextEdit(words[1].start, words[1].end, spelled)])
    after = source_of(parse(changed), node, field)
    if after != replace(source, how=how, texts=(new, *source.texts[1:])):
        raise UneditableError(say("the new selector cannot be written there"))
    return changed


def source_of(document: Document, node: str, field: str) -> Source | None:
    """The source of a node or of a field."""
    declared = document.declarations.get(node)
    if isinstance(declared, Data) and not field:
        return declared.source
    if isinstance(declared, Item):
        if not field:
            return declared.each
        for one in declared.fields:
            if one.name == field and isinstance(one.value, Source):
                return one.value
    return None


def _span(text: str, place: Place) -> tuple[int, int]:
    """The start of a place, and the end of the text: what a source says comes first after it."""
    at = 0
    for _ in range(place.line - 1):
        at = text.find("\n", at) + 1
    return at + place.column - 1, len(text)
