"""Keys of an answer that a spider reads one by one, and which are renamed in mid-crawl: no record is lost."""

import pytest

from tests.interfaces import PAGES, moving_interface, spider_that

SPIDER = spider_that("""
answer = response.json()
for row in answer["shop"]["things"]:
    yield {"name": row["name"], "price": row["price"]}
""")


@pytest.fixture
def interface():
    def told(n):
        return {"shop": {"things": [{"name": f"Thing {n}-{at} of the shop", "price": n + at / 2} for at in range(3)]}}

    with moving_interface(told) as address:
        yield address


def test_they_are_put_where_they_stood_and_the_source_is_edited(project, interface):
    file = project.folder / "spiders/things.py"
    project.spiders("things", SPIDER)
    result = project.crawl("plain", site=interface, settings={"BT_HEALING": "auto"})
    right = sorted((f"Thing {n}-{at} of the shop", n + at / 2) for n in range(PAGES) for at in range(3))
    assert sorted((one["name"], one["price"]) for one in result.items) == right, result.log
    assert (result.stats["bt/healing/switched_on"], result.has_traceback) == (2, False)
    accepted = project.run("bt", "heal", "accept", "--all", "--write", settings={"BT_HEALING": "auto"})
    assert (accepted.code, file.read_text()) == (0, SPIDER.lstrip("\n").replace('["shop"]', '["data"]["shop"]'))
    again = project.crawl("plain", site=interface, settings={"BT_HEALING": "auto"})
    assert sorted((one["name"], one["price"]) for one in again.items) == right, again.log
    assert "bt/healing/healed" not in again.stats
    back = project.run("bt", "heal", "rollback", "1", "2", "--write", settings={"BT_HEALING": "auto"})
    assert (back.code, file.read_text()) == (0, SPIDER.lstrip("\n")), back.output
