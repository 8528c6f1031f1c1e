from types import SimpleNamespace

import msgspec

from scrapy_bt.crawl.redis.reports import Reporter
from scrapy_bt.crawl.redis.saying import read_report


def test_rates_are_those_since_the_last_report():
    stats = {"response_received_count": 0}
    crawler = SimpleNamespace(
        stats=SimpleNamespace(get_value=stats.get),
        spider=None,
        spidercls=SimpleNamespace(name="shop"),
    )
    now = [100.0]
    reporter = Reporter(
        crawler,
        prefetcher=SimpleNamespace(in_progress=3, outbox=2),
        retrying_client=SimpleNamespace(outages=1, round_trip=0.5),
        capacity=lambda: {"fits": 7},
        dispatch=lambda: {"policy": "shortest"},
        clock=lambda: now[0],
    )
    first = msgspec.json.decode(reporter.report())
    assert (first["pages"], first["pages_per_second"], first["items_per_second"]) == (0, None, None)
    stats |= {"response_received_count": 30, "item_scraped_count": 5}
    now[0] = 110.0
    second = msgspec.json.decode(reporter.report())
    assert (second["pages"], second["pages_per_second"], second["items_per_second"]) == (30, 3.0, 0.5)
    now[0] = 112.0
    raw = reporter.report()
    assert read_report(raw).foreign == ()
    third = msgspec.json.decode(raw)
    assert (third["pages_per_second"], third["started"], third["capacity"]) == (0.0, 100.0, {"fits": 7})
    assert (third["role"], third["waits"], third["dispatch"]) == ("", False, {"policy": "shortest"})
    reporter.role, reporter.waits = "consumer", lambda: True
    fourth = msgspec.json.decode(reporter.report())
    assert (fourth["role"], fourth["waits"]) == ("consumer", True)
    assert (third["in_progress"], third["outbox"], third["outages"], third["round_trip"]) == (3, 2, 1, 0.5)
