"""The practice site: a small web site on this machine to learn crawling on, always run in its own process."""

from scrapy_bt.testing.site.process import PracticeSite, SiteStartError

__all__ = ["PracticeSite", "SiteStartError"]
