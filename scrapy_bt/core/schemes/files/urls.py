"""Checks that the URLs of platforms are URLs, with the values that are known."""

from __future__ import annotations

import re
from collections.abc import Mapping as Values

from ....sentences import say
from ...documents.fields import mappings
from ...documents.nodes import Mapping, Scalar
from ...documents.report import ShapeReport
from ..templates import BUILT_IN, SchemeTemplate, find_holes

_BEGIN = re.compile(r"https?://[^/?#:@\s]", re.IGNORECASE)
_BEGINNING = say("a URL begins with http:// or https:// and a host")
_RIGHT = "http://x"
"""What a URL can begin and go on with: it stands for values that are not known."""
_ESCAPED = "x"
"""It stands for what is escaped in a URL, and cannot be the beginning of one."""


def check_urls(root: Mapping, values: Values[str, str], report: ShapeReport) -> None:
    """Tell the URLs that with these *values* do not begin as one; any other value may be right."""
    for platform in mappings(root, "platforms"):
        node = platform.get("url")
        if isinstance(node, Scalar) and isinstance(node.value, str):
            _check_url(node, values, report)


def _check_url(node: Scalar, values: Values[str, str], report: ShapeReport) -> None:
    try:
        names = [hole.name for hole in find_holes(node.text)]
    except ValueError:  # told as a fault of the template
        return
    template = SchemeTemplate(node.text)
    filled = {name: _ESCAPED if name in BUILT_IN else values.get(name, _RIGHT) for name in names}
    if _BEGIN.match(template.fill(filled)):
        return
    own = [name for name in filled if name in values and name not in BUILT_IN]
    wrong = [name for name in own if _BEGIN.match(template.fill({**filled, name: _RIGHT}))]
    if wrong:
        told = " and ".join(f"`{name}` is {f'`{values[name]}`' if values[name] else 'empty'}" for name in wrong)
        advice = say("give `{}` another value, under `values` or with -a {}=…", wrong[0], wrong[0])
        report.add("bad-url", node.place, say("{}, and {}", _BEGINNING, told), advice)
    else:
        report.add("bad-url", node.place, _BEGINNING, say("write all of it"))
