"""From the nodes of a scheme file to a scheme."""

from __future__ import annotations

from collections.abc import Iterator

from ...documents.fields import mappings, number_of, scalars, text_of
from ...documents.nodes import Mapping, Node, Scalar
from ..logic import AND
from ..scheme import MOST_SEEDS, KeywordClass, Pages, Platform, Scheme


def build_scheme(root: Mapping) -> Scheme:
    """The scheme of a file without faults."""
    return Scheme(
        text_of(root, "scheme"),
        classes=tuple(_build_class(each) for each in mappings(root, "classes")),
        platforms=tuple(_build_platform(each) for each in mappings(root, "platforms")),
        between=text_of(root, "between", AND),
        excluded=tuple(word.text for word in scalars(root, "excluded")),
        values=tuple(pairs(root, "values")),
        most_seeds=number_of(root, "most_seeds", MOST_SEEDS),
    )


def pairs(within: Mapping, name: str) -> Iterator[tuple[str, str]]:
    """Names of one's own and what they give."""
    node = within.get(name)
    if isinstance(node, Mapping):
        yield from ((entry.key.text, entry.value.text) for entry in node if isinstance(entry.value, Scalar))


def range_of(each: Mapping) -> tuple[int, int]:
    """How many optional words of a class a combination has at least and at most."""
    size = sum(1 for _ in scalars(each, "optional"))
    is_all = text_of(each, "between", "or") == "and"
    has_required = any(True for _ in scalars(each, "required"))
    least = number_of(each, "least", 0 if has_required or not size else 1)
    return least, number_of(each, "most", max(1, size) if is_all else 1)


def pages_of(platform: Mapping) -> Pages:
    """The pages of a platform."""
    node = platform.get("pages")
    if not isinstance(node, Mapping):
        return Pages()
    first = number_of(node, "first", 1)
    return Pages(first, number_of(node, "last", first), max(1, number_of(node, "step", 1)))


def field_or_record(within: Mapping, name: str) -> Node:
    """The value under a name, or the record where there is none."""
    return within.get(name) or within


def _build_class(each: Mapping) -> KeywordClass:
    least, most = range_of(each)
    required = tuple(word.text for word in scalars(each, "required"))
    optional = tuple(word.text for word in scalars(each, "optional"))
    return KeywordClass(text_of(each, "class"), required=required, optional=optional, least=least, most=most)


def _build_platform(each: Mapping) -> Platform:
    return Platform(
        text_of(each, "platform"),
        url=text_of(each, "url"),
        parameters=tuple(pairs(each, "parameters")),
        pages=pages_of(each),
        order=text_of(each, "order"),
        joint=text_of(each, "joint", " "),
        excludes=text_of(each, "excludes", "-{word}"),
        encoding=text_of(each, "encoding", "utf-8"),
    )
