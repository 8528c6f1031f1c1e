from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.testing import Playbook, emit, finished, page, the_end, visit
from tests.recordings import answer

URL = "https://site.test/cards"
ROWS = {"cards": [{"id": 7, "html": "<li><b>One</b></li>", "more": "<i>1</i>"}, {"id": 8, "html": "", "more": None}]}


def test_row_after_row_with_what_stands_in_its_texts() -> None:
    fields = (
        ("id", Extraction("json", "id")),
        ("title", Extraction("css", "b::text", of="html")),
        ("count", Extraction("xpath", "normalize-space(.//i)", of="more")),
    )
    planned = PlannedStep(0, Sent("GET", URL))
    records = Records(0, Extraction("json", "cards"), fields)
    text = print_grown(grow(Conclusion(Plan((planned,), 0), (records,), answers={0: answer(URL, ROWS)})))
    (
        Playbook(text)
        << visit("cards_json", url=URL)
        >> page(json=ROWS)
        << emit("card", id=7, title="One", count="1")
        << emit("card", id=8, title=None, count=None)
        << finished()
        << the_end()
    )


def test_no_rows_where_no_list_stands() -> None:
    fields = (("title", Extraction("css", "b::text", of="html")),)
    planned = PlannedStep(0, Sent("GET", URL))
    records = Records(0, Extraction("json", "cards"), fields)
    text = print_grown(grow(Conclusion(Plan((planned,), 0), (records,), answers={0: answer(URL, ROWS)})))
    for none in (0, False, "", {}, None):
        Playbook(text) << visit("cards_json", url=URL) >> page(json={"cards": none}) << finished() << the_end()
