"""MUI's data grid from npm over an API of its own: a login with a token, pages by a mark that each answer gives."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

STATES = {"due": "Due soon", "late": "Overdue", "back": "Returned"}
WORDS = ("Winter", "Harbour", "Études", "Café")
READERS = ("Åsa Lindqvist", "Jürgen Groß", "Nadia O'Brien", "Πέτρος Νικολάου", "Li Wei")
LOANS = 231
_VERSIONS = {"@mui/x-data-grid": "8.11.0", "@mui/material": "7.3.2", "@emotion/react": "11.14.0"}
_VERSIONS |= {"@emotion/styled": "11.14.1", "react": "19.1.1", "react-dom": "19.1.1", "esbuild": "0.25.9"}
_VERSIONS |= {"express": "4.21.2"}
_SERVER = """const express = require("express"), crypto = require("crypto"), fs = require("fs");
const [port, user, secret] = process.argv.slice(2), app = express(), tokens = new Set();
const loans = JSON.parse(fs.readFileSync("loans.json"));
app.use(express.json());
app.post("/auth/token", (asked, answer) => {
  if (asked.body.email !== user || asked.body.password !== secret) return answer.status(401).json({ error: "unknown" });
  const token = crypto.randomBytes(24).toString("base64url");
  tokens.add(token);
  const profile = { email: user, role: "librarian" };
  answer.json({ accessToken: token, tokenType: "Bearer", expiresIn: 3600, profile });
});
app.use("/api", (asked, answer, next) => tokens.has((asked.get("Authorization") || "").slice(7)) ? next() :
  answer.status(401).json({ error: "log in" }));
app.get("/api/v2/loans", (asked, answer) => {
  const { q = "", status = "", sort = "", limit = 20, cursor } = asked.query;
  const start = cursor ? JSON.parse(Buffer.from(cursor, "base64url")).after : 0, end = start + Number(limit);
  let found = loans.filter((loan) => (!status || loan.status === status) &&
    (loan.book.title + " " + loan.reader.name).toLowerCase().includes(q.toLowerCase()));
  const name = sort.replace("-", ""), turn = sort.startsWith("-") ? -1 : 1;
  if (name) found = [...found].sort((one, other) => turn * (one[name] > other[name] ? 1 : -1));
  const mark = Buffer.from(JSON.stringify({ after: end, at: Date.now() })).toString("base64url");
  const next = end < found.length ? mark : null;
  const short = ({ id, reference, book, reader, dueOn, feeCents, status }) =>
    ({ id, reference, book: { title: book.title }, reader: { name: reader.name }, dueOn, feeCents, status });
  answer.json({ data: found.slice(start, end).map(short), paging: { next, total: found.length } });
});
app.get("/api/v2/loans/:id", ({ params }, answer) => answer.json({ data: loans.find(({ id }) => id === params.id) }));
app.get("/api/v2/branches", (asked, answer) => answer.json({ data: ["Main", "North", "Riverside"] }));
app.use(express.static("site"));
app.get("*", (asked, answer) => answer.sendFile("index.html", { root: "site" }));
app.listen(+port, "127.0.0.1");
"""
_SOURCE = """import * as React from "react";
import { createRoot } from "react-dom/client";
import { Box, Button, Chip, Drawer, MenuItem, Stack, TextField, Typography } from "@mui/material";
import { DataGrid } from "@mui/x-data-grid";
const states = { due: "Due soon", late: "Overdue", back: "Returned" };
const money = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const headers = () => ({ Authorization: `Bearer ${sessionStorage.token}` });
const ask = async (path) => (await fetch(path, { headers: headers() })).json();
const columns = [
  { field: "reference", headerName: "No.", width: 110 },
  { field: "title", headerName: "Title", flex: 1, sortable: false, valueGetter: (_, row) => row.book.title },
  { field: "name", headerName: "Reader", flex: 1, sortable: false, valueGetter: (_, row) => row.reader.name },
  { field: "dueOn", headerName: "Due", width: 140, valueFormatter: (value) => value && day.format(new Date(value)) },
  { field: "feeCents", headerName: "Fee", width: 100,
    valueFormatter: (value) => value == null ? "" : money.format(value / 100) },
  { field: "status", headerName: "Status", width: 120, sortable: false,
    renderCell: ({ value }) => <Chip size="small" label={states[value]} /> },
];
function Login({ done }) {
  const send = async (event) => {
    event.preventDefault();
    const told = Object.fromEntries(new FormData(event.target));
    const answer = await fetch("/auth/token", { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify(told) });
    if (answer.ok) { sessionStorage.token = (await answer.json()).accessToken; done(); }
  };
  return <Box component="form" onSubmit={send} sx={{ m: 8, width: 320 }}><Stack spacing={2}>
    <Typography variant="h5">Library</Typography><TextField name="email" label="E-mail" />
    <TextField name="password" type="password" label="Password" />
    <Button type="submit" variant="contained">Sign in</Button>
  </Stack></Box>;
}
function Loan({ id, close }) {
  const [loan, setLoan] = React.useState(null);
  React.useEffect(() => {
    setLoan(null);
    if (id) ask(`/api/v2/loans/${id}`).then((told) => setLoan(told.data));
  }, [id]);
  return <Drawer anchor="right" open={!!id} onClose={close}><Box sx={{ width: 380, p: 3 }}>{loan && <Stack spacing={1}>
    <Typography variant="h6">{loan.book.title}</Typography><Typography>{loan.book.isbn}</Typography>
    <Typography>{loan.reader.name}, {loan.reader.card}</Typography><Typography>{loan.branch || "no branch"}</Typography>
    <Typography>{loan.note}</Typography><Button onClick={close}>Close</Button></Stack>}</Box></Drawer>;
}
function Loans() {
  const [rows, setRows] = React.useState([]), [total, setTotal] = React.useState(0);
  const [loading, setLoading] = React.useState(false);
  const [model, setModel] = React.useState({ page: 0, pageSize: 20 }), [sort, setSort] = React.useState([]);
  const [text, setText] = React.useState(""), [word, setWord] = React.useState("");
  const [status, setStatus] = React.useState("");
  const [open, setOpen] = React.useState(null), marks = React.useRef({});
  React.useEffect(() => { ask("/api/v2/branches"); }, []);
  React.useEffect(() => {
    const later = setTimeout(() => setWord(text), 400);
    return () => clearTimeout(later);
  }, [text]);
  React.useEffect(() => { marks.current = {}; setModel((old) => ({ ...old, page: 0 })); }, [word, status, sort]);
  React.useEffect(() => {
    const told = new URLSearchParams({ limit: model.pageSize });
    if (word) told.set("q", word);
    if (status) told.set("status", status);
    if (sort.length) told.set("sort", (sort[0].sort === "desc" ? "-" : "") + sort[0].field);
    if (marks.current[model.page]) told.set("cursor", marks.current[model.page]);
    setLoading(true);
    ask(`/api/v2/loans?${told}`).then((answer) => {
      marks.current[model.page + 1] = answer.paging.next;
      setRows(answer.data); setTotal(answer.paging.total); setLoading(false);
    });
  }, [model, word, status, sort]);
  const names = Object.entries(states).map(([key, name]) => <MenuItem key={key} value={key}>{name}</MenuItem>);
  return <Box sx={{ m: 3 }}><Typography variant="h5">Loans</Typography>
    <Stack direction="row" spacing={2} sx={{ my: 2 }}>
    <TextField label="Search" value={text} onChange={(event) => setText(event.target.value)} />
    <TextField select label="Status" value={status} onChange={(event) => setStatus(event.target.value)}
      sx={{ width: 160 }}><MenuItem value="">All</MenuItem>{names}</TextField></Stack>
    <DataGrid rows={rows} columns={columns} rowCount={total} loading={loading} paginationMode="server"
    sortingMode="server" paginationModel={model} onPaginationModelChange={setModel} sortModel={sort}
    onSortModelChange={setSort}
    pageSizeOptions={[20, 50]} onRowClick={({ id }) => setOpen(id)} disableColumnFilter sx={{ height: 620 }} />
    <Loan id={open} close={() => setOpen(null)} /></Box>;
}
function App() {
  const [known, setKnown] = React.useState(!!sessionStorage.token);
  return known ? <Loans /> : <Login done={() => setKnown(true)} />;
}
createRoot(document.getElementById("root")).render(<App />);
"""
_PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Library</title></head>
<body><div id="root"></div><script src="/library.js"></script></body></html>
"""


@contextlib.contextmanager
def mui(folder: Path) -> Iterator[Application]:
    """Loans of a library, in three states."""
    modules = installed_from_npm("mui", {}, **_VERSIONS).parent
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text(_PAGE)
    (folder / "node_modules").symlink_to(modules)
    (folder / "library.jsx").write_text(_SOURCE)
    (folder / "server.js").write_text(_SERVER)
    (folder / "loans.json").write_text(json.dumps([loan(number) for number in range(LOANS)]))
    bundle: list[str | Path] = [
        modules / ".bin" / "esbuild",
        "library.jsx",
        "--bundle",
        "--minify",
        "--outfile=site/library.js",
    ]
    subprocess.run([*bundle, "--define:process.env.NODE_ENV='production'"], check=True, capture_output=True, cwd=folder)
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "reader@library.example", "quiet & please"
    node = shutil.which("node") or "node"
    with served([node, "server.js", url.rpartition(":")[2], user, secret], url, folder):
        yield Application(url, user, secret, folder)


def loan(number: int) -> dict[str, object]:
    key = (
        f"{number * 7919 % 65536:04x}{number * 31337 % 65536:04x}-5b1d-4c{number % 256:02x}-9e0f-{number * 104729:012x}"
    )
    fee = None if number % 5 == 3 else number * 37 % 900
    due = None if number % 11 == 7 else f"2026-{number % 12 + 1:02}-{number * 7 % 28 + 1:02}T09:00:00Z"
    reader = {"name": READERS[number % 5], "card": f"C-{number * 131 % 9973:04}"}
    told: dict[str, object] = {"id": key, "reference": reference(number), "reader": reader, "dueOn": due}
    told |= {"book": {"title": title(number), "isbn": isbn(number)}, "feeCents": fee, "status": state(number)}
    told["note"] = f"Shelf {number * 17 % 211}" if number % 3 else None
    return told | {"branch": ("Main", "North", "Riverside", None)[number % 4]}


def reference(number: int) -> str:
    return f"L-{number * 53 % 997 + 1000}"


def title(number: int) -> str:
    return f"{WORDS[number % 4]} in {('Porto', 'Gent', 'Tromsø')[number % 3]}, volume {number * 29 % 331}"


def isbn(number: int) -> str:
    return f"978-0-{number * 7 % 900 + 100}-{number * 1013 % 90000 + 10000}-{number % 10}"


def state(number: int) -> str:
    return list(STATES)[number // 4 % 3]


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=email]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button[type=submit]")
    await _shown(page)


async def _shown(page: Page) -> None:
    await page.wait_for_load_state("networkidle")
    await page.locator("[role=row][data-rowindex='0']").first.wait_for()
    await page.wait_for_timeout(700)


async def _look_for(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    async with page.expect_response("**/api/v2/loans?*q=*"):
        await page.get_by_label("Search").press_sequentially(word, delay=60)
    await _shown(page)


async def _turn(page: Page) -> None:
    async with page.expect_response("**/api/v2/loans?*cursor=*"):
        await page.click("button[aria-label='Go to next page']")
    await _shown(page)


async def _to_the_end(page: Page) -> None:
    while await page.locator("button[aria-label='Go to next page']:not([disabled])").count():
        await _turn(page)


async def search(page: Page, app: Application, word: str) -> None:
    await _look_for(page, app, word)
    await _to_the_end(page)


async def status(page: Page, app: Application, status: str) -> None:
    """Those of one state, the greatest fees first."""
    await _log_in(page, app)
    await page.click("[role=combobox] >> nth=0")
    async with page.expect_response("**/api/v2/loans?*status=*"):
        await page.click(f"[role=option]:has-text('{status}')")
    await _shown(page)
    for _ in range(2):
        async with page.expect_response("**/api/v2/loans?*sort=*"):
            await page.click("[role=columnheader][data-field=feeCents] .MuiDataGrid-columnHeaderTitle")
        await _shown(page)
    await _to_the_end(page)


async def details(page: Page, app: Application, word: str) -> None:
    """One of the first page, and one of the second."""
    await _look_for(page, app, word)
    await _read(page, 1)
    await page.click("button:has-text('Close')")
    await _turn(page)
    await _read(page, 3)


async def _read(page: Page, place: int) -> None:
    async with page.expect_response("**/api/v2/loans/*"):
        await page.click(f"[role=row][data-rowindex='{place}'] [data-field=title]")
    await page.wait_for_timeout(800)


def _row(n: int) -> Row:
    return reference(n), title(n), READERS[n % 5]


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(n) for n in range(LOANS) if word in title(n)]


def of_state(_: Application, status: str) -> Sequence[Row]:
    return [_row(n) for n in range(LOANS) if STATES[state(n)] == status]


def opened(_: Application, word: str) -> Sequence[Row]:
    told = [(n, loan(n)) for n in range(LOANS) if word in title(n)]
    return [(title(n), isbn(n), READERS[n % 5], str(each["reader"]["card"])) for n, each in told]  # type: ignore[index]


_WORDS = ({"word": WORDS[0]}, {"word": WORDS[2]})

EXHIBIT = Exhibit(
    "mui",
    "a data grid in React behind a token, pages by marks",
    mui,
    (
        Workflow("search", search, _WORDS, {"word": WORDS[1]}, found),
        Workflow("status", status, ({"status": "Due soon"}, {"status": "Returned"}), {"status": "Overdue"}, of_state),
        Workflow("details", details, _WORDS, {"word": WORDS[1]}, opened),
    ),
)
