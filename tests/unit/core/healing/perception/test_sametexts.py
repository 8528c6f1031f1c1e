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
