import { html, nothing, type TemplateResult } from "lit";

import type { Told } from "../elements/explain";
import { correctedSign, numbered, sign } from "../elements/side";
import { isOpen, isQuiet } from "../timeline/timeline";
import type { Step } from "../timeline/types";
import { headline, type Activation } from "./activations";

/** What a card needs to be drawn: its words, whether it is unfolded, and what is done when it is chosen. */
export interface CardLook {
  told: Told;
  /** The step on show. */
  number: number;
  unfolded: boolean;
  go: (step: number) => void;
  unfold: () => void;
}

/** An activation: its outcome, how it was tried, and its steps if it is unfolded. */
export function card(act: Activation, steps: Step[], look: CardLook): TemplateResult {
  const { told, number, unfolded } = look;
  const { words } = told.replay;
  const { text, came, tried } = headline(steps, act.tells);
  const telling = steps.find((step) => step.n === act.tells)!;
  const range = act.last > act.from ? `${act.from}–${act.last}` : String(act.from);
  return html`<li class="activation ${steps.length > 1 ? "several" : ""} ${act.quiet ? "of-quiet" : ""} ${act.from > number ? "ahead" : number <= act.to ? "now-told" : ""}" data-from=${act.from} data-to=${act.to}>
    <button type="button" tabindex="-1" class="step act-card ${marks(steps)}" data-step=${act.tells} aria-current=${number === act.tells ? "step" : nothing} @click=${() => look.go(act.tells)}>
      ${sign(told.colourOf(act.side))}
      <span class="what"><span class="headline">${text}${came ? html` · <b>${came}</b>` : nothing}</span>
        ${tried ? html` <span class="outcome">${tried}</span>` : nothing}${corrected(told, telling)}</span>
      ${flag(steps, words)}<span class="number">${range}</span>
    </button>
    ${steps.length > 1
      ? html`<button type="button" tabindex="-1" class="unfold" aria-expanded=${unfolded ? "true" : "false"} title="${words.steps} ${act.from}–${act.to}"
            aria-label="${words.steps} ${act.from}–${act.to}" @click=${() => look.unfold()}></button>`
      : nothing}
    ${unfolded ? html`<ol class="one-by-one">${steps.map((step) => html`<li>${row(step, look, step.n === number && number !== act.tells)}</li>`)}</ol>` : nothing}
  </li>`;
}

/** One step of an activation. */
function row(step: Step, { told, go }: CardLook, current: boolean): TemplateResult {
  return html`<button type="button" tabindex="-1" class="step ${isQuiet(step) ? "of-quiet" : ""} ${marks([step])}" data-step=${step.n} aria-current=${current ? "step" : nothing} @click=${() => go(step.n)}>
    ${sign(told.colourOf(step.s))}
    <span class="what">${step.t}${step.o ? html` <span class="outcome">${step.o}</span>` : nothing}${corrected(told, step)}</span>
    ${flag([step], told.replay.words)}<span class="number">${step.n}</span>
  </button>`;
}

const marks = (steps: Step[]): string => {
  const ruled = steps.find((step) => step.c);
  return `${steps.some(isOpen) ? "found" : ""} ${ruled?.c ? `corrected ${ruled.c.k}` : ""}`;
};

const corrected = (told: Told, step: Step): TemplateResult | typeof nothing =>
  step.c ? html` <span class="corrected-by">${correctedSign()}${numbered(told.replay.words.corrected, step.c.n)}</span>` : nothing;

const flag = (steps: Step[], words: Record<string, string>): TemplateResult | typeof nothing =>
  steps.some(isOpen) ? html`<span class="flag" role="img" aria-label=${words.finding ?? ""}></span>` : nothing;
