"""Addresses as pages spell them."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin


def joined(base: str, address: str) -> str:
    """An address of a page, absolute and without its fragment; empty: it is none."""
    try:
        return urldefrag(urljoin(base, address.strip())).url
    except ValueError:
        return ""
