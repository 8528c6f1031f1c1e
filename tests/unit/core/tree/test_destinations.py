from typing import Any

import pytest

from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.destinations import slot_host_of
from scrapy_bt.core.tree.task import Frame
from scrapy_bt.crawl.project.trees import build_program


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://Shop.TEST:8080/a?b=http://other.test/", "shop.test"),
        ("  https://user:secret@shop.test", "shop.test"),
        ("https://[::1]:80/", "::1"),
        ("https://bücher.test/", "xn--bcher-kva.test"),
        ("s3://bucket/key", "bucket"),
        ("/page/2", ""),
        ("page://", ""),
        ("mailto:a@b.test", ""),
        ("data:text/html,x", ""),
        ("https://" + "ü" * 70 + ".test/", ""),
        ("", ""),
    ],
)
def test_the_host_of_a_url(url: str, host: str) -> None:
    assert slot_host_of(url) == host


def destination(visit: str, **variables: Any) -> str:
    """Of the visit in a tree whose `main` has these arguments."""
    text = f"page :: {visit}\nmain :: and ({', '.join(variables) or 'unused'}) {{ :page }}"
    program = build_program(text, file="t.bt", name="t")
    (step,) = (each for each in program.operations if isinstance(each, op.FetchPage))
    found = step.request.destination
    return found if isinstance(found, str) else found(Frame(step.id, variables), 0.0)


@pytest.mark.parametrize(
    ("visit", "variables", "host"),
    [
        ('visit "https://shop.test/list{n}"', {"n": 3}, "shop.test"),
        ('visit "{link}"', {"link": "http://one.test/x"}, "one.test"),
        ('visit "{site}/x"', {"site": "http://two.test:8080"}, "two.test"),
        ('visit "https://{host}.test/x"', {"host": "three"}, "three.test"),
        ('visit "https://{host}"', {"host": None}, ""),
        ('visit "https://shop.test{path}"', {"path": "/x"}, "shop.test"),
        ('visit "{link}" { meta = { download_slot = "mine" } }', {"link": "http://one.test/"}, "mine"),
        ('visit "{link}" { meta = { download_slot = "{a}" } }', {"link": "http://one.test/", "a": "x"}, "x"),
        ('visit "{link}" { meta = { proxy = "http://p.test" } }', {"link": "http://one.test/"}, "one.test"),
        ('visit { request = python "json:loads" }', {"a": 1}, ""),
    ],
)
def test_where_a_visit_will_go(visit: str, variables: dict[str, Any], host: str) -> None:
    assert destination(visit, **variables) == host
