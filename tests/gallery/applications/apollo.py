"""Apollo from npm: queries that are known by their hashes, sent by GET, web components, and a list without an end."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

CRAFTS = ("Basketry", "Glazing", "Weaving")
COURSES = 93
_SIZE = 8
_VERSIONS = {
    "@apollo/server": "4.12.2",
    "@apollo/client": "3.13.8",
    "graphql": "16.11.0",
    "express": "4.21.2",
    "react": "18.3.1",
    "lit": "3.3.0",
    "crypto-hash": "3.1.0",
    "esbuild": "0.25.0",
}
_SERVE = """
const { ApolloServer } = require("@apollo/server"), { expressMiddleware } = require("@apollo/server/express4");
const express = require("express"), fs = require("fs");
const [port, count, script, secret, ...crafts] = process.argv.slice(1);
const courses = Array.from({ length: Number(count) }, (_, n) => ({ id: `Course:${n * 17 + 400}`,
  craft: crafts[n % 3].toUpperCase(),
  title: `${crafts[n % 3]} in room ${n}`, fee: n * 29 % 90 + 10, starts: `2025-0${n % 9 + 1}-1${n % 8}`,
  teacher: { id: `Teacher:${n % 13}`, name: `Teacher ${n % 13}`, phone: `0${n % 13 * 7919}` },
  places: Array.from({ length: n % 3 + 1 }, (_, k) => `Table ${n + k}`) }));
const typeDefs = `
  enum Craft { ${crafts.map((name) => name.toUpperCase()).join(" ")} }
  type Teacher { id: ID! name: String! phone: String! }
  type Course { id: ID! title: String! fee: Int! starts: String! craft: Craft! teacher: Teacher! places: [String!]! }
  type Edge { cursor: String! node: Course! }
  type PageInfo { endCursor: String hasNextPage: Boolean! }
  type Courses { edges: [Edge!]! pageInfo: PageInfo! totalCount: Int! }
  type Session { token: String! }
  type Query { courses(filter: CourseFilter, first: Int!, after: String): Courses! course(id: ID!): Course
    crafts: [Craft!]! }
  input CourseFilter { craft: Craft text: String maxFee: Int }
  type Mutation { signIn(name: String!, password: String!): Session }`;
const coded = (n) => Buffer.from(`offset:${n}`).toString("base64");
const known = (context) => { if (!context.known) throw new Error("not signed in"); };
const resolvers = {
  Query: {
    courses(_, { filter, first, after }, context) {
      known(context);
      const { craft, text, maxFee } = filter ?? {};
      const found = courses.filter((each) => (!craft || each.craft === craft) && (!text || each.title.includes(text))
        && (!maxFee || each.fee <= maxFee));
      const from = after ? Number(Buffer.from(after, "base64").toString().slice(7)) + 1 : 0;
      const edges = found.slice(from, from + first).map((node, n) => ({ cursor: coded(from + n), node }));
      return { edges, totalCount: found.length,
        pageInfo: { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: from + first < found.length } };
    },
    course(_, { id }, context) { known(context); return courses.find((each) => each.id === id); },
    crafts: () => crafts.map((name) => name.toUpperCase()),
  },
  Mutation: { signIn: (_, { password }) => password === secret ? {
    token: Buffer.from(`t${Date.now()}`).toString("hex") } : null },
};
const page = `<!DOCTYPE html><html><head><title>Courses</title></head><body><course-list></course-list>
<script src="/app.js"></script></body></html>`;
(async () => {
  const server = new ApolloServer({ typeDefs, resolvers });
  await server.start();
  const context = async ({ req }) => ({ known: (req.headers.authorization ?? "").startsWith("Bearer 74") });
  express().use("/graphql", express.json(), expressMiddleware(server, { context }))
    .get("/app.js", (_, reply) => reply.type("js").send(fs.readFileSync(script, "utf-8")))
    .get("/", (_, reply) => reply.type("html").send(page)).listen(Number(port), "127.0.0.1");
})();
"""
_APP = """
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from "@apollo/client/core";
import { createPersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { relayStylePagination } from "@apollo/client/utilities";
import { sha256 } from "crypto-hash";
import { LitElement, html } from "lit";
let token = null;
const signed = new ApolloLink((operation, forward) => {
  if (token) operation.setContext({ headers: { authorization: `Bearer ${token}` } });
  return forward(operation);
});
const client = new ApolloClient({
  link: ApolloLink.from([signed, createPersistedQueryLink({ sha256, useGETForHashedQueries: true }),
    new HttpLink({ uri: "/graphql" })]),
  cache: new InMemoryCache({ typePolicies: { Query: { fields: { courses: relayStylePagination(["filter"]) } } } }),
});
const SIGN_IN = gql`mutation SignIn($name: String!, $password: String!) { signIn(name: $name, password: $password) {
  token } }`;
const CRAFTS = gql`query Crafts { crafts }`;
const COURSES = gql`query Courses($filter: CourseFilter, $first: Int!, $after: String) {
  courses(filter: $filter, first: $first, after: $after) { totalCount edges { cursor node { id title fee starts
    teacher { id name } } } pageInfo { endCursor hasNextPage } } }`;
const COURSE = gql`query Course($id: ID!) { course(id: $id) { id title craft places teacher { id name phone } } }`;
class CourseList extends LitElement {
  static properties = { known: {}, crafts: {}, data: {}, course: {} };
  async signIn(event) {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(event.target));
    const { data } = await client.mutate({ mutation: SIGN_IN, variables: { name, password } });
    token = data.signIn.token;
    this.crafts = (await client.query({ query: CRAFTS })).data.crafts;
    this.filter = {};
    this.show();
  }
  show() {
    this.watched?.unsubscribe();
    this.query = client.watchQuery({ query: COURSES, variables: { filter: this.filter, first: SIZE } });
    this.watched = this.query.subscribe(({ data }) => { this.data = data?.courses ?? this.data; });
  }
  more() { this.query.fetchMore({ variables: { after: this.data.pageInfo.endCursor } }); }
  choose(event) { this.filter = { craft: event.target.value }; this.show(); }
  search(event) { event.preventDefault(); this.filter = { text: event.target.text.value }; this.show(); }
  async open(id) { this.course = (await client.query({ query: COURSE, variables: { id } })).data.course; }
  render() {
    if (!this.crafts) return html`<form
      @submit=${this.signIn}><input name="name"><input name="password" type="password">
      <button>Sign in</button></form>`;
    return html`<select @change=${this.choose}><option></option>${this.crafts.map((each) =>
      html`<option>${each}</option>`)}</select>
      <form @submit=${this.search}><input name="text"><button>Search</button></form>
      <p class="total">${this.data?.totalCount} courses</p>
      ${this.data?.edges.map(({ node }) => html`<div class="course"><h3 @click=${() =>
        this.open(node.id)}>${node.title}</h3>
        <span>${node.fee} EUR</span> <span>${node.starts}</span> <i>${node.teacher.name}</i></div>`)}
      ${this.data?.pageInfo.hasNextPage ? html`<button class="more" @click=${this.more}>More</button>` : ""}
      ${this.course && html`<aside><h2>${this.course.title}</h2><p>${this.course.teacher.name},
        ${this.course.teacher.phone}</p>
        <ul>${this.course.places.map((each) => html`<li>${each}</li>`)}</ul></aside>`}`;
  }
}
customElements.define("course-list", CourseList);
"""


@contextlib.contextmanager
def apollo(folder: Path) -> Iterator[Application]:
    """Courses of three crafts, for those who have signed in."""
    programs = installed_from_npm("apollo", **_VERSIONS)
    (folder / "app.js").write_text(_APP.replace("SIZE", str(_SIZE)))
    build = [programs / "esbuild", "app.js", "--bundle", "--minify", "--outfile=bundle.js"]
    modules = {"NODE_PATH": str(programs.parent)}
    subprocess.run(build, check=True, capture_output=True, cwd=folder, env=modules)
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(COURSES), "bundle.js", secret, *CRAFTS]
    with served(serve, url, folder, modules):
        yield Application(url, "potter", secret, folder)


async def of_craft(page: Page, app: Application, craft: str) -> None:
    await _sign_in(page, app)
    await page.select_option("select", craft)
    await _all(page)


async def teachers(page: Page, app: Application, text: str) -> None:
    await _sign_in(page, app)
    await page.fill("input[name=text]", text)
    await page.click("text=Search")
    await page.locator(f".total:text-is('{len(_with(text))} courses')").wait_for()
    for place in (0, 3):
        await _open(page, place)
    await _more(page, _SIZE)
    await _open(page, _SIZE + 1)


async def _sign_in(page: Page, app: Application) -> None:
    await page.fill("input[name=name]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("text=Sign in")
    await page.locator(f".total:text-is('{COURSES} courses')").wait_for()


async def _all(page: Page) -> None:
    await page.locator(f".total:text-is('{COURSES // 3} courses')").wait_for()
    for number in range(_SIZE, COURSES // 3, _SIZE):
        await _more(page, number)


async def _more(page: Page, number: int) -> None:
    await page.click(".more")
    await page.locator(f".course >> nth={number}").wait_for()


async def _open(page: Page, place: int) -> None:
    entry = page.locator(f".course h3 >> nth={place}")
    title = await entry.text_content()
    await entry.click()
    await page.locator(f"aside h2:text-is('{title}')").wait_for()


def _with(text: str) -> Sequence[int]:
    return [n for n in range(COURSES) if text in title(n)]


def title(number: int) -> str:
    return f"{CRAFTS[number % 3]} in room {number}"


def listed(_: Application, craft: str) -> Sequence[Row]:
    return [
        (title(n), str(n * 29 % 90 + 10), f"2025-0{n % 9 + 1}-1{n % 8}", f"Teacher {n % 13}")
        for n in range(COURSES)
        if CRAFTS[n % 3].upper() == craft
    ]


def told(_: Application, text: str) -> Sequence[Row]:
    return [(title(n), f"Teacher {n % 13}", f"0{n % 13 * 7919}") for n in _with(text)]


EXHIBIT = Exhibit(
    "apollo",
    "GraphQL by hashes of queries",
    apollo,
    (
        Workflow("craft", of_craft, ({"craft": "BASKETRY"}, {"craft": "WEAVING"}), {"craft": "GLAZING"}, listed),
        Workflow("teachers", teachers, ({"text": "room 2"}, {"text": "room 5"}), {"text": "room 4"}, told),
    ),
)
