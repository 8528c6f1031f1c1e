from scrapy_bt.core.rules.results import Found, PageResults, Result


def test_values_of_a_page() -> None:
    page = PageResults("list", "https://a.test/", (Found.of("a", [Result("1"), Result("2")]), Found("b", ())))
    assert page.values("a") == ("1", "2")
    assert page.values("b") == ()
    assert page.values("absent") == ()
