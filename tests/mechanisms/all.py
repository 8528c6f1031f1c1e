"""All mechanisms."""

from __future__ import annotations

from .batches import BATCHES
from .forms import FORMS
from .paging import PAGING
from .sessions import SESSIONS

ALL = (*PAGING, *SESSIONS, *FORMS, *BATCHES)
OPEN = frozenset(
    {
        "pieces of HTML in JSON",
        "rows with HTML in JSON",
        "form that loads more",
        "one key again and again",
        "a list in JSON",
        "objects in JSON",
        "brackets in a form",
        "attributes of a page",
    }
)
"""Those whose trees are not right yet."""
