"""Completes the declaration of a stub in its file and leaves every other byte as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ...errors import Fault, Place, RuleError, did_you_mean, with_article
from ...sentences import say
from ..documents.pieces import TextEdit, put
from ..tree.nodes import Attributes, Data, Document, Visit
from ..tree.notation import one_line, words
from .formatter import line_end
from .layout import lay_out
from .parser import parse
from .structure import CLOSING, OPENING
from .words import Word, read_words


def complete(text: str, name: str, declaration: Visit | Data, *, file: str = "<text>") -> str:
    """Return *text* with the stub *name* completed by *declaration* (whose own name does not matter).

    What the stub says already, its method and its attributes, stays unless *declaration* says otherwise. Raises
    `RuleError` if *text* has syntax faults, or *name* is unknown, declared twice, no stub, or of another kind.
    """
    document = parse(text, file=file)
    code = [word for word in read_words(text) if not word.is_comment]
    places = [number for number, pair in enumerate(pairwise(code)) if (pair[0].text, pair[1].text) == (name, "::")]
    stub = _find(document, text, name, declaration, file, [code[place] for place in places])
    changes = _changes(text, code, places[0] + 2, stub, declaration)
    end_of_line = line_end(text)
    return put(text, (change._replace(text=change.text.replace("\n", end_of_line)) for change in changes))


def _changes(
    text: str, code: Sequence[Word], start: int, stub: Visit | Data, declaration: Visit | Data
) -> Iterator[TextEdit]:
    """Yield what to replace; the keyword of the stub is `code[start]`."""
    header = code[start].text
    last = code[start]
    if isinstance(stub, Visit) and isinstance(declaration, Visit):
        method = declaration.method or stub.method
        declaration = replace(declaration, method=method)
        if stub.method is not None and method is not None:
            last = code[start + 1]
            header = f"{header} {method}"
            if method != stub.method:
                yield TextEdit(last.start, last.end, method)
    if stub.attributes is not None:
        yield from _attribute_changes(text, code[code.index(last) + 1 :], stub.attributes, declaration.attributes)
        declaration = replace(declaration, attributes=None)
    begin = code[start].start
    laid_out = _laid_out(declaration, begin - (text.rfind("\n", 0, begin) + 1))
    yield TextEdit(last.end, last.end, laid_out.removeprefix(header))


def _attribute_changes(text: str, code: Sequence[Word], old: Attributes, new: Attributes | None) -> Iterator[TextEdit]:
    """Yield what makes the block of *old* attributes, which begins with `code[0]`, say what *new* says too."""
    if new is None:
        return
    values, closing = _values(code)
    added: list[str] = []
    for attribute in new.entries:
        before = old.get(attribute.name)
        if before is None:
            added.append(one_line(attribute))
        elif before != attribute.value:
            first, last = values[attribute.name]
            yield TextEdit(first.start, last.end, one_line(attribute.value))
    if not added:
        return
    if not values:
        room = " " if code[0].end == closing.start else ""
        yield TextEdit(code[0].end, code[0].end, f" {'  '.join(added)}{room}")
        return
    _, last = list(values.values())[-1]
    end_of_line = text.find("\n", last.end, closing.start)
    if end_of_line == -1:
        yield TextEdit(last.end, last.end, "".join(f"  {one}" for one in added))
        return
    end_of_line -= text[end_of_line - 1] == "\r"
    line = text[text.rfind("\n", 0, last.start) + 1 :]
    indent = line[: len(line) - len(line.lstrip())]
    yield TextEdit(end_of_line, end_of_line, "".join(f"\n{indent}{one}" for one in added))


def _values(code: Sequence[Word]) -> tuple[dict[str, tuple[Word, Word]], Word]:
    """Return the first and the last word of each value of the block that begins with `code[0]`, and its end."""
    values: dict[str, tuple[Word, Word]] = {}
    name = ""
    depth = 0
    for word, following in pairwise([*code, code[-1]]):
        if depth == 1 and following.text == "=":
            name = word.text
        elif depth == 1 and word.text not in ("=", "}"):
            first, _ = values.get(name, (word, word))
            values[name] = first, word
        depth += (word.text in OPENING) - (word.text in CLOSING)
        if depth == 0:
            return values, word
        if word.text in CLOSING:
            values[name] = values[name][0], word
    raise AssertionError("a text that parses closes its braces")


def _find(
    document: Document, text: str, name: str, declaration: Visit | Data, file: str, places: Sequence[Word]
) -> Visit | Data:
    found = [node for node in document.entries if getattr(node, "name", None) == name]
    kind = type(declaration).__name__.lower()
    if not found:
        advice = did_you_mean(name, document.declarations, say("declare it first: {} :: {}", name, kind), form="{}")
        raise RuleError([Fault(Place(file, 1, 1), say("nothing is declared as {}", name), advice, code="unknown-name")])
    message = advice = ""
    code = "not-a-stub"
    if len(found) > 1:
        code, message, advice = (
            "double-declaration",
            say("{} is declared {} times", name, len(found)),
            say("keep one of them"),
        )
    elif not isinstance(found[0], (Visit, Data)) or not found[0].is_stub:
        message = say("{} is declared already", name)
        advice = say("only a stub can be completed: {} :: {}", name, kind)
    elif type(found[0]) is not type(declaration):
        other = type(found[0]).__name__.lower()
        message, advice = (
            say("{} is {}, not a {}", name, with_article(other), kind),
            say("declare it as {} :: {}", name, kind),
        )
    else:
        return found[0]
    word = places[-1]
    line = text.count("\n", 0, word.start) + 1
    begin = text.rfind("\n", 0, word.start) + 1
    place = Place(file, line, word.start - begin + 1, line, word.end - begin + 1)
    raise RuleError([Fault(place, message, advice, text[begin:].split("\n", 1)[0].rstrip("\r"), code)])


def _laid_out(declaration: Visit | Data, column: int) -> str:
    """Return what comes after `::`, laid out for a line on which it begins at *column*."""
    # A name as long as what stands before it on the line gives the lines the widths they will have.
    stand_in = "n" * max(column - len(" :: "), 1)
    laid_out = lay_out(map(Word, words(replace(declaration, name=stand_in))))
    return laid_out[len(f"{stand_in} :: ") :].rstrip("\n")
