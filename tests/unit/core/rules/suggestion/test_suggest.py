import random
from itertools import count
from time import perf_counter

from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.rules.suggestion.matches import is_meant
from scrapy_bt.core.rules.suggestion.outlining import read_outline
from scrapy_bt.core.rules.suggestion.suggest import suggest
from scrapy_bt.core.rules.tags import run_tag
from tests.waiting import takes_at_most

SHOP = """<!DOCTYPE html><html><head><title>Lamps &amp; more</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/lamps">Lamps</a></li></ul></nav>
<h1 id="x81">Lamps &amp; more</h1>
<div class="product first" id="p1017"><h3><a href="/p/1017?s=9" class="name">Ada &amp; Co</a></h3>
 <span class="price">12,50 €</span> <p>Stock: <b>3</b> Rating: <b>5</b></p></div>
<div class="product" id="p1018"><h3><a href="/p/1018?s=9" class="name">Ben</a></h3>
 <span class="price">9,00 €</span> <p>Stock: <b>0</b> Rating: <b>4</b></p></div>
<div class="product" id="p1019"><h3><a href="/p/1019?s=9" class="name">Cy <i>new</i></a></h3>
 <span class="price">7,00 €</span> <p>Stock: <b>8</b> Rating: <b>1</b></p></div>
<table><tr><th>City</th><th>Open</th></tr><tr><td>Ulm</td><td>9-5</td></tr><tr><td>Bonn</td><td>8-6</td></tr></table>
<div class="aside"><a class="name" href="/about">About us</a></div>
<script>var stock = {"ada": 3, "ben": 0};</script></body></html>"""


def best(*examples, page=SHOP, **options):
    found = suggest(page, examples, **options)
    assert found.proposals, found
    return found.proposals[0]


def test_one_example_is_taken_with_its_likes_by_classes_and_not_by_ids():
    proposal = best("12,50 €")
    assert proposal.values == ("12,50 €", "9,00 €", "7,00 €")
    assert proposal.tag.start == 'class="price">'
    assert proposal.tag.end in ("<", "</span>")
    assert "goes by the class “price”" in proposal.reasons
    assert proposal.warnings == ()


def test_values_are_what_a_reader_sees():
    proposal = best("Ada & Co", "Ben")
    assert proposal.values == ("Ada & Co", "Ben", "Cy new")


def test_links_are_made_absolute():
    proposal = best("/p/1017?s=9", "/p/1018?s=9", base_url="https://shop.test/list")
    assert proposal.tag.link
    assert proposal.values == tuple(f"https://shop.test/p/{number}?s=9" for number in (1017, 1018, 1019))
    assert best("https://shop.test/p/1018?s=9", base_url="https://shop.test/list").tag.link


def test_labels_tell_alike_places_apart():
    assert best("3").values == ("3", "0", "8")
    assert best("5", "4").values == ("5", "4", "1")


def test_columns_of_a_table_are_told_apart():
    assert best("9-5").values == ("9-5", "8-6")
    assert best("Ulm", "Bonn").values == ("Ulm", "Bonn")


def test_scripts_and_plain_texts_can_be_taken_from_too():
    assert best('{"ada": 3, "ben": 0}').values == ('{"ada": 3, "ben": 0}',)
    assert best("Ada", "Ben", page="name: Ada\nage: 3\nname: Ben\nage: 4\n").values == ("Ada", "Ben")
    proposal = best("1500", page="Total\n  1500\nrest 7\n")
    assert proposal.values == ("1500",)


def test_a_part_of_a_text_is_cut_out():
    assert best("12,50", "9,00").values == ("12,50", "9,00", "7,00")


def test_a_text_that_is_there_twice_is_shown_at_both_places():
    found = suggest(SHOP, ["Lamps & more"])
    assert len(found.matches["Lamps & more"]) == 2
    assert found.proposals[0].tag.start.startswith("<h1")
    assert {proposal.tag.name for proposal in found.proposals} >= {"h1", "title"}


def test_what_takes_more_than_meant_is_told():
    page = "<p><a>Ada</a></p><div><a>menu</a></div><p><a>Ben</a></p>"
    warned = [proposal for proposal in suggest(page, ["Ada"]).proposals if proposal.warnings]
    for proposal in warned:
        assert "menu" in proposal.warnings[0] or "leaves out" in proposal.warnings[0]
    assert best("Ada", page=page).values == ("Ada", "Ben")


def test_what_is_taken_too_much_is_shown_as_a_reader_sees_it():
    page = "".join(f'<p class="{name}"><i>{name} &amp;</i> Co</p>' for name in ("Ada", "Ben", "Cy"))
    warnings = [warning for proposal in suggest(page, ["Ada & Co"], most=9).proposals for warning in proposal.warnings]
    assert any("“Ben & Co”, “Cy & Co”" in warning for warning in warnings)
    assert not any("<" in warning for warning in warnings)


def test_what_is_not_there_is_told_with_what_is_near():
    found = suggest(SHOP, ["12,50 EUR", "Ben"])
    assert found.proposals == ()
    assert found.missing["12,50 EUR"].text.startswith("12,50 €")


def test_the_name_is_the_given_one_or_one_of_the_page():
    assert best("Ben").tag.name == "name"
    assert best("Ben", name="product").tag.name == "product"


def test_links_of_one_kind_among_others_are_told_by_where_they_lead():
    page = "".join(f'<a href="{link}">x</a>' for link in ("/b/1.html", "#top", "/b/2.html", "/c", "/b/3.html"))
    proposal = best("/b/1.html", "/b/3.html", page=page)
    assert proposal.values == ("/b/1.html", "/b/2.html", "/b/3.html")
    assert proposal.tag.include


def test_the_link_to_the_next_page_is_told_by_what_it_says():
    first = '<p class="pager">1/3 <a href="/2">Next</a>'
    proposal = best("/2", page=f"<a href=/>Home</a>{first}")
    middle = '<p class="pager"><a href="/1">Previous</a> 2/3 <a href="/3">Next</a>'
    assert run_tag(proposal.tag, middle).values == ("/3",)
    chinese = best("list_2.html", page='<a href="/">首页</a><p>上一页 <a href="list_2.html">下一页</a>')
    middle = '<p><a href="list_1.html">上一页</a> <a href="list_3.html">下一页</a>'
    assert run_tag(chinese.tag, middle).values == ("list_3.html",)


def test_elements_that_are_never_closed_are_taken_up_to_the_end_of_the_page():
    assert best("a", page="<p>a\n<p>b\n<p>c\n").values == ("a", "b", "c")
    assert best("a", page="<ul><li>a\n<li>b\n<li>c\n</ul><p>d").values == ("a", "b", "c")


def test_scores_fall_from_the_first_to_the_last():
    scores = [proposal.score for proposal in suggest(SHOP, ["Ben"], most=10).proposals]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] >= 1
    assert scores[0] <= 100


WORDS = st.sampled_from(
    ["Ada", "Ben &amp; Co", "12,50", "x", "<b>b</b> c", "", "a  b", "中文", "Price:", "&lt;", 'p"q']
)
ATTRIBUTES = st.sampled_from(
    ["", ' class="c"', ' class="c d"', ' href="/a/1.html"', " id=i1", " title='t\"u'", " hidden"]
)
NAMES = st.sampled_from(["a", "div", "span", "li", "ul", "td", "tr", "p", "h2", "script", "pre", "br", "x-y"])


@st.composite
def elements(draw, inside):
    name = draw(NAMES)
    return f"<{name}{draw(ATTRIBUTES)}{draw(ATTRIBUTES)}>{''.join(draw(st.lists(inside, max_size=3)))}</{name}>"


PAGES = st.lists(st.recursive(WORDS, elements, max_leaves=12), max_size=5).map("\n".join)


@settings(max_examples=settings().max_examples * 3 // 5, deadline=None)
@given(page=PAGES, data=st.data())
def test_whatever_is_proposed_takes_the_examples(page, data):
    outline = read_outline(page)
    texts = [*filter(None, map(outline.read, outline.elements)), *outline.text.split()]
    texts += ["/a/1.html"] * page.count(' href="/a/1.html"')
    if not texts:
        return
    examples = data.draw(st.lists(st.sampled_from(texts), min_size=1, max_size=2))
    found = suggest(page, examples)
    assert not found.missing
    for proposal in found.proposals:
        values = run_tag(proposal.tag, page).values
        assert values == proposal.values
        for example in examples:
            assert any(is_meant(example, value) for value in values)


@settings(max_examples=settings().max_examples * 3 // 5, deadline=None)
@given(st.lists(st.sampled_from(["Ada", "Ben", "Cy", "12", "a & b", "中文"]), min_size=2, max_size=6, unique=True))
def test_two_of_a_list_give_the_list(names):
    rows = "".join(f'<li class="row"><a>{name.replace("&", "&amp;")}</a> <i>{name[:1]}!</i></li>' for name in names)
    assert best(names[0], names[-1], page=f"<ul><li>menu</li></ul><ol>{rows}</ol>").values == tuple(names)


def test_a_large_page_takes_no_more_than_a_few_seconds():
    source = random.Random(1)
    rows = "".join(
        f'<div class="row" id="r{number}"><h3><a href="/p/{number}">Name {number}</a></h3>\n{source.random()}</div>'
        for number in range(10_000)
    )
    with takes_at_most(30):
        proposal = best("Name 17", "Name 5000", page=rows, timeout=Timeout(1e9, perf_counter))
    assert len(proposal.values) == 10_000


def hurried(seconds=1e9, timeout=1e9):
    """What comes of it where each look at the clock takes a second, and how long it took."""
    page = "".join(f'<p class="a{number % 5}"><b>x {number}</b> <i>e</i></p>' for number in range(300))
    ticks = count()
    found = suggest(page, ["x 7"], timeout=Timeout(timeout, lambda: float(next(ticks))), seconds=seconds)
    return found, next(ticks)


def test_what_takes_long_is_broken_off_with_what_was_found():
    found, used = hurried(timeout=10.0)
    assert found.proposals
    assert found.broken_off == ""
    assert used < hurried()[1] / 2


def test_when_the_time_for_all_of_it_is_over_it_says_what_it_was_at():
    _, whole = hurried()
    at = [hurried(seconds=float(seconds))[0] for seconds in (*range(12), *range(12, whole, max(1, whole // 40)))]
    assert [found.broken_off for found in at][:1] == ["reading the page"]
    assert (at[0].outline, at[0].proposals, at[0].matches) == (None, (), {})
    assert {found.broken_off for found in at} >= {"reading the page", "looking for the examples", "trying codes"}
    late = [found for found in at if found.broken_off == "trying codes"]
    assert all(found.matches["x 7"] for found in late)
    assert late[-1].proposals


def test_a_list_that_is_cut_says_so():
    complete, whole = hurried()
    at = [hurried(seconds=float(seconds))[0] for seconds in range(whole - 10, whole + 1, 2)]
    assert {found.broken_off for found in at if len(found.proposals) < len(complete.proposals)} == {"trying codes"}
    assert at[-1] == complete
