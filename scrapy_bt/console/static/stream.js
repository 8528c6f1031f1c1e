/** Events of topics: one EventSource for all pages of this browser, behind a worker that they share. */

const URL_OF_WORKER = "/static/streamworker.js";
const POLICY = window.trustedTypes?.createPolicy("bt-worker", { createScriptURL: () => URL_OF_WORKER });

/**
 * @param {string} topic `crawl:NAME`, `job:ID`, `run:ID`, `file:trees/NAME`, `healing`, … as the API describes them
 * @param {(event: any) => void} listen gets what is told of the topic, or `{lost: true}`
 * @returns {() => void} ends it
 */
export function follow(topic, listen) {
  if (typeof SharedWorker === "undefined") {
    const source = new EventSource(`/api/v1/stream?topics=${encodeURIComponent(encodeURIComponent(topic))}`);
    source.addEventListener(topic.split(":")[0], (event) => listen(JSON.parse(event.data)));
    source.addEventListener("error", () => listen({ lost: true }));
    return () => source.close();
  }
  const worker = new SharedWorker(/** @type {any} */ (POLICY ? POLICY.createScriptURL("") : URL_OF_WORKER), { type: "module", name: "bt-stream" });
  worker.port.addEventListener("message", (event) => listen(event.data));
  worker.port.start();
  worker.port.postMessage({ follow: topic });
  const leave = () => worker.port.postMessage({ leave: topic });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => { if (event.persisted) worker.port.postMessage({ follow: topic }); });
  const timer = setInterval(() => worker.port.postMessage({ alive: true }), 5000);
  return () => { clearInterval(timer); leave(); };
}
