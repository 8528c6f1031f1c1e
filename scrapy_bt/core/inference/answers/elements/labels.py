"""Labels before values, in any script: those that end with a colon, and those in one text, as in `Price: 5.00`."""

from __future__ import annotations

import re

from ....documents.lettering import COLONS
from ....tree.literals import literal

_WIDE = COLONS[1:]
"""Those that have their space within them."""
_LETTER = (
    r"\w\-\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652\u0670"
    r"\u0900-\u0963\u0966-\u0df3\u0e31-\u0e4e\u0eb1-\u0ecd"
)
"""What a word has within it: letters, also those of vowels beside others, digits, `_` and hyphens."""
LABELLED = re.compile(
    rf"(?!\w{{13,}}[{_WIDE}])([^\W\d_][{_LETTER}]*(?: [{_LETTER}]+){{0,3}})"
    rf"(?: (?=[:{_WIDE}] ))?(?:: +|[{_WIDE}] *)(\S.*)"
)
"""A label of up to four words, and what it is the label of; French has a blank before the colon, too.

Behind a colon as wide as a letter, which has its space within it, of up to twelve letters: Chinese parts no words.
"""


def ends_with_colon(text: str) -> bool:
    """Whether a text says by a colon at its end that it is a label."""
    return text.endswith(tuple(COLONS))


def behind_colon(path: str, text: str) -> str:
    """The XPath of a text that a label stands before, without the colon that the text may begin with."""
    return f"substring-after({path}, {literal(text[0])})" if text.startswith(tuple(COLONS)) else path


def without_colon(label: str) -> str:
    """A label as it is called."""
    return label.rstrip(f"{COLONS} ")


def with_colon(found: re.Match[str]) -> str:
    """The label that `LABELLED` found, with its colon, as it is written."""
    return found.string[: found.start(2)].rstrip()
