"""A part of Scrapy's own tests with the lean engine; `python -m tests.scrapysuite --all` runs all of them."""

import pytest

from tests.scrapysuite.running import NotFetchedError, fetch, run

PART = (
    "tests/test_core_scraper.py",
    "tests/test_downloadermiddleware.py",
    "tests/test_engine.py",
    "tests/test_engine_loop.py",
    "tests/test_signals.py",
    "tests/test_spidermiddleware_output_chain.py",
)


@pytest.fixture(scope="module")
def suite():
    try:
        return fetch()
    except NotFetchedError as error:
        pytest.skip(str(error))


def test_scrapys_tests_of_what_is_lean_pass(suite):
    done = run([*PART, "-n", "0"], capture=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
