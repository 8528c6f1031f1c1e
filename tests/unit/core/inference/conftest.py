"""What is stored of an inference that is done: a login and a list."""

import json
from typing import Any

import pytest

from scrapy_bt.core.inference.explanation.report import report_of
from tests.login_site import LOGIN, record
from tests.pure_site import finish


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    inference, site = record(*LOGIN)
    finish(inference, site)
    stored: dict[str, Any] = json.loads(json.dumps(report_of(inference, visits={1: "login_page", 4: "list"})))
    return stored
