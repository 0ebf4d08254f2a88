import { html, nothing, type TemplateResult } from "lit";

import type { Colour, Correction, Finding, Line, Replay, Step } from "../timeline/types";
import type { BattleLuck } from "../course/luck";
import { stepLuck } from "../course/step-luck";
import { withNames } from "../tools/named";
import { rollTemplate } from "./dice";
import { correctedSign, numbered, sign } from "./side";
import "./step-odds";

export interface Told {
  replay: Replay;
  rulesUrl: string;
  /** The address of the odds: below it, `42/` is a page and `42/odds.json` its data. */
  oddsUrl: string;
  /** The game's own page, as it stands now and as corrected. */
  gameUrl: string;
  /** The judge's desk for this game; empty for everybody but judges. */
  ruleUrl: string;
  colourOf: (side: string) => Colour | "";
  /** The luck of the battle, as far as it is counted and once it is here. */
  luck?: BattleLuck | undefined;
}

/** The current step in words: its title, its findings, and how each of its effects came about. */
export function explanation(told: Told, step: Step): TemplateResult {
  const { words } = told.replay;
  const lines = (step.l ?? []).filter((line) => !line.q);
  const quiet = (step.l ?? []).filter((line) => line.q);
  return html`
    <p class="now-step">${sign(told.colourOf(step.s))} ${words.step} ${step.n}</p>
    <h2 class="now-title" aria-live="polite">${withNames(told, step, step.t)}</h2>
    ${step.o ? html`<p class="now-outcome" aria-live="polite">${withNames(told, step, step.o)}</p>` : nothing}
    ${step.c ? correctionNote(told, step.c) : nothing}
    ${(step.f ?? []).map((found) => findingBox(told, found))}
    ${lines.length
      ? html`<ul class="lines">${lines.map((line) => lineTemplate(told, line, step))}</ul>`
      : html`<p class="quiet-note">${words.nothing}</p>`}
    ${stepLuck(told, step)}
    ${told.oddsUrl && (told.replay.odds?.includes(step.n) ?? true) && !step.c && step.l?.some((line) => line.k)
      ? html`<step-odds base="${told.oddsUrl}${step.n}/" .words=${words}></step-odds>`
      : nothing}
    ${quiet.length
      ? html`<details class="bookkeeping">
          <summary>${words.bookkeeping} (${quiet.length})</summary>
          <ul class="lines">${quiet.map((line) => lineTemplate(told, line, step))}</ul>
        </details>`
      : nothing}
  `;
}

function lineTemplate(told: Told, line: Line, step: Step): TemplateResult {
  const { words } = told.replay;
  const name = told.replay.rules[line.r] ?? line.r;
  // A sentence that names its rule has the link inside; any other has it behind.
  const at = line.t.indexOf(name);
  const named = at >= 0 && !line.j;
  return html`<li class=${line.y ? "written-down" : line.k ? "with-roll" : line.j ? "about-step" : ""}>
    <span class="line-text">
      ${line.y ? html`<em class="secret-mark">${line.y === 2 ? words.secret : words.openedSince}</em>` : nothing}
      ${line.k ? sign(told.colourOf(line.k.b)) : nothing}${line.j
        ? html`<a class="other-step" href="#${line.j}">${line.t}</a>`
        : named ? html`${withNames(told, step, line.t.slice(0, at))}${ruleLink(told, line.r, name)}${withNames(told, step, line.t.slice(at + name.length))}` : withNames(told, step, line.t)}
      ${line.x ? html`<em class="said">${words.saidSo}</em>` : nothing}
    </span>
    ${line.k ? rollTemplate(line.k, (id) => ruleLink(told, id, told.replay.rules[id] ?? id), words) : nothing}
    ${line.j || named ? nothing : ruleLink(told, line.r, name)}
  </li>`;
}

export function ruleLink(told: Told, id: string, text: string): TemplateResult {
  return html`<a class="rule" data-rule=${id} href="${told.rulesUrl}go/${id}/" title=${told.replay.rules[id] ?? id}>${text}</a>`;
}

/** The note that a ruling corrected this step: which ruling, and the new outcome. */
function correctionNote(told: Told, correction: Correction): TemplateResult {
  const { words } = told.replay;
  return html`<p class="corrected">${correctedSign()}
    <a href=${toStep(told, correction.n)}>${numbered(words.corrected, correction.n)}</a>: ${correction.t}
    ${(correction.b ?? []).map(([id]) => ruleLink(told, id, id))}</p>`;
}

/** A link to a step: in this replay if it has the step, else in the game as corrected, which has every step. */
function toStep(told: Told, number: number): string {
  return number <= told.replay.steps.length ? `#${number}` : `${told.gameUrl}#${number}`;
}

/** A finding in a referee's words: the declaration, what the rules give, the rule. */
export function findingBox(told: Told, found: Finding): TemplateResult {
  const { words } = told.replay;
  return html`<section class="finding ${found.z ? "settled" : ""}" data-rule=${found.r} aria-label=${words.finding ?? ""}>
    ${found.z
      ? html`<h3>${correctedSign()}${words.finding}: <a href=${toStep(told, found.z)}>${numbered(words.settled, found.z)}</a></h3>
          <p class="soft">${found.k}</p>`
      : html`<h3><span class="flag" aria-hidden="true"></span>${words.finding}: ${found.k}</h3>`}
    ${found.o ? html`<p class="as-of">${found.o}</p>` : nothing}
    <p>${found.m}</p>
    <dl>
      ${found.d ? html`<dt>${words.declared}</dt><dd>${found.d}</dd>` : nothing}
      ${found.c ? html`<dt>${words.given}</dt><dd>${found.c}</dd>` : nothing}
      <dt>${words.rule}</dt>
      <dd>${found.label} ${ruleLink(told, found.r, found.r)}</dd>
    </dl>
    ${told.ruleUrl
      ? html`<p class="judge-link"><a href="${told.ruleUrl}?step=${found.n}&rule=${found.r}">${words.ruleOn}</a></p>`
      : nothing}
  </section>`;
}
