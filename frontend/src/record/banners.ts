// What stands above the question: the connection, two phones at once, and a take-back that waits for an answer.
import { html, nothing, type TemplateResult } from "lit";

import type { Step } from "../timeline/types";
import type { Queue, Stop } from "./outbox";
import type { Now } from "./types";

type Words = Record<string, string>;

/** Whether what is declared here reaches the server. */
export function connection(words: Words, queue: Queue): TemplateResult | typeof nothing {
  if (queue.offlineSince)
    return html`<p class="record-net offline" role="status"><b>${words.offline}</b> ${queue.waiting ? `${queue.waiting} ${words.kept}` : ""} ${words.offlineCan}</p>`;
  return queue.waiting > 1 ? html`<p class="record-net" role="status">${words.sending}</p>` : nothing;
}

/** The queue waits for a decision: somebody else was first, or the rules refuse what was declared without a network. */
export function stopped(words: Words, stop: Stop, mine: Step | undefined, of: { drop: () => void; again: () => void }): TemplateResult {
  return html`<section class="record-net stop" role="alert"><h2>${stop.kind === "clash" ? words.clash : words.refusedLater}</h2>
    ${mine ? html`<p>${words.yours}: ${mine.t}</p>` : nothing}
    <p>${stop.problem.detail ?? stop.problem.title ?? ""}</p>
    <p class="record-acts"><button type="button" data-drop @click=${of.drop}>${words.drop}</button>
    ${stop.kind === "clash" ? html`<button type="button" class="main" @click=${of.again}>${words.tryAgain}</button>` : nothing}</p></section>`;
}

/** A take-back that one side asks of the other. */
export function proposal(now: Now, answer: (agree: boolean) => void): TemplateResult | typeof nothing {
  const { back, words } = now;
  if (!back) return nothing;
  return html`<section class="record-back" role="alert"><p>${back.text}</p>
    ${back.mine
      ? html`<p class="record-acts"><button type="button" @click=${() => answer(false)}>${words.refuse}</button>
        <button type="button" class="main" @click=${() => answer(true)}>${words.agree}</button></p>`
      : html`<p class="soft">${words.waitsAnswer}</p>`}</section>`;
}
