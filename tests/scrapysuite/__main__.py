"""`python -m tests.scrapysuite`: the tests of the installed Scrapy, from its sdist, with the lean engine.

Without arguments those of the engine and what belongs to it run; `--all` runs every test, anything else goes to pytest.
"""

import sys

from tests.scrapysuite.running import CHOSEN, run


def main() -> int:
    """Run them; the status is pytest's."""
    given = sys.argv[1:]
    files = ["tests"] if "--all" in given else list(CHOSEN)
    return run([*files, *(each for each in given if each != "--all")]).returncode


if __name__ == "__main__":
    raise SystemExit(main())
