from scrapy_bt.testing.site.exchange import Ask, show, tell
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.noise import decorate
from scrapy_bt.testing.site.settings import SiteSettings
from scrapy_bt.testing.site.site import Site


def test_a_page_loads_styles_scripts_and_pictures():
    body = decorate(show(frame("Title", "<p>Text</p>"))).body
    for place in (b"/assets/site.css", b"/assets/site.js", b"/assets/logo.svg", b"/assets/banner.png"):
        assert body.count(place) == 1
    assert b"<p>Text</p>" in body


def test_what_is_no_page_is_left_as_it_is():
    assert decorate(tell({"a": "</head></body>"})) == tell({"a": "</head></body>"})


def test_a_site_is_noisy_only_if_it_is_wished():
    for noise, is_there in (("off", False), ("on", True)):
        site = Site(SiteSettings(products=10, noise=noise))
        for path in ("/shop/", "/quotes/page/1/", "/login"):
            assert (b"/assets/site.js" in site.answer(Ask(path)).body) is is_there
