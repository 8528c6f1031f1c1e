from __future__ import annotations

import pytest

from scrapy_bt.core.inference.scrutiny.scriptlabels import scripted_name
from tests.recordings import ask, event, record

SCRIPT = {"Content-Type": "text/javascript"}


@pytest.mark.parametrize(
    ("script", "name"),
    [
        ('const e={due:"Due soon",late:"Overdue",back:"Returned"};f(e)', "Returned"),
        ("var e = {'back': 'Returned', 'due': 'Due soon'}", "Returned"),
        ('const e={due:"Due soon",back:"Back again"}', ""),
        ('const e={due:"Due soon"},g={back:"Returned"}', ""),
        ('const e={overdue:"Late",back:"Returned"}', ""),
        ('const e={due:"期限内",back:"返却済み"}', "返却済み"),
        ('const e={due:"#ffeedd",back:"#eee"}', ""),
        ('const e={due:"fa-clock",back:"fa fa-check"}', ""),
        ('const e={due:"ClockIcon",back:"CheckIcon"}', ""),
        ('const e={due:"/api/soon",back:"https://site.test/home"}', ""),
    ],
    ids=[
        "one of them",
        "in quotes",
        "as they are called",
        "of two objects",
        "of another key",
        "without large letters",
        "colours",
        "classes",
        "components",
        "addresses",
    ],
)
def test_the_name_that_a_script_has_for_a_key(script: str, name: str) -> None:
    own = [record(ask("/app.js", script, kind="script", gives=SCRIPT)) for _ in range(2)]
    assert scripted_name(("due", "back"), own) == name


def test_acts_tell_it_where_they_were_recorded() -> None:
    asked = ask("/app.js", 'const e={due:"Due soon",back:"Returned"}', kind="script", gives=SCRIPT)
    assert scripted_name(("due", "back"), [record(asked, events=[event(1.0, "click", "li")])] * 2) == ""
