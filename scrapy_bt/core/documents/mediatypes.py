"""The media type of a body, by what is told of it: its declared type, the name that it is to be kept by, its address.

Servers send files to be had as `application/octet-stream`, and tables in commas as what opens them (RFC 9110, 8.3;
RFC 6266 for the name).
"""

from __future__ import annotations

import re
from urllib.parse import unquote

_BY_ENDING = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "json": "application/json",
    "geojson": "application/geo+json",
    "ndjson": "application/x-ndjson",
    "jsonl": "application/x-ndjson",
}
_VAGUE = re.compile(
    r"|(?:application|binary)/(?:octet-stream|unknown|(?:x-)?(?:force-)?download|(?:x-)?csv|(?:vnd\.)?ms-?excel"
    r"|x-msexcel)|text/(?:plain|x-csv|(?:x-)?comma-separated-values)"
)
"""Types that say nothing of what a body is, or are none of their own."""
_NAME = re.compile(
    r"""filename(?:\*\s*=\s*[\w-]*'[\w-]*'(?P<coded>[^;]+)|\s*=\s*(?:"(?P<quoted>[^"]+)"|(?P<bare>[^";]+)))""",
    re.IGNORECASE,
)
_ENDING = re.compile(r"\.(\w{3,7})$")


def media_type(declared: str | None, disposition: str | None = None, url: str = "") -> str:
    """The media type in lower case, without parameters; that of a file by its name where the declared one is vague.

    *declared*, *disposition*: the headers Content-Type and Content-Disposition. Empty: nothing is told.
    """
    kind = (declared or "").partition(";")[0].strip().lower()
    if not _VAGUE.fullmatch(kind):
        return kind
    named = (each["quoted"] or each["bare"] or unquote(each["coded"]) for each in _NAME.finditer(disposition or ""))
    names = (*(name.strip() for name in named), re.split(r"[?#]", url, maxsplit=1)[0])
    endings = (found[1].lower() for name in names if (found := _ENDING.search(name)))
    return next((_BY_ENDING[ending] for ending in endings if ending in _BY_ENDING), kind)
