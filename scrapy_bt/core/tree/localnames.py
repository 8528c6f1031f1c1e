"""XPath expressions whose names mean what the document shows, whatever its namespaces are called.

XPath 1.0 takes `loc` for a name in no namespace, so that it finds nothing in a sitemap, and knows no prefix that nobody
has declared. Here, as in CSS, a name without a prefix is an element of that name in any namespace, and `media:title`
is what the document writes so.
"""

from __future__ import annotations

import re

_NAME = r"[^\W\d][\w.\-]*"
_TOKEN = re.compile(
    rf"""(?P<space>\s+)
    |(?P<value>"[^"]*"|'[^']*'|\d+(?:\.\d*)?|\.\d+|\.\.?|\$\s*{_NAME}(?::{_NAME})?|[)\]])
    |(?P<axis>{_NAME}\s*::|@)
    |(?P<call>{_NAME}(?::{_NAME})?\s*\()
    |(?P<name>{_NAME}(?::(?:\*|{_NAME}))?)
    |(?P<star>\*)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


def with_local_names(text: str, *, of_any_namespace: bool) -> str:
    """The expression for lxml, in which no element and no attribute has a prefix.

    *of_any_namespace*: whether names without a prefix are elements of any namespace, as in XML.
    """
    pieces, axis, follows_value = [], "", False
    for token in _TOKEN.finditer(text):
        kind, piece = token.lastgroup, token.group()
        if kind == "axis":
            axis, follows_value = piece.rstrip(": \t\r\n"), False
        elif kind != "space":
            is_test = kind == "name" and not follows_value  # after a value it is an operator, such as `and`
            if is_test:
                piece = _name_test(piece, axis, of_any_namespace=of_any_namespace)
            axis, follows_value = "", is_test or kind == "value" or (kind == "star" and not follows_value)
        pieces.append(piece)
    return "".join(pieces)


def _name_test(name: str, axis: str, *, of_any_namespace: bool) -> str:
    prefix, _, local = name.rpartition(":")
    if axis == "namespace":
        return name
    if local == "*":
        return f"*[starts-with(name(), '{prefix}:')]"
    if prefix:
        return f"*[name()='{name}']"
    return f"*[local-name()='{name}']" if of_any_namespace and axis not in ("@", "attribute") else name
