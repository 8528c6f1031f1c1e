"""The document in which a stranger's page is shown: of an origin of its own, without addresses, with our one script."""

from __future__ import annotations

import secrets
from functools import cache
from pathlib import Path

from starlette.responses import HTMLResponse

from ..access.policy import FRAME_POLICY

_HERE = Path(__file__).parent


def frame(cleaned: str, *, theme: str) -> HTMLResponse:
    """*cleaned*: what `cleaning.clean` gives; *theme*: auto, light or dark."""
    nonce = secrets.token_urlsafe(16)
    text = (
        f'<!doctype html><html data-theme="{theme}"><head><meta charset="utf-8"><title>page</title>'
        f"<style>{_part('frame.css')}</style></head><body>{cleaned}"
        f'<script nonce="{nonce}">{_part("frame.js")}</script></body></html>'
    )
    policy = FRAME_POLICY.replace("NONCE", nonce)
    return HTMLResponse(text, headers={"content-security-policy": policy, "cache-control": "no-store"})


@cache
def _part(name: str) -> str:
    return (_HERE / name).read_text("utf-8")
