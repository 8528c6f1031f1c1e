"""LoopBack from npm behind Mithril: a token from a login, filters of JSON in the address, and a count beside them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

BREADS = ("brioche", "ciabatta", "sourdough")
LOAVES = 99
_SIZE = 8
_VERSIONS = {"loopback": "3.28.0", "mithril": "2.2.2"}
_SERVE = """
const loopback = require("loopback"), fs = require("fs");
const [port, count, page, mithril, email, password, ...breads] = process.argv.slice(1), app = loopback();
app.dataSource("db", { connector: "memory" });
for (const name of ["User", "AccessToken", "ACL", "Role", "RoleMapping"]) app.model(loopback[name], {
  dataSource: "db" });
const Loaf = app.registry.createModel("Loaf", { id: { type: Number, id: true }, title: String, grams: Number,
  baker: String, recipe: String },
  { plural: "loaves", acls: [
    { principalType: "ROLE", principalId: "$everyone", permission: "DENY" },
    { principalType: "ROLE", principalId: "$authenticated", permission: "ALLOW", accessType: "READ" }] });
app.model(Loaf, { dataSource: "db" });
app.enableAuth({ dataSource: "db" });
app.use("/api", loopback.rest());
app.get("/", (_, reply) => reply.type("html").send(fs.readFileSync(page, "utf-8")));
app.get("/mithril.js", (_, reply) => reply.type("js").send(fs.readFileSync(mithril, "utf-8")));
const loaves = Array.from({ length: Number(count) }, (_, n) => ({ id: 500 + n * 3,
  title: `${breads[n % 3]} of oven ${n}`,
  grams: 300 + n * 41 % 700, baker: `Baker ${n * 5 % 23}`, recipe: `Knead it ${n * 7 % 31} minutes` }));
app.models.User.create({ email, password }).then(() => Loaf.create(loaves)).then(() =>
  app.listen(Number(port), "127.0.0.1"));
"""
_PAGE = """<!DOCTYPE html><html><head><title>Bakery</title></head><body><main></main><script src="/mithril.js"></script>
<script>
let token = null, failed = "";
const SIZE = 8, sorts = { "By name": "title ASC", "Heaviest first": "grams DESC", "Lightest first": "grams ASC" };
const ask = (url, params) => m.request({ url, params, headers: { Authorization: token } });
const Login = { view: () => m("form", { async onsubmit(event) {
    event.preventDefault();
    const { email, password } = event.target.elements;
    try {
      token = (await m.request({ method: "POST", url: "/api/Users/login",
        body: { email: email.value, password: password.value } })).id;
      m.route.set("/loaves");
    } catch (error) { failed = "Wrong name or password"; }
  } }, m("h1", "Sign in"), m("input[name=email][placeholder=E-mail]"),
  m("input[name=password][type=password][placeholder=Password]"), m("button", "Sign in"), m("p", failed)) };
const state = { text: "", sort: "By name", page: 0, count: 0, found: [] };
async function load() {
  const where = state.text ? { title: { like: state.text } } : {};
  const filter = { where, fields: ["id", "title", "grams"], order: sorts[state.sort], limit: SIZE,
    skip: state.page * SIZE };
  const [found, { count }] = await Promise.all([
    ask("/api/loaves", { filter: JSON.stringify(filter) }),
    ask("/api/loaves/count", { where: JSON.stringify(where) })]);
  Object.assign(state, { found, count });
}
const Loaves = { oninit: load, view: () => [m("h1", "Loaves"),
  m("form", { onsubmit(event) {
    event.preventDefault();
    state.text = event.target.elements.text.value; state.sort = event.target.elements.sort.value; state.page = 0;
      load();
  } }, m("input[name=text]", { value: state.text }),
    m("select[name=sort]", Object.keys(sorts).map((name) => m("option", { selected: name === state.sort }, name))),
    m("button", "Show")),
  m("p.count", `${state.count} loaves, page ${state.page + 1}`),
  m("table", m("thead", m("tr", m("th", "Name"), m("th", "Weight"))), m("tbody", state.found.map((loaf) =>
    m("tr", { key: loaf.id }, m("td", m(m.route.Link, { href: `/loaves/${loaf.id}` }, loaf.title)), m("td",
      `${loaf.grams} g`))))),
  m("button.next", { disabled: (state.page + 1) * SIZE >= state.count, onclick() { state.page += 1; load(); } },
    "Next")] };
const Loaf = { oninit(vnode) { ask(`/api/loaves/${vnode.attrs.id}`).then((loaf) => { vnode.state.loaf = loaf; }); },
  view: ({ state: { loaf } }) => loaf && m("article", m("h2", loaf.title), m("p", `Weighs ${loaf.grams} g`),
    m("p.baker", loaf.baker), m("p.recipe", loaf.recipe), m(m.route.Link, { href: "/loaves" }, "Back")) };
m.route(document.querySelector("main"), "/login", { "/login": Login, "/loaves": Loaves, "/loaves/:id": Loaf });
</script></body></html>"""


@contextlib.contextmanager
def loopback(folder: Path) -> Iterator[Application]:
    """Loaves of three breads, for those who are logged in."""
    modules = installed_from_npm("loopback", **_VERSIONS).parent
    (folder / "page.html").write_text(_PAGE.replace("SIZE = 8", f"SIZE = {_SIZE}"))
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "baker@ovens.test", "quiet & please"
    told = [url.rpartition(":")[2], str(LOAVES), "page.html", modules / "mithril/mithril.js", user, secret, *BREADS]
    with served(["node", "-e", _SERVE, *told], url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, user, secret, folder)


async def sorted_loaves(page: Page, app: Application, bread: str, order: str) -> None:
    await _show(page, app, bread, order)
    for number in range(2, (LOAVES // 3 + _SIZE - 1) // _SIZE + 1):
        await _turn(page, number)


async def recipes(page: Page, app: Application, bread: str) -> None:
    await _show(page, app, bread, "By name")
    for place in (1, 4):
        await _open(page, place)
        await page.click("text=Back")
        await page.locator("td").first.wait_for()
    await _turn(page, 2)
    await _open(page, 2)


async def _show(page: Page, app: Application, bread: str, order: str) -> None:
    await page.fill("input[name=email]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("text=Sign in >> nth=-1")
    await page.locator("td").first.wait_for()
    await page.fill("input[name=text]", bread)
    await page.select_option("select[name=sort]", order)
    await page.click("text=Show")
    await page.locator(f".count:has-text('{LOAVES // 3} loaves')").wait_for()


async def _turn(page: Page, number: int) -> None:
    await page.click("button.next")
    await page.locator(f".count:has-text('page {number}')").wait_for()
    await page.wait_for_load_state("networkidle")


async def _open(page: Page, place: int) -> None:
    await page.click(f"td a >> nth={place}")
    await page.locator(".recipe").wait_for()


def in_order(_: Application, bread: str, order: str) -> Sequence[Row]:
    return [(title(n), str(grams(n))) for n in range(LOAVES) if BREADS[n % 3] == bread]


def told(_: Application, bread: str) -> Sequence[Row]:
    own = [n for n in range(LOAVES) if BREADS[n % 3] == bread]
    return [(title(n), str(grams(n)), f"Baker {n * 5 % 23}", f"Knead it {n * 7 % 31} minutes") for n in own]


def title(number: int) -> str:
    return f"{BREADS[number % 3]} of oven {number}"


def grams(number: int) -> int:
    return 300 + number * 41 % 700


EXHIBIT = Exhibit(
    "loopback",
    "filters of JSON behind Mithril",
    loopback,
    (
        Workflow(
            "sorted",
            sorted_loaves,
            ({"bread": "brioche", "order": "Heaviest first"}, {"bread": "sourdough", "order": "Lightest first"}),
            {"bread": "ciabatta", "order": "Heaviest first"},
            in_order,
        ),
        Workflow("recipes", recipes, ({"bread": "brioche"}, {"bread": "ciabatta"}), {"bread": "sourdough"}, told),
    ),
)
