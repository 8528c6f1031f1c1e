from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.crawl.conftest import Crawl

NODES = """
page  :: visit "data:text/html,<h1>{n}</h1>"
title :: item { n = n  title = css "h1::text" }
"""
Crawling = Callable[..., Crawl]


def test_a_download_that_fails_is_an_outcome(crawl: Crawling, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    done = crawl(
        f'main :: or {{ :page :note }}\npage :: visit "file://{tmp_path}/gone"\nnote :: item {{ failed = true }}\n'
    )
    assert done.items == [{"failed": True}]
    assert done.stat("bt/outcome/error") == 1
    assert f", on file://{tmp_path}/gone\n" in caplog.text
    assert done.stat("bt/dead") is None


@pytest.mark.parametrize(("attributes", "titles"), [(9000, ["Title"]), (200_000, [])])
def test_a_page_that_would_hold_up_everything_does_not(
    crawl: Crawling, tmp_path: Path, attributes: int, titles: list[str]
) -> None:
    tag = " ".join(f"a{n}=1" for n in range(attributes))
    (tmp_path / "page.html").write_text(f"<p {tag}><h1>Title</h1>")
    done = crawl(
        f'main :: and {{ :page :title }}\npage :: visit "file://{tmp_path}/page.html"\n'
        'title :: item { title = css "h1::text" }\n'
    )
    assert [item["title"] for item in done.items] == titles
    assert done.stat("bt/failed/title/error") == (None if titles else 1)


def test_run_times_of_visits_are_measured(crawl: Crawling) -> None:
    done = crawl(f"main :: and (n) {{ :page :title :page :title }}{NODES}", n="7")
    count, total = done.crawler.spider.runner.frontier.weights()["page"]
    assert count == 2
    assert total > 0
