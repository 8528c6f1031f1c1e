import re

from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.noise import decorate
from scrapy_bt.testing.site.sections.assets import Assets


def test_what_pages_and_styles_and_scripts_ask_for_is_there():
    assets = Assets()
    text = decorate(assets.fixed["/assets/"]).body + b"".join(reply.body for reply in assets.fixed.values())
    asked = {path.decode() for path in re.findall(rb"/assets/[\w.]+", text)}
    assert asked - set(assets.fixed) == {"/assets/collect"}


def test_the_tracker_takes_everything():
    assert Assets().answer(Ask("/assets/collect", method="POST", body=b"{}")).status == 204
