import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Declaration, Queue } from "./outbox";
import { NothingToDecide, Outbox } from "./outbox";
import type { Ways } from "./sender";
import { Sender } from "./sender";

const GAME = "g1";
const say = (what: number): Declaration => ({ by: "red", action: { what } });
type Cut = "before" | "after" | "hang-before" | "hang-after" | "500" | "portal" | "429";

/** The part of the API that matters here: expected numbers, keys, and answers that get lost. */
class Server {
  events: { what: number; key: string }[] = [];
  /** What goes wrong with the next requests, in order. */
  cuts: (Cut | undefined)[] = [];
  refuse: number | undefined;
  asked: string[] = [];
  busy = 0;
  most = 0;

  readonly fetch = (async (url: string, wanted: RequestInit): Promise<Response> => {
    if (wanted.method !== "POST") return this.json(200, { events: this.events.slice(Number(url.split("after=")[1])) });
    this.busy += 1;
    this.most = Math.max(this.most, this.busy);
    try {
      const cut = this.cuts.shift();
      await new Promise((done) => setTimeout(done));
      this.asked.push((wanted.headers as Record<string, string>)["Idempotency-Key"]!);
      if (cut === "before") throw new TypeError("lost");
      if (cut === "hang-before") return await this.never(wanted);
      if (cut === "500") return this.json(500, {});
      if (cut === "429") return this.json(429, {});
      if (cut === "portal") return new Response("<h1>Please log in</h1>", { status: 200 });
      const answer = this.decide(wanted);
      if (cut === "after") throw new TypeError("lost");
      return cut === "hang-after" ? await this.never(wanted) : answer;
    } finally {
      this.busy -= 1;
    }
  }) as typeof fetch;

  get told(): number[] {
    return this.events.map((event) => event.what);
  }

  private decide(wanted: RequestInit): Response {
    const key = (wanted.headers as Record<string, string>)["Idempotency-Key"]!;
    const { expected, action } = JSON.parse(String(wanted.body));
    const known = this.events.findIndex((event) => event.key === key);
    if (known >= 0 && this.events[known]!.what !== action.what) return this.json(409, { type: "urn:gamelog:key-reused" });
    if (known >= 0) return this.json(200, { event: { number: known + 1 }, hash: "h" });
    const actual = this.events.length;
    if (expected !== actual) return this.json(409, { type: "urn:gamelog:stale-game", expected, actual });
    if (action.what === this.refuse) return this.json(422, { type: "urn:gamelog:illegal-action", detail: "too far" });
    this.events.push({ what: action.what, key });
    return this.json(201, { event: { number: actual + 1 }, hash: "h" });
  }

  private json(status: number, body: unknown): Response {
    return new Response(JSON.stringify(body), { status });
  }

  private never(wanted: RequestInit): Promise<Response> {
    return new Promise((_, reject) => {
      if (wanted.signal?.aborted) reject(new DOMException("cut", "AbortError"));
      wanted.signal?.addEventListener("abort", () => reject(new DOMException("cut", "AbortError")));
    });
  }
}

/** The browser's locks, as far as they are used: one holder, the others in line. */
function locksOfABrowser(): NonNullable<Ways["locks"]> {
  let line: Promise<unknown> = Promise.resolve();
  const request = (_: string, { signal }: LockOptions, work: () => Promise<unknown>): Promise<unknown> => {
    const turn = line.then(() => (signal?.aborted ? Promise.reject(new Error("AbortError")) : work()));
    line = turn.catch(() => undefined);
    return turn;
  };
  return { request } as unknown as NonNullable<Ways["locks"]>;
}

let server: Server;
let name: string;
let count = 0;
let open: (Outbox | Sender)[];

beforeEach(() => {
  server = new Server();
  name = `outbox-${++count}`;
  open = [];
});

afterEach(() => {
  for (const each of open) each instanceof Sender ? each.stop() : each.close();
});

function box(): Outbox {
  const made = new Outbox(name);
  open.push(made);
  return made;
}

function sender(from: Outbox, ways: Ways = {}): Sender {
  const quick = { fetch: server.fetch, firstPause: 2, longestPause: 8, patience: 15, locks: null };
  const made = new Sender(from, GAME, { ...quick, ...ways });
  open.push(made);
  made.start();
  return made;
}

const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 4_000, interval: 2 });
const emptied = (from: Outbox): Promise<unknown> =>
  until(async () => expect((await from.state(GAME)).waiting).toBe(0));
const stopped = async (from: Outbox): Promise<NonNullable<Queue["stop"]>> => {
  await until(async () => expect((await from.state(GAME)).stop).toBeDefined());
  return (await from.state(GAME)).stop!;
};

describe("the outbox", () => {
  it("keeps what was enqueued when the tab is closed at once, in order, each with a key of its own", async () => {
    const first = box();
    await first.enqueue(GAME, say(1), 7);
    await first.enqueue(GAME, say(2), 7);
    first.close();
    const again = await box().waiting(GAME);
    expect(again.map((entry) => [entry.declaration, entry.expected])).toEqual([[say(1), 7], [say(2), 8]]);
    expect(new Set(again.map((entry) => entry.key)).size).toBe(2);
  });

  it("counts on from its own stored declaration, though the page has not heard of it", async () => {
    const mine = box();
    const sent = await mine.enqueue(GAME, say(1), 4);
    await mine.stored(sent, 5);
    expect((await mine.enqueue(GAME, say(2), 4)).expected).toBe(5);
  });

  it("keeps what is begun in a game until it is accepted or given up, game by game", async () => {
    const mine = box();
    for (const game of [GAME, "g2"]) await mine.keep({ game, number: 4, begun: { dice: [1] } });
    await mine.keep({ game: GAME, number: 4, begun: { dice: [1, 6] } });
    mine.close();
    const again = box();
    expect(await again.draft(GAME)).toEqual({ game: GAME, number: 4, begun: { dice: [1, 6] } });
    await again.enqueue(GAME, say(1), 4);
    expect([await again.draft(GAME), (await again.draft("g2"))?.begun]).toEqual([undefined, { dice: [1] }]);
    await again.giveUp("g2");
    expect(await again.draft("g2")).toBeUndefined();
  });

  it("opens what an older page has left in the browser", async () => {
    await new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("entries", { keyPath: "place", autoIncrement: true }).createIndex("game", "game");
        request.result.createObjectStore("games", { keyPath: "game" });
        request.transaction!.objectStore("entries").add({ key: "k", game: GAME, expected: 4, declaration: say(1) });
      };
      request.onsuccess = () => resolve(request.result.close());
      request.onerror = () => reject(request.error);
    });
    expect(await box().waiting(GAME)).toMatchObject([{ key: "k", expected: 4, declaration: say(1) }]);
    expect(await box().draft(GAME)).toBeUndefined();
  });

  it("ignores a late refusal of what was decided about since", async () => {
    const mine = box();
    const sent = await mine.enqueue(GAME, say(1), 0);
    const stop = { kind: "refused" as const, key: sent.key, status: 422, problem: {} };
    await mine.stopped(sent, stop);
    await mine.replace(GAME, sent.key, say(2));
    await mine.stopped(sent, stop);
    expect((await mine.state(GAME)).stop).toBeUndefined();
    await expect(mine.retry(GAME, sent.key)).rejects.toThrow(NothingToDecide);
  });

  it("tells every tab what waits", async () => {
    const [one, two] = [box(), box()];
    const seen: number[] = [];
    two.observe(GAME, (state) => seen.push(state.waiting));
    await until(() => expect(seen).toEqual([0]));
    await one.enqueue(GAME, say(1), 0);
    await until(() => expect(seen.at(-1)).toBe(1));
  });
});

describe("the sender", () => {
  it.each<Cut>(["before", "after", "hang-before", "hang-after", "500", "portal", "429"])(
    "repeats a declaration with the same key after a cut: %s",
    async (cut) => {
      server.cuts = [cut];
      const mine = box();
      await mine.enqueue(GAME, say(1), 0);
      await mine.enqueue(GAME, say(2), 0);
      sender(mine);
      await emptied(mine);
      expect(server.told).toEqual([1, 2]);
      expect(server.asked.length).toBe(3);
      expect(server.asked[0]).toBe(server.asked[1]);
    },
  );

  it("says since when it is offline, and goes on at once when the network is back", async () => {
    server.cuts = ["before"];
    const mine = box();
    await mine.enqueue(GAME, say(1), 0);
    sender(mine, { firstPause: 1_000_000 });
    await until(async () => expect(await mine.state(GAME)).toMatchObject({ waiting: 1, lastError: "lost" }));
    expect((await mine.state(GAME)).offlineSince).toBeGreaterThan(0);
    // What is added during the pause waits with it.
    await mine.enqueue(GAME, say(2), 0);
    expect(server.asked.length).toBe(1);
    window.dispatchEvent(new Event("online"));
    await emptied(mine);
    expect(await mine.state(GAME)).toEqual({ waiting: 0 });
    expect(server.told).toEqual([1, 2]);
  });

  it("goes on at once when the page is looked at again", async () => {
    server.cuts = ["before"];
    const mine = box();
    await mine.enqueue(GAME, say(1), 0);
    sender(mine, { firstPause: 1_000_000 });
    await until(async () => expect((await mine.state(GAME)).offlineSince).toBeDefined());
    document.dispatchEvent(new Event("visibilitychange"));
    await emptied(mine);
  });

  it("stops at a clash with what the server has, and sends again once its player has seen that", async () => {
    server.events = [{ what: 90, key: "theirs" }];
    const mine = box();
    await mine.enqueue(GAME, say(1), 0);
    await mine.enqueue(GAME, say(2), 0);
    sender(mine);
    const stop = await stopped(mine);
    expect(stop).toMatchObject({ kind: "clash", actual: 1, events: [{ what: 90 }] });
    expect((await mine.state(GAME)).waiting).toBe(2);
    await mine.retry(GAME, stop.key, 1);
    await emptied(mine);
    expect(server.told).toEqual([90, 1, 2]);
  });

  it("asks about the next one, too, if the first of a clash is dropped", async () => {
    server.events = [{ what: 90, key: "theirs" }];
    const mine = box();
    await mine.enqueue(GAME, say(1), 0);
    const second = await mine.enqueue(GAME, say(2), 0);
    sender(mine);
    await mine.discard(GAME, (await stopped(mine)).key);
    expect(await stopped(mine)).toMatchObject({ kind: "clash", key: second.key });
    expect(server.told).toEqual([90]);
  });

  it("and what followed from a dropped declaration is dropped with it; what was declared by itself moves up", async () => {
    const mine = new Outbox("together");
    await mine.enqueueAll(GAME, [say(1), say(2)], 0);
    await mine.enqueue(GAME, say(3), 2);
    const [first] = await mine.waiting(GAME);
    await mine.stopped(first!, { key: first!.key, status: 409, problem: {}, kind: "clash", actual: 4 });
    await mine.discard(GAME, first!.key);
    expect((await mine.waiting(GAME)).map(({ declaration, expected }) => [declaration.action, expected])).toEqual([[{ what: 3 }, 0]]);
    mine.close();
  });

  it("stops at a refusal; the rest waits until it is dropped or replaced", async () => {
    server.refuse = 1;
    const mine = box();
    for (const what of [1, 1, 3]) await mine.enqueue(GAME, say(what), 0);
    sender(mine);
    const stop = await stopped(mine);
    expect(stop).toMatchObject({ kind: "refused", status: 422, problem: { detail: "too far" } });
    expect(server.asked.length).toBe(1);
    await mine.discard(GAME, stop.key);
    const next = await stopped(mine);
    expect(next.key).not.toBe(stop.key);
    await mine.replace(GAME, next.key, say(2));
    await emptied(mine);
    expect(server.told).toEqual([2, 3]);
  });

  it("does not ask again after a reopening: the stop is kept", async () => {
    server.refuse = 1;
    const mine = box();
    await mine.enqueue(GAME, say(1), 0);
    const first = sender(mine);
    await stopped(mine);
    first.stop();
    mine.close();
    const later = box();
    sender(later);
    await later.enqueue(GAME, say(2), 0);
    expect((await stopped(later)).kind).toBe("refused");
    expect(server.asked.length).toBe(1);
  });

  it.each([["locks", locksOfABrowser], ["a lease", () => null]])("is one at a time in two tabs, by %s", async (_, make) => {
    const locks = make();
    const [one, two] = [box(), box()];
    sender(one, { locks, patience: 500 });
    sender(two, { locks, patience: 500 });
    // Sequential, because the order between tabs is the order of completed transactions.
    for (let what = 0; what < 12; what++) await (what % 2 ? one : two).enqueue(GAME, say(what), 0);
    await emptied(one);
    expect(server.told).toEqual([...Array(12).keys()]);
    expect(server.most).toBe(1);
    expect(server.asked.length).toBe(12);
  });
});

describe("whatever is cut", () => {
  /** Repeatable numbers: a failure names its seed. */
  const dice = (seed: number) => (sides: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 16) % sides;
  };
  const CUTS: (Cut | undefined)[] = ["before", "after", "hang-before", "hang-after", "500", "portal", undefined, undefined];

  async function battle(seed: number): Promise<void> {
    const roll = dice(seed);
    const locks = seed % 2 ? locksOfABrowser() : null;
    const ways = { locks, patience: 4, firstPause: 1, longestPause: 2 };
    server.cuts = Array.from({ length: 6 }, () => CUTS[roll(CUTS.length)]);
    const tabs = Array.from({ length: 1 + roll(2) }, () => box()).map((from) => ({ from, sends: sender(from, ways) }));
    for (let what = 0; what < 5; what++) {
      const tab = tabs[roll(tabs.length)]!;
      await tab.from.enqueue(GAME, say(what), 0);
      for (let rest = roll(3); rest > 0; rest--) await new Promise((done) => setTimeout(done));
      if (roll(2)) continue;
      tab.sends.stop();
      tab.from.close();
      tab.from = box();
      tab.sends = sender(tab.from, ways);
    }
    await emptied(tabs[0]!.from);
    expect(server.told, `seed ${seed}`).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(server.asked).size, `seed ${seed}`).toBe(5);
  }

  it("the server has every declaration once, in order, each under one key: 200 sequences", async () => {
    for (let seed = 1; seed <= 200; seed++) {
      server = new Server();
      name = `cut-${seed}`;
      await battle(seed);
      for (const each of open.splice(0)) each instanceof Sender ? each.stop() : each.close();
    }
  }, 60_000);
});
