// What stands above the question: the connection, two phones at once, and a take-back that waits for an answer.
import { html, nothing, type TemplateResult } from "lit";

import { sign } from "../elements/side";
import type { Colour, Step } from "../timeline/types";
import type { Queue, Stop } from "./outbox";
import type { Now } from "./types";

type Words = Record<string, string>;

/** Whether what is declared here reaches the server. */
export function connection(words: Words, queue: Queue): TemplateResult | typeof nothing {
  if (queue.offlineSince)
    return html`<p class="record-net offline" role="status"><b>${words.offline}</b> ${queue.waiting ? `${queue.waiting} ${words.kept}` : ""} ${words.offlineCan}</p>`;
  return queue.waiting > 1 ? html`<p class="record-net" role="status">${words.sending}</p>` : nothing;
}

export interface Stopped {
  /** What was declared here, as it would have been told. */
  mine: Step | undefined;
  colourOf: (side: string) => Colour | "";
  drop: () => void;
  again: () => void;
}

/** The queue waits for a decision: somebody else was first, or the rules refuse what was declared without a network. */
export function stopped(now: Now, stop: Stop, of: Stopped): TemplateResult {
  const { words } = now;
  const { mine } = of;
  const others = stop.kind === "clash" ? meanwhile(now, stop) : [];
  return html`<section class="record-net stop" role="alert"><h2>${stop.kind === "clash" ? words.clash : words.refusedLater}</h2>
    ${others.length
      ? html`<p>${words.meanwhile}:</p><ol class="record-since">${others.map((step) => html`<li value=${step.n}>${sign(of.colourOf(step.s))} <b>${step.t}</b>
          ${step.o ? html`<span>${step.o}</span>` : nothing}</li>`)}</ol>`
      : nothing}
    ${mine ? html`<p>${words.yours}: ${mine.t}</p>` : nothing}
    <p>${stop.problem.detail ?? stop.problem.title ?? ""}</p>
    <p class="record-acts"><button type="button" data-drop @click=${of.drop}>${words.drop}</button>
    ${stop.kind === "clash" ? html`<button type="button" class="main" @click=${of.again}>${words.tryAgain}</button>` : nothing}</p></section>`;
}

/** The steps that whoever declared here had not seen, as far as the page knows them. */
function meanwhile(now: Now, stop: Stop): Step[] {
  const seen = Number(stop.problem["expected"]);
  return now.recent.filter((step) => step.n > seen);
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
