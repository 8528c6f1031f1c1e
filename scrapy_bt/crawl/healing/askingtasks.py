"""How a page of a tree was come to: the task that visits it, written down so that another crawl can go on with it."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from hashlib import sha256

from scrapy import Request

from ...core.documents.json import read_json
from ...core.healing.missed import MissedPage
from ...core.samples.hiding import hide
from ...core.samples.secrets import WEB_TOKEN
from ...core.tree.task import decode_task
from ...frontier.entries import Entry

_LARGEST = 16_000


def address_of(request: Request) -> tuple[str, bool]:
    """A key of its page, and whether that alone tells the page.

    Nothing is kept of what was sent: it may be secret, and a short one is found by trying out all digests.
    """
    is_plain = request.method == "GET" and not request.body
    return (request.url if is_plain else f"{request.method} {request.url}"), is_plain


def write_task(entry: Entry, request: Request) -> tuple[str, str] | None:
    """The task, and as JSON what tells it from others: page, place in the tree, and variables.

    None where it has used a value that a crawl shares, as a login is, or holds something secret, or much.
    """
    task = decode_task(entry.payload)
    variables = [frame.variables for frame in task.frames]
    told = repr(variables)
    is_secret = hide(variables) != variables or hide(request.url) != request.url or WEB_TOKEN.search(told + request.url)
    if task.used or is_secret or len(entry.payload) > _LARGEST:
        return None
    place = [entry.bucket.node, sha256(told.encode("utf-8", "backslashreplace")).hexdigest()]
    return b64encode(entry.payload).decode(), json.dumps([address_of(request)[0], *place])


def read_task(missed: MissedPage) -> tuple[str, bytes | None]:
    """The key of the page, and the task that was written down; none where it cannot be read."""
    try:
        page, *_ = read_json(missed.asked, shape=list[str])
        return page, b64decode(missed.callback, validate=True)
    except ValueError:
        return missed.url, None
