"""tRPC from npm: calls that are sent together in one request, and a list that goes on by a cursor within JSON."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

KINDS = ("ballad", "sonata", "waltz")
PIECES = 84
_SIZE = 9
_VERSIONS = {"@trpc/server": "11.4.3", "@trpc/client": "11.4.3", "zod": "3.25.76", "esbuild": "0.25.0"}
_SERVE = """
const { initTRPC } = require("@trpc/server"), { createHTTPHandler } = require("@trpc/server/adapters/standalone");
const { z } = require("zod"), http = require("http"), fs = require("fs");
const [port, count, size, script, ...kinds] = process.argv.slice(1), t = initTRPC.create();
const pieces = Array.from({ length: Number(count) }, (_, n) => ({ id: `p${700 + n * 3}`, kind: kinds[n % 3],
  title: `The ${kinds[n % 3]} of day ${n}`, minutes: n * 11 % 47 + 2 }));
const number = (id) => (Number(id.slice(1)) - 700) / 3;
const asked = z.object({ text: z.string(), cursor: z.string().nullish(), limit: z.number() });
const router = t.router({
  user: t.router({ greeting: t.procedure.query(() => ({ text: "Hello" })) }),
  piece: t.router({
    search: t.procedure.input(asked).query(({ input }) => {
      const found = pieces.filter(({ title }) => title.includes(input.text));
      const from = input.cursor ? found.findIndex(({ id }) => id === input.cursor) : 0;
      return { items: found.slice(from, from + input.limit), nextCursor: found[from + input.limit]?.id ?? null };
    }),
    byId: t.procedure.input(z.string()).query(({ input }) => ({ ...pieces[number(input)],
      composer: `Composer ${number(input) * 7 % 53}` })),
  }),
  score: t.router({ of: t.procedure.input(z.object({ pieceId: z.string() })).query(({ input }) => ({
    sheets: number(input.pieceId) % 19 + 1, printed: 1800 + number(input.pieceId) })) }),
});
const page = `<!DOCTYPE html><html><head><title>Music</title></head><body><h1>Music</h1><form><input name="text">
<button>Search</button></form><ul id="found"></ul><button id="more" hidden>Load more</button><div id="piece"></div>
<script src="/app.js"></script></body></html>`;
const answer = createHTTPHandler({ router, basePath: "/api/trpc/" });
http.createServer((request, reply) => {
  if (request.url.startsWith("/api/trpc/")) return answer(request, reply);
  const told = request.url === "/app.js" ? ["text/javascript", fs.readFileSync(script)] : ["text/html", page];
  reply.writeHead(200, { "Content-Type": told[0] }).end(told[1]);
}).listen(Number(port), "127.0.0.1");
"""
_APP = """
import { createTRPCClient, httpBatchLink } from "@trpc/client";
const api = createTRPCClient({ links: [httpBatchLink({ url: "/api/trpc" })] });
const get = (id) => document.getElementById(id), form = document.querySelector("form");
let text = "", cursor = null;
async function load() {
  const { items, nextCursor } = await api.piece.search.query({ text, cursor, limit: SIZE });
  for (const { id, title, minutes } of items) {
    const entry = document.createElement("li");
    entry.innerHTML = `<a href="#${id}">${title}</a> <span>${minutes} minutes</span>`;
    entry.firstChild.onclick = () => show(id);
    get("found").append(entry);
  }
  cursor = nextCursor;
  get("more").hidden = !cursor;
}
async function show(id) {
  const [piece, score] = await Promise.all([api.piece.byId.query(id), api.score.of.query({ pieceId: id })]);
  get("piece").innerHTML = `<h2>${piece.title}</h2><p>${piece.composer}</p><p>${score.sheets} sheets</p>
    <p>Printed in ${score.printed}</p>`;
}
form.onsubmit = (event) => {
  event.preventDefault();
  [text, cursor] = [form.text.value, null];
  get("found").textContent = "";
  load();
};
get("more").onclick = load;
api.user.greeting.query().then(({ text }) => document.querySelector("h1").append(` – ${text}`));
"""


@contextlib.contextmanager
def trpc(folder: Path) -> Iterator[Application]:
    """Pieces of three kinds."""
    programs = installed_from_npm("trpc", **_VERSIONS)
    (folder / "app.js").write_text(_APP.replace("SIZE", str(_SIZE)))
    build = [programs / "esbuild", "app.js", "--bundle", "--minify", "--outfile=bundle.js"]
    modules = {"NODE_PATH": str(programs.parent)}
    subprocess.run(build, check=True, capture_output=True, cwd=folder, env=modules)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(PIECES), str(_SIZE), "bundle.js", *KINDS]
    with served(serve, url, folder, modules):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, kind: str) -> None:
    await _ask(page, kind)
    for number in range(_SIZE, PIECES // 3, _SIZE):
        await page.click("#more")
        await page.locator(f"#found li >> nth={number}").wait_for()


async def scores(page: Page, _: Application, kind: str) -> None:
    await _ask(page, kind)
    await _open(page, 2)
    await _open(page, 5)
    await page.click("#more")
    await page.locator(f"#found li >> nth={_SIZE}").wait_for()
    await _open(page, _SIZE + 1)


async def _ask(page: Page, kind: str) -> None:
    await page.fill("input[name=text]", kind)
    await page.click("text=Search")
    await page.locator(f"li:has-text('{kind}')").first.wait_for()


async def _open(page: Page, place: int) -> None:
    link = page.locator(f"#found a >> nth={place}")
    title = await link.text_content()
    await link.click()
    await page.locator(f"h2:text-is('{title}')").wait_for()


def found(_: Application, kind: str) -> Sequence[Row]:
    return [(f"The {kind} of day {n}", str(n * 11 % 47 + 2)) for n in range(PIECES) if KINDS[n % 3] == kind]


def told(_: Application, kind: str) -> Sequence[Row]:
    own = [n for n in range(PIECES) if KINDS[n % 3] == kind]
    return [(f"The {kind} of day {n}", f"Composer {n * 7 % 53}", str(n % 19 + 1), str(1800 + n)) for n in own]


EXHIBIT = Exhibit(
    "trpc",
    "calls of tRPC",
    trpc,
    (
        Workflow("search", search, ({"kind": "ballad"}, {"kind": "waltz"}), {"kind": "sonata"}, found),
        Workflow("scores", scores, ({"kind": "sonata"}, {"kind": "ballad"}), {"kind": "waltz"}, told),
    ),
)
