"""Request Tracker in Perl, as Debian packages it: tickets behind a login, searched by words and by queues."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, copied, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two

QUEUES = ("Bridges", "Mills", "Towpaths", "Locks")
THINGS = ("railing", "gearwheel", "signpost")
WALKERS = tuple(f"{name}@hills.test" for name in ("ada", "bert", "cleo", "dora", "emil", "fleur", "gus"))
TICKETS = 204
_NEEDED = (
    r"lib\S*-perl|lib(ossp|fcgi|mariadb|odbc|ct)|mariadb-common|request-tracker5|rt5-db-sqlite|starlet|fonts-|lib(gd|xpm|avif"
    r"|dav1d|de265|heif|imagequant|rav1e|svtav1|x265|yuv|gav1|aom|abseil|jbig|tiff|webp|jpeg|deflate|lerc|x11-6|xcb1"
    r"|xau6|xdmcp6|bsd0|md0|png|fontconfig1|freetype6|graphviz|cgraph|cdt|gvc|pathplan|xdot|gvpr|gumbo)"
)
_SETTINGS = """
Set($rtname, 'walks');
Set($WebDomain, '127.0.0.1');
Set($WebPort, {port});
Set($DatabaseType, 'SQLite');
Set($DatabaseName, '{folder}/tickets.db');
Set($LogToSyslog, undef);
Set($LogToSTDERR, 'warning');
Set($MailCommand, 'testfile');
Set($WebSessionClass, 'Apache::Session::File');
Set($Timezone, 'UTC');
1;
"""
_FILL = """
use RT -init;
use JSON;
my $tickets = decode_json(join '', <STDIN>);
my %queues;
$RT::Handle->BeginTransaction;
for my $ticket (@$tickets) {
    my ($queue, $walker, $created) = delete @$ticket{qw(Queue Requestor Created)};
    $queues{$queue} ||= do {
        my $made = RT::Queue->new(RT->SystemUser);
        $made->Create(Name => $queue, Description => "About $queue");
        $made;
    };
    my $made = RT::Ticket->new(RT->SystemUser);
    my $mail = MIME::Entity->build(Type => 'text/plain', Data => [delete $ticket->{Text}]);
    $made->Create(%$ticket, Queue => $queues{$queue}->Id, Requestor => $walker, MIMEObj => $mail,
        _RecordTransaction => 1);
    $made->__Set(Field => $_, Value => $created) for qw(Created LastUpdated);
}
$RT::Handle->Commit;
"""


@contextlib.contextmanager
def request_tracker(folder: Path) -> Iterator[Application]:
    """Tickets on three things, in four queues."""
    root = unpacked("request_tracker", *with_dependencies(_NEEDED, "request-tracker5", "rt5-db-sqlite", "starlet"))
    program, port = folder / "program", free_port(folder)
    copied(root / "usr/share/request-tracker5", program)
    own = {
        "/usr/share/request-tracker5": program,
        "/var/cache/request-tracker5": folder / "cache",
        "/var/lib/request-tracker5": folder / "var",
        "/etc/request-tracker5": folder / "etc",
        "/usr/local/share": folder / "local",
    }
    for place in (folder / "cache/mason_data", folder / "cache/session_data", folder / "var", folder / "etc"):
        place.mkdir(parents=True)
    begin = folder / "begin.pl"
    for source, place in (
        (program / "lib/RT/Generated.pm", program / "lib/RT/Generated.pm"),
        (program / "libexec/rt-server", program / "libexec/rt-server"),
        (root / "usr/sbin/rt-setup-database-5", begin),
    ):
        told = re.sub("|".join(own), lambda found: str(own[found.group()]), source.read_text("utf-8"))
        place.unlink(missing_ok=True)
        place.write_text(told, "utf-8")
    (folder / "settings.pm").write_text(_SETTINGS.replace("{port}", str(port)).replace("{folder}", str(folder)))
    (folder / "fill.pl").write_text(_FILL)
    environment = {
        "PERL5LIB": ":".join(map(str, (program / "lib", root / "usr/share/perl5", *root.glob("usr/lib/*/perl5/5.*")))),
        "LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.glob("usr/lib/*/*.so*")})),
        "RT_SITE_CONFIG": str(folder / "settings.pm"),
    }
    for command in (["perl", begin, "--action", "init", "--force", "--skip-create"], ["perl", "fill.pl"]):
        told_tickets = json.dumps([dict(ticket(number)) for number in range(TICKETS)]).encode()
        everything = {**os.environ, **environment}
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env=everything, input=told_tickets)
    url = f"http://127.0.0.1:{port}"
    serve = ["perl", program / "libexec/rt-server", "--port", str(port)]
    with served(serve, url, folder, environment):
        yield Application(url, "root", "password", folder)


def ticket(number: int) -> dict[str, str]:
    return {
        "Subject": subject(number),
        "Queue": queue_of(number),
        "Requestor": walker(number),
        "Status": status(number),
        "Priority": str(priority(number)),
        "Text": told(number),
        "Created": f"2025-03-{number % 28 + 1:02} 08:{number % 60:02}:00",
    }


def subject(number: int) -> str:
    return f"The {THINGS[number % 3]} at mile {number * 7 % 211} is loose"


def queue_of(number: int) -> str:
    return QUEUES[number // 3 % 4]


def walker(number: int) -> str:
    return WALKERS[number % 7]


def status(number: int) -> str:
    return ("new", "open")[number // 5 % 2]


def priority(number: int) -> int:
    return number * 11 % 97


def told(number: int) -> str:
    return f"Seen on a walk from gate {number * 13 % 89}."


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=user]", app.user)
    await page.fill("input[name=pass]", app.secret)
    await follow(page, "input[type=submit]")


async def _search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await page.fill("input[name=q] >> nth=0", word)
    async with page.expect_navigation():
        await page.press("input[name=q] >> nth=0", "Enter")


async def search(page: Page, app: Application, word: str) -> None:
    await _search(page, app, word)
    await follow(page, ".paging a:text-is('2') >> nth=0")


async def queue(page: Page, app: Application, queue: str) -> None:
    await _log_in(page, app)
    await follow(page, f"table a:text-is('{queue}') >> nth=0")
    await follow(page, ".paging a:text-is('2') >> nth=0")


async def read(page: Page, app: Application, walker: str) -> None:
    await _search(page, app, walker)
    await read_two(page, "table.ticket-list td a[href*='/Ticket/Display']", 3, 8)


def _listed(numbers: Sequence[int]) -> Sequence[Row]:
    return [(str(n + 1), subject(n), status(n), queue_of(n)) for n in numbers]


def found(_: Application, word: str) -> Sequence[Row]:
    return _listed([n for n in range(TICKETS) if word in subject(n)])


def in_queue(_: Application, queue: str) -> Sequence[Row]:
    return _listed([n for n in range(TICKETS) if queue_of(n) == queue])


def opened(_: Application, walker: str) -> Sequence[Row]:
    return [(f"#{n + 1}: {subject(n)}", status(n), queue_of(n)) for n in range(TICKETS) if WALKERS[n % 7] == walker]


_WORDS = ({"word": "railing"}, {"word": "signpost"})
_QUEUES = ({"queue": "Mills"}, {"queue": "Locks"})
_WALKERS = ({"walker": WALKERS[0]}, {"walker": WALKERS[3]})

EXHIBIT = Exhibit(
    "request_tracker",
    "a tracker of tickets in Perl",
    request_tracker,
    (
        Workflow("search", search, _WORDS, {"word": "gearwheel"}, found),
        Workflow("queue", queue, _QUEUES, {"queue": "Towpaths"}, in_queue),
        Workflow("read", read, _WALKERS, {"walker": WALKERS[5]}, opened),
    ),
)
