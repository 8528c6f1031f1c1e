"""YARD, documentation of Ruby, as Debian packages it: an index, and a page for each class with its methods."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("Windmill", "Footbridge", "Quarry")
WORDS = ("open", "close", "paint", "mend", "visit", "measure", "leave")
PARTS = 21
_NEEDED = r"(ruby|rack|rake|libruby|libyaml|libgmp|libffi|zlib|libjs-|libgdbm|unicode-data)"


@contextlib.contextmanager
def yard(folder: Path) -> Iterator[Application]:
    """Three modules, each with some classes whose methods are documented."""
    root = unpacked("yard", *with_dependencies(_NEEDED, "yard", "ruby", "ruby-webrick", "ruby-rack"))
    (folder / "lib").mkdir()
    for thing in THINGS:
        lines = [f"# All about a {thing.lower()}.", f"module {thing}"]
        for number in range(PARTS):
            if THINGS[number % 3] == thing:
                lines += [f"  # Part {number} of it.", f"  class Part{number}"]
                for at, word in enumerate(WORDS):
                    lines += [f"    # Asks to {word} part {number}, {at * 7} times.", f"    def {word}_{number}; end"]
                lines += ["  end"]
        (folder / "lib" / f"{thing.lower()}.rb").write_text("\n".join([*lines, "end", ""]))
    places = [
        root / "usr/lib/ruby/vendor_ruby",
        *root.glob("usr/lib/ruby/vendor_ruby/3.*"),
        *root.glob("usr/share/rubygems-integration/all/gems/*/lib"),
    ]
    places += [
        *root.glob("usr/lib/*/ruby/vendor_ruby/*"),
        *root.glob("usr/lib/ruby/3.*"),
        *root.glob("usr/lib/*/ruby/3.*"),
    ]
    own = {
        "RUBYLIB": ":".join(map(str, places)),
        "LD_LIBRARY_PATH": ":".join(sorted({str(path.parent) for path in root.glob("usr/lib/*/*.so*")})),
        "HOME": str(folder),
        "GEM_PATH": str(root / "usr/share/rubygems-integration/all"),
        "LC_ALL": "C.UTF-8",
    }
    url = f"http://127.0.0.1:{free_port(folder)}"
    ruby = next(root.glob("usr/bin/ruby3.*"))
    serve = [ruby, root / "usr/bin/yard", "server", "-a", "webrick", "-B", "127.0.0.1", "-p", url.rpartition(":")[2]]
    with served(serve, url, folder, own):
        yield Application(url, "", "", folder)


async def methods(page: Page, _: Application, thing: str, part: str) -> None:
    await follow(page, f"a:text-is('{thing}') >> nth=0")
    await follow(page, f"a:text-is('{part}') >> nth=0")


def described(_: Application, thing: str, part: str) -> Sequence[Row]:
    n = int(part.removeprefix("Part"))
    return [(f"{word}_{n}", f"Asks to {word} part {n}, {at * 7} times.") for at, word in enumerate(WORDS)]


EXHIBIT = Exhibit(
    "yard",
    "documentation of Ruby",
    yard,
    (
        Workflow(
            "methods",
            methods,
            ({"thing": "Windmill", "part": "Part3"}, {"thing": "Quarry", "part": "Part8"}),
            {"thing": "Footbridge", "part": "Part10"},
            described,
            "/",
        ),
    ),
)
