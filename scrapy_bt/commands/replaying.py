"""Sends the replays that an inference asks for."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.conf import arglist_to_dict

from ..capture.replay import Replayer, ReplayRules, replay
from ..capture.replaymiddlewares import Limits
from ..core.inference.inference import Inference
from .watching import Watcher


def replay_all(
    inference: Inference, settings: Settings, *, allowed: Sequence[str], changes: Sequence[str], watcher: Watcher
) -> None:
    """Run an inference to its end; *allowed*: hosts beside those of the recordings; *changes*: settings.

    Ctrl-C ends the replays; what is known until then holds.
    """
    try:
        given = arglist_to_dict(list(changes))
    except ValueError:
        raise UsageError("-s takes NAME=VALUE") from None
    asked = inference.next()
    watcher.show()
    if not asked:
        return
    logging.getLogger("tldextract").setLevel(logging.CRITICAL)  # it looks for a newer list of domains on the internet
    settings.setdict({"LOG_LEVEL": "WARNING"} | given, priority="cmdline")
    rules = ReplayRules(Limits(inference.hosts | frozenset(allowed), inference.wish.level))

    async def converse(replayer: Replayer) -> None:
        wanted = asked
        while wanted:
            await replayer.run(wanted, inference.receive, watcher.note)
            if replayer.was_interrupted:
                inference.stop("the replays were interrupted")
            wanted = inference.next()
            watcher.show()

    if not replay(settings, rules, converse):
        inference.stop("the replays were interrupted")
        while inference.next():
            pass
