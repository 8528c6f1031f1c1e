"""Pages of one address before a redesign and after it."""

from scrapy_bt.learning.trials import KeptPage
from scrapy_bt.learning.twins import find_twins, is_confirmed, is_same_list


def page(number, state, text):
    tag = "h2" if state == "failing" else "h1"
    return KeptPage(f"https://a.test/{number}", state, f"<{tag}>{text}</{tag}><p>{text}</p><i>same</i><b>other</b>")


PAGES = [
    page(1, "good", "One"), page(2, "good", "Two"), page(3, "good", "Three"),
    page(2, "failing", " two "), page(1, "failing", "One"), page(9, "failing", "Nine"),
]  # fmt: skip


def test_pages_of_one_address_are_twins():
    assert [(one.before.url[-1], one.now.url[-1]) for one in find_twins(PAGES)] == [("2", "2"), ("1", "1")]


def test_what_is_the_same_on_several_pages_is_confirmed():
    twins = find_twins(PAGES)
    assert is_confirmed("h1::text", "h2::text", twins)
    assert not is_confirmed("h1::text", "b::text", twins)
    assert not is_confirmed("h1::text", "h2::text", twins[:1])
    assert not is_confirmed("i::text", "i::text", twins)
    assert is_confirmed(".//h1/text()", "h2", twins, within=("html", "html"))


def links(state, tag, paths):
    return KeptPage(
        "https://a.test/", state, "<a href=/>Home</a>" + "".join(f"<{tag}><a href={p}>x</a></{tag}>" for p in paths)
    )


def test_a_list_of_many_values_says_as_much_on_one_page():
    paths = [f"/{n}" for n in range(6)]
    twins = find_twins([links("good", "li", paths), links("failing", "b", paths)])
    old, new = "li a::attr(href)", "b a::attr(href)"
    assert is_same_list(old, new, twins)
    assert is_same_list("a::attr(href)", ".//a/@href", twins, within=("li", "b"))
    assert not is_same_list(old, "a::attr(href)", twins)
    assert not is_same_list("li a::text", "b a::text", twins)
    for others in (paths[::-1], paths[1:]):
        assert not is_same_list(old, new, find_twins([links("good", "li", paths), links("failing", "b", others)]))
    few = find_twins([links("good", "li", paths[:4]), links("failing", "b", paths[:4])])
    assert not is_same_list(old, new, few)
