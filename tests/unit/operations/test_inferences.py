from pathlib import Path

import pytest

from scrapy_bt.errors import SampleError
from scrapy_bt.operations.inferences import read_report


def test_what_is_no_report_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SampleError, match="scrapy bt infer"):
        read_report(tmp_path / "shop.bt")
    (tmp_path / "shop.inference.json").write_text("{")
    with pytest.raises(SampleError, match="cannot be read"):
        read_report(tmp_path / "shop.bt")
    (tmp_path / "shop.inference.json").write_text("{}")
    with pytest.raises(SampleError, match="infer the tree anew"):
        read_report(tmp_path / "shop.inference.json")
