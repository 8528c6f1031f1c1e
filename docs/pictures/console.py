# ruff: noqa: INP001 - a script, in no package
"""The pictures of docs/console.md, from the walks that tests go: on the practice site, and through healing.

It takes Chromium, the requirements of the tests, and Pillow.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
TESTS = HERE.parents[1] / "tests" / "integration" / "console"
WALKS = (TESTS / "test_walk.py", f"{TESTS / 'test_healing.py'}::test_a_redesign_is_reviewed")
QUALITY = 80


def main() -> None:
    """Go the walks, and write each picture that they take as WebP beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"BT_PICTURES": folder}
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "0", *map(str, WALKS)], env=environment, check=True)  # noqa: S603 - ours
        for path in sorted(Path(folder).glob("*.png")):
            with Image.open(path) as picture:
                picture.save(HERE / f"console-{path.stem}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
