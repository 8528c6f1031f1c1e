"""Checks of the words of a scheme: empty classes, and words that contradict each other."""

from __future__ import annotations

from ....sentences import say
from ...documents.fields import mappings, number_of, scalars, text_of
from ...documents.nodes import ListNode, Mapping, Node, Scalar
from ...documents.report import ShapeReport
from ..logic import LogicError, read_logic
from ..scheme import LOGICS
from .builder import field_or_record, range_of

_LISTS = ("required", "optional", "excluded")


def check_words(root: Mapping, report: ShapeReport) -> None:
    """Tell what no combination can be made of."""
    excluded = {word.text: word for word in scalars(root, "excluded")}
    _check_list(root, "excluded", report)
    seen: dict[str, Scalar] = {}
    classes = list(mappings(root, "classes"))
    node = root.get("classes")
    if node is not None and not classes and not report:
        report.add(
            "empty-scheme", node.place, say("a scheme needs a class of words"), say("add a class with `optional` words")
        )
    for each in classes:
        name = each.get("class")
        if isinstance(name, Scalar):
            first = seen.setdefault(name.text, name)
            if first is not name:
                message = say("there is a class `{}` in line {} already", name.text, first.place.line)
                report.add("double-class", name.place, message, say("put their words together, or rename one"))
        _check_class(each, excluded, report)
    _check_logic(root.get("between"), tuple(seen), report)


def _check_logic(node: Node | None, names: tuple[str, ...], report: ShapeReport) -> None:
    if not isinstance(node, Scalar) or not isinstance(node.value, str) or not names:
        return
    try:
        read_logic(node.text, names)
    except LogicError as error:
        start = report.text.find(node.text, node.start, node.end)
        place = node.place if start < 0 else report.place(start + error.start, start + error.end)
        report.add("bad-logic", place, error.message, error.advice)


def _check_class(each: Mapping, excluded: dict[str, Scalar], report: ShapeReport) -> None:
    required = {word.text: word for word in scalars(each, "required")}
    optional = {word.text: word for word in scalars(each, "optional")}
    for name in ("required", "optional"):
        _check_list(each, name, report)
    shown = say("the class `{}`", text_of(each, "class"))
    is_readable = _is_list_of_words(each.get("required")) and _is_list_of_words(each.get("optional"))
    if is_readable and not required and not optional:
        report.add(
            "empty-class", each.place, say("{} has no words", shown), say("give it `required` or `optional` ones")
        )
        return
    for text, word in optional.items():
        if text in required:
            message = say("`{}` is required in line {}, so it cannot be optional", text, required[text].place.line)
            report.add("contradiction", word.place, message, say("keep one of them"))
    for found, kind in ((required, "required"), (optional, "optional")):
        for text, word in found.items():
            if text in excluded:
                line = excluded[text].place.line
                report.add(
                    "contradiction",
                    word.place,
                    say("`{}` is {} here and excluded in line {}", text, kind, line),
                    say("keep one"),
                )
    if is_readable and text_of(each, "between", "or") in LOGICS:
        _check_range(each, len(optional), report, shown)


def _check_range(each: Mapping, size: int, report: ShapeReport, shown: str) -> None:
    least, most = range_of(each)
    is_one_at_a_time = text_of(each, "between", "or") == "or"
    if least > size:
        message = say("{} has {} optional words, so a combination cannot have {} of them", shown, size, least)
        report.add(
            "contradiction", field_or_record(each, "least").place, message, say("write a smaller number, or add words")
        )
    elif is_one_at_a_time and max(least, number_of(each, "most", 1)) > 1:
        name = say("least") if least > 1 else say("most")
        message = say("`or` means one optional word at a time, and `{}` says {}", name, max(least, most))
        report.add(
            "contradiction", field_or_record(each, name).place, message, say('write between = "and", or leave it out')
        )
    elif least > most:
        message = say("`least` is {} and `most` is {}", least, most)
        report.add(
            "contradiction", field_or_record(each, "most").place, message, say("`least` cannot be the greater one")
        )


def _is_list_of_words(node: Node | None) -> bool:
    """Whether it is known how many words there are; where not, that was told."""
    if node is None:
        return True
    return isinstance(node, ListNode) and all(isinstance(one, Scalar) and not one.is_nothing for one in node.items)


def _check_list(within: Mapping, name: str, report: ShapeReport) -> None:
    seen: dict[str, Scalar] = {}
    for word in scalars(within, name):
        if not word.text.strip():
            report.add(
                "empty-word", word.place, say("a word of `{}` is empty", name), say("write a word, or take it away")
            )
        first = seen.setdefault(word.text, word)
        if first is not word:
            report.add(
                "double-word",
                word.place,
                say("`{}` stands in line {} already", word.text, first.place.line),
                say("once"),
            )
