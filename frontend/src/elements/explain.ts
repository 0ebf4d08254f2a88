import { html, nothing, type TemplateResult } from "lit";

import type { Colour, Finding, Line, Replay, Step } from "../timeline/types";
import { rollTemplate } from "./dice";
import { sign } from "./side";
import "./step-odds";

export interface Told {
  replay: Replay;
  rulesUrl: string;
  /** Where the odds of a step are: below it `42/` is a page and `42/odds.json` its data. */
  oddsUrl: string;
  colourOf: (side: string) => Colour | "";
}

/** The present step in words: its title, its findings, and how each thing in it came about. */
export function explanation(told: Told, step: Step): TemplateResult {
  const { words } = told.replay;
  const lines = (step.l ?? []).filter((line) => !line.q);
  const quiet = (step.l ?? []).filter((line) => line.q);
  return html`
    <p class="now-step">${sign(told.colourOf(step.s))} ${words.step} ${step.n}</p>
    <h2 class="now-title" aria-live="polite">${step.t}</h2>
    ${(step.f ?? []).map((found) => findingBox(told, found))}
    ${lines.length
      ? html`<ul class="lines">${lines.map((line) => lineTemplate(told, line))}</ul>`
      : html`<p class="quiet-note">${words.nothing}</p>`}
    ${told.oddsUrl && step.l?.some((line) => line.k)
      ? html`<step-odds base="${told.oddsUrl}${step.n}/" .words=${words}></step-odds>`
      : nothing}
    ${quiet.length
      ? html`<details class="bookkeeping">
          <summary>${words.bookkeeping} (${quiet.length})</summary>
          <ul class="lines">${quiet.map((line) => lineTemplate(told, line))}</ul>
        </details>`
      : nothing}
  `;
}

function lineTemplate(told: Told, line: Line): TemplateResult {
  const { words } = told.replay;
  return html`<li class=${line.k ? "with-roll" : ""}>
    <span class="line-text">
      ${line.k ? sign(told.colourOf(line.k.b)) : nothing}${line.t}
      ${line.x ? html`<em class="said">${words.saidSo}</em>` : nothing}
    </span>
    ${line.k ? rollTemplate(line.k, (id) => ruleLink(told, id, told.replay.rules[id] ?? id), words) : nothing}
    ${ruleLink(told, line.r, line.r)}
  </li>`;
}

export function ruleLink(told: Told, id: string, text: string): TemplateResult {
  return html`<a class="rule" href="${told.rulesUrl}#${id}" title=${told.replay.rules[id] ?? id}>${text}</a>`;
}

/** What a referee would say: declared, what the rules give, which rule. */
export function findingBox(told: Told, found: Finding): TemplateResult {
  const { words } = told.replay;
  return html`<section class="finding" data-rule=${found.r} aria-label=${words.finding ?? ""}>
    <h3><span class="flag" aria-hidden="true"></span>${words.finding}: ${found.k}</h3>
    ${found.o ? html`<p class="as-of">${found.o}</p>` : nothing}
    <p>${found.m}</p>
    <dl>
      ${found.d ? html`<dt>${words.declared}</dt><dd>${found.d}</dd>` : nothing}
      ${found.c ? html`<dt>${words.given}</dt><dd>${found.c}</dd>` : nothing}
      <dt>${words.rule}</dt>
      <dd>${found.label} ${ruleLink(told, found.r, found.r)}</dd>
    </dl>
  </section>`;
}
