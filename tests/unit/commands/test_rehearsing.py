from scrapy_bt.commands.rehearsing import repeated_visits
from scrapy_bt.core.inference.growth import grow
from tests import conclusions


def test_visits_in_loops_and_in_what_loops_call_are_repeated() -> None:
    grown = grow(conclusions.quotes())
    repeated = repeated_visits(grown)
    visits = set(grown.visits.values())
    assert repeated < visits
    assert {name for name in visits if "login" in name}.isdisjoint(repeated)
    assert repeated
