"""Problems, told once."""

from scrapy_bt.capture.problems import Problems


def test_the_same_problem_is_told_once_with_its_places() -> None:
    problems = Problems("shop.har")
    for number in range(8):
        problems.add(f"entry {number}", "no body", "record again")
    problems.add("", "cut off")
    many, one = problems.told()
    assert str(many) == "shop.har: entry 0, entry 1, entry 2, entry 3, entry 4 and 3 more: no body; record again"
    assert str(one) == "shop.har: cut off"
