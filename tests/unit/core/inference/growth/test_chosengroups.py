"""Records of a group that was chosen by its name, in a tree."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.data.groups import Grouping
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.conclusion import Conclusion, Given
from scrapy_bt.core.inference.findings import ChosenGroup, Records
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.testing import Playbook, emit, finished, page, the_end, visit

URL = "https://port.test/boats"
GROUP = ChosenGroup("quay", ("east", "west"), Grouping("quays[]", "name"), "boats")
RECORDS = Records(0, GROUP.each(0), (("mast", Extraction("json", "mast")),), group=GROUP)
CONCLUSION = Conclusion(Plan((PlannedStep(0, Sent("GET", URL)),), 0), (RECORDS,), (Given("quay", "east"),))


@pytest.mark.parametrize("name", ["west", "o'west", "west\\", '`we"st`'])
@pytest.mark.parametrize("named", [False, True])
def test_a_name_may_have_any_signs(name: str, *, named: bool) -> None:
    text = print_grown(grow(CONCLUSION, named=named))
    assert check(text) == []
    quays = [{"name": "east", "boats": [{"mast": 1}]}, {"name": 7}, {"name": name, "boats": [{"mast": 2}, {"mast": 3}]}]
    (
        Playbook(text, quay=name)
        << visit("boats_page", url=URL)
        >> page(json={"quays": quays})
        << emit("boat", {"mast": 2})
        << emit("boat", {"mast": 3})
        << finished()
        << the_end()
    )
