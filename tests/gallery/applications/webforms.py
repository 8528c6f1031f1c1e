"""ASP.NET as Debian packages it with Mono: pages that send a view state back and forth, a grid, a form in steps."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
PLACES = 132
_HOST = """
using System.IO;
using System.Net;
using System.Threading;
using System.Web;
using System.Web.Hosting;

class Exchange : SimpleWorkerRequest {
    readonly HttpListenerContext one; readonly byte[] body;
    public Exchange(HttpListenerContext one)
        : base(one.Request.Url.AbsolutePath.TrimStart('/'), one.Request.Url.Query.TrimStart('?'), null) {
        this.one = one;
        using (var all = new MemoryStream()) { one.Request.InputStream.CopyTo(all); body = all.ToArray(); }
    }
    public override string GetUriPath() { return one.Request.Url.AbsolutePath; }
    public override string GetRawUrl() { return one.Request.RawUrl; }
    public override string GetHttpVerbName() { return one.Request.HttpMethod; }
    public override string GetServerName() { return one.Request.Url.Host; }
    public override int GetLocalPort() { return one.Request.Url.Port; }
    public override byte[] GetPreloadedEntityBody() { return body; }
    public override bool IsEntireEntityBodyIsPreloaded() { return true; }
    public override string GetKnownRequestHeader(int i) { return one.Request.Headers[GetKnownRequestHeaderName(i)]; }
    public override string GetUnknownRequestHeader(string name) { return one.Request.Headers[name]; }
    public override void SendStatus(int code, string reason) { one.Response.StatusCode = code; }
    public override void SendKnownResponseHeader(int i, string value) { Send(GetKnownResponseHeaderName(i), value); }
    public override void SendUnknownResponseHeader(string name, string value) { Send(name, value); }
    void Send(string name, string value) {
        if (name == "Content-Type") one.Response.ContentType = value;
        else if (name != "Content-Length") one.Response.AppendHeader(name, value);
    }
    public override void SendResponseFromMemory(byte[] data, int length) {
        one.Response.OutputStream.Write(data, 0, length);
    }
    public override void FlushResponse(bool last) { if (last) one.Response.Close(); }
}

class Host : System.MarshalByRefObject {
    public override object InitializeLifetimeService() { return null; }
    public void Serve(string prefix) {
        var listener = new HttpListener();
        listener.Prefixes.Add(prefix);
        listener.Start();
        while (true) {
            var one = listener.GetContext();
            ThreadPool.QueueUserWorkItem(_ => HttpRuntime.ProcessRequest(new Exchange(one)));
        }
    }
    static void Main(string[] told) {
        ((Host) ApplicationHost.CreateApplicationHost(typeof(Host), "/", told[0])).Serve(told[1]);
    }
}
"""
_DATA = """<%@ Page Language="C#" %>
<%@ Import Namespace="System.Data" %>
<script runat="server">
static readonly string[] Things = { "THINGS" };
DataView Places(string word, string keeper, string order) {
    var table = new DataTable();
    table.Columns.Add("Number", typeof(int)); table.Columns.Add("Title"); table.Columns.Add("Keeper");
    for (int n = 0; n < PLACES; n++)
        table.Rows.Add(n, "The " + Things[n % 3] + " " + n, "Keeper " + (char)('A' + n * 7 % 11));
    var view = new DataView(table);
    view.RowFilter = "Title LIKE '%" + word.Replace("'", "''") + "%' AND Keeper LIKE '" + keeper + "%'";
    view.Sort = order + ", Number";
    return view;
}
"""
_SETTINGS = """<configuration><system.web><compilation><assemblies><clear />
<add assembly="System" /><add assembly="System.Core" /><add assembly="System.Data" />
<add assembly="System.Web" /><add assembly="System.Xml" /><add assembly="System.Drawing" />
</assemblies></compilation></system.web></configuration>
"""
_PAGES = {
    "Default.aspx": """
void Show() {
    Found.DataSource = Places((string)ViewState["word"] ?? "", "", (string)ViewState["order"] ?? "Title");
    Found.DataBind();
}
void Page_Load(object sender, EventArgs e) { if (!IsPostBack) Show(); }
void Search(object sender, EventArgs e) { ViewState["word"] = Word.Text; Found.PageIndex = 0; Show(); }
void Turn(object sender, GridViewPageEventArgs e) { Found.PageIndex = e.NewPageIndex; Show(); }
void Sort(object sender, GridViewSortEventArgs e) { ViewState["order"] = e.SortExpression; Show(); }
</script>
<html><head runat="server"><title>Places</title></head><body><h1>Places</h1><form runat="server">
<p>All that is known of the places around here, by their numbers. <a href="/Kinds.aspx">By kind</a>
<a href="/Steps.aspx">Step by step</a></p>
<asp:TextBox id="Word" runat="server" /> <asp:Button id="Go" Text="Search" OnClick="Search" runat="server" />
<asp:GridView id="Found" AllowPaging="true" PageSize="12" AllowSorting="true" OnPageIndexChanging="Turn"
 OnSorting="Sort" runat="server" />
</form></body></html>
""",
    "Kinds.aspx": """
void Page_Load(object sender, EventArgs e) {
    if (IsPostBack) return;
    Kind.Items.Add("choose one");
    foreach (var thing in Things) Kind.Items.Add(thing);
}
void Chosen(object sender, EventArgs e) {
    Found.DataSource = Places(Kind.SelectedValue, "", "Number"); Found.DataBind();
}
</script>
<html><head runat="server"><title>Kinds</title></head><body><h1>Places by their kind</h1><form runat="server">
<asp:DropDownList id="Kind" AutoPostBack="true" OnSelectedIndexChanged="Chosen" runat="server" />
<asp:Repeater id="Found" runat="server"><ItemTemplate>
<div class="place"><h3><%# Eval("Title") %></h3><p>Kept by <b><%# Eval("Keeper") %></b></p></div>
</ItemTemplate></asp:Repeater>
</form></body></html>
""",
    "Steps.aspx": """
void Done(object sender, EventArgs e) {
    Found.DataSource = Places(Word.Text, "Keeper " + Letter.Text, "Number"); Found.DataBind();
}
</script>
<html><head runat="server"><title>Step by step</title></head><body><h1>Places, step by step</h1><form runat="server">
<asp:Wizard id="Steps" DisplaySideBar="false" OnFinishButtonClick="Done" runat="server"><WizardSteps>
<asp:WizardStep Title="Kind">A word of its title: <asp:TextBox id="Word" runat="server" /></asp:WizardStep>
<asp:WizardStep Title="Keeper">The letter of its keeper: <asp:TextBox id="Letter" runat="server" /></asp:WizardStep>
<asp:WizardStep Title="Found" StepType="Complete">These were found:
<asp:GridView id="Found" runat="server" /></asp:WizardStep>
</WizardSteps></asp:Wizard>
</form></body></html>
""",
}


@contextlib.contextmanager
def webforms(folder: Path) -> Iterator[Application]:
    """Three pages about places: a grid that is searched, sorted and turned over, a choice, and a form in steps."""
    needed = ("mono-mcs", "mono-runtime-sgen", "libmono-system-web4.0-cil", "libmono-system-web-mobile4.0-cil")
    root = unpacked("webforms", *with_dependencies("(lib)?mono", *needed))
    compiler = root / "usr/lib/mono/4.5/mcs.exe"
    (root / "usr/bin/mcs").write_text(f'#!/bin/sh\nexec mono-sgen {compiler} "$@"\n')  # pages are compiled on their way
    own = {
        "MONO_CFG_DIR": f"{root}/etc",
        "MONO_GAC_PREFIX": f"{root}/usr",
        "MONO_PATH": f"{root}/usr/lib/mono/4.5",
        "LD_LIBRARY_PATH": f"{root}/usr/lib",
        "PATH": f"{root}/usr/bin:{os.environ['PATH']}",
    }
    data = _DATA.replace("PLACES;", f"{PLACES};").replace("THINGS", '", "'.join(THINGS))
    (folder / "web.config").write_text(_SETTINGS)
    for name, text in _PAGES.items():
        (folder / name).write_text(data + text.lstrip())
    (folder / "bin").mkdir()
    (folder / "Host.cs").write_text(_HOST)
    compile_host = ["mcs", "-r:System.Web", "-out:bin/Host.exe", "Host.cs"]
    subprocess.run(compile_host, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served(["mono-sgen", "bin/Host.exe", folder, f"{url}/"], f"{url}/Default.aspx", folder, own):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=Word]", word)
    await follow(page, "input[name=Go]")
    number = 2
    while await page.locator(f"a:text-is('{number}')").count():
        await follow(page, f"a:text-is('{number}')")
        number += 1


async def search_sorted(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=Word]", word)
    await follow(page, "input[name=Go]")
    await follow(page, "a:text-is('Keeper')")


async def choose(page: Page, _: Application, kind: str) -> None:
    async with page.expect_navigation():
        await page.select_option("select", kind)


async def steps(page: Page, _: Application, word: str, letter: str) -> None:
    await page.fill("input[name$=Word]", word)
    await follow(page, "input[value=Next]")
    await page.fill("input[name$=Letter]", letter)
    await follow(page, "input[value=Finish]")


def _keeper(number: int) -> str:
    return f"Keeper {chr(ord('A') + number * 7 % 11)}"


def found(_: Application, word: str) -> Sequence[Row]:
    numbers = [n for n in range(PLACES) if THINGS[n % 3] == word]
    return [(str(n), f"The {word} {n}", _keeper(n)) for n in numbers]


def first_by_keeper(app: Application, word: str) -> Sequence[Row]:
    return sorted(found(app, word), key=lambda row: (row[2], int(row[0])))[:12]


def of_kind(app: Application, kind: str) -> Sequence[Row]:
    return [row[1:] for row in found(app, kind)]


def of_keeper(app: Application, word: str, letter: str) -> Sequence[Row]:
    return [row for row in found(app, word) if row[2] == f"Keeper {letter}"]


_WORDS = ({"word": "windmill"}, {"word": "quarry"})

EXHIBIT = Exhibit(
    "webforms",
    "a view state of ASP.NET",
    webforms,
    (
        Workflow("search", search, _WORDS, {"word": "footbridge"}, found, "/Default.aspx"),
        Workflow("sorted", search_sorted, _WORDS, {"word": "footbridge"}, first_by_keeper, "/Default.aspx"),
        Workflow(
            "kind", choose, ({"kind": "windmill"}, {"kind": "quarry"}), {"kind": "footbridge"}, of_kind, "/Kinds.aspx"
        ),
        Workflow(
            "steps",
            steps,
            ({"word": "windmill", "letter": "B"}, {"word": "quarry", "letter": "D"}),
            {"word": "footbridge", "letter": "C"},
            of_keeper,
            "/Steps.aspx",
        ),
    ),
)
