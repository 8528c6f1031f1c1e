"""Trees keep what a project asks of all its spiders, and mistakes in it are told."""

from collections import defaultdict

import pytest

from tests.serving import Handler, serving

VISIT = """
page  :: visit "{site}/plain/item/1/" { META }
thing :: item { sku = css ".sku::text" }
main  :: and (site) { :page  :thing }
"""

SPIDER = """
    from scrapy_bt import TreeSpider


    class Kept(TreeSpider):
        name = "kept"
        tree_file = "visit.bt"
        allowed_domains = ["elsewhere.test"]
"""


@pytest.fixture
def kept(project):
    """A project whose spider may visit another host only."""
    project.spiders("kept", SPIDER)
    project.settings["RETRY_ENABLED"] = False

    def crawl(meta, page="plain/item/1/", **settings):
        project.write("visit.bt", VISIT.replace("META", meta).replace("plain/item/1/", page))
        return project.crawl("kept", site=project.site, settings=settings)

    return crawl


def test_a_visit_outside_of_allowed_domains_is_not_sent(kept, practice):
    result = kept("")
    assert "127.0.0.1 is not among allowed_domains (elsewhere.test)" in result.log
    assert result.items == []
    assert practice.counts()["total"] == 0


def test_a_visit_that_may_leave_keeps_to_the_robots_txt_of_its_host(kept):
    result = kept("meta = { allow_offsite = true }", page="_forbidden", ROBOTSTXT_OBEY=True)
    assert result.stats["robotstxt/response_count"] == 1
    assert result.stats["robotstxt/forbidden"] == 1
    assert "offsite/filtered" not in result.stats


def test_what_a_project_mistakes_is_told(project):
    project.tree("tree", VISIT.replace("META", ""))
    told = project.crawl("tree", "--nolog", site=project.site, settings={"BT_CAPACTIY": "auto"})
    assert (told.code, told.log) == (2, "there is no setting BT_CAPACTIY: did you mean BT_CAPACITY?\n")
    told = project.crawl("tree", "--nolog", site=project.site, settings={"DEPTH_LIMIT": 3})
    assert told.code == 2
    assert told.log.startswith("DEPTH_LIMIT does not hold for trees")
    told = project.crawl("tree", "--nolog", site=project.site, settings={"BT_STORE_URL": "nonsense"})
    assert told.code == 2
    assert told.log.startswith("BT_STORE_URL")
    assert "BT_TREES is 'tres': there is no folder" in project.run("list", settings={"BT_TREES": "tres"}).log


SETTINGS = """
    from scrapy_bt import TreeSpider


    class Asked(TreeSpider):
        name = "asked"
        tree_file = "asked.bt"
        http_user, http_pass, http_auth_domain = "ann", "apple", None
        handle_httpstatus_list = [404]
        custom_settings = {
            "USER_AGENT": "reader/1",
            "DEFAULT_REQUEST_HEADERS": {"Accept-Language": "eo"},
            "COOKIES_ENABLED": False,
            "REDIRECT_ENABLED": False,
            "RETRY_ENABLED": False,
            "REFERER_ENABLED": True,
            "HTTPERROR_ALLOWED_CODES": [404, 503],
            "HTTPERROR_ALLOW_ALL": True,
            "URLLENGTH_LIMIT": 30,
        }
"""
ASKED = """
first  :: visit "{site}/first"
second :: visit "{site}/second?{long}"
moved  :: visit "{site}/moved"
busy   :: visit "{site}/503"
gone   :: visit "{site}/404"
seen   :: item { went = went }

main :: and (site, long) {
    :first
    :second
    or { and { :moved  went = "moved"  :seen }  and { went = "302"  :seen } }
    or { and { :busy  went = "busy"  :seen }  and { went = "503"  :seen } }
    or { and { :gone  went = "gone"  :seen }  and { went = "404"  :seen } }
}
"""


def test_what_scrapy_is_told_of_requests_holds_for_visits_as_the_page_on_settings_says(project):
    asked = defaultdict(list)

    class Site(Handler):
        def do_GET(self):  # noqa: N802 - the name that http.server calls
            path = self.path.partition("?")[0]
            asked[path].append(self.headers)
            status = {"/moved": 302, "/503": 503, "/404": 404}.get(path, 200)
            self.answer(status, "<p>.</p>", ("Set-Cookie", "a=b; Path=/"), ("Location", "/elsewhere"))

    project.spiders("asked", SETTINGS)
    project.write("asked.bt", ASKED)
    with serving(Site) as site:
        result = project.crawl("asked", site=site, long="x" * 50)
    assert not result.has_traceback, result.log
    assert [item["went"] for item in result.items] == ["moved", "503", "404"], result.log
    assert {path: len(times) for path, times in asked.items()} == {
        "/first": 1,
        "/second": 1,
        "/moved": 1,
        "/503": 1,
        "/404": 1,
    }
    (headers,) = asked["/second"]
    assert headers["User-Agent"] == "reader/1"
    assert headers["Accept-Language"] == "eo"
    assert headers["Authorization"] == "Basic YW5uOmFwcGxl"
    assert headers["Cookie"] is None
    assert headers["Referer"] is None
