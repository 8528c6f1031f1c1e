"""The practice site without its server: which section replies to what, and what is counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

from scrapy_bt.testing.site.content.products import make_products
from scrapy_bt.testing.site.counts import Counts
from scrapy_bt.testing.site.exchange import Ask, Reply, send_to, tell
from scrapy_bt.testing.site.noise import decorate
from scrapy_bt.testing.site.sections.api import Api
from scrapy_bt.testing.site.sections.aspnet import WebForms
from scrapy_bt.testing.site.sections.assets import Assets
from scrapy_bt.testing.site.sections.forum import Forum
from scrapy_bt.testing.site.sections.home import Home
from scrapy_bt.testing.site.sections.makeover import Makeover
from scrapy_bt.testing.site.sections.manual import Manual
from scrapy_bt.testing.site.sections.news import News
from scrapy_bt.testing.site.sections.odd import Odd
from scrapy_bt.testing.site.sections.plain import Plain
from scrapy_bt.testing.site.sections.portal import Portal
from scrapy_bt.testing.site.sections.quotes import Quotes
from scrapy_bt.testing.site.sections.section import Section, not_found
from scrapy_bt.testing.site.sections.shop import Shop
from scrapy_bt.testing.site.sections.single import Single
from scrapy_bt.testing.site.sections.trouble import TroubleSection
from scrapy_bt.testing.site.settings import SettingError, SiteSettings

CONTROL = "/_"
"""How the paths begin that steer the site; requests to them are neither counted nor delayed."""


class Site:
    """All sections, the settings in force and the counts since the last reset."""

    def __init__(self, settings: SiteSettings) -> None:
        self.settings = settings
        self.counts = Counts()
        self.sections = _make_sections(settings)
        self._at_start = settings
        self._by_name = {name: section for section in self.sections for name in section.names}
        self._is_noisy = settings.noise == "on"
        self.fixed = {
            path: decorate(reply) if self._is_noisy else reply
            for section in self.sections
            for path, reply in section.fixed.items()
        }
        self._controls: dict[tuple[str, str], Callable[[Ask], Reply]] = {
            ("GET", "/_counts"): self._tell_counts,
            ("POST", "/_reset"): self._reset,
            ("POST", "/_expire"): self._expire,
            ("GET", "/_settings"): self._tell_settings,
            ("POST", "/_settings"): self._change_settings,
        }

    def answer(self, ask: Ask) -> Reply:
        """Reply to any request; the caller does the counting and the waiting."""
        if ask.path.startswith(CONTROL):
            return self._steer(ask)
        if ask.method == "GET" and ask.path in self.fixed:
            return self.fixed[ask.path]
        if f"{ask.path}/" in self.fixed:
            return send_to(f"{ask.path}/", status=301)
        section = self._by_name.get(ask.parts[0] if ask.parts else "")
        reply = section.answer(ask) if section else not_found(ask)
        return decorate(reply) if self._is_noisy else reply

    def _steer(self, ask: Ask) -> Reply:
        control = self._controls.get((ask.method, ask.path))
        if control:
            return control(ask)
        allowed = [method for method, path in self._controls if path == ask.path]
        if allowed:
            return tell({"error": f"use {' or '.join(allowed)}"}, status=405, headers={"Allow": ", ".join(allowed)})
        return tell({"error": f"nothing at {ask.path}"}, status=404)

    def _tell_counts(self, _: Ask) -> Reply:
        return tell(self.counts.as_json())

    def _reset(self, _: Ask) -> Reply:
        # A new object, so that requests still under way are counted out where they were counted in.
        self.counts = Counts()
        self.settings = self._at_start
        for section in self.sections:
            section.reset()
        return tell({})

    def _expire(self, _: Ask) -> Reply:
        for section in self.sections:
            section.expire()
        return tell({})

    def _tell_settings(self, _: Ask) -> Reply:
        return tell(asdict(self.settings))

    def _change_settings(self, ask: Ask) -> Reply:
        try:
            self.settings = self.settings.changed(_read_object(ask.body), is_running=True)
        except SettingError as fault:
            return tell({"error": str(fault)}, status=400)
        return self._tell_settings(ask)


def _read_object(body: bytes) -> dict[str, object]:
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise SettingError('send a JSON object of settings, such as {"latency": 0.1}')
    return value


def _make_sections(settings: SiteSettings) -> tuple[Section, ...]:
    products = make_products(settings.products, seed=settings.seed)
    sections = (
        Quotes(settings.seed),
        Shop(products),
        Plain(products, seed=settings.seed),
        Api(products, seed=settings.seed),
        WebForms(settings.seed),
        Manual(settings.seed),
        News(settings.seed),
        Portal(settings.seed),
        Forum(settings.seed),
        Makeover(products),
        TroubleSection(),
        Single(),
        Odd(settings.seed),
        Assets(),
    )
    return (Home(sections), *sections)
