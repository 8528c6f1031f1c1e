"""Planners that know what a test tells them."""

from __future__ import annotations

from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import Controller
from scrapy_bt.core.inference.findings import Finding
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.samples.traffic import Recording
from tests.login_site import record
from tests.made_sites import Told
from tests.pure_site import Browser, page


def planner(*findings: Finding) -> Planner:
    """Of two recordings of the site with a login."""
    inference, _ = record(*findings)
    inference.next()
    return Planner(inference.board)


def plan_of(recordings: list[Recording], *findings: Finding) -> Planner:
    """Of these recordings."""
    board = Blackboard(recordings)
    Controller(board, [Told(findings)]).run_round()
    return Planner(board)


def visits(*paths: str) -> Recording:
    """Visits to pages that say nothing."""
    browser = Browser(lambda sent: page("<p>x</p>"))
    for path in paths:
        browser.get(path)
    return browser.recording()
