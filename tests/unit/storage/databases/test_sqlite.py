import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from scrapy_bt.storage.databases.sqlite import SQLite


def test_a_file_without_its_folder_is_told(tmp_path):
    asked = [f"sqlite:///{tmp_path}/none/a.db", f"sqlite:///{tmp_path}/a.db", "sqlite://", "sqlite:///file:a?uri=true"]
    found = [SQLite().find_missing(sa.make_url(url)) for url in asked]
    assert found == [f"there is no folder {tmp_path / 'none'}", "", "", ""]


@pytest.mark.parametrize(("said", "is_away"), [("database is locked", True), ("no such column: a", False)])
def test_its_mistakes_and_its_waits_are_one_error(said, is_away):
    assert SQLite().is_away(OperationalError("select", {}, ValueError(said))) == is_away
