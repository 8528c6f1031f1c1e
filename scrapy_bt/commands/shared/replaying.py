"""Sends the replays that an inference asks for."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.conf import arglist_to_dict

from ...capture.replay import Replayer, ReplayRules
from ...capture.replaycrawl import replay
from ...capture.replaymiddlewares import ReplayLimits
from ...core.inference.inference import Inference
from ...core.inference.replay.experiment import Experiment
from ...crawl.visits.suffixes import shorten_fetch_failures
from ...sentences import say
from .rehearsing import Rehearsing
from .watching import ProgressWatcher

_INTERRUPTED = "the replays were interrupted"


def replay_all(
    inference: Inference,
    settings: Settings,
    *,
    allowed: Sequence[str],
    changes: Sequence[str],
    watcher: ProgressWatcher,
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
    if not asked and not inference.can_be_rehearsed:
        inference.reconsider(None)
        return
    own = settings.copy()
    own.setdict(given, priority="cmdline")
    shorten_fetch_failures()
    settings.setdict({"LOG_LEVEL": "WARNING"} | given, priority="cmdline")
    rules = ReplayRules(ReplayLimits(inference.hosts | frozenset(allowed), inference.goal.level))
    if not replay(settings, rules, lambda replayer: _converse(replayer, inference, asked, own, rules.limits, watcher)):
        inference.stop(_INTERRUPTED)
        while inference.next():
            pass


async def _converse(
    replayer: Replayer,
    inference: Inference,
    wanted: Sequence[Experiment],
    settings: Settings,
    limits: ReplayLimits,
    watcher: ProgressWatcher,
) -> None:
    """Answer the experiments of an inference, and run its tree, until neither is wanted; *settings*: of the runs."""
    rehearsing: Rehearsing | None = None
    while True:
        while wanted:
            await replayer.run(wanted, inference.receive, watcher.note)
            _stop(inference, replayer)
            wanted = inference.next()
            watcher.show()
        if replayer.process is None or replayer.was_interrupted or replayer.silent:
            break
        watcher.note("the tree is run with the input of each recording")
        rehearsing = rehearsing or Rehearsing(replayer.process, settings, limits)
        faults = await rehearsing.rehearse(inference)
        await replayer.probe(watcher.note)
        _stop(inference, replayer)
        if not inference.reconsider(faults):
            break
        watcher.note(f"it does not bring what was recorded; next: {inference.trying}")
        wanted = inference.next()


def _stop(inference: Inference, replayer: Replayer) -> None:
    """Let inference conclude of what is known, where nothing more can be sent."""
    if replayer.was_interrupted:
        inference.stop(_INTERRUPTED)
    if replayer.silent:
        inference.stop(
            say("{} does not answer any more: see that it runs, then infer again, with fewer at once", replayer.silent)
        )
