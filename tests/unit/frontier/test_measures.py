from scrapy_bt.frontier.measures import Measures


def test_values_are_counted_and_summed_by_name() -> None:
    measures = Measures()
    assert measures.add("a", 1.5) == (1, 1.5)
    assert measures.add("a", 2.0) == (2, 3.5)
    assert measures.add("b", 4.0) == (1, 4.0)
    assert measures.totals() == {"a": (2, 3.5), "b": (1, 4.0)}


def test_what_was_restored_is_gone_on_with() -> None:
    measures = Measures()
    measures.restore("a", 10, 5.0)
    assert measures.add("a", 1.0) == (11, 6.0)


def test_who_has_got_the_totals_does_not_change_them() -> None:
    measures = Measures()
    measures.totals()["a"] = (1, 1.0)
    assert measures.totals() == {}
