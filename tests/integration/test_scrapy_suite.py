"""Scrapy's own tests of what is lean, with the lean engine and client.

`python -m tests.scrapysuite --all` runs every test of Scrapy's.
"""

import pytest

from tests.scrapysuite.running import CHOSEN, HANDLER_TESTS, NotFetchedError, fetch, run


@pytest.fixture(scope="module")
def suite():
    try:
        return fetch()
    except NotFetchedError as error:
        pytest.skip(str(error))


@pytest.mark.usefixtures("suite")
def test_scrapys_tests_of_what_is_lean_pass():
    done = run([*CHOSEN, HANDLER_TESTS, "-n", "0"], client=True, capture=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
