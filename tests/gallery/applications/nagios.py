"""Nagios, a monitor in C by CGI, as Debian packages it: its pages read what the daemon has left in files."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow

GROUPS = ("mills", "bridges", "quarries")
HOSTS, SERVICES, SIZE = 36, 7, 20
_NEEDED = (
    r"lib(gd|pcre2|nettle|xxhash|crypt|lua|jpeg|png16|tiff|webp|heif|avif|fontconfig|Xpm|de265|x265|aom|dav1d|rav1e|SvtAv1"
    r"|yuv|gav1|abseil|jbig|lerc|deflate|freetype|brotli|X11|xcb|Xau|Xdmcp|bsd|md|expat)\S*"
)


@contextlib.contextmanager
def nagios(folder: Path) -> Iterator[Application]:
    """Hosts of three groups with their services."""
    root = unpacked("nagios", *with_dependencies(_NEEDED, "nagios4-cgi", "nagios4-common", "lighttpd"))
    (folder / "objects.cache").write_text("".join(objects()))
    (folder / "status.dat").write_text("".join(states()))
    (folder / "nagios.cfg").write_text(
        f"object_cache_file={folder}/objects.cache\nstatus_file={folder}/status.dat\nlog_file={folder}/nagios.log\n"
        f"temp_file={folder}/temp\ntemp_path={folder}\ndate_format=iso8601\n"
    )
    (folder / "nagios.log").write_text("")
    (folder / "cgi.cfg").write_text(
        f"main_config_file={folder}/nagios.cfg\nphysical_html_path={root}/usr/share/nagios4/htdocs\n"
        f"url_html_path=/nagios4\nuse_authentication=0\nresult_limit={SIZE}\nrefresh_rate=900\n"
    )
    programs = root / "usr/lib/cgi-bin/nagios4"
    places = {"/cgi-bin/nagios4/": programs, "/nagios4/": root / "usr/share/nagios4/htdocs"}
    settings = {"NAGIOS_CGI_CONFIG": f"{folder}/cgi.cfg"}
    with served_by_cgi(root, folder, "/cgi-bin/nagios4/status.cgi?host=all", places, settings) as app:
        yield app


def host(number: int) -> str:
    return f"{GROUPS[number % 3]}-{number:02}"


def told(number: int, service: int) -> str:
    return f"Seen by {number * 31 + service * 7} walkers"


def state(number: int, service: int) -> int:
    return (number + service) % 4


def objects() -> Iterator[str]:
    yield _entry("define timeperiod", "\t", timeperiod_name="always", alias="always")
    yield _entry("define command", "\t", command_name="look", command_line="/bin/true")
    yield _entry("define contact", "\t", contact_name="reader")
    checked = {"check_command": "look", "max_check_attempts": 3, "check_period": "always", "contacts": "reader"}
    for kind, name in enumerate(GROUPS):
        members = ",".join(host(n) for n in range(HOSTS) if n % 3 == kind)
        yield _entry("define hostgroup", "\t", hostgroup_name=name, alias=f"All {name}", members=members)
    for n in range(HOSTS):
        yield _entry("define host", "\t", host_name=host(n), alias=host(n), address=f"10.0.0.{n}", **checked)
        for service in range(SERVICES):
            yield _entry("define service", "\t", host_name=host(n), service_description=f"part {service}", **checked)


def states() -> Iterator[str]:
    yield _entry("info", "=", created=1770000000, version="4.4.6")
    yield _entry("programstatus", "=", nagios_pid=1, program_start=1770000000)
    shared = {"has_been_checked": 1, "state_type": 1, "current_attempt": 1, "max_attempts": 3}
    shared |= {"last_check": 1770000000, "active_checks_enabled": 1}
    for n in range(HOSTS):
        yield _entry("hoststatus", "=", host_name=host(n), current_state=0, plugin_output="up", **shared)
        for service in range(SERVICES):
            own = {"host_name": host(n), "service_description": f"part {service}"}
            own |= {"current_state": state(n, service), "plugin_output": told(n, service)}
            yield _entry("servicestatus", "=", **own, **shared)


def _entry(kind: str, between: str, **values: object) -> str:
    lines = "".join(f"\t{name}{between}{value}\n" for name, value in values.items())
    return f"{kind} {{\n{lines}\t}}\n"


async def group(page: Page, _: Application, name: str) -> None:
    await follow(page, f"a[href*='hostgroup={name}&style=detail']")
    while await page.locator("#bottom_page_numbers .current_page + a[title^=Page]").count():
        await follow(page, "#bottom_page_numbers a[title='Next Page']")


def of_group(_: Application, name: str) -> Sequence[Row]:
    """Each page but the first begins with the last row of the one before: a fault of Nagios' own."""
    kind = GROUPS.index(name)
    own = [(f"part {service}", told(n, service)) for n in range(HOSTS) if n % 3 == kind for service in range(SERVICES)]
    return [*own, *own[SIZE::SIZE]]


_HOME = "/cgi-bin/nagios4/status.cgi?hostgroup=all&style=overview"

EXHIBIT = Exhibit(
    "nagios",
    "a monitor in C by CGI",
    nagios,
    (Workflow("group", group, ({"name": "mills"}, {"name": "bridges"}), {"name": "quarries"}, of_group, _HOME),),
)
