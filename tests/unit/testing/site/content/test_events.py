from scrapy_bt.testing.site.content.events import EVENT_COUNT, make_events


def test_events_come_in_the_order_of_their_times():
    events = make_events("practice")
    assert [event.number for event in events] == list(range(1, EVENT_COUNT + 1))
    times = [event.at for event in events]
    assert times == sorted(set(times))


def test_the_same_seed_gives_the_same_events():
    assert make_events("a") == make_events("a") != make_events("b")
