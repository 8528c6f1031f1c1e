"""Trees from recordings of real applications, compared with what each needs by hand, and run with other input."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from scrapy_bt.capture.browser import BROWSERS
from tests.gallery.application import NotInstallableError
from tests.gallery.applications.dokuwiki import is_installed

from .cases import CASES, Case
from .inferring import Judgement, judge, table

MOST_REPLAYS = 25


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.name)
def judgement(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Judgement:
    """All of it, once for each application."""
    case: Case = request.param
    if case.is_long and not os.environ.get("SCRAPY_BT_LONG_INFERENCE"):
        pytest.skip("it is inferred with SCRAPY_BT_LONG_INFERENCE=1")
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("there is no Chromium: apt install chromium")
    if case.is_in_php and not is_installed():
        pytest.skip("there is no DokuWiki: apt install php-cli php-xml php-mbstring dokuwiki")
    try:
        found = judge(case, tmp_path_factory.mktemp(case.name))
    except NotInstallableError as error:
        pytest.skip(f"{error}")
    print(f"\n{table([found])}")
    return found


def test_the_smallest_path_is_found(judgement: Judgement) -> None:
    assert judgement.requests == judgement.needed, judgement.log
    assert judgement.facts["proven"], judgement.log
    assert judgement.replays <= MOST_REPLAYS


def test_each_parameter_has_its_origin_and_there_are_no_others(judgement: Judgement) -> None:
    assert (judgement.wrong, judgement.missing, judgement.superfluous) == ([], [], [])
    assert len(judgement.right) == judgement.parameters


def test_the_tree_brings_all_records_with_other_input(judgement: Judgement) -> None:
    assert sorted(judgement.found) == sorted(judgement.expected), judgement.tree + judgement.log


def test_the_secret_is_in_nothing_that_is_written(judgement: Judgement) -> None:
    for text in (judgement.tree, str(judgement.facts), judgement.log):
        assert "quiet & please" not in text


def test_the_documentation_shows_what_is_needed() -> None:
    page = (Path(__file__).parents[3] / "docs" / "inference.md").read_text("utf-8")
    rows = re.findall(r"^\| .+ \| \d+ → (\d+) \((\d+)\) \| \d+ → (\d+) \((\d+)\) \|", page, re.MULTILINE)
    truths = [Judgement(case) for case in CASES]
    assert rows == [
        tuple(str(number) for number in (len(each.needed),) * 2 + (each.parameters,) * 2) for each in truths
    ]
