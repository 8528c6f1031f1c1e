"""Of the details of a long list, a sample is asked for, and those that were recorded."""

from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.spidermiddlewares.httperror import HttpError

from scrapy_bt.commands.shared.detailsamples import AskedFor, DetailsSample, DetailsSampleMiddleware
from scrapy_bt.crawl.visits.requests import FLIGHT

SITE = "https://shop.example/things"


def _is_sent(middleware: DetailsSampleMiddleware, url: str, node: str = "thing", **meta: object) -> bool:
    flight = SimpleNamespace(step=SimpleNamespace(name=node))
    try:
        middleware.process_request(Request(url, meta={FLIGHT: flight, **meta}))
    except HttpError:
        return False
    return True


def _asked(count: int, recorded: tuple[int, ...], node: str = "thing", **meta: object) -> tuple[list[int], int]:
    """Which of the details of a list are sent, and how many are skipped."""
    own = frozenset(AskedFor("GET", f"{SITE}/{number}", b"") for number in recorded)
    sample = DetailsSample(frozenset({"thing"}), own)
    middleware = DetailsSampleMiddleware(sample)
    sent = [number for number in range(count) if _is_sent(middleware, f"{SITE}/{number}#top", node, **meta)]
    return sent, len(sample.skipped)


def test_so_many_are_asked_for_and_what_was_recorded() -> None:
    sent, skipped = _asked(300, (2, 250))
    assert sent == [*range(50), 250]
    assert skipped == 249


def test_a_list_that_is_no_longer_is_asked_for_as_a_whole() -> None:
    assert _asked(50, (2,)) == ([*range(50)], 0)


def test_where_nothing_recorded_has_come_yet_all_are_asked_for() -> None:
    sent, skipped = _asked(300, (120, 250))
    assert sent == [*range(121), 250]
    assert skipped == 178
    assert _asked(300, ())[1] == 0


@pytest.mark.parametrize(
    ("node", "meta"), [("page", {}), ("thing", {"redirect_times": 1}), ("thing", {"retry_times": 1})]
)
def test_pages_of_lists_and_what_is_sent_once_more_are_always_sent(node: str, meta: dict[str, object]) -> None:
    assert _asked(300, (2,), node, **meta)[1] == 0


def test_what_no_tree_asks_for_is_always_sent() -> None:
    middleware = DetailsSampleMiddleware(DetailsSample(frozenset({"thing"})))
    middleware.process_request(Request(SITE))


def test_what_is_skipped_is_a_page_that_has_not_changed() -> None:
    sample = DetailsSample(frozenset({"thing"}), frozenset({AskedFor("GET", SITE, b"")}))
    middleware, flight = DetailsSampleMiddleware(sample), SimpleNamespace(step=SimpleNamespace(name="thing"))
    requests = [Request(f"{SITE}?{number}", meta={FLIGHT: flight}) for number in range(50)]
    for request in (Request(SITE, meta={FLIGHT: flight}), *requests[:49]):
        middleware.process_request(request)
    with pytest.raises(HttpError) as raised:
        middleware.process_request(requests[49])
    assert (raised.value.response.status, raised.value.response.request) == (304, requests[49])
