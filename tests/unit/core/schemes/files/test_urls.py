import pytest

from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.toml import compose_toml
from scrapy_bt.core.schemes.files.urls import check_urls


def messages(url, **values):
    report = ShapeReport(f"[[platforms]]\nurl = '{url}'\n", "s.toml", noun="scheme", sign="=")
    check_urls(compose_toml(report), values, report)
    assert {fault.code for fault in report.in_order()} <= {"bad-url"}
    return [fault.message.partition(" and a host")[2] for fault in report.in_order()]


@pytest.mark.parametrize(
    "url",
    [
        "http://a/{keywords}",
        "HTTPS://a",
        "{site}/{keywords}",
        "http://{keywords}.a/",
        "{scheme}://{host}/",
        "http://{host}:8000",
        "{unknown}/{keywords}",
        "http://[::1]/{keywords}",
        "{site}/{keywords",
    ],
)
def test_what_begins_as_a_url_or_is_told_elsewhere_is_no_fault(url):
    assert messages(url, site="http://a", scheme="http", host="b") == []


@pytest.mark.parametrize(
    "url", ["a/{keywords}", "ftp://a/{keywords}", "{keywords}", "{order}/x", "http:///x", "ftp://{host}/", "x{site}"]
)
def test_what_no_value_can_mend_is_told_without_values(url):
    assert messages(url, site="http://a", host="b") == [""]


def test_the_values_that_are_wrong_are_named_and_no_others():
    assert messages("{site}/{lang}", site="localhost", lang="en") == [", and `site` is `localhost`"]
    assert messages("http://{host}/{lang}", host="", lang="en") == [", and `host` is empty"]
    assert messages("{scheme}://{host}/", scheme="ftp", host="a") == [", and `scheme` is `ftp`"]
