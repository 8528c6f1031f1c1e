from scrapy_bt.core.inference.answers.pages.addresses import authority_of, bare_address, joined


def test_what_is_no_address_is_empty() -> None:
    assert joined("https://shop.test/a/b", " ../c?x=1#top ") == "https://shop.test/c?x=1"
    assert joined("https://shop.test/", "http://[/") == ""
    assert joined("https://shop.test/", "a\ud800") == ""
    assert joined("https://shop.test/", "//shop\ud800.test/") == ""


def test_an_address_is_as_a_browser_asks_for_it() -> None:
    assert joined("https://shop.test/a/", "?page=\n  2") == "https://shop.test/a/?page=%20%202"
    assert joined("https://shop.test/a/", "käse") == "https://shop.test/a/k%C3%A4se"
    assert joined("https://shop.test/a/", "k%C3%A4se") == "https://shop.test/a/k%C3%A4se"


def test_marks_are_coded_as_browsers_do() -> None:
    """An apostrophe is sent as it is in a path alone, as where an entry of a directory is asked for by its name."""
    assert (
        joined("https://shop.test/a/", "edit?DN='uid%3D1'&on=<b>")
        == "https://shop.test/a/edit?DN=%27uid%3D1%27&on=%3Cb%3E"
    )
    assert joined("https://shop.test/a/", "o'neill/{1}?q={2}#'") == "https://shop.test/a/o'neill/%7B1%7D?q={2}"


def test_a_host_is_left_as_it_is() -> None:
    assert joined("https://shop.test/a/", "//münchen.test/käse?ö") == "https://münchen.test/k%C3%A4se?%C3%B6"
    assert joined("https://münchen.test/a/", "b c") == "https://münchen.test/a/b%20c"
    assert joined("", "über uns/") == "%C3%BCber%20uns/"


def test_the_place_of_a_page_has_no_login_no_query_and_no_last_slash() -> None:
    assert bare_address("https://me:word@Shop.Test:8000/Lamps/?page=2#top") == "shop.test:8000/Lamps"
    assert bare_address("https://shop.test") == bare_address("https://shop.test/") == "shop.test"
    assert authority_of("https://me:word@Shop.Test:8000/Lamps/") == "shop.test:8000"


def test_what_is_no_url_has_no_host_and_is_its_own_place() -> None:
    assert authority_of("http://[/") == ""
    assert bare_address("http://[/") == "http://[/"
