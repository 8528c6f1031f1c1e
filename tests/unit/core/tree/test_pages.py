from scrapy_bt.core.tree.pages import FrozenPage, Query


def test_a_carried_page_is_plain_data() -> None:
    frozen = FrozenPage("https://site.test/", 200, {"a": "b"}, b"zip", "utf-8")
    assert FrozenPage(*list(frozen)) == frozen


def test_a_query_is_its_words() -> None:
    assert Query("css", ("a",)) == Query("css", ("a",), None)
    assert len({Query("css", ("a",)), Query("css", ("a",), "text")}) == 2
