// What studies ask of the server: the same addresses that any other program has.
import { forgery, Unreached } from "../record/server";

/** Somebody, perhaps oneself elsewhere, changed the study meanwhile. */
export class Stale extends Error {}
/** The study is not there, or not for this reader. */
export class Missing extends Error {}
/** The server has read it and says no; `word` names the sentence that says why. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly path: string,
    detail: string,
  ) {
    super(detail);
  }

  /** The reason in the words of the panel; what they do not know is told as the server says it. */
  told(words: Record<string, string>): string {
    return words[`refused:${this.code}${this.path.replace(/^\$/, "")}`] ?? words[`refused:${this.code}`] ?? this.message;
  }
}

const PATIENCE = 20_000;

export async function ask<T>(method: string, url: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(url, {
      // What is on its way arrives although the page is closed.
      method, keepalive: method !== "GET", credentials: "same-origin", redirect: "error", signal: AbortSignal.timeout(PATIENCE),
      headers: { Accept: "application/json", ...(method === "GET" ? {} : { "Content-Type": "application/json", ...forgery() }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Unreached(String(error));
  }
  if (answer.status === 409) throw new Stale();
  if (answer.status === 404) throw new Missing();
  if (answer.status >= 500 || answer.status === 429) throw new Unreached(String(answer.status));
  if (answer.status === 204) return undefined as T;
  const told = (await answer.json().catch(() => ({}))) as T & { code?: string; path?: string; detail?: string };
  if (!answer.ok) throw new Refusal(told.code ?? "", told.path ?? "", told.detail ?? String(answer.status));
  return told;
}
