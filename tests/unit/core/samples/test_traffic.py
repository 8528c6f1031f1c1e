"""What recordings hold."""

from scrapy_bt.core.samples.traffic import Answer, Problem, Sent, all_headers


def test_headers_are_found_whatever_their_case() -> None:
    headers = (("Set-Cookie", "a=1"), ("set-cookie", "b=2"))
    assert Answer(200, "https://a.example/", headers).header("SET-COOKIE") == "a=1"
    assert Sent("GET", "https://a.example/", headers).header("Cookie") is None
    assert all_headers(headers, "set-cookie") == ("a=1", "b=2")


def test_a_problem_says_where_what_and_what_to_do() -> None:
    assert str(Problem("shop.har: entry 17", "no body")) == "shop.har: entry 17: no body"
    assert str(Problem("shop.har", "cut off", "record it again")) == "shop.har: cut off; record it again"


def test_what_may_be_secret_is_not_shown() -> None:
    sent = Sent("POST", "https://a.example/login?token=secret", (("Cookie", "secret"),), b"password=secret")
    answer = Answer(200, "https://a.example/home#secret", (("Set-Cookie", "secret"),), None)
    assert (
        repr((sent, answer))
        == "(<Sent POST https://a.example/login, 15 bytes>, <Answer 200 https://a.example/home, no body>)"
    )
