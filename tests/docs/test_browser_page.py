"""The page on browsers, followed to the letter, against a site whose pages are made by JavaScript."""

import json
import shutil
from urllib.parse import urlsplit

import pytest

from tests.docs.blocks import DOCS, read_blocks, read_commands
from tests.integration.projects import Project
from tests.serving import Handler, serving

BLOCKS = list(read_blocks(DOCS / "browser.md"))
SETTINGS = next(block.text for block in BLOCKS if block.language == "python")
(CRAWL,) = (command for block in BLOCKS if block.language == "console" for command in read_commands(block))

LOGIN = """
<body><script>
document.body.innerHTML = '<input name="user"><button>Log in</button>'
document.querySelector("button").onclick = async () => {
    await fetch("/session", {method: "POST", body: document.querySelector("input").value})
    document.body.innerHTML = '<p class="welcome">Welcome</p>'
}
</script></body>
"""

ORDERS = """
<body><ol></ol><button id="more">More</button><script>
let page = 0
async function more() {
    const answer = await fetch("/orders.json?page=" + ++page)
    for (const title of await answer.json()) {
        const row = document.createElement("li")
        row.className = "order"
        row.textContent = title
        document.querySelector("ol").append(row)
    }
}
document.querySelector("#more").onclick = more
more()
</script></body>
"""


class Shop(Handler):
    """Who is logged in has two pages of two orders; nothing is on a page without its script."""

    def do_GET(self):  # noqa: N802
        url = urlsplit(self.path)
        user = (self.headers.get("Cookie") or "").partition("customer=")[2]
        if url.path == "/login":
            self.answer(200, LOGIN)
        elif not user:
            self.answer(403, "log in")
        elif url.path == "/orders":
            self.answer(200, ORDERS)
        else:
            page = url.query.partition("=")[2]
            self.answer(200, json.dumps([f"{user} {page}.{row}" for row in (1, 2)]), kind="application/json")

    def do_POST(self):  # noqa: N802
        user = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.answer(204, "", ("Set-Cookie", f"customer={user}; HttpOnly"))


@pytest.fixture
def project(tmp_path):
    settings = {}
    exec(SETTINGS, settings)
    program = settings["PLAYWRIGHT_LAUNCH_OPTIONS"]["executable_path"]
    if shutil.which(program) is None:
        pytest.skip("there is no Chromium: apt install chromium")
    project = Project(tmp_path)
    project.settings |= {name: value for name, value in settings.items() if name.isupper()}
    project.settings["PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT"] = 150_000
    for block in BLOCKS:
        if block.caption and block.language != "python":
            project.write(block.caption, block.text.replace("timeout = 60000", "timeout = 150000"))
    return project


def test_two_users_each_in_a_browser_context_of_its_own(project):
    with serving(Shop) as site:
        words = CRAWL.line.replace("http://127.0.0.1:8000", site).split()[1:]
        result = project.run(*words)
    assert (result.code, result.has_traceback) == (0, False), result.log
    found = [json.loads(line) for line in (project.folder / "orders.jl").read_text().splitlines()]
    wanted = [(who, f"{who} {page}.{row}") for who in ("ann", "bob") for page in (1, 2) for row in (1, 2)]
    assert sorted((order["customer"], order["title"]) for order in found) == wanted
    assert result.stats["playwright/context_count"] == 2


def test_what_does_not_come_is_a_timeout(project):
    project.write(
        "trees/orders.bt",
        """
        page :: visit "{site}/login" {
            meta = { playwright = true  playwright_page_methods = [["wait_for_selector", ".never", { timeout = 1 }]] }
        }
        main :: and (site) { :page }
        """,
    )
    with serving(Shop) as site:
        result = project.crawl("orders", site=site)
    assert result.code == 3
    assert result.stats["bt/failed/page/timeout"] == 1, result.log
