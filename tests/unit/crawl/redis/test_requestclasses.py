import pytest
from scrapy import FormRequest, Request

from scrapy_bt.crawl.redis.requestclasses import RequestKind, load_class
from scrapy_bt.errors import BTError


def test_a_class_is_known_by_its_path():
    kind = RequestKind(1, load_class("scrapy.http.FormRequest"))
    assert kind.type is FormRequest
    assert RequestKind(0, Request).extra == ()


def test_what_is_no_class_of_requests_is_told():
    with pytest.raises(BTError, match="BT_REQUEST_CLASSES"):
        load_class("scrapy.http.Response")
