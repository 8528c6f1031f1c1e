"""Checks of the words of a scheme: empty classes, and words that contradict each other."""

from __future__ import annotations

from ...documents.fields import mappings, number_of, scalars, text_of
from ...documents.nodes import Listing, Mapping, Node, Scalar
from ...documents.report import Report
from ..logic import LogicError, read_logic
from ..scheme import LOGICS
from .builder import place_of, range_of

_LISTS = ("required", "optional", "excluded")


def check_words(root: Mapping, report: Report) -> None:
    """Tell what no combination can be made of."""
    excluded = {word.text: word for word in scalars(root, "excluded")}
    _check_list(root, "excluded", report)
    seen: dict[str, Scalar] = {}
    classes = list(mappings(root, "classes"))
    node = root.get("classes")
    if node is not None and not classes and not report:
        report.add("empty-scheme", node.place, "a scheme needs a class of words", "add a class with `optional` words")
    for each in classes:
        name = each.get("class")
        if isinstance(name, Scalar):
            first = seen.setdefault(name.text, name)
            if first is not name:
                message = f"there is a class `{name.text}` in line {first.place.line} already"
                report.add("double-class", name.place, message, "put their words together, or rename one")
        _check_class(each, excluded, report)
    _check_logic(root.get("between"), tuple(seen), report)


def _check_logic(node: Node | None, names: tuple[str, ...], report: Report) -> None:
    if not isinstance(node, Scalar) or not isinstance(node.value, str) or not names:
        return
    try:
        read_logic(node.text, names)
    except LogicError as error:
        start = report.text.find(node.text, node.start, node.end)
        place = node.place if start < 0 else report.place(start + error.start, start + error.end)
        report.add("bad-logic", place, error.message, error.advice)


def _check_class(each: Mapping, excluded: dict[str, Scalar], report: Report) -> None:
    required = {word.text: word for word in scalars(each, "required")}
    optional = {word.text: word for word in scalars(each, "optional")}
    for name in ("required", "optional"):
        _check_list(each, name, report)
    shown = f"the class `{text_of(each, 'class')}`"
    is_readable = _is_list_of_words(each.get("required")) and _is_list_of_words(each.get("optional"))
    if is_readable and not required and not optional:
        report.add("empty-class", each.place, f"{shown} has no words", "give it `required` or `optional` ones")
        return
    for text, word in optional.items():
        if text in required:
            message = f"`{text}` is required in line {required[text].place.line}, so it cannot be optional"
            report.add("contradiction", word.place, message, "keep one of them")
    for found, kind in ((required, "required"), (optional, "optional")):
        for text, word in found.items():
            if text in excluded:
                line = excluded[text].place.line
                report.add(
                    "contradiction", word.place, f"`{text}` is {kind} here and excluded in line {line}", "keep one"
                )
    if is_readable and text_of(each, "between", "or") in LOGICS:
        _check_range(each, len(optional), report, shown)


def _check_range(each: Mapping, size: int, report: Report, shown: str) -> None:
    least, most = range_of(each)
    is_one_at_a_time = text_of(each, "between", "or") == "or"
    if least > size:
        message = f"{shown} has {size} optional words, so a combination cannot have {least} of them"
        report.add("contradiction", place_of(each, "least").place, message, "write a smaller number, or add words")
    elif is_one_at_a_time and max(least, number_of(each, "most", 1)) > 1:
        name = "least" if least > 1 else "most"
        message = f"`or` means one optional word at a time, and `{name}` says {max(least, most)}"
        report.add("contradiction", place_of(each, name).place, message, 'write between = "and", or leave it out')
    elif least > most:
        message = f"`least` is {least} and `most` is {most}"
        report.add("contradiction", place_of(each, "most").place, message, "`least` cannot be the greater one")


def _is_list_of_words(node: Node | None) -> bool:
    """Whether it is known how many words there are; where not, that was told."""
    if node is None:
        return True
    return isinstance(node, Listing) and all(isinstance(one, Scalar) and not one.is_nothing for one in node.items)


def _check_list(within: Mapping, name: str, report: Report) -> None:
    seen: dict[str, Scalar] = {}
    for word in scalars(within, name):
        if not word.text.strip():
            report.add("empty-word", word.place, f"a word of `{name}` is empty", "write a word, or take it away")
        first = seen.setdefault(word.text, word)
        if first is not word:
            report.add("double-word", word.place, f"`{word.text}` stands in line {first.place.line} already", "once")
