/** What a player declares, as the API takes it, without the number that its sender expects. */
export type Declaration = { by: string; action: unknown } & Record<string, unknown>;

/** A declaration that waits to be sent. `expected` is the number of events it was made after. */
export interface Waiting {
  place: number;
  key: string;
  game: string;
  expected: number;
  declaration: Declaration;
  /** Those that were accepted together have the same: each follows from the one before it. */
  together?: string;
}

/** A refusal as the server words it (problem+json). */
export type Problem = { type?: string; title?: string; detail?: string; status?: number } & Record<string, unknown>;

/** Why a queue waits for a decision. Of a clash: how many events the game has, and those its player had not seen. */
export type Stop = { key: string; status: number; problem: Problem } & (
  | { kind: "refused" }
  | { kind: "clash"; actual: number; events?: unknown[] }
);

/** What a page says about a queue. */
export interface Queue {
  waiting: number;
  offlineSince?: number;
  lastError?: string;
  stop?: Stop;
}

/** A game as this browser knows it. `number`: its events after the last declaration that was stored from here. */
interface Known {
  game: string;
  number: number;
  offlineSince?: number;
  lastError?: string;
  stop?: Stop;
  sender?: { id: string; until: number };
}

/** What is begun in a game and not accepted yet, after so many events. */
export interface Draft {
  game: string;
  number: number;
  begun: unknown;
}

interface Stores {
  entries: IDBObjectStore;
  games: IDBObjectStore;
  drafts: IDBObjectStore;
}

/** The decision came too late: nothing waits for it, or another tab has made one. */
export class NothingToDecide extends Error {}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Also where `randomUUID` is missing: on plain http, in a club's own network. */
const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Declarations that wait in the browser's database, in order. Each change is one transaction, and no promise resolves
 * before its transaction is complete: a tab may be closed at any moment.
 */
export class Outbox {
  private opened: Promise<IDBDatabase> | undefined;
  private readonly channel: BroadcastChannel | undefined;
  private readonly listeners = new Set<(game: string) => void>();

  constructor(private readonly name = "gamelog-outbox") {
    if (typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = (message: MessageEvent) => this.tell(String(message.data));
  }

  /** Stores a declaration after those that wait already; `number` is how many events its player had seen. */
  async enqueue(game: string, declaration: Declaration, number: number): Promise<Waiting> {
    const [made] = await this.enqueueAll(game, [declaration], number);
    return made!;
  }

  /** The same for several that follow each other: all of them are stored, or none. They are no draft any more. */
  async enqueueAll(game: string, declarations: Declaration[], number: number): Promise<Waiting[]> {
    return this.change(game, async ({ entries, drafts }, known) => {
      const last = (await this.rows(entries, game)).at(-1);
      // The page may not know yet that its previous declaration has been stored.
      const first = last ? last.expected + 1 : Math.max(number, known.number);
      const made: Waiting[] = [];
      const together = declarations.length > 1 ? { together: freshKey() } : {};
      for (const [index, declaration] of declarations.entries()) {
        const entry = { key: freshKey(), game, expected: first + index, declaration, ...together };
        made.push({ ...entry, place: Number(await asked(entries.add(entry))) });
      }
      await asked(drafts.delete(game));
      return made;
    });
  }

  /** Keeps what is begun in a game, in place of what was kept before. */
  async keep(draft: Draft): Promise<void> {
    await this.act("readwrite", ({ drafts }) => asked(drafts.put(draft)));
  }

  /** What was begun in a game when its page was closed. */
  draft(game: string): Promise<Draft | undefined> {
    return this.act("readonly", ({ drafts }) => asked<Draft | undefined>(drafts.get(game)));
  }

  /** Nothing is begun any more. */
  giveUp(game: string): Promise<void> {
    return this.act("readwrite", ({ drafts }) => asked(drafts.delete(game)));
  }

  /** Everything that waits in a game, in order. */
  waiting(game: string): Promise<Waiting[]> {
    return this.act("readonly", ({ entries }) => this.rows(entries, game));
  }

  /** Games in which something waits. */
  games(): Promise<string[]> {
    return this.act("readonly", async ({ entries }) => {
      const rows = await asked<Waiting[]>(entries.getAll());
      return [...new Set(rows.map((row) => row.game))];
    });
  }

  state(game: string): Promise<Queue> {
    return this.act("readonly", async ({ entries, games }) => {
      const { offlineSince, lastError, stop } = await this.known(games, game);
      return { waiting: (await this.rows(entries, game)).length, offlineSince, lastError, stop };
    });
  }

  /** Calls `told` with the state of a game now and after each change in any tab. Returns what ends that. */
  observe(game: string, told: (state: Queue) => void): () => void {
    let order = 0;
    let shown = 0;
    const look = async (): Promise<void> => {
      const mine = ++order;
      const now = await this.state(game);
      // Two looks may come back in the other order.
      if (mine < shown || !this.listeners.has(listen)) return;
      shown = mine;
      told(now);
    };
    const listen = (changed: string): void => {
      if (changed === game) look().catch(() => undefined);
    };
    this.listeners.add(listen);
    listen(game);
    return () => this.listeners.delete(listen);
  }

  /** Calls `told` with a game's id after each change in any tab. Returns what ends that. */
  onChange(told: (game: string) => void): () => void {
    this.listeners.add(told);
    return () => this.listeners.delete(told);
  }

  /** What is to be sent next, unless the queue waits for a decision. */
  head(game: string): Promise<Waiting | undefined> {
    return this.act("readonly", async ({ entries, games }) => {
      const { stop } = await this.known(games, game);
      return stop ? undefined : (await this.rows(entries, game))[0];
    });
  }

  /** The server has stored it as event `number`. */
  async stored(sent: Waiting, number: number): Promise<void> {
    await this.change(sent.game, async ({ entries }, known) => {
      const row = await this.same(entries, sent);
      if (row) await asked(entries.delete(row.place));
      known.number = Math.max(known.number, number);
      if (known.stop?.key === sent.key) delete known.stop;
      online(known);
    });
  }

  /** The server has said no: the queue waits for a decision. A late answer about something since decided is ignored. */
  async stopped(sent: Waiting, stop: Stop): Promise<void> {
    await this.change(sent.game, async ({ entries }, known) => {
      online(known);
      if ((await this.same(entries, sent))?.expected !== sent.expected) return;
      known.stop = stop;
      known.lastError = stop.problem.detail ?? stop.problem.title ?? String(stop.status);
    });
  }

  /** No answer came. */
  async lost(game: string, error: string): Promise<void> {
    await this.change(game, async (_, known) => {
      known.offlineSince ??= Date.now();
      known.lastError = error;
    });
  }

  /** Sends it again with its key; after a clash, as made after the `number` events that its player has seen by now. */
  retry(game: string, key: string, number?: number): Promise<void> {
    return this.decide(game, key, async (rows, stop) => ({ rows, base: baseOf(rows, stop, number) }));
  }

  /** Drops a declaration and what followed from it. Those behind move up; after a clash the next one is asked about again. */
  discard(game: string, key: string): Promise<void> {
    return this.decide(game, key, async (rows, _, { entries }) => {
      const dropped = rows.find((row) => row.key === key);
      const follows = (row: Waiting): boolean => Boolean(row.together && row.together === dropped?.together && row.place > dropped.place);
      const gone = rows.filter((row) => row === dropped || follows(row));
      for (const row of gone) await asked(entries.delete(row.place));
      return { rows: rows.filter((row) => !gone.includes(row)), base: rows[0]?.expected ?? 0 };
    });
  }

  /** Puts another declaration into its place, under a new key. */
  replace(game: string, key: string, declaration: Declaration, number?: number): Promise<void> {
    return this.decide(game, key, async (rows, stop) => ({
      rows: rows.map((row) => (row.key === key ? { ...row, key: freshKey(), declaration } : row)),
      base: key === stop.key ? baseOf(rows, stop, number) : (rows[0]?.expected ?? 0),
    }));
  }

  /** Where the browser has no locks: whether tab `id` may send for `length` milliseconds. */
  lease(game: string, id: string, length: number): Promise<boolean> {
    return this.act("readwrite", async ({ games }) => {
      const known = await this.known(games, game);
      const now = Date.now();
      if (known.sender && known.sender.id !== id && known.sender.until > now) return false;
      await asked(games.put({ ...known, sender: { id, until: now + length } }));
      return true;
    });
  }

  close(): void {
    this.opened?.then((db) => db.close()).catch(() => undefined);
    this.opened = undefined;
    this.listeners.clear();
    this.channel?.close();
  }

  /** Only a stopped queue is decided about: nothing of it but its head has ever left this browser, and that was refused. */
  private decide(
    game: string,
    key: string,
    choose: (rows: Waiting[], stop: Stop, stores: Stores) => Promise<{ rows: Waiting[]; base: number }>,
  ): Promise<void> {
    return this.change(game, async (stores, known) => {
      const rows = await this.rows(stores.entries, game);
      if (!known.stop || !rows.some((row) => row.key === key)) throw new NothingToDecide(key);
      const chosen = await choose(rows, known.stop, stores);
      for (const [index, row] of chosen.rows.entries()) {
        await asked(stores.entries.put({ ...row, expected: chosen.base + index }));
      }
      if (known.stop.key !== key) return;
      delete known.stop;
      delete known.lastError;
    });
  }

  private async change<T>(game: string, work: (stores: Stores, known: Known) => Promise<T>): Promise<T> {
    const found = await this.act("readwrite", async (stores) => {
      const known = await this.known(stores.games, game);
      const made = await work(stores, known);
      await asked(stores.games.put(known));
      return made;
    });
    this.channel?.postMessage(game);
    this.tell(game);
    return found;
  }

  private async act<T>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<T>): Promise<T> {
    // Strict: what a player was told is kept survives the phone's battery, too.
    const all = (await this.open()).transaction(["entries", "games", "drafts"], mode, { durability: "strict" });
    const complete = new Promise<void>((resolve, reject) => {
      all.oncomplete = () => resolve();
      all.onabort = () => reject(all.error ?? new Error("the browser's database gave up"));
    });
    complete.catch(() => undefined);
    try {
      const found = await work({ entries: all.objectStore("entries"), games: all.objectStore("games"), drafts: all.objectStore("drafts") });
      await complete;
      return found;
    } catch (error) {
      try {
        all.abort();
      } catch {
        // It has ended by itself.
      }
      throw error;
    }
  }

  private open(): Promise<IDBDatabase> {
    this.opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(this.name, 2);
      request.onupgradeneeded = ({ oldVersion }) => {
        if (oldVersion < 1) {
          const entries = request.result.createObjectStore("entries", { keyPath: "place", autoIncrement: true });
          entries.createIndex("game", "game");
          request.result.createObjectStore("games", { keyPath: "game" });
        }
        if (oldVersion < 2) request.result.createObjectStore("drafts", { keyPath: "game" });
      };
      request.onerror = () => {
        this.opened = undefined;
        reject(request.error);
      };
      request.onsuccess = () => {
        const db = request.result;
        // Browsers close databases by themselves, and a newer page may need the old form gone.
        db.onclose = () => (this.opened = undefined);
        db.onversionchange = () => {
          db.close();
          this.opened = undefined;
        };
        resolve(db);
      };
    });
    return this.opened;
  }

  private rows(entries: IDBObjectStore, game: string): Promise<Waiting[]> {
    return asked<Waiting[]>(entries.index("game").getAll(game));
  }

  private async same(entries: IDBObjectStore, sent: Waiting): Promise<Waiting | undefined> {
    const row = await asked<Waiting | undefined>(entries.get(sent.place));
    return row?.key === sent.key ? row : undefined;
  }

  private async known(games: IDBObjectStore, game: string): Promise<Known> {
    return (await asked<Known | undefined>(games.get(game))) ?? { game, number: 0 };
  }

  private tell(game: string): void {
    for (const listener of [...this.listeners]) listener(game);
  }
}

function online(known: Known): void {
  delete known.offlineSince;
  delete known.lastError;
}

function baseOf(rows: Waiting[], stop: Stop, number: number | undefined): number {
  return number ?? (stop.kind === "clash" ? stop.actual : (rows[0]?.expected ?? 0));
}
