// The service worker of the recorder: its page opens without a network, from what was last seen of it.
//
// Only what a table needs is kept: the built files, which never change under one name, and the pages of battles that
// are being recorded with the last position each of them loaded. Declarations are not its business: they wait in the
// page's own database (record/outbox.ts).

const FILES = "files";
const TABLES = "tables-1";
const PATIENCE = 4_000;
const BUILT = /^\/static\/assets\//;
const TABLE = /^\/games\/[0-9a-f-]{36}\/record\/(now\/)?$/;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
const worker = self as unknown as Worker;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== FILES && name !== TABLES) await caches.delete(name);
      await worker.clients.claim();
    })(),
  ),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (BUILT.test(url.pathname)) event.respondWith(known(request));
  else if (TABLE.test(url.pathname)) event.respondWith(newest(request, event));
});

/** A built file: its name has the hash of its content. */
async function known(request: Request): Promise<Response> {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone());
  return answer;
}

/** The page or the position of a table: from the server, or as it was last seen if that cannot be reached in time. */
async function newest(request: Request, event: Extendable): Promise<Response> {
  const tables = await caches.open(TABLES);
  const asked = fetch(request).then(async (answer) => {
    // A redirect leads elsewhere: to log in, or to the table before the battle. A reader who may not see it keeps nothing of it.
    if (answer.ok && !answer.redirected) await tables.put(request.url, answer.clone());
    else if (answer.status < 500) await tables.delete(request.url);
    return answer;
  });
  event.waitUntil(asked.catch(() => undefined));
  const kept = await tables.match(request.url);
  if (!kept) return asked;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([asked, late]).catch(() => kept);
}
