/** Shared by all pages: holds the one connection, and hands each page what it follows. */

/** @type {Map<MessagePort, {topics: Set<string>, seen: number}>} */
const pages = new Map();
/** @type {EventSource | null} */
let source = null;
let open = "";

/** Hands an event to the pages that follow its topic. */
function tell(event) {
  const told = JSON.parse(event.data);
  for (const [port, page] of pages) {
    if (page.topics.has(told.topic)) port.postMessage(told);
  }
}

/** Opens the connection anew where the topics have changed; whoever comes later gets the whole snapshot. */
function connect() {
  const followed = [...new Set([...pages.values()].flatMap((page) => [...page.topics]))].sort();
  const topics = followed.map(encodeURIComponent).join(","); // a name may have a comma
  source?.close();
  source = null;
  open = topics;
  if (!topics) return;
  source = new EventSource(`/api/v1/stream?topics=${encodeURIComponent(topics)}`);
  for (const kind of new Set(followed.map((topic) => topic.split(":")[0]))) source.addEventListener(kind, tell);
  source.addEventListener("error", () => {
    for (const port of pages.keys()) port.postMessage({ lost: true });
    if (source?.readyState === EventSource.CLOSED) setTimeout(() => { if (open) connect(); }, 2000);
  });
}

/** Pages that were closed without a word. */
setInterval(() => {
  const late = Date.now() - 90000; // timers of pages in the background come once a minute
  let changed = false;
  for (const [port, page] of pages) {
    if (page.seen < late) changed = pages.delete(port) || changed;
  }
  if (changed) connect();
}, 10000);

self.addEventListener("connect", (event) => {
  const port = event.ports[0];
  port.addEventListener("message", ({ data }) => {
    const page = pages.get(port) ?? { topics: new Set(), seen: 0 };
    page.seen = Date.now();
    if (data.follow) {
      page.topics.add(data.follow);
      pages.set(port, page);
      connect();
    } else if (data.leave) {
      page.topics.delete(data.leave);
      if (!page.topics.size) pages.delete(port);
      connect();
    }
  });
  port.start();
});
