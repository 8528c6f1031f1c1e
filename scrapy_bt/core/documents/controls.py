"""Characters that do something to a terminal, or to the order of a line, instead of showing themselves.

They are the control characters but for tab and line feed (ISO 6429), the marks of direction (Unicode's UAX #9), and
the separators of lines and paragraphs.
"""

from __future__ import annotations

import re

CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""They, inside the brackets of a regular expression."""

HIDDEN = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""What a page does not show, or is turned around by, in the same form: they but for the carriage return, and signs
without a width."""

_CONTROL = re.compile(f"(?!\r\n)[{CONTROLS}]")


def shown(text: str) -> str:
    r"""The text with an escape in the place of each, as JSON has it: `\u001b`; line ends of a file stay."""
    return _CONTROL.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
