import pytest

from scrapy_bt.testing.site.counts import Counts, folder_of


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("/", "/"),
        ("/shop/", "/"),
        ("/login", "/"),
        ("/author/author-7/", "/author/"),
        ("/api/products/5", "/api/products/"),
    ],
)
def test_the_folder_of_a_path_lacks_its_last_segment(path, folder):
    assert folder_of(path) == folder


def test_requests_are_counted_in_every_way():
    counts = Counts()
    for method, url in (("GET", "/api/products?page=1"), ("GET", "/api/products?page=2"), ("POST", "/login")):
        path = url.partition("?")[0]
        counts.enter(method, path, url=url)
        counts.leave(path, status="200")
    told = counts.as_json()
    assert told["total"] == 3
    assert told["by_path"] == {"/api/products": 2, "/login": 1}
    assert told["by_url"] == {"/api/products?page=1": 1, "/api/products?page=2": 1, "/login": 1}
    assert told["by_folder"] == {"/api/": 2, "/": 1}
    assert told["by_request"] == {"GET /api/products": 2, "POST /login": 1}
    assert told["by_status"] == {"200": 3}
    assert told["max_concurrent"] == 1


def test_concurrency_is_the_most_that_were_there_at_once():
    counts = Counts()
    counts.enter("GET", "/a/1", url="/a/1")
    counts.enter("GET", "/a/2", url="/a/2")
    counts.leave("/a/1", status="200")
    counts.enter("GET", "/b/1", url="/b/1")
    counts.enter("GET", "/b/1", url="/b/1")
    told = counts.as_json()
    assert told["max_concurrent"] == 3
    assert told["max_concurrent_by_path"] == {"/a/1": 1, "/a/2": 1, "/b/1": 2}
    assert told["max_concurrent_by_folder"] == {"/a/": 2, "/b/": 2}


def test_violations_are_counted_apart():
    counts = Counts()
    for is_violation in (False, True, True):
        counts.enter("GET", "/single/", url="/single/")
        counts.leave("/single/", status="409", is_violation=is_violation)
    assert counts.as_json()["violations"] == 2
