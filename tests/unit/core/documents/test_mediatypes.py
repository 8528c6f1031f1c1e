"""The media type of a body: what is declared, unless that is vague and a name tells more."""

from __future__ import annotations

import pytest

from scrapy_bt.core.documents.mediatypes import media_type


@pytest.mark.parametrize(
    ("declared", "disposition", "url", "kind"),
    [
        ("Text/HTML; charset=utf-8", 'attachment; filename="all.csv"', "", "text/html"),
        ("application/octet-stream", 'attachment; filename="all.CSV"', "", "text/csv"),
        ("application/octet-stream", "attachment; filename*=UTF-8''all%20of.tsv", "", "text/tab-separated-values"),
        ("application/octet-stream", "attachment; filename*=UTF-8''all%2Ecsv", "", "text/csv"),
        ("application/octet-stream", 'attachment; filename="all; of.csv"', "", "text/csv"),
        ("application/octet-stream", "attachment; filename=\"\"; filename*=UTF-8''all.csv", "", "text/csv"),
        ("application/vnd.ms-excel", "attachment;filename=all.csv; size=3", "", "text/csv"),
        ("application/vnd.ms-excel", 'attachment; filename="all.xls"', "", "application/vnd.ms-excel"),
        ("text/plain", None, "https://site.test/raw/all.ndjson?v=1#top", "application/x-ndjson"),
        (None, None, "https://site.test/all.json", "application/json"),
        ("text/plain", None, "https://site.test/notes", "text/plain"),
    ],
)
def test_a_name_tells_what_a_vague_type_does_not(declared, disposition, url, kind):
    assert media_type(declared, disposition, url) == kind
