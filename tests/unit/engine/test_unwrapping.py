import pytest
from scrapy.downloadermiddlewares.useragent import UserAgentMiddleware
from scrapy.exceptions import ScrapyDeprecationWarning
from scrapy.utils.decorators import _warn_spider_arg

from scrapy_bt.engine.unwrapping import unwrap


class Part:
    @_warn_spider_arg
    def scrapys(self, given, spider=None):
        return self, given

    @_warn_spider_arg
    async def later(self):
        """What is awaited stays as it is."""

    def own(self):
        return self


class Heir(Part):
    def scrapys(self, given, spider=None):
        return "heir", super().scrapys(given)


def test_what_warns_is_left_out_and_all_else_stays():
    part = Part()
    plain = unwrap(part.scrapys)
    assert plain("a") == part.scrapys("a") == (part, "a")
    assert plain.__func__ is Part.scrapys.__wrapped__
    with pytest.warns(ScrapyDeprecationWarning, match="spider"):
        part.scrapys("a", spider="it")


def test_another_method_is_itself():
    heir = Heir()
    for method in (heir.scrapys, heir.own, heir.later, len):
        assert unwrap(method) == method
    assert unwrap(heir.scrapys)("a") == ("heir", (heir, "a"))


def test_scrapys_own_are_such_methods():
    method = UserAgentMiddleware().process_request
    assert unwrap(method) != method
