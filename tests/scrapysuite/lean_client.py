"""Plugin for Scrapy's own tests: http and https are fetched by the lean client wherever a test does not say by what."""

from scrapy.settings import default_settings

from scrapy_bt.engine.choosing import LEAN_HANDLER

default_settings.DOWNLOAD_HANDLERS_BASE.update(http=LEAN_HANDLER, https=LEAN_HANDLER)
