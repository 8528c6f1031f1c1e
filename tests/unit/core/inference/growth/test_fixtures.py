from dataclasses import replace

from scrapy_bt.core.inference.growth import grow
from scrapy_bt.core.inference.growth.fixtures import LARGEST, answers_as_data
from scrapy_bt.core.samples.traffic import Answer
from tests import conclusions


def stored(**answers):
    quotes = conclusions.quotes()
    bodies = {int(step[1:]): answer for step, answer in answers.items()}
    told = replace(quotes, answers=bodies, plan=replace(quotes.plan, arguments={"password": "sesame"}))
    return answers_as_data(told, grow(told))


def test_the_address_is_without_query_and_only_the_type_of_the_headers_is_kept():
    headers = (("Content-Type", "text/html"), ("Set-Cookie", "session=s3cret"))
    assert stored(_0=Answer(200, "https://me:pw@a.test/login?token=1", headers, b"<p>")) == [
        {"visit": "login_page", "url": "https://a.test/login", "content_type": "text/html", "body": "<p>"}
    ]


def test_secrets_are_replaced_wherever_they_stand_by_others_as_long():
    page = b"<input name=csrf_token value=abcdef> abcdef sesame open sesame"
    (answer,) = stored(_0=Answer(200, "https://a.test/login", (), page))
    assert "abcdef" not in answer["body"]
    assert "sesame" not in answer["body"]
    assert len(answer["body"]) == len(page)


def test_what_is_no_text_is_in_base64_and_what_is_huge_or_empty_is_left_out():
    assert stored(
        _0=Answer(200, "https://a.test/", (), b"\xff"),
        _1=Answer(200, "https://a.test/", (), b"x" * (LARGEST + 1)),
        _2=Answer(204, "https://a.test/"),
    ) == [{"visit": "login_page", "url": "https://a.test/", "content_type": "", "base64": "/w=="}]
