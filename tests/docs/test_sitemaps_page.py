"""The page on sitemaps and feeds, followed to the letter, on a site that compresses and mislabels them."""

import gzip
import json

import pytest

from scrapy_bt.commands.shared.projects import make_project
from tests.docs.blocks import DOCS, read_blocks, read_commands
from tests.integration.projects import Project
from tests.serving import Handler, serving

BLOCKS = list(read_blocks(DOCS / "sitemaps.md"))
NEW, _, SITEMAP, RSS, ATOM = (
    command for block in BLOCKS if block.language == "console" for command in read_commands(block)
)
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"


class _Site(Handler):
    def do_GET(self):  # noqa: N802 - the name that http.server calls
        kind, body = _pages(f"http://{self.headers['Host']}").get(self.path, ("text/plain", b""))
        self.answer(200 if body else 404, body, kind=kind)


def _pages(site):
    index = (
        f'<sitemapindex xmlns="{SITEMAPS}"><sitemap><loc>{site}/a.xml.gz</loc></sitemap>'
        "<sitemap><loc>/b</loc></sitemap></sitemapindex>"
    )
    first = (
        f'<?xml version="1.0"?><urlset xmlns="{SITEMAPS}" xmlns:image="urn:image"><url><loc>{site}/1</loc>'
        "<image:image><image:loc>/picture</image:loc></image:image></url><url><loc> /2 </loc></url></urlset>"
    )
    second = f'<s:urlset xmlns:s="{SITEMAPS}"><s:url><s:loc>{site}/3</s:loc></s:url></s:urlset>'
    rss = (
        '<?xml version="1.0"?><rss xmlns:dc="urn:dc" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News</title>'
        '<atom:link href="/self"/><item><title>One</title><link>/1</link><dc:creator>Ann</dc:creator></item>'
        "<item><title>Two</title><link>/2</link><dc:creator>Bob</dc:creator></item></channel></rss>"
    )
    atom = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>One</title>'
        '<link rel="edit" href="/e"/><link rel="alternate" href="/1"/><author><name>Ann</name></author></entry>'
        '<entry><title>Two</title><link href="/2"/><author><name>Bob</name></author></entry></feed>'
    )
    return {
        "/robots.txt": ("text/plain", f"User-agent: *\nSitemap: {site}/index.xml\n".encode()),
        "/index.xml": ("text/xml", index.encode()),
        "/a.xml.gz": ("application/octet-stream", gzip.compress(first.encode(), mtime=0)),
        "/b": ("text/xml", second.encode()),
        **{f"/{number}": ("text/html", f"<h1>Article {number}</h1>".encode()) for number in (1, 2, 3)},
        "/rss": ("text/html", rss.encode()),
        "/atom": ("text/plain", atom.encode()),
    }


@pytest.fixture
def follow(tmp_path):
    """Runs a command of the page in the project of its example, and gives its records."""
    project = Project(tmp_path)
    name, option, example = NEW.line.split()[3:]
    assert (option, example) == ("--example", "sitemaps")
    project.folder = tmp_path / name
    assert make_project(name, project.folder, example=example) is None
    with serving(_Site) as site:

        def run(command):
            words = command.line.replace("http://127.0.0.1:8000", site).split()[1:]
            result = project.run(*words)
            assert (result.code, result.has_traceback) == (0, False), result.log
            records = [json.loads(line) for line in (project.folder / words[-1]).read_text().splitlines()]
            return site, sorted(records, key=lambda record: record["title"])

        yield run


def test_all_pages_of_all_sitemaps_are_visited(follow):
    site, records = follow(SITEMAP)
    assert records == [{"link": f"{site}/{number}", "title": f"Article {number}"} for number in (1, 2, 3)]


@pytest.mark.parametrize("command", [RSS, ATOM], ids=["rss", "atom"])
def test_a_feed_gives_its_entries(follow, command):
    site, records = follow(command)
    assert records == [
        {"title": "One", "link": f"{site}/1", "author": "Ann"},
        {"title": "Two", "link": f"{site}/2", "author": "Bob"},
    ]
