"""The work alone, without whoever runs it."""

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import Controller
from scrapy_bt.core.inference.findings import ListOf, Target
from scrapy_bt.core.inference.goal import Goal, Marks
from scrapy_bt.core.inference.investigation import Investigation, Result
from scrapy_bt.core.inference.replay.replays import Replays
from scrapy_bt.core.inference.steps.targets import TargetSource
from scrapy_bt.core.samples.traffic import Answer, Sent
from scrapy_bt.errors import SampleError
from tests.login_site import LOGIN, login_site, record_login
from tests.made_sites import Told
from tests.pure_site import Browser, Sender, page


def investigate(goal: Goal) -> tuple[Investigation, Blackboard]:
    site = login_site()
    board = Blackboard([record_login(site, "ann", "lamp"), record_login(site, "bob", "desk")])
    controller = Controller(board, [Told(LOGIN), TargetSource(goal.target, (*goal.expect, *goal.marks.texts))])
    return Investigation(board, controller, goal, Replays(goal.level, goal.replays, goal.seconds)), board


def finish(investigation: Investigation, sender: Sender) -> Result:
    process = investigation.run()
    asked = next(process)
    try:
        while True:
            asked = process.send([sender.send(each) for each in asked])
    except StopIteration as end:
        result: Result = end.value
        return result


def test_it_asks_until_the_smallest_path_is_known() -> None:
    investigation, board = investigate(Goal(level="all"))
    result = finish(investigation, Sender(login_site()))
    assert (result.is_proven, result.draft.steps, result.unproven) == (True, (1, 2, 4), [])
    assert result.goal == f"GET /list: {board.findings(Target)[-1].reason}"
    assert board.round > 1


@pytest.mark.parametrize("goal", [Goal(expect=("no such text",)), Goal(marks=Marks(row="no such text"))])
def test_without_a_target_it_says_what_to_name(goal: Goal) -> None:
    investigation, _ = investigate(goal)
    with pytest.raises(SampleError, match="fits the target '“no such text”'; name a URL that was visited"):
        next(investigation.run())


@pytest.mark.parametrize(("last", "shown"), [("/item/1", ""), ("/item/2", "GET /item/2: ")])
def test_what_stands_for_the_target_is_named_once(last: str, shown: str) -> None:
    def shop(sent: Sent) -> Answer:
        rows = "<ul><li><a href='/item/1'>one</a><li><a href='/item/2'>two</a></ul>"
        return page(rows if sent.url.endswith("/list") else "<h1>item</h1><p>text</p>")

    recordings = []
    for _ in range(2):
        browser = Browser(shop)
        for path in ("/list", "/item/1", last):
            browser.get(path)
        recordings.append(browser.recording())
    board = Blackboard(recordings)
    listed = ListOf(0, 1, None, Extraction("css", "a::attr(href)", all=True), (2,))
    controller = Controller(board, [Told([listed]), TargetSource("", ())])
    result = finish(Investigation(board, controller, Goal(level="all"), Replays("all", 50, 60)), Sender(shop))
    assert result.goal == f"GET /item/1, which stands for others like it ({shown}the last page)"
