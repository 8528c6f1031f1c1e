import pytest
from parsel import Selector

from scrapy_bt.testing.site.content.quotations import make_authors, make_quotations
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.quotes import PASSWORD, USERNAME, Quotes
from scrapy_bt.testing.site.settings import SiteSettings

REDIRECTING = SiteSettings(login_wall="redirect")


@pytest.fixture
def quotes():
    return Quotes("practice")


def read(reply):
    return Selector(reply.body.decode())


def cookies_of(reply):
    name, _, value = reply.headers["Set-Cookie"].partition(";")[0].partition("=")
    return {name: value}


def token_of(reply):
    return read(reply).css("form input[name=csrf_token]::attr(value)").get()


def log_in(quotes, *, now=0.0):
    form = quotes.answer(Ask("/login", now=now))
    sent = {"csrf_token": token_of(form), "username": USERNAME, "password": PASSWORD}
    return quotes.answer(Ask("/login", method="POST", form=sent, cookies=cookies_of(form), now=now))


def test_the_login_page_has_one_form_with_a_hidden_token(quotes):
    page = read(quotes.answer(Ask("/login")))
    assert page.css("form::attr(action)").getall() == ["/login"]
    assert page.css("input[type=hidden]::attr(name)").getall() == ["csrf_token"]


def test_each_session_has_a_token_of_its_own(quotes):
    first, second = quotes.answer(Ask("/login")), quotes.answer(Ask("/login"))
    assert token_of(first) != token_of(second)
    again = quotes.answer(Ask("/login", cookies=cookies_of(first)))
    assert token_of(again) == token_of(first)
    assert "Set-Cookie" not in again.headers


def test_a_login_leads_to_the_first_page_with_a_fresh_session(quotes):
    form = quotes.answer(Ask("/login"))
    reply = log_in(quotes)
    assert (reply.status, reply.headers["Location"]) == (302, "/quotes/page/1/")
    assert cookies_of(reply) != cookies_of(form)


def test_a_login_ends_the_session_that_it_was_sent_in(quotes):
    before = cookies_of(quotes.answer(Ask("/login")))
    for _ in range(2):
        form = quotes.answer(Ask("/login", cookies=before))
        sent = {"csrf_token": token_of(form), "username": USERNAME, "password": PASSWORD}
        after = cookies_of(quotes.answer(Ask("/login", method="POST", form=sent, cookies=before)))
        assert quotes.answer(Ask("/login", method="POST", form=sent, cookies=before)).status == 403
        assert quotes.answer(Ask("/quotes/page/1/", cookies=before)).status == 403
        before = after


@pytest.mark.parametrize("sent", [{}, {"csrf_token": ""}, {"csrf_token": "0" * 32}])
def test_a_wrong_token_is_forbidden_even_with_the_right_password(quotes, sent):
    cookies = cookies_of(quotes.answer(Ask("/login")))
    form = {"username": USERNAME, "password": PASSWORD, **sent}
    assert quotes.answer(Ask("/login", method="POST", form=form, cookies=cookies)).status == 403


def test_the_token_of_another_session_is_forbidden(quotes):
    mine, other = quotes.answer(Ask("/login")), quotes.answer(Ask("/login"))
    form = {"csrf_token": token_of(other), "username": USERNAME, "password": PASSWORD}
    assert quotes.answer(Ask("/login", method="POST", form=form, cookies=cookies_of(mine))).status == 403


@pytest.mark.parametrize("sent", [{}, {"username": USERNAME}, {"username": USERNAME, "password": "wrong"}])
def test_a_wrong_password_gives_the_form_again_with_a_message(quotes, sent):
    form = quotes.answer(Ask("/login"))
    sent = {"csrf_token": token_of(form), **sent}
    reply = quotes.answer(Ask("/login", method="POST", form=sent, cookies=cookies_of(form)))
    assert reply.status == 401
    assert read(reply).css("p.error::text").get() == "Wrong user name or password."
    assert token_of(reply) == token_of(form)


def test_other_methods_of_the_login_are_refused(quotes):
    assert quotes.answer(Ask("/login", method="PUT")).headers["Allow"] == "GET, POST"


def test_lists_need_a_login(quotes):
    assert quotes.answer(Ask("/quotes/page/1/")).status == 403
    assert quotes.answer(Ask("/quotes/page/1/", cookies={"session": "made-up"})).status == 403
    not_logged_in = cookies_of(quotes.answer(Ask("/login")))
    assert quotes.answer(Ask("/quotes/page/1/", cookies=not_logged_in)).status == 403


def test_lists_lead_to_the_login_if_set_so(quotes):
    reply = quotes.answer(Ask("/quotes/page/1/", settings=REDIRECTING))
    assert (reply.status, reply.headers["Location"]) == (302, "/login")


def test_all_quotations_stand_on_the_pages_that_next_leads_through(quotes):
    cookies = cookies_of(log_in(quotes))
    path, found, visited = "/quotes/page/1/", [], []
    while path:
        visited.append(path)
        page = read(quotes.answer(Ask(path, cookies=cookies)))
        for quote in page.css("div.quote"):
            text, author = quote.css("span.text::text").get(), quote.css("small.author::text").get()
            found.append((text, author, tuple(quote.css("a.tag::text").getall())))
        path = page.css("li.next a::attr(href)").get()
    expected = [(f"“{each.text}”", each.author.name, each.tags) for each in make_quotations("practice")]
    assert found == expected
    assert visited == [f"/quotes/page/{number}/" for number in range(1, 6)]


def test_the_session_ends_after_its_time(quotes):
    cookies = cookies_of(log_in(quotes, now=100.0))
    settings = SiteSettings(session_seconds=10)
    in_time = Ask("/quotes/page/1/", cookies=cookies, now=109.0, settings=settings)
    too_late = Ask("/quotes/page/1/", cookies=cookies, now=110.0, settings=settings)
    assert [quotes.answer(ask).status for ask in (in_time, too_late, in_time)] == [200, 403, 403]


def test_a_login_form_outlives_the_session_time(quotes):
    form = quotes.answer(Ask("/login", now=0.0))
    sent = {"csrf_token": token_of(form), "username": USERNAME, "password": PASSWORD}
    ask = Ask("/login", method="POST", form=sent, cookies=cookies_of(form), now=9999.0, settings=SiteSettings())
    assert quotes.answer(ask).status == 302


def test_expiring_ends_logins_but_not_forms(quotes):
    cookies = cookies_of(log_in(quotes))
    form = quotes.answer(Ask("/login"))
    quotes.expire()
    assert quotes.answer(Ask("/quotes/page/1/", cookies=cookies)).status == 403
    assert token_of(quotes.answer(Ask("/login", cookies=cookies_of(form)))) == token_of(form)


def test_a_reset_forgets_forms_too(quotes):
    form = quotes.answer(Ask("/login"))
    quotes.reset()
    assert "Set-Cookie" in quotes.answer(Ask("/login", cookies=cookies_of(form))).headers


def test_a_logout_ends_the_session(quotes):
    cookies = cookies_of(log_in(quotes))
    assert quotes.answer(Ask("/logout", cookies=cookies)).headers["Location"] == "/quotes/"
    assert quotes.answer(Ask("/quotes/page/1/", cookies=cookies)).status == 403


@pytest.mark.parametrize("path", ["/quotes/page/0/", "/quotes/page/6/", "/quotes/page/x/"])
def test_pages_beyond_the_list_are_not_there(quotes, path):
    assert quotes.answer(Ask(path, cookies=cookies_of(log_in(quotes)))).status == 404


def test_lists_are_only_read(quotes):
    assert quotes.answer(Ask("/quotes/page/1/", method="POST")).status == 405


def test_the_link_beside_an_author_leads_to_a_page_about_them(quotes):
    page = read(quotes.answer(Ask("/quotes/page/1/", cookies=cookies_of(log_in(quotes)))))
    quote = page.css("div.quote")[0]
    about = read(quotes.fixed[quote.css(".author + a::attr(href)").get()])
    author = make_quotations("practice")[0].author
    assert about.css("h3::text").get() == quote.css(".author::text").get() == author.name
    assert about.css(".born::text").get() == author.born
    assert about.css(".birthplace::text").get() == author.birthplace
    assert about.css(".description::text").get() == author.description


def test_every_author_has_a_page(quotes):
    assert {f"/author/{author.slug}/" for author in make_authors("practice")} < set(quotes.fixed)
    assert quotes.answer(Ask("/author/author-99/")).status == 404
