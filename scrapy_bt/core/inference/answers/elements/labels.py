"""Labels before values in one text, as in `Price: 5.00`."""

from __future__ import annotations

import re

LABELLED = re.compile(r"([^\W\d_][\w-]*(?: [\w-]+){0,3}): +(\S.*)")
"""A label of up to four words, and what it is the label of."""
