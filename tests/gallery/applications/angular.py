"""Angular with its Material components from npm over Express: a job board as JHipster's API has it.

A list is an array, and how many there are stands in a header; the page, its order and its words stay in the address.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

TRADES = ("baker", "joiner", "welder")
CITIES = ("Aarhus", "Bergen", "Turku")
JOBS = 171
_VERSIONS = dict.fromkeys((f"@angular/{name}" for name in ("core", "common", "compiler", "forms", "router")), "20.3.4")
_VERSIONS |= {"@angular/platform-browser": "20.3.4", "@angular/material": "20.2.14", "@angular/cdk": "20.2.14"}
_VERSIONS |= {"zone.js": "0.15.1", "rxjs": "7.8.2", "esbuild": "0.25.0", "express": "4.22.3"}
_SERVE = """
const express = require("express"), crypto = require("crypto"), fs = require("fs");
const [port, count, login, secret, trades, cities] = process.argv.slice(1);
const kinds = JSON.parse(trades), towns = JSON.parse(cities), tokens = new Set();
const jobs = Array.from({ length: Number(count) }, (_, n) => ({ id: 1500 + n, title: `${["Junior", "Senior"][n % 2]} ${
  kinds[n % 3]} (${200 + n})`, city: towns[Math.floor(n / 3) % 3], salary: 21000 + n * 371 % 30000,
  posted: `2025-0${1 + n % 9}-${10 + n % 18}T09:00:00Z`, isRemote: n % 5 === 0,
  employer: { id: n % 13, name: `Company ${n % 13}`, logo: null }, skills: ["driving", "first aid"].slice(0, n % 3) }));
const app = express().use(express.json());
app.use("/api", (request, reply, next) => {
  if (request.path === "/authenticate" || tokens.has((request.get("Authorization") || "").replace("Bearer ", ""))) {
    return next();
  }
  reply.status(401).json({ type: "https://www.jhipster.tech/problem/problem-with-message", title: "Unauthorized",
    status: 401, path: request.originalUrl, message: "error.http.401" });
});
app.post("/api/authenticate", ({ body }, reply) => {
  if (body.username !== login || body.password !== secret) return reply.status(401).json({ title: "Unauthorized" });
  const token = `eyJhbGciOiJIUzUxMiJ9.${crypto.randomBytes(40).toString("base64url")}`;
  tokens.add(token);
  reply.json({ id_token: token });
});
app.get("/api/account", (_, reply) => reply.json({ login, authorities: ["ROLE_USER"], langKey: "en" }));
app.get("/api/cities", (_, reply) => reply.json(towns));
app.get("/api/jobs", ({ query }, reply) => {
  const at = Number(query.page || 0), size = Number(query.size || 20), found = jobs.filter((job) =>
    job.title.includes(query["title.contains"] || "") && (!query["city.equals"] || job.city === query["city.equals"]));
  const [by, way] = (query.sort || "id,asc").split(",");
  found.sort((one, other) => (one[by] > other[by] ? 1 : -1) * (way === "desc" ? -1 : 1));
  reply.set("X-Total-Count", String(found.length)).json(found.slice(at * size, (at + 1) * size)
    .map(({ skills, employer, ...job }) => ({ ...job, employer: { id: employer.id, name: employer.name } })));
});
app.get("/api/jobs/:id", ({ params }, reply) => {
  const job = jobs.find(({ id }) => String(id) === params.id), n = job.id - 1500;
  reply.json({ ...job, description: `<p>Wanted by <b>${job.employer.name}</b> from week ${n % 52 + 1}.</p>`,
    contact: { name: `Person ${n * 7 % 61}`, email: `person${n * 7 % 61}@company${n % 13}.test` } });
});
app.use(express.static("shown"));
app.get("*", (_, reply) => reply.sendFile(`${process.cwd()}/shown/index.html`));
app.listen(Number(port), "127.0.0.1");
"""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Jobs</title><base href="/">
<link rel="stylesheet" href="styles.css"></head><body><job-root></job-root><script src="app.js"></script></body></html>
"""
_APP = """
import "@angular/compiler";
import "zone.js";
import { Component, inject } from "@angular/core";
import { DatePipe, CurrencyPipe } from "@angular/common";
import { HttpClient, HttpParams, provideHttpClient, withInterceptors } from "@angular/common/http";
import { FormsModule } from "@angular/forms";
import { MatButtonModule } from "@angular/material/button";
import { MatCardModule } from "@angular/material/card";
import { MatFormFieldModule } from "@angular/material/form-field";
import { MatInputModule } from "@angular/material/input";
import { MatPaginatorModule } from "@angular/material/paginator";
import { MatSelectModule } from "@angular/material/select";
import { MatSortModule } from "@angular/material/sort";
import { MatTableModule } from "@angular/material/table";
import { bootstrapApplication } from "@angular/platform-browser";
import { ActivatedRoute, provideRouter, Router, RouterLink, RouterOutlet } from "@angular/router";

const token = () => sessionStorage.getItem("jhi-authenticationToken");

@Component({ selector: "job-login", imports: [FormsModule, MatButtonModule, MatCardModule, MatFormFieldModule,
  MatInputModule], template: `<mat-card><mat-card-title>Sign in</mat-card-title><form (ngSubmit)="login()">
  <mat-form-field><mat-label>Login</mat-label><input matInput name="username" [(ngModel)]="username"></mat-form-field>
  <mat-form-field><mat-label>Password</mat-label>
    <input matInput type="password" name="password" [(ngModel)]="password"></mat-form-field>
  <button mat-flat-button type="submit">Sign in</button></form></mat-card>` })
class Login {
  http = inject(HttpClient);
  router = inject(Router);
  username = "";
  password = "";
  login() {
    this.http.post<any>("api/authenticate", { username: this.username, password: this.password, rememberMe: false })
      .subscribe(({ id_token }) => {
        sessionStorage.setItem("jhi-authenticationToken", id_token);
        this.router.navigateByUrl("/jobs");
      });
  }
}

@Component({ selector: "job-list", imports: [CurrencyPipe, DatePipe, FormsModule, MatButtonModule, MatFormFieldModule,
  MatInputModule, MatPaginatorModule, MatSelectModule, MatSortModule, MatTableModule, RouterLink],
  template: `<h1>Jobs</h1><form (ngSubmit)="go({ page: 1, title: title || null, city: city || null })">
  <mat-form-field><mat-label>Title</mat-label><input matInput name="title" [(ngModel)]="title"></mat-form-field>
  <mat-form-field><mat-label>City</mat-label><mat-select name="city" [(ngModel)]="city"><mat-option>Any</mat-option>
    @for (each of cities; track each) { <mat-option [value]="each">{{ each }}</mat-option> }</mat-select>
  </mat-form-field><button mat-flat-button type="submit">Search</button></form>
  <table mat-table [dataSource]="jobs" matSort [matSortActive]="by" [matSortDirection]="way"
    (matSortChange)="go({ page: 1, sort: $event.direction ? $event.active + ',' + $event.direction : null })">
    <ng-container matColumnDef="title"><th mat-header-cell *matHeaderCellDef mat-sort-header>Title</th>
      <td mat-cell *matCellDef="let job"><a [routerLink]="['/jobs', job.id, 'view']">{{ job.title }}</a></td>
    </ng-container>
    <ng-container matColumnDef="city"><th mat-header-cell *matHeaderCellDef>City</th>
      <td mat-cell *matCellDef="let job">{{ job.city }}</td></ng-container>
    <ng-container matColumnDef="salary"><th mat-header-cell *matHeaderCellDef mat-sort-header>Salary</th>
      <td mat-cell *matCellDef="let job">{{ job.salary | currency:"EUR":"symbol":"1.0-0" }}</td></ng-container>
    <ng-container matColumnDef="employer"><th mat-header-cell *matHeaderCellDef>Employer</th>
      <td mat-cell *matCellDef="let job">{{ job.employer.name }}</td></ng-container>
    <ng-container matColumnDef="posted"><th mat-header-cell *matHeaderCellDef mat-sort-header>Posted</th>
      <td mat-cell *matCellDef="let job">{{ job.posted | date:"mediumDate" }}</td></ng-container>
    <tr mat-header-row *matHeaderRowDef="shown"></tr><tr mat-row *matRowDef="let job; columns: shown"></tr></table>
  <mat-paginator [length]="total" [pageSize]="10" [pageIndex]="page" [pageSizeOptions]="[10, 25, 50]"
    (page)="go({ page: $event.pageIndex + 1 })"></mat-paginator>` })
class Jobs {
  http = inject(HttpClient);
  router = inject(Router);
  route = inject(ActivatedRoute);
  shown = ["title", "city", "salary", "employer", "posted"];
  jobs: any[] = [];
  cities: string[] = [];
  title = "";
  city = "";
  by = "";
  way: any = "";
  total = 0;
  page = 0;
  constructor() {
    this.http.get<string[]>("api/cities").subscribe((cities) => { this.cities = cities; });
    this.route.queryParamMap.subscribe((given) => {
      this.title = given.get("title") || "";
      this.city = given.get("city") || "";
      this.page = Number(given.get("page") || 1) - 1;
      [this.by, this.way] = (given.get("sort") || ",").split(",");
      let params = new HttpParams().set("page", this.page).set("size", 10).set("sort", given.get("sort") || "id,asc");
      if (this.title) params = params.set("title.contains", this.title);
      if (this.city) params = params.set("city.equals", this.city);
      this.http.get<any[]>("api/jobs", { params, observe: "response" }).subscribe((answer) => {
        this.total = Number(answer.headers.get("X-Total-Count"));
        this.jobs = answer.body || [];
      });
    });
  }
  go(queryParams: any) {
    this.router.navigate(["/jobs"], { queryParams, queryParamsHandling: "merge" });
  }
}

@Component({ selector: "job-one", imports: [CurrencyPipe, RouterLink], template: `@if (job) {<h1>{{ job.title }}</h1>
  <dl><dt>City</dt><dd>{{ job.city }}</dd><dt>Salary</dt><dd>{{ job.salary | currency:"EUR":"symbol":"1.0-0" }}</dd>
  <dt>Employer</dt><dd>{{ job.employer.name }}</dd><dt>Contact</dt><dd class="contact">{{ job.contact.name }},
  <a href="mailto:{{ job.contact.email }}">{{ job.contact.email }}</a></dd></dl><div [innerHTML]="job.description">
  </div>}<a routerLink="/jobs">Back</a>` })
class OneJob {
  job: any = null;
  constructor() {
    const id = inject(ActivatedRoute).snapshot.paramMap.get("id");
    inject(HttpClient).get(`api/jobs/${id}`).subscribe((job) => { this.job = job; });
  }
}

@Component({ selector: "job-root", imports: [RouterOutlet], template: `<header>Job board</header><router-outlet />` })
class Root {
  constructor() {
    if (token()) inject(HttpClient).get("api/account").subscribe();
  }
}

const withToken = (request: any, next: any) =>
  next(token() ? request.clone({ setHeaders: { Authorization: `Bearer ${token()}` } }) : request);
const isIn = () => token() ? true : inject(Router).parseUrl("/login");
bootstrapApplication(Root, { providers: [provideHttpClient(withInterceptors([withToken])), provideRouter([
  { path: "login", component: Login }, { path: "jobs", component: Jobs, canActivate: [isIn] },
  { path: "jobs/:id/view", component: OneJob, canActivate: [isIn] }, { path: "**", redirectTo: "jobs" }])] });
"""


@contextlib.contextmanager
def angular(folder: Path) -> Iterator[Application]:
    """Jobs of three trades in three cities, for those who are logged in."""
    programs = installed_from_npm("angular", **_VERSIONS)
    shown = folder / "shown"
    shown.mkdir()
    (shown / "index.html").write_text(_PAGE)
    (shown / "styles.css").symlink_to(programs.parent / "@angular/material/prebuilt-themes/azure-blue.css")
    (folder / "app.ts").write_text(_APP)
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": {"experimentalDecorators": True}}))
    build = [programs / "esbuild", "app.ts", "--bundle", "--minify", "--keep-names", f"--outfile={shown}/app.js"]
    modules = {"NODE_PATH": str(programs.parent)}
    subprocess.run(build, check=True, capture_output=True, cwd=folder, env={**os.environ, **modules})
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "seeker", "quiet & please"
    told = [url.rpartition(":")[2], str(JOBS), user, secret, json.dumps(TRADES), json.dumps(CITIES)]
    with served(["node", "-e", _SERVE, *told], url, folder, modules):
        yield Application(url, user, secret, folder)


async def search(page: Page, app: Application, trade: str) -> None:
    await _search(page, app, trade)
    await _turn(page)


async def best_paid(page: Page, app: Application, city: str) -> None:
    await _log_in(page, app)
    await page.click("mat-select[name=city]")
    await page.click(f"mat-option:has-text('{city}')")
    await _ask(page, "button:has-text('Search')")
    await _ask(page, "th:has-text('Salary')")
    await _ask(page, "th:has-text('Salary')")
    await _turn(page)


async def details(page: Page, app: Application, trade: str) -> None:
    await _search(page, app, trade)
    for place in (1, 4):
        await page.click(f"td a >> nth={place}")
        await page.locator("dd.contact").wait_for()
        await page.wait_for_load_state("networkidle")
        await page.go_back()
        await page.locator("td a >> nth=5").wait_for()
        await page.wait_for_load_state("networkidle")
    await _ask(page, "button[aria-label='Next page']")
    await page.click("td a >> nth=2")
    await page.locator("dd.contact").wait_for()


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button[type=submit]")
    await page.locator("td a >> nth=5").wait_for()
    await page.wait_for_load_state("networkidle")


async def _search(page: Page, app: Application, trade: str) -> None:
    await _log_in(page, app)
    await page.fill("input[name=title]", trade)
    await _ask(page, "button:has-text('Search')")


async def _turn(page: Page) -> None:
    while await page.locator("button[aria-label='Next page']:not([aria-disabled=true]):not([disabled])").count():
        await _ask(page, "button[aria-label='Next page']")


async def _ask(page: Page, selector: str) -> None:
    async with page.expect_response("**/api/jobs?*"):
        await page.click(selector)
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


def title(number: int) -> str:
    return f"{('Junior', 'Senior')[number % 2]} {TRADES[number % 3]} ({200 + number})"


def salary(number: int) -> int:
    return 21000 + number * 371 % 30000


def found(_: Application, trade: str) -> Sequence[Row]:
    own = [n for n in range(JOBS) if TRADES[n % 3] == trade]
    return [(title(n), CITIES[n // 3 % 3], str(salary(n)), f"Company {n % 13}") for n in own]


def in_city(_: Application, city: str) -> Sequence[Row]:
    own = [n for n in range(JOBS) if CITIES[n // 3 % 3] == city]
    return [(title(n), city, str(salary(n)), f"Company {n % 13}") for n in own]


def told_of(_: Application, trade: str) -> Sequence[Row]:
    own = [n for n in range(JOBS) if TRADES[n % 3] == trade]
    return [
        (
            title(n),
            CITIES[n // 3 % 3],
            str(salary(n)),
            f"Person {n * 7 % 61}",
            f"person{n * 7 % 61}@company{n % 13}.test",
        )
        for n in own
    ]


EXHIBIT = Exhibit(
    "angular",
    "a job board in Angular",
    angular,
    (
        Workflow("search", search, ({"trade": "baker"}, {"trade": "welder"}), {"trade": "joiner"}, found, "/jobs"),
        Workflow("paid", best_paid, ({"city": "Aarhus"}, {"city": "Turku"}), {"city": "Bergen"}, in_city, "/jobs"),
        Workflow("details", details, ({"trade": "welder"}, {"trade": "joiner"}), {"trade": "baker"}, told_of, "/jobs"),
    ),
)
