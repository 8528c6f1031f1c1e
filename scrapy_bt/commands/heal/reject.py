"""`scrapy bt heal reject`: a selector that is not proposed again for this layout."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...operations.healing.deciding import reject
from ..shared.arguments import telling
from ..shared.healing_decisions import add_ids, decide_each

add_arguments = add_ids


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Reject; return 1 if one could not be rejected."""
    return decide_each(options, settings, reject)
