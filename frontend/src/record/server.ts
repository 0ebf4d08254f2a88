// What the recorder asks of the server. Nothing here declares: that is the outbox's.
import type { Declaration } from "./outbox";
import type { Considered, Now, Way } from "./types";

/** The server cannot be reached, or could not answer. */
export class Unreached extends Error {}
/** The battle has gone on since: what was asked about is over. */
export class Gone extends Error {}
/** The server has read it and says no. */
export class Refusal extends Error {}

export interface Addresses {
  now: string;
  ways: string;
  consider: string;
  takeBack: string;
  takeBackAnswer: string;
  call: string;
  confirm: string;
}

/** What else is asked of a declaration. */
export interface Asked {
  odds?: boolean;
  then?: boolean;
  sequel?: boolean;
  act?: number | undefined;
  happened?: boolean;
  /** What is declared before it, and only meant yet. */
  after?: Declaration[];
}

const PATIENCE = 20_000;

/** The token against forged requests, which the page has as a cookie. */
export const forgery = (): Record<string, string> => {
  const found = /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie);
  return found?.[1] ? { "X-CSRFToken": decodeURIComponent(found[1]) } : {};
};

export class Server {
  constructor(private readonly addresses: Addresses) {}

  now(): Promise<Now> {
    return this.ask(this.addresses.now);
  }

  /** What is `after` is declared before, and only meant yet. */
  async ways(number: number, acts: number[], after: Declaration[] = []): Promise<Way[]> {
    const { ways } = await this.ask<{ ways: Way[] }>(this.addresses.ways, { number, acts, ...(after.length ? { after } : {}) });
    return ways;
  }

  consider(number: number, declaration: Declaration, more: Asked = {}): Promise<Considered> {
    const { after, ...others } = more;
    return this.ask(this.addresses.consider, { number, declaration, ...others, ...(after?.length ? { after } : {}) });
  }

  takeBack(number: number, since: number, side: string, reason: string): Promise<Now> {
    return this.ask(this.addresses.takeBack, { number, since, side, reason });
  }

  answer(id: string, agree: boolean): Promise<Now> {
    return this.ask(this.addresses.takeBackAnswer, { id, agree });
  }

  /** A side agrees with the result. */
  confirm(number: number, side: string): Promise<Now> {
    return this.ask(this.addresses.confirm, { number, side });
  }

  /** Dispute a step, or call a judge to it. */
  call(step: number, side: string, kind: "dispute" | "judge", reason: string): Promise<Now> {
    return this.ask(this.addresses.call, { step, side, kind, reason });
  }

  private async ask<T>(url: string, body?: unknown): Promise<T> {
    let answer: Response;
    try {
      answer = await fetch(url, {
        method: body === undefined ? "GET" : "POST",
        headers: { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json", ...forgery() }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE), credentials: "same-origin", redirect: "error",
      });
    } catch (error) {
      throw new Unreached(String(error));
    }
    if (answer.status === 409) throw new Gone();
    if (answer.status >= 500) throw new Unreached(String(answer.status));
    const told = (await answer.json().catch(() => ({}))) as T & { text?: string };
    if (!answer.ok) throw new Refusal(told.text ?? String(answer.status));
    return told;
  }
}
