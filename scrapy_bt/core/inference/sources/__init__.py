"""The knowledge sources, one a file; each watches kinds of findings and posts others (recording.md, "Sources").

A new one is a file here and a line in `SOURCES`; from outside, an entry point of the group `scrapy_bt.sources`.
"""

from __future__ import annotations

from ..source import Source
from .alignment import AlignmentSource
from .cookies import CookiesSource
from .inputs import InputsSource
from .noise import NoiseSource
from .origins import OriginsSource
from .variables import VariablesSource

SOURCES: tuple[Source, ...] = (
    NoiseSource(),
    AlignmentSource(),
    VariablesSource(),
    CookiesSource(),
    InputsSource(),
    OriginsSource(),
)
"""In the order in which they first run: who gives what others need, and is cheap, comes first."""
