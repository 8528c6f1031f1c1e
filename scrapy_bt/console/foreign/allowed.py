"""What of a stranger's page may be shown: elements and attributes that can neither act nor lead anywhere."""

from __future__ import annotations

from html import escape


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


KEPT = _set(
    "a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del details"
    " dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav"
    " ol p pre q rp rt ruby s samp search section small span strike strong sub summary sup table tbody td tfoot th"
    " thead time tr tt u ul var wbr"
)
SHOWN_AS = {
    **dict.fromkeys(("button", "label", "legend", "option", "textarea", "output", "meter", "progress"), "span"),
    **dict.fromkeys(("form", "fieldset", "select", "optgroup", "datalist", "dialog", "menu", "picture"), "div"),
}
DROPPED = _set("script style template svg math title noframes noembed iframe xmp plaintext object")
"""These go with what is in them."""
VOID = _set("br col hr img wbr")
ATTRIBUTES = _set(
    "abbr align alt border cellpadding cellspacing class colspan datetime dir height lang open rowspan scope span start"
    " title valign width"
)
AS_DATA = {"href": "data-href", "src": "data-src", "data-src": "data-src", "id": "data-id"}
LONGEST = 2000
"""Characters of a value of an attribute."""


def write_attribute(name: str, value: str | None) -> str:
    """An attribute as it goes through; empty where it does not."""
    if name in AS_DATA:
        name = AS_DATA[name]
    elif name not in ATTRIBUTES:
        return ""
    return f' {name}="{escape((value or "")[:LONGEST])}"'
