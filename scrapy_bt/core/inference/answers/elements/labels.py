"""Labels before values in one text, as in `Price: 5.00`."""

from __future__ import annotations

import re

LABELLED = re.compile(r"(?!\w{13,}：)([^\W\d_][\w-]*(?: [\w-]+){0,3})(?:: +|： *)(\S.*)")
"""A label of up to four words, and what it is the label of.

Behind a full-width colon, which has its space within it, of up to twelve letters: Chinese parts no words.
"""


def with_colon(found: re.Match[str]) -> str:
    """The label that `LABELLED` found, with its colon, as it is written."""
    return found.string[: found.start(2)].rstrip()
