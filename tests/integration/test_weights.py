"""Weights from one crawl to the next, and from a recording to the first crawl, on real command lines."""

import json

import pytest

from scrapy_bt.core.priority.recorded import read_weights, write_weights

TREE = """
left   :: visit "{site}/plain/item/1/"
right  :: visit "{site}/plain/item/2/"
record :: item { url = page.url }
main   :: and (site) {
    async { :left  :record }
    async { :right  :record }
}
"""
FILE = "trees/tree.weights.json"


@pytest.fixture(params=["memory", "redis"])
def project(request, project):
    """On both frontiers; one request at a time, so that the order of visits is that of their priorities."""
    project.settings.update(CONCURRENT_REQUESTS=1, CONCURRENT_REQUESTS_PER_DOMAIN=1)
    if request.param == "redis":
        request.getfixturevalue("client")
        project.settings.update(BT_FRONTIER="redis", REDIS_URL=request.getfixturevalue("server").url)
    project.tree("tree", TREE)
    return project


def crawl(project, **settings):
    """The order of the visits, and the log."""
    result = project.crawl("tree", site=project.site, settings=settings)
    assert (result.code, result.reason, result.has_traceback) == (0, "finished", False), result.log
    return [{"1": "left", "2": "right"}[item["url"].split("/")[-2]] for item in result.items], result.log


def test_the_file_beside_a_tree_decides_what_comes_first(project):
    for heavy, light in (("left", "right"), ("right", "left")):
        project.write(FILE, write_weights({heavy: 300.0, light: 0.1, "gone": 5.0}))
        order, log = crawl(project)
        assert order == [light, heavy], log
        assert "WARNING" not in log


def test_a_damaged_file_is_told_and_the_crawl_goes_on(project):
    project.write(FILE, '{"format": 1, "seconds": {"left": -3}}')
    order, log = crawl(project)
    assert sorted(order) == ["left", "right"]
    assert log.count("tree.weights.json holds no weights") == 1
    assert "Expected `float` >= 0.0" in log
    assert "Remove it, or let BT_WEIGHTS_FILE = True write it anew" in log
    assert json.loads((project.folder / FILE).read_text("utf-8"))["seconds"] == {"left": -3}
    crawl(project, BT_WEIGHTS_FILE=True)
    weights = read_weights((project.folder / FILE).read_text("utf-8"))
    assert {"left", "right"} <= weights.keys()
    assert "WARNING" not in crawl(project)[1]
