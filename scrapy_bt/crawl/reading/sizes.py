"""How large a page may be: `DOWNLOAD_MAXSIZE`, which bounds what it expands to as well."""

from __future__ import annotations

from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings

NAME = "DOWNLOAD_MAXSIZE"
LARGEST_PAGE = 64 * 1024 * 1024
"""Bytes, where nobody says otherwise; Scrapy's own is 1 GiB."""


def largest_page(settings: BaseSettings) -> int:
    """What somebody has set, or our own; 0: any size."""
    is_set = (settings.getpriority(NAME) or 0) > SETTINGS_PRIORITIES["default"]
    return settings.getint(NAME) if is_set else LARGEST_PAGE
