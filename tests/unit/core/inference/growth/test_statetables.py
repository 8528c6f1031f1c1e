from dataclasses import replace

from scrapy_bt.core.inference.findings import Shareable
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.language.checker import check
from tests import conclusions


def test_what_is_safe_is_tried_again_and_what_is_not_is_left_to_the_session():
    text = print_grown(grow(conclusions.quotes(), named=True))
    assert "state { 429 = wait 3 }" in text
    assert "state login_page | quotes_page | author_page { timeout | 5xx = wait 3 }" in text
    assert "state login {" not in text
    assert "state quotes_page { 401 | 403 | login = :session }" in text


def test_a_page_that_asks_for_a_password_itself_is_no_login_page():
    quotes = conclusions.quotes()
    asking = conclusions.html("http://127.0.0.1:8000/quotes/page/1/", "<input type=password>")
    text = print_grown(grow(replace(quotes, answers={**quotes.answers, 2: asking}), named=True))
    assert "state quotes_page { 401 | 403 = :session }" in text
    assert "state author_page {\n    401 | 403 | login = :session\n" in text


def test_what_is_made_anew_without_a_secret_is_no_login():
    products = conclusions.products()
    text = print_grown(grow(replace(products, findings=(Shareable((0,)), *products.findings)), named=True))
    assert "401 | 403 = :session" in " ".join(text.split())
    assert "login" not in text


def test_a_detail_that_is_gone_ends_its_tree_and_a_page_behind_the_last_its_loop():
    text = print_grown(grow(conclusions.products(), named=True))
    assert "state { timeout | 429 | 5xx = wait 3 }" in text
    assert "304 | 404 | 410 = end" in text
    assert "404 | 410 = false # behind the last one" in text


def test_a_session_without_end_is_shared_until_it_is_refused():
    quotes = conclusions.quotes()
    findings = tuple(Shareable(found.steps) if isinstance(found, Shareable) else found for found in quotes.findings)
    assert "[[ session ]] # made once for every task, until it is refused" in print_grown(
        grow(replace(quotes, findings=findings), named=True)
    )


def test_the_status_of_a_refusal_that_tells_a_key_makes_a_session_anew_and_that_of_a_page_that_is_gone_does_not():
    quotes = conclusions.quotes()
    for status, outcomes in ((409, "401 | 403 | 409 | login"), (404, "401 | 403 | login")):
        answers = {**quotes.answers, 1: replace(quotes.answers[1], status=status)}
        text = print_grown(grow(replace(quotes, answers=answers), named=True))
        assert f"state quotes_page {{ {outcomes} = :session }}" in text
        assert f"{status} = true # refused, and it says what is needed" in text


def test_two_things_that_are_shared_have_two_names():
    shop = conclusions.products()
    text = print_grown(grow(replace(shop, findings=(*shop.findings, Shareable((1,)))), named=True))
    assert check(text) == []
    quotes = conclusions.quotes()
    parted = (
        Shareable((0,)),
        Shareable((1,)),
        *(found for found in quotes.findings if not isinstance(found, Shareable)),
    )
    text = print_grown(grow(replace(quotes, findings=parted), named=True))
    assert "login_session :: and { :login }" in text
    assert check(text) == []


def test_what_two_at_once_fail_at_is_competed_for():
    assert "(( single_page )) # two at once fail" in print_grown(grow(conclusions.single(), named=True))


def test_what_comes_before_a_session_does_not_make_it_anew():
    quotes = conclusions.quotes()
    findings = tuple(found for found in quotes.findings if not isinstance(found, Shareable))
    text = print_grown(grow(replace(quotes, findings=(Shareable((1,)), *findings)), named=True))
    assert "state { 429 = wait 3 }" in text
    assert "state login_page | quotes_page | author_page { timeout | 5xx = wait 3 }" in text
    assert "401 | 403 | login = :session" in text
    assert check(text) == []


def test_what_needs_something_from_in_between_is_not_shared():
    quotes = conclusions.quotes()
    assert "[[ session" not in print_grown(grow(replace(quotes, findings=(Shareable((0, 5)),)), named=True))
