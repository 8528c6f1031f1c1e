from scrapy_bt.core.inference.answers.addresses import joined


def test_what_is_no_address_is_empty() -> None:
    assert joined("https://shop.test/a/b", " ../c?x=1#top ") == "https://shop.test/c?x=1"
    assert joined("https://shop.test/", "http://[/") == ""
