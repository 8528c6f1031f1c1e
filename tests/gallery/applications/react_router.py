"""React Router as a framework, from npm: pages by a server, data as a stream, and an action to log in."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

BIRDS = ("bittern", "curlew", "lapwing")
SIGHTINGS = 96
_SIZE = 7
_VERSIONS = {
    "@react-router/dev": "7.6.0",
    "@react-router/node": "7.6.0",
    "@react-router/serve": "7.6.0",
    "react-router": "7.6.0",
    "react": "19.1.0",
    "react-dom": "19.1.0",
    "isbot": "5.1.28",
    "vite": "6.3.5",
}
_FILES = {
    "package.json": json.dumps({"type": "module", "dependencies": _VERSIONS}),
    "vite.config.js": """import { reactRouter } from "@react-router/dev/vite";
export default { plugins: [reactRouter()] };""",
    "react-router.config.js": "export default { ssr: true };",
    "app/routes.js": """import { index, route } from "@react-router/dev/routes";
export default [index("login.jsx"), route("sightings", "sightings.jsx"), route("sightings/:code", "sighting.jsx")];""",
    "app/sessions.js": """import { createCookieSessionStorage } from "react-router";
export const sessions = createCookieSessionStorage({ cookie: { name: "__session", secrets: ["for tests"],
  path: "/" } });
export const reader = async (request) => (await sessions.getSession(request.headers.get("Cookie"))).get("reader");""",
    "app/root.jsx": """import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
export function Layout({ children }) {
  return <html lang="en"><head><meta charSet="utf-8" /><title>Birds</title><Meta /><Links /></head><body>
    <header>Birds of the marsh</header>{children}<ScrollRestoration /><Scripts /></body></html>;
}
export default function App() { return <Outlet />; }""",
    "app/login.jsx": """import { Form, redirect } from "react-router";
import { sessions } from "./sessions";
export async function action({ request }) {
  const form = await request.formData();
  if (form.get("password") !== "quiet & please") return { wrong: true };
  const session = await sessions.getSession();
  session.set("reader", form.get("name"));
  return redirect("/sightings", { headers: { "Set-Cookie": await sessions.commitSession(session) } });
}
export default function Login({ actionData }) {
  return <Form method="post"><h1>Sign in</h1><label>Name <input name="name" /></label>
    <label>Password <input name="password" type="password" /></label><button>Sign in</button>
    {actionData?.wrong && <p>Wrong password</p>}</Form>;
}""",
    "app/sightings.jsx": """import { Form, Link, redirect } from "react-router";
import { reader } from "./sessions";
import sightings from "./sightings.json";
const SIZE = 7;
export async function loader({ request }) {
  const name = await reader(request);
  if (!name) throw redirect("/");
  const asked = new URL(request.url).searchParams, q = asked.get("q") ?? "", page = Number(asked.get("page") ?? 1);
  const found = sightings.filter(({ title }) => title.includes(q)).sort((a, b) => b.day - a.day);
  const shown = found.slice((page - 1) * SIZE, page * SIZE).map(({ code, title, seen, count }) =>
    ({ code, title, seen: new Date(seen), count }));
  return { name, q, page, shown, total: found.length, pages: Math.ceil(found.length / SIZE) };
}
export default function Sightings({ loaderData: { name, q, page, shown, total, pages } }) {
  return <main><p>Signed in as {name}</p><Form><input name="q" defaultValue={q} /><button>Search</button></Form>
    <p className="total">{total} sightings</p><ul>{shown.map(({ code, title, seen, count }) => <li key={code}>
      <Link to={`/sightings/${code}`}>{title}</Link> <time>{seen.toISOString().slice(0, 10)}</time>
      <b>{count}</b></li>)}</ul><nav>{Array.from({ length: pages }, (_, n) => n + 1 === page ? <em key={n}>{page}</em>
      : <Link key={n} to={`?q=${q}&page=${n + 1}`}>{n + 1}</Link>)}</nav></main>;
}""",
    "app/sighting.jsx": """import { Link, redirect } from "react-router";
import { reader } from "./sessions";
import sightings from "./sightings.json";
export async function loader({ request, params }) {
  if (!await reader(request)) throw redirect("/");
  return { sighting: sightings.find(({ code }) => code === params.code) };
}
export default function Sighting({ loaderData: { sighting } }) {
  return <main><h1>{sighting.title}</h1><p className="watcher">{sighting.watcher}</p><p>{sighting.note}</p>
    <Link to="/sightings">All</Link></main>;
}""",
}


@contextlib.contextmanager
def react_router(folder: Path) -> Iterator[Application]:
    """Sightings of three birds."""
    programs = installed_from_npm("react_router", **_VERSIONS)
    for name, text in _FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace("SIZE = 7", f"SIZE = {_SIZE}"))
    (folder / "node_modules").symlink_to(programs.parent)
    sightings = [
        {"code": code(n), "title": title(n), "seen": f"{seen(n)}T00:00:00Z", "day": n * 31 % 97, "count": n * 13 % 90}
        | {"watcher": f"Watcher {n * 3 % 17}", "note": note(n)}
        for n in range(SIGHTINGS)
    ]
    (folder / "app/sightings.json").write_text(json.dumps(sightings))
    subprocess.run([programs / "react-router", "build"], check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    place = {"HOST": "127.0.0.1", "PORT": url.rpartition(":")[2], "NODE_ENV": "production"}
    with served([programs / "react-router-serve", "build/server/index.js"], url, folder, place):
        yield Application(url, "watcher", "quiet & please", folder)


def code(number: int) -> str:
    return f"s{number * 7919 % 1000:03}"


def title(number: int) -> str:
    return f"A {BIRDS[number % 3]} at pond {number}"


def seen(number: int) -> str:
    return f"2024-{1 + number % 12:02}-{1 + number % 28:02}"


def note(number: int) -> str:
    return f"Flew off to reed {number * 11 % 41}"


async def search(page: Page, app: Application, bird: str) -> None:
    await _search(page, app, bird)
    for number in range(2, (SIGHTINGS // 3 + _SIZE - 1) // _SIZE + 1):
        await _turn(page, number)


async def notes(page: Page, app: Application, bird: str) -> None:
    await _search(page, app, bird)
    for place in (1, 3):
        await _open(page, place)
        await page.go_back()
        await page.locator("li a").first.wait_for()
    await _turn(page, 2)
    await _open(page, 2)


async def _search(page: Page, app: Application, bird: str) -> None:
    await page.fill("input[name=name]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button")
    await page.wait_for_url("**/sightings")
    await page.fill("input[name=q]", bird)
    await page.click("text=Search")
    await page.locator(f".total:text-is('{SIGHTINGS // 3} sightings')").wait_for()


async def _turn(page: Page, number: int) -> None:
    await page.click(f"nav a:text-is('{number}')")
    await page.locator(f"nav em:text-is('{number}')").wait_for()


async def _open(page: Page, place: int) -> None:
    await page.click(f"li a >> nth={place}")
    await page.locator(".watcher").wait_for()


def found(_: Application, bird: str) -> Sequence[Row]:
    return [(title(n), str(n * 13 % 90)) for n in range(SIGHTINGS) if BIRDS[n % 3] == bird]


def noted(_: Application, bird: str) -> Sequence[Row]:
    return [(title(n), f"Watcher {n * 3 % 17}", note(n)) for n in range(SIGHTINGS) if BIRDS[n % 3] == bird]


EXHIBIT = Exhibit(
    "react_router",
    "loaders and actions of React Router",
    react_router,
    (
        Workflow("search", search, ({"bird": "bittern"}, {"bird": "lapwing"}), {"bird": "curlew"}, found),
        Workflow("notes", notes, ({"bird": "curlew"}, {"bird": "bittern"}), {"bird": "lapwing"}, noted),
    ),
)
