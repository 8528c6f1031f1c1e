"""Redmine in Ruby on Rails, as Debian packages it: issues of projects in tables, a login, a search."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, copied, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("Hills", "Shore", "Woods")
STATUSES, PRIORITIES = ("New", "In Progress", "Feedback"), ("Low", "Normal", "High", "Urgent")
ISSUES, NEWS = 210, 72
ACTIVITIES = ("Design", "Development")
_NEEDED = r"(ruby|rack|rake|libruby|libyaml|libgmp|redmine|libffi|zlib|bundler|libjs-|libgdbm|liblz|unicode-data)"
_FILL = """
secret, issues, things, places = ARGV[0], ARGV[1].to_i, ARGV[2].split, ARGV[3].split
statuses, priorities = ARGV[4].split(","), ARGV[5].split(",")
keeper = User.new(firstname: "Kit", lastname: "Keeper", mail: "keeper@example.test", language: "en")
keeper.login, keeper.password, keeper.admin, keeper.must_change_passwd = "keeper", secret, true, false
keeper.save!
own = places.map do |place|
  Project.create!(name: place, identifier: place.downcase, is_public: true, trackers: Tracker.all)
end
issues.times do |n|
  issue = Issue.new(project: own[n % 3], author: keeper, tracker: Tracker.first,
    subject: "Report #{n} on the #{things[n / 3 % 3]}", description: "It was seen from road #{n * 7}.",
    status: IssueStatus.find_by!(name: statuses[n % 2]), priority: IssuePriority.find_by!(name: priorities[n % 4]))
  issue.notify = false
  issue.save!
  issue.update_columns(created_on: Time.utc(2026, 3, 1) + n * 3600, updated_on: Time.utc(2026, 3, 1) + n * 3600)
end
kinds = TimeEntryActivity.all.to_a
issues.times do |n|
  spent = TimeEntry.new(project: own[n % 3], issue: Issue.find(n + 1), hours: n % 7 + 0.5, activity: kinds[n % 2],
    comments: n % 4 == 3 ? "" : "Walked to post #{n * 11 % 997}", spent_on: Date.new(2026, 3, 1) + n % 28)
  spent.user = spent.author = keeper
  spent.save!
end
72.times do |n|
  news = News.new(project: own[n % 3], title: "Call #{n} for the #{things[n / 3 % 3]}",
    summary: n % 5 == 4 ? "" : "Bring #{n * 3 + 2} ropes", description: "We meet at post #{n * 7}.")
  news.author = keeper
  news.save!
  news.update_columns(created_on: Time.utc(2026, 3, 1) + n * 3600)
end
"""


@contextlib.contextmanager
def redmine(folder: Path) -> Iterator[Application]:
    """Issues on three things in three projects."""
    packages = ("redmine", "redmine-sqlite", "ruby", "ruby-sqlite3", "ruby-webrick")
    root = unpacked("redmine", *with_dependencies(_NEEDED, *packages))
    program = folder / "program"
    copied(root / "usr/share/redmine", program)
    gemfile = (program / "Gemfile").read_text()
    (program / "Gemfile").write_text(gemfile.replace("/usr/share/redmine/", f"{program}/"))
    (program / "Gemfile.local").write_text('gem "webrick"\n')
    for name in ("config", "files", "log", "tmp", "plugins"):
        (program / "instances/default" / name).mkdir(parents=True)
    (program / "instances/default/config/database.yml").write_text(
        f"production:\n  adapter: sqlite3\n  database: {folder}/walks.db\n"
    )
    (folder / "fill.rb").write_text(_FILL)
    secret, url = "quiet & please", f"http://127.0.0.1:{free_port(folder)}"
    own, ruby = _surroundings(root, folder), next(root.glob("usr/bin/ruby3.*"))

    def run(*words: str | Path) -> None:
        subprocess.run([ruby, *words], check=True, capture_output=True, cwd=program, env={**os.environ, **own})

    run("bin/rake", "db:migrate")
    run("bin/rake", "redmine:load_default_data")
    words = [secret, str(ISSUES), *map(" ".join, (THINGS, PLACES)), *map(",".join, (STATUSES, PRIORITIES))]
    run("bin/rails", "runner", folder / "fill.rb", *words)
    serve = [ruby, "bin/rails", "server", "-u", "webrick", "-b", "127.0.0.1", "-p", url.rpartition(":")[2]]
    (program / "tmp/pids").mkdir(parents=True)
    with served(serve, url, program, own):
        yield Application(url, "keeper", secret, folder)


def _surroundings(root: Path, folder: Path) -> dict[str, str]:
    shared, built = root / "usr/share/rubygems-integration", next(root.glob("usr/lib/*/rubygems-integration/3.*"))
    gems = [shared / "all", *shared.glob("3.*"), built, *root.glob("usr/lib/ruby/gems/3.*")]
    places = [root / "usr/lib/ruby/vendor_ruby", *root.glob("usr/lib/ruby/vendor_ruby/3.*")]
    places += [*root.glob("usr/lib/*/ruby/vendor_ruby/*"), *root.glob("usr/lib/ruby/3.*")]
    places += root.glob("usr/lib/*/ruby/3.*")
    return {
        "GEM_PATH": ":".join(map(str, gems)),
        "GEM_HOME": str(folder / "gems"),
        "HOME": str(folder),
        "BUNDLE_WITHOUT": "test:development",
        "RUBYLIB": ":".join(map(str, places)),
        "LD_LIBRARY_PATH": ":".join(sorted({str(path.parent) for path in root.glob("usr/lib/*/*.so*")})),
        "RAILS_ENV": "production",
        "RAILS_SERVE_STATIC_FILES": "1",
        "REDMINE_LANG": "en",
        "SCHEMA": "/dev/null",
        "SECRET_KEY_BASE": "for the tests",
    }


async def _log_in(page: Page, app: Application) -> None:
    await follow(page, "a.login")
    await page.fill("#username", app.user)
    await page.fill("#password", app.secret)
    await follow(page, "#login-submit")


async def issues(page: Page, app: Application, place: str) -> None:
    await _turn_through(page, app, place, "issues")


async def _turn_through(page: Page, app: Application, place: str, menu: str) -> None:
    await _log_in(page, app)
    await follow(page, "#top-menu a.projects")
    await follow(page, f"a.project[href$='/{place}']")
    await follow(page, f"#main-menu a.{menu}")
    await turn(page, ".pagination .next a")


async def details(page: Page, app: Application, place: str) -> None:
    await issues(page, app, place)
    await read_two(page, "td.subject a", 1, 4)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#q", word)
    async with page.expect_navigation():
        await page.press("#q", "Enter")
    await read_two(page, "#search-results dt a", 1, 4)


async def news(page: Page, app: Application, place: str) -> None:
    await _turn_through(page, app, place, "news")


async def spent(page: Page, app: Application, place: str) -> None:
    await _turn_through(page, app, place, "time-entries")


async def filtered(page: Page, app: Application, priority: str) -> None:
    await _log_in(page, app)
    await page.goto(f"{app.url}/projects/hills/issues")
    await page.select_option("#add_filter_select", "priority_id")
    await page.select_option("#values_priority_id_1", label=priority)
    await follow(page, "a.icon-checked:has-text('Apply')")


def of_place(_: Application, place: str) -> Sequence[Row]:
    return [_row(n) for n in range(ISSUES) if PLACES[n % 3].lower() == place]


def read(_: Application, place: str) -> Sequence[Row]:
    own = [n for n in range(ISSUES) if PLACES[n % 3].lower() == place]
    return [(*_row(n)[1:], f"It was seen from road {n * 7}.") for n in own]


def _row(number: int) -> Row:
    return str(number + 1), STATUSES[number % 2], PRIORITIES[number % 4], _subject(number)


def _subject(number: int) -> str:
    return f"Report {number} on the {THINGS[number // 3 % 3]}"


def found(_: Application, word: str) -> Sequence[Row]:
    own = [n for n in range(ISSUES) if THINGS[n // 3 % 3] == word]
    return [(_subject(n), f"It was seen from road {n * 7}.") for n in own[-10:]]


def of_priority(_: Application, priority: str) -> Sequence[Row]:
    return [_row(n) for n in range(0, ISSUES, 3) if PRIORITIES[n % 4] == priority]


def told(_: Application, place: str) -> Sequence[Row]:
    own = [n for n in range(NEWS) if PLACES[n % 3].lower() == place]
    return [(f"Call {n} for the {THINGS[n // 3 % 3]}", f"We meet at post {n * 7}.") for n in own]


def walked(_: Application, place: str) -> Sequence[Row]:
    own = [n for n in range(ISSUES) if PLACES[n % 3].lower() == place]
    return [(f"Bug #{n + 1}: {_subject(n)}", f"{n % 7}:30", ACTIVITIES[n % 2], *_comment(n)) for n in own]


def _comment(number: int) -> Row:
    return () if number % 4 == 3 else (f"Walked to post {number * 11 % 997}",)


_PLACES = ({"place": "hills"}, {"place": "woods"})

EXHIBIT = Exhibit(
    "redmine",
    "a tracker on Rails",
    redmine,
    (
        Workflow("issues", issues, ({"place": "hills"}, {"place": "woods"}), {"place": "shore"}, of_place),
        Workflow("details", details, ({"place": "hills"}, {"place": "woods"}), {"place": "shore"}, read),
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow(
            "filtered", filtered, ({"priority": "Low"}, {"priority": "Urgent"}), {"priority": "High"}, of_priority
        ),
        Workflow("news", news, _PLACES, {"place": "shore"}, told),
        Workflow("spent", spent, _PLACES, {"place": "shore"}, walked),
    ),
)
