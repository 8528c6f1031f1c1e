"""Minion's pages, queues of jobs in Perl by Mojolicious, as Debian packages them, behind a login."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, turn

TASKS = ("windmill", "footbridge", "quarry")
QUEUES = ("north", "south", "east")
JOBS = 114
_SERVE = """
use Mojolicious::Lite -signatures;

my ($file, $jobs, $secret, $tasks, $queues) = splice @ARGV, 0, 5;
my (@tasks, @queues);
@tasks = split / /, $tasks;
@queues = split / /, $queues;
plugin Minion => {SQLite => "sqlite:$file"};
app->secrets(['walks']);
app->minion->add_task($_ => sub ($job) { }) for @tasks;
for my $n (0 .. $jobs - 1) {
    app->minion->enqueue($tasks[$n % @tasks], ["road " . $n * 7], {queue => $queues[$n / 3 % @queues],
        priority => $n % 5, notes => {seen => "by walker $n"}});
}
post '/login' => sub ($c) {
    return $c->render(text => 'wrong password', status => 401) if $c->param('secret') ne $secret;
    $c->session(user => $c->param('user'));
    $c->redirect_to('/');
};
get '/' => 'index';
my $known = app->routes->under('/admin' => sub ($c) {
    return 1 if $c->session('user');
    $c->redirect_to('/');
    return undef;
});
plugin 'Minion::Admin' => {route => $known};
app->start;
__DATA__

@@ index.html.ep
<!doctype html><title>Walks</title>
% if (session 'user') {
<p>Hello, <%= session 'user' %>. <a href="/admin">Jobs</a></p>
% } else {
<form action="/login" method="post"><input name="user"><input name="secret" type="password"><button>Log in</button>
</form>
% }
"""


@contextlib.contextmanager
def minion(folder: Path) -> Iterator[Application]:
    """Jobs of three tasks that wait in three queues."""
    if (perl := shutil.which("perl")) is None:
        raise NotInstallableError("there is no perl: apt install perl")
    packages = ("libminion-backend-sqlite-perl", "libminion-perl")
    root = unpacked("minion", *with_dependencies(r"lib.*-perl$|libsqlite3|libjs-|fonts-fork", *packages))
    (folder / "walks.pl").write_text(_SERVE)
    secret, url = "quiet & please", f"http://127.0.0.1:{free_port(folder)}"
    places = [root / "usr/share/perl5", *(path.parent for path in root.glob("usr/lib/*/perl5/*/auto"))]
    own = {"PERL5LIB": ":".join(map(str, places)), "HOME": str(folder), "LD_LIBRARY_PATH": ":".join(_libraries(root))}
    given = ["walks.db", JOBS, secret, " ".join(TASKS), " ".join(QUEUES)]
    serve = [perl, "walks.pl", *given, "daemon", "--mode", "production", "--listen", url]
    with served([str(word) for word in serve], url, folder, own):
        yield Application(url, "keeper", secret, folder)


def _libraries(root: Path) -> list[str]:
    return sorted({str(path.parent) for path in root.glob("usr/lib/*/*.so*")} | {os.environ.get("LD_LIBRARY_PATH", "")})


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=user]", app.user)
    await page.fill("input[name=secret]", app.secret)
    await follow(page, "button")
    await follow(page, "a:text-is('Jobs')")


async def task(page: Page, app: Application, task: str) -> None:
    await _log_in(page, app)
    await follow(page, "a.nav-link:has-text('Inactive')")
    await follow(page, f"td a:has-text('{task}') >> nth=0")
    await turn(page, _NEXT)


async def queue(page: Page, app: Application, queue: str) -> None:
    await _log_in(page, app)
    await page.click("a[href='#searchModal']")
    await page.fill("#queue", queue)
    await follow(page, "#searchModal button[type=submit]")
    await turn(page, _NEXT)


_NEXT = ".page-item:not(.disabled) > a:text-is('Next')"


def of_task(_: Application, task: str) -> Sequence[Row]:
    return [(str(n + 1), task, _queue(n)) for n in range(JOBS) if TASKS[n % 3] == task]


def of_queue(_: Application, queue: str) -> Sequence[Row]:
    return [(str(n + 1), TASKS[n % 3], queue) for n in range(JOBS) if _queue(n) == queue]


def _queue(number: int) -> str:
    return QUEUES[number // 3 % 3]


EXHIBIT = Exhibit(
    "minion",
    "queues of jobs in Perl",
    minion,
    (
        Workflow("task", task, ({"task": "windmill"}, {"task": "quarry"}), {"task": "footbridge"}, of_task),
        Workflow("queue", queue, ({"queue": "north"}, {"queue": "east"}), {"queue": "south"}, of_queue),
    ),
)
