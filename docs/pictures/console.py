# ruff: noqa: INP001 - a script, in no package
"""The pictures of docs/console.md, from the walk that its test goes on the practice site.

It takes Chromium, the requirements of the tests, and Pillow.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
WALK = HERE.parents[1] / "tests" / "integration" / "console" / "test_walk.py"
QUALITY = 80


def main() -> None:
    """Go the walk, and write each picture that it takes as WebP beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"BT_PICTURES": folder}
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "0", str(WALK)], env=environment, check=True)  # noqa: S603 - ours
        for path in sorted(Path(folder).glob("*.png")):
            with Image.open(path) as picture:
                picture.save(HERE / f"console-{path.stem}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
