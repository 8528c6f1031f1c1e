"""Made pages with labels, and models that were trained on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scrapy_bt.learning.course import Course
from tests.redesigns import write_labelled


@pytest.fixture(scope="session")
def labelled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_labelled(tmp_path_factory.mktemp("labelled"))


@pytest.fixture(scope="session")
def course(labelled_folder: Path) -> Course:
    return Course([labelled_folder], seed=3, rounds=20)


@pytest.fixture(scope="session")
def plain(course: Course) -> dict[str, Any]:
    return course.train((0.0, 1.0))
