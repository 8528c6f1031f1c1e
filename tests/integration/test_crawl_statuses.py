"""What the status of a command tells of a crawl whose tasks have failed."""

import pytest

TREE = """
main :: and (site, last = 2) {
    number = 1
    while number <= last { async { :one(number) }  number = number + 1 }
}
one   :: and (number) { :page  :found }
page  :: visit "{site}/plain/PART/{number}/"
found :: item { title = css "h1::text" }
"""
BROKEN, SOUND = TREE.replace("PART", "nowhere"), TREE.replace("PART", "item")

SPIDER = """
from scrapy_bt import TreeSpider


class Broken(TreeSpider):
    name = "broken"
    tree_file = "trees/shop.bt"
"""


def test_a_crawl_with_dead_letters_ends_with_its_own_status_until_nobody_is_dead(project):
    project.tree("shop", BROKEN)
    first = project.crawl("shop", settings={"JOBDIR": "job"}, site=project.site)
    assert (first.code, first.stats["bt/dead"], first.stats["bt/dead_left"]) == (3, 2, 2)
    assert not first.has_traceback
    project.tree("shop", SOUND)
    assert project.crawl("shop", settings={"JOBDIR": "job"}, site=project.site).code == 3
    assert project.run("bt", "dead", "requeue", "--all", "--jobdir", "job").code == 0
    mended = project.crawl("shop", settings={"JOBDIR": "job"}, site=project.site)
    assert (mended.code, len(mended.items)) == (0, 2), mended.log


@pytest.mark.parametrize("command", [("bt", "run", "trees/shop.bt"), ("runspider", "broken.py")])
def test_other_commands_that_crawl_tell_it_too(project, command):
    project.tree("shop", BROKEN)
    project.write("broken.py", SPIDER)
    assert project.run(*command, "-a", f"site={project.site}").code == 3
    project.tree("shop", SOUND)
    assert project.run(*command, "-a", f"site={project.site}").code == 0


def test_every_worker_of_a_crawl_with_dead_letters_tells_it(project, server, client):
    project.settings.update(BT_FRONTIER="redis", REDIS_URL=server.url)
    project.tree("shop", BROKEN)
    begun = project.crawl("shop", settings={"CLOSESPIDER_PAGECOUNT": 1, "CONCURRENT_REQUESTS": 1}, site=project.site)
    assert begun.code == 3, begun.log
    helped = project.run("bt", "work", "shop")
    assert helped.code == 3, helped.log
