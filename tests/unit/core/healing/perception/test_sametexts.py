"""Pages that say the same whatever was asked for."""

from lxml import html

from scrapy_bt.core.healing.perception.sametexts import SameTexts


def test_the_same_text_at_another_address_but_for_numbers_of_the_request():
    texts = SameTexts()
    page = "<body><h1>Un momento</h1><p>{url} 12:0{n} ref. 18f3.a{n}c9d2</p><script>nonce={n}</script></body>"

    def is_elsewhere(n, body=page):
        url = f"https://a.test/{n}"
        return texts.is_elsewhere(html.fromstring(body.format(n=n, url=url)), url)

    assert [is_elsewhere(n) for n in (1, 1, 2, 3)] == [False, False, True, True]
    things = "<body><h1>Thing {n}</h1><p>Read all about it</p></body>"
    assert not any(is_elsewhere(n, things) for n in range(300))
    assert not is_elsewhere(4), "what was seen long ago is forgotten"


def test_what_nobody_sees_is_no_text():
    texts = SameTexts()
    shells = [f"<body><noscript>{n}</noscript><div id=root></div><script>{n}</script></body>" for n in range(2)]
    assert [texts.is_elsewhere(html.fromstring(one), one) for one in shells] == [False, True]


def test_pages_that_a_program_draws_say_something_else_to_machines():
    def pages(told):
        return [
            f"<body><h1>Shop</h1><div id=root></div><script>window.__STATE__ = {told.format(each)};</script></body>"
            for each in ("Sea clock", "Oak table", "Tin lamp")
        ]

    drawn, wall = SameTexts(), SameTexts()
    assert not any(drawn.is_elsewhere(html.fromstring(one), one) for one in pages('{{"item": {{"name": "{}"}}}}'))
    told = '{{"id": "x7f3{}", "say": "Please wait"}}'
    shells = [page.replace("x7f3", f"x7f3{n}") for n, page in enumerate(pages(told.replace("{}", "1")))]
    assert [wall.is_elsewhere(html.fromstring(one), str(n)) for n, one in enumerate(shells)] == [False, True, True]


def test_a_text_without_spaces_is_read_once():
    url, word = "https://a.test/", "x" * 150_000
    pages = [html.fromstring(f"<body><p>{text}</p></body>") for text in (word, f"{word} 12:05", f"{word}7", f"{word}8")]
    texts = SameTexts()
    assert [texts.is_elsewhere(page, f"{url}{n}") for n, page in enumerate(pages)] == [False, True, False, True]
