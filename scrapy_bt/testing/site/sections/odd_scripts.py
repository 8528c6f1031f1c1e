"""The pages of the odd section that are alive: their HTML with its scripts."""

from __future__ import annotations

HALL = """<h1>Hall</h1>
<ul id="rows"></ul>
<script>
const given = new URLSearchParams(location.search || location.hash.slice(1));
fetch("/odd/guests", {headers: {"X-Pass": given.get("pass")}})
  .then((response) => response.json())
  .then((answer) => {
    document.getElementById("rows").innerHTML = answer.rows.map((row) => `<li>${row.action}</li>`).join("");
  });
</script>"""

DESK = """<h1>Desk</h1>
<div id="desk" data-key="{key}" data-stamp="{stamp}"></div>
<label>Words <input id="words" name="words"></label>
<button id="find">Find</button>
<ul id="rows"></ul>
<script>
const seal = "{seal}";
document.cookie = "seal=" + seal + "; path=/odd/";
document.getElementById("find").onclick = () => {{
  const desk = document.getElementById("desk").dataset;
  const payload = {{auth: {{key: desk.key, kind: "desk"}}, words: document.getElementById("words").value}};
  fetch("/odd/find", {{
    method: "POST",
    headers: {{"Content-Type": "application/json"}},
    body: JSON.stringify({{payload: JSON.stringify(payload), stamp: btoa(encodeURIComponent(desk.stamp)), version: 3}}),
  }})
    .then((response) => response.json())
    .then((answer) => {{
      document.getElementById("rows").innerHTML = answer.rows.map((row) => `<li>${{row.action}}</li>`).join("");
    }});
}};
</script>"""

GRAPH = """<h1>Graph</h1>
<label>Place <input id="place" name="place"></label>
<button id="ask">Ask</button> <button id="more" disabled>More</button>
<ul id="rows"></ul>
<script>
let token = "", after = null;
const query = "query Events($place: String!, $after: String) { events(place: $place, after: $after) "
  + "{ nodes { id action place } pageInfo { endCursor } } }";
function send(body) {
  return fetch("/odd/graphql", {
    method: "POST",
    headers: {"Content-Type": "application/json", ...(token ? {Authorization: "Bearer " + token} : {})},
    body: JSON.stringify(body),
  });
}
async function ask() {
  const variables = {place: document.getElementById("place").value, after};
  const wanted = {operationName: "Events", query, variables};
  let response = await send(wanted);
  if (response.status === 401) {
    const begun = await send({operationName: "Begin", query: "mutation Begin { begin { token } }", variables: {}});
    token = (await begun.json()).data.begin.token;
    response = await send(wanted);
  }
  const events = (await response.json()).data.events;
  after = events.pageInfo.endCursor;
  document.getElementById("more").disabled = !after;
  document.getElementById("rows").innerHTML += events.nodes.map((row) => `<li>${row.action}</li>`).join("");
}
document.getElementById("ask").onclick = () => { after = null; ask(); };
document.getElementById("more").onclick = ask;
</script>"""

OFFICE = """<h1>Office</h1>
<button id="load" disabled>Load</button>
<ul id="rows"></ul>
<script>
const known = {};
const socket = new WebSocket(`ws://${location.host}/odd/socket`);
socket.onmessage = (message) => { document.title = message.data; };
const wanted = ["/odd/region.json", "/odd/shift.json"];
if (Math.random() < 0.5) wanted.reverse();
Promise.all(wanted.map((address) => fetch(address).then((response) => response.json())))
  .then((answers) => {
    Object.assign(known, ...answers);
    document.getElementById("load").disabled = false;
  });
document.getElementById("load").onclick = () => {
  fetch(`/odd/rows.json?region=${known.region.id}&shift=${known.shift}&theme=light`)
    .then((response) => response.json())
    .then((answer) => {
      document.getElementById("rows").innerHTML = answer.rows.map((row) => `<li>${row.action}</li>`).join("");
    });
};
</script>"""
