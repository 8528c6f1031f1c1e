"""Real pages before and after a redesign, served as a site that changes: what is healed is right."""

import json

from scrapy_bt.learning.labelled import read_labelled
from tests.redesignedsite import Redesigned, redesigned_site, spider_of
from tests.redesigns import real_pairs

PAGES = 30


def wrong_and_right(items, pairs):
    """Of all values those that are wrong, and how many are right; empty ones are neither."""
    by_url = {item["url"]: item for item in items}
    wrong, right = [], 0
    for number, one in enumerate(pairs):
        for page in range(PAGES):
            for name, (before, now) in one.values(page).items():
                told = by_url[f"/{number}/{page}"][name]
                is_right = sorted(told.casefold().split()) in (sorted(before.split()), sorted(now.split()))
                right += is_right
                if told and not is_right:
                    wrong.append((one.pair.name, name, told))
    return wrong, right


def test_a_site_that_changes_is_healed_and_no_value_is_wrong(project):
    folder = real_pairs() / "recipe_scrapers_pairs"
    pairs = [Redesigned(pair) for pair in read_labelled(folder).pairs[:1]]
    project.spiders("redesigned", spider_of(pairs, PAGES))
    fields = sum(len(one.fields) for one in pairs)
    with redesigned_site(pairs, PAGES) as (address, site):
        before = project.crawl("redesigned", site=address, settings={"BT_HEALING": "watch"})
        assert wrong_and_right(before.items, pairs) == ([], fields * PAGES)
        site.is_new = True
        plain = project.crawl("redesigned", site=address)
        healed = project.crawl("redesigned", site=address, settings={"BT_HEALING": "auto"})
    wrong, right = wrong_and_right(healed.items, pairs)
    assert wrong == []
    assert right > wrong_and_right(plain.items, pairs)[1]
    assert {json.dumps(item["url"]) for item in healed.items} == {json.dumps(item["url"]) for item in before.items}
