"""How much a page says that no other page of its node says."""

import pytest
from lxml import html

from scrapy_bt.core.healing.perception.owntexts import Own, OwnTexts, is_little

WORDS = ["kalmo", "reeti", "suuvo", "hiili", "taaja", "nuoli", "vesko", "lampi", "ronto", "mieri", "puuska", "otsa"]
NAVIGATION = "<nav><a href=/>Etusivu</a> <a href=/kassi>Ostoskassi</a></nav>"


def content(n):
    text = " ".join(f"{word}{'abcdefghijklmnop'[n % 16]}" for word in WORDS)
    return f"<body>{NAVIGATION}<h1>{WORDS[n % 12]} {n}</h1><b>{n}.50 €</b><p>{text}</p></body>"


def sizes(make, texts=None):
    texts = texts or OwnTexts()
    return [texts.of("thing", html.fromstring(make(n)), f"https://a.test/thing/{WORDS[n % 12]}-{n}") for n in range(10)]


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "<body><h2>Arvostamme yksityisyyttäsi</h2><p>Voit hyväksyä tai hylätä valintasi</p></body>",
        lambda n: f"<body>{NAVIGATION}<h1>{WORDS[n]} nem található</h1><p>{WORDS[n]}-{n}, 12:0{n}:11</p></body>",
        lambda n: f"<body><h1>Chúng tôi sẽ trở lại sớm</h1><p>Mã {n}f00ba{n}</p><a href=/ok?to={n}>OK</a></body>",
        lambda n: f"<body>找不到商品{WORDS[n]}-{n}<a href=/thing/{WORDS[n]}-{n}>再试一次</a></body>",
        lambda n: f"<body><p>Ei enää</p><a href=/thing/x>{WORDS[-n]} lamppu {n}9.50 {n}1.50 {n}3.50</a></body>",
    ],
)
def test_what_stands_in_place_of_content_has_little_of_its_own_in_any_language(make):
    texts = OwnTexts()
    usual = sizes(content, texts)
    after = sizes(make, texts)
    assert all(is_little(own, usual) for own in after[1:]), after


def test_a_redesign_has_as_much_of_its_own_as_the_pages_before():
    texts = OwnTexts()
    usual = sizes(content, texts)
    moved = sizes(
        lambda n: content(n).replace("h1", "h2").replace("<p>", "<div class=new>").replace("</p>", "</div>"), texts
    )
    assert not any(is_little(own, usual) for own in moved)


def test_rows_that_have_become_links_say_as_much():
    usual = [Own(400, 60), Own(380, 40), Own(420, 50)]
    assert not is_little(Own(380, 0), usual)
    assert is_little(Own(90, 60), usual)


def test_nothing_is_little_where_nothing_is_known_or_pages_have_nothing_of_their_own():
    assert not is_little(Own(0, 0), [])
    assert not is_little(Own(0, 0), [Own(90, 90), Own(0, 0), Own(0, 0)])


def test_pages_of_another_node_and_of_the_same_address_are_not_compared():
    texts, page = OwnTexts(), html.fromstring("<body><p>lampi ronto</p></body>")
    every = [texts.of(node, page, url) for node, url in (("a", "/1"), ("a", "/1"), ("b", "/2"), ("a", "/2"))]
    assert every == [Own(10, 10)] * 3 + [Own(0, 0)]


def test_of_a_page_that_a_program_draws_counts_what_machines_are_told():
    texts = OwnTexts()
    drawn = '<body><div id=root></div><script>window.__STATE__ = {{"name": "Suuri {0} uusi {0}"}};</script></body>'
    sizes = [texts.of("n", html.fromstring(drawn.format(word)), f"https://a.test/{n}") for n, word in enumerate(WORDS)]
    assert all(own.whole >= 4 for own in sizes)


def test_links_within_links_are_read_once():
    nested = "<body>" + "<a href=/x><div>" * 100 + "word " * 20_000 + "</div></a>" * 100 + "</body>"
    assert OwnTexts().of("n", html.fromstring(nested), "https://a.test/") == Own(6, 0)
