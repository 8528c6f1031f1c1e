"""Of mentions that share characters one is chosen."""

from scrapy_bt.core.preference.mentions import Mention, without_overlaps


def test_the_earliest_then_the_longest_then_the_surest():
    york, new_york, yorker = Mention(4, 8, "p", 1.0), Mention(0, 8, "p", 1.0), Mention(4, 10, "p", 1.0)
    assert without_overlaps([york, yorker, new_york]) == [new_york]
    assert without_overlaps([york, yorker]) == [yorker]
    assert without_overlaps([Mention(0, 3, "a", 0.2), Mention(0, 3, "b", 0.9), york]) == [Mention(0, 3, "b", 0.9), york]
