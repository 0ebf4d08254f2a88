import { html, nothing, type TemplateResult } from "lit";

import { isOpen, isQuiet, type Timeline } from "../timeline/timeline";
import type { Step } from "../timeline/types";
import { correctedSign, numbered, sign } from "./side";
import type { Told } from "./explain";

/** Every step by round and phase. Rendered once; the current step is marked without rendering the list again. */
export function stepList(told: Told, timeline: Timeline, go: (step: number) => void): TemplateResult {
  return html`${timeline.chapters.map(
    (chapter) => html`<section class="chapter">
      <h3>${chapter.turn ? sign(told.colourOf(chapter.turn)) : nothing} ${chapterName(told, chapter)}</h3>
      <ol>
        ${folded(timeline.replay.steps.slice(chapter.from - 1, chapter.to)).map(([step, ...quiet]) => item(told, step!, quiet, go))}
      </ol>
    </section>`,
  )}`;
}

export function chapterName(told: Told, chapter: { round: number; phase: string }): string {
  const { words, phases } = told.replay;
  const phase = phases[chapter.phase] ?? chapter.phase;
  return chapter.round ? `${words.round} ${chapter.round} · ${phase}` : phase;
}

/** Acts, each with the bookkeeping that follows it. */
function folded(steps: Step[]): Step[][] {
  const found: Step[][] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (last && isQuiet(step)) last.push(step);
    else found.push([step]);
  }
  return found;
}

function item(told: Told, step: Step, quiet: Step[], go: (step: number) => void): TemplateResult {
  return html`<li class=${quiet.length ? "with-fold" : ""}>${row(told, step, go)}
    ${quiet.length
      ? html`<details class="folded"><summary aria-label=${numbered(told.replay.words.folded, quiet.length)} title=${numbered(told.replay.words.folded, quiet.length)}>+${quiet.length}</summary>${quiet.map((each) => row(told, each, go))}</details>`
      : nothing}</li>`;
}

function row(told: Told, step: Step, go: (step: number) => void): TemplateResult {
  const { words } = told.replay;
  const marks = `${isOpen(step) ? "found" : ""} ${step.c ? `corrected ${step.c.k}` : ""}`;
  return html`<button type="button" class="step ${marks}" data-step=${step.n} @click=${() => go(step.n)}>
      <span class="number">${step.n}</span>
      ${sign(told.colourOf(step.s))}
      <span class="what">${step.t}${step.o ? html` <span class="outcome">${step.o}</span>` : nothing}
        ${step.c ? html` <span class="corrected-by">${correctedSign()}${numbered(words.corrected, step.c.n)}</span>` : nothing}</span>
      ${isOpen(step) ? html`<span class="flag" role="img" aria-label=${words.finding ?? ""}></span>` : nothing}
    </button>`;
}

/** Mark the current step in a rendered list and bring it into the list's own view. */
export function markCurrent(list: HTMLElement, number: number): void {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const here = list.querySelector<HTMLElement>(`[data-step="${number}"]`);
  if (!here) return;
  here.setAttribute("aria-current", "step");
  const fold = here.closest("details");
  if (fold) fold.open = true;
  if (list.scrollHeight <= list.clientHeight + 4) return;
  const [box, row] = [list.getBoundingClientRect(), here.getBoundingClientRect()];
  if (row.top < box.top + 40) list.scrollTop -= box.top + 60 - row.top;
  else if (row.bottom > box.bottom - 24) list.scrollTop += row.bottom - box.bottom + 60;
}
