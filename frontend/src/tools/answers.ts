// What the server answers about a position, asked once and kept while the page is open.
/** So many answers are kept. */
const MOST = 200;

export class Answers {
  private readonly known = new Map<string, unknown>();
  private readonly asked = new Set<string>();

  /** `changed` is told when an answer has arrived; a missing one says `null`. */
  constructor(private readonly changed: () => void) {}

  /** The answer of an address: undefined until it is here, null where there is none. */
  get<T>(address: string): T | null | undefined {
    if (!this.known.has(address)) void this.ask(address);
    return this.known.get(address) as T | null | undefined;
  }

  /** The answer if it is here, without asking for it. */
  kept<T>(address: string): T | null | undefined {
    return this.known.get(address) as T | null | undefined;
  }

  private async ask(address: string): Promise<void> {
    if (this.asked.has(address)) return;
    this.asked.add(address);
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      // Somebody who is not on the table, and what the rules do not measure, are answers, too.
      if (!answer.ok && answer.status !== 404 && answer.status !== 422) throw new Error(String(answer.status));
      this.keep(address, answer.ok ? await answer.json() : null);
    } catch {
      // A connection that is lost is tried again when somebody asks again.
      window.setTimeout(() => this.asked.delete(address), 3000);
      return;
    }
    this.asked.delete(address);
    this.changed();
  }

  private keep(address: string, answer: unknown): void {
    this.known.set(address, answer);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST) break;
      this.known.delete(oldest);
    }
  }
}
