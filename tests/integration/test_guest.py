"""Trees keep what a project asks of all its spiders, and mistakes in it are told."""

import pytest

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
