"""`python -m tests.scrapysuite`: the tests of the installed Scrapy, from its sdist, with the lean engine.

Without arguments those of the engine and what belongs to it run; `--client` fetches by the lean client too, and adds
the tests of handlers; `--all` runs every test, anything else goes to pytest.
"""

import sys

from tests.scrapysuite.running import CHOSEN, HANDLER_TESTS, run


def main() -> int:
    """Run them; the status is pytest's."""
    given = sys.argv[1:]
    own = ("--all", "--client")
    has_client = "--client" in given
    files = ["tests"] if "--all" in given else [*CHOSEN, *([HANDLER_TESTS] if has_client else [])]
    return run([*files, *(each for each in given if each not in own)], client=has_client).returncode


if __name__ == "__main__":
    raise SystemExit(main())
