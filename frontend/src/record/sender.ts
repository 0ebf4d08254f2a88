import type { Outbox, Problem, Stop, Waiting } from "./outbox";

/** How a sender reaches the world; all of it has defaults. */
export interface Ways {
  fetch?: typeof fetch;
  /** `null`: this browser has none. */
  locks?: Pick<LockManager, "request"> | null;
  /** Headers of each request, such as the token against forged ones. */
  headers?: () => Record<string, string>;
  firstPause?: number;
  longestPause?: number;
  /** An answer that takes longer is lost. */
  patience?: number;
}

type Answer = { kind: "stored"; number: number } | { kind: "stop"; stop: Stop } | { kind: "lost"; error: string };

/** Refusals that say nothing about the declaration. */
const LATER = new Set([408, 425, 429]);
const STALE = "urn:gamelog:stale-game";

/**
 * Sends what waits in one game, one declaration after the other, each with its own key until the server has answered.
 * Of several tabs one sends at a time. Without the browser's locks two might after a long sleep; the key makes that
 * harmless.
 */
export class Sender {
  private readonly id = String(Math.random());
  private readonly ended = new AbortController();
  private readonly locks: Pick<LockManager, "request"> | undefined;
  private readonly firstPause: number;
  private readonly url: string;
  private pause: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;
  private again = false;
  private forget: () => void = () => undefined;

  constructor(private readonly outbox: Outbox, private readonly game: string, private readonly ways: Ways = {}) {
    this.locks = ways.locks === undefined ? globalThis.navigator?.locks : (ways.locks ?? undefined);
    this.firstPause = this.pause = ways.firstPause ?? 1_000;
    this.url = `/api/games/${encodeURIComponent(game)}/events`;
  }

  start(): void {
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.look);
    this.forget = this.outbox.onChange((game) => {
      // A pause after a lost answer goes on, however much is added meanwhile.
      if (game === this.game && this.timer === undefined) void this.run();
    });
    void this.run();
  }

  /** A request that is under way is cut; the next sender repeats it with the same key. */
  stop(): void {
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.look);
    this.forget();
    clearTimeout(this.timer);
    this.ended.abort();
  }

  private readonly look = (): void => {
    if (document.visibilityState === "visible") this.wake();
  };

  private readonly wake = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pause = this.firstPause;
    void this.run();
  };

  private async run(): Promise<void> {
    this.again = true;
    if (this.running) return;
    this.running = true;
    try {
      while (this.again && !this.ended.signal.aborted) {
        this.again = false;
        await this.alone(() => this.sendAll());
      }
    } catch {
      this.later();
    } finally {
      this.running = false;
    }
  }

  private async alone(work: () => Promise<void>): Promise<void> {
    if (!this.locks) {
      await work();
      await this.outbox.lease(this.game, this.id, 0);
      return;
    }
    await this.locks.request(`gamelog-outbox:${this.game}`, { signal: this.ended.signal }, work);
  }

  private async sendAll(): Promise<void> {
    for (;;) {
      const head = await this.outbox.head(this.game);
      if (!head || this.ended.signal.aborted) return;
      if (!(await this.mayGo())) return this.later();
      const answer = await this.send(head);
      if (this.ended.signal.aborted && answer.kind === "lost") return;
      if (answer.kind === "lost") {
        // The pause begins first: the change that is told next must not start another try.
        this.later();
        return this.outbox.lost(this.game, answer.error);
      }
      this.pause = this.firstPause;
      await (answer.kind === "stored"
        ? this.outbox.stored(head, answer.number)
        : this.outbox.stopped(head, answer.stop));
    }
  }

  private get patience(): number {
    return this.ways.patience ?? 20_000;
  }

  private async mayGo(): Promise<boolean> {
    return this.locks !== undefined || this.outbox.lease(this.game, this.id, this.patience * 1.5);
  }

  private later(): void {
    this.again = false;
    clearTimeout(this.timer);
    if (this.ended.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.run();
    }, this.pause);
    this.pause = Math.min(this.pause * 2, this.ways.longestPause ?? 60_000);
  }

  private async send(entry: Waiting): Promise<Answer> {
    try {
      const answer = await this.ask(this.url, {
        method: "POST",
        headers: { ...this.ways.headers?.(), "Content-Type": "application/json", "Idempotency-Key": entry.key },
        body: JSON.stringify({ ...entry.declaration, expected: entry.expected }),
      });
      const { status } = answer;
      if (answer.ok) return storedIn(answer.body) ?? { kind: "lost", error: `${status} without the event` };
      if (status < 400 || status >= 500 || LATER.has(status)) return { kind: "lost", error: String(status) };
      return { kind: "stop", stop: await this.stopOf(entry, status, problemIn(answer.body)) };
    } catch (error) {
      return { kind: "lost", error: error instanceof Error ? error.message : String(error) };
    }
  }

  private async stopOf(entry: Waiting, status: number, problem: Problem): Promise<Stop> {
    const { key } = entry;
    if (status !== 409 || problem.type !== STALE) return { kind: "refused", key, status, problem };
    const actual = Number(problem["actual"]);
    try {
      const { ok, body } = await this.ask(`${this.url}?after=${entry.expected}`, { headers: this.ways.headers?.() });
      const events = ok ? (body as { events: unknown[] }).events : undefined;
      return { kind: "clash", key, status, problem, actual, events };
    } catch {
      return { kind: "clash", key, status, problem, actual };
    }
  }

  /** One request, with its whole body. A redirect is no answer of ours: networks that want a login send them. */
  private async ask(url: string, wanted: RequestInit): Promise<{ ok: boolean; status: number; body: unknown }> {
    const cut = new AbortController();
    const abort = (): void => cut.abort();
    const timer = setTimeout(abort, this.patience);
    this.ended.signal.addEventListener("abort", abort);
    try {
      const reach = this.ways.fetch ?? fetch;
      const answer = await reach(url, { ...wanted, signal: cut.signal, redirect: "error", credentials: "same-origin" });
      const text = await answer.text();
      return { ok: answer.ok, status: answer.status, body: parsed(text) };
    } finally {
      clearTimeout(timer);
      this.ended.signal.removeEventListener("abort", abort);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function storedIn(body: unknown): Answer | undefined {
  const line = body as { event?: { number?: unknown }; hash?: unknown } | null | undefined;
  const number = line?.event?.number;
  return typeof number === "number" && typeof line?.hash === "string" ? { kind: "stored", number } : undefined;
}

function problemIn(body: unknown): Problem {
  return typeof body === "object" && body !== null ? (body as Problem) : {};
}
