"""What real pages load beside what they are for: pictures, styles, scripts, a tracker."""

from __future__ import annotations

from dataclasses import replace

from scrapy_bt.testing.site.exchange import Reply

_HEAD = b"""<link rel="stylesheet" href="/assets/site.css?v=12">
<script src="/assets/site.js?v=12" defer></script>
</head>"""
_FOOT = b"""<footer><img src="/assets/logo.svg" alt="" width="16" height="16">
<img src="/assets/banner.png" alt="" width="16" height="16"></footer>
</body>"""


def decorate(reply: Reply) -> Reply:
    """The reply, with noise if it is a page."""
    if not reply.content_type.startswith("text/html"):
        return reply
    body = reply.body.replace(b"</head>", _HEAD, 1)
    place = body.rfind(b"</body>")
    if place >= 0:
        body = body[:place] + body[place:].replace(b"</body>", _FOOT, 1)
    return replace(reply, body=body)
