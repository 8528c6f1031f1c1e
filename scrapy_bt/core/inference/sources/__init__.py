"""The knowledge sources, one a file; each watches kinds of findings and posts others (recording.md, "Sources").

A new one is a file here and a line in `SOURCES`; from outside, an entry point of the group `scrapy_bt.sources`.
"""

from __future__ import annotations

from ..blackboard.source import KnowledgeSource
from .alignment import AlignmentSource
from .breaks import BreaksSource
from .captcha import CaptchaSource
from .contention import ContentionSource
from .cookies import CookiesSource
from .events import EventsSource
from .inputs import InputsSource
from .links import LinksSource
from .lists import ListsSource
from .loops import LoopsSource
from .noise import NoiseSource
from .origins import OriginsSource
from .records import RecordsSource
from .shareable import ShareableSource
from .timing import TimingSource
from .variables import VariablesSource

SOURCES: tuple[KnowledgeSource, ...] = (
    NoiseSource(),
    EventsSource(),
    AlignmentSource(),
    VariablesSource(),
    CookiesSource(),
    TimingSource(),
    BreaksSource(),
    CaptchaSource(),
    InputsSource(),
    LoopsSource(),
    ListsSource(),
    LinksSource(),
    OriginsSource(),
    ShareableSource(),
    ContentionSource(),
    RecordsSource(),
)
"""In the order in which they first run: who gives what others need, and is cheap, comes first."""
