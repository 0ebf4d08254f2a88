import { html, nothing, type TemplateResult } from "lit";

import type { Picked } from "../board/board";
import { statuses } from "../board/marks";
import type { Timeline } from "../timeline/timeline";
import type { Model, Step, View } from "../timeline/types";
import type { Told } from "./explain";
import { chip } from "./forces";
import { icon } from "./icons";
import { sign } from "./side";

/** What the tools add to a card: their buttons, the weapons as a table in place of the list, whom it sees. */
export interface Extra {
  toggles: TemplateResult | typeof nothing;
  weapons?: TemplateResult | typeof nothing;
  sight: TemplateResult | typeof nothing;
}

/** A model or a unit that was chosen on the table: its profile, its weapons, and what it did and suffered so far. */
export function modelCard(told: Told, timeline: Timeline, view: View, number: number, picked: Picked | undefined, jump: (step: number) => void, close: () => void, extra?: Extra): TemplateResult | typeof nothing {
  const chosen = picked && picked.kind !== "piece" ? whose(told, view, picked) : undefined;
  if (!chosen) return nothing;
  const { words, badges } = told.replay;
  const { name, side, models } = chosen;
  const kinds = models.filter((model, at) => models.findIndex((other) => other.t === model.t) === at);
  const past = history(timeline.replay.steps.slice(0, number), new Set(models.map((model) => model.i)), picked!.id);
  const left = models.filter((model) => !view.m[model.i]?.o);
  const marks = statuses(badges, (models.length === 1 ? view.m[models[0]!.i]?.c : view.u[picked!.id]?.c) ?? {});
  return html`<section class="model-card" aria-label=${name} data-card=${picked!.id}>
    <h2>${sign(told.colourOf(side))} ${name}</h2>
    <button type="button" class="close" aria-label=${words.close ?? ""} @click=${close}>${icon("close")}</button>
    <p>${models.length > 1 ? html`<span>${left.length}/${models.length} ${words.standing}</span>` : html`<span>${view.m[models[0]!.i]?.w ?? 0}/${models[0]!.h ?? models[0]!.w}</span>`} ${marks.map(chip)}</p>
    ${extra?.toggles ?? nothing}
    ${kinds.map((model) => profile(model, kinds.length > 1, !extra?.weapons))}
    ${extra?.weapons ?? nothing}
    ${extra?.sight ?? nothing}
    <h3>${words.did}</h3>
    ${past.length
      ? html`<ol class="history">${past.map((step) => html`<li><button type="button" data-jump=${step.n} @click=${() => jump(step.n)}>
          <span class="number">${step.n}</span> ${sign(told.colourOf(step.s))}<span>${step.t}${step.o ? html`<small>${step.o}</small>` : nothing}</span></button></li>`)}</ol>`
      : html`<p class="soft">${words.nothingYet}</p>`}
  </section>`;
}

function whose(told: Told, view: View, picked: Picked): { name: string; side: string; models: Model[] } | undefined {
  const { models, units } = told.replay;
  const unit = picked.kind === "unit" ? units.find((each) => each.i === picked.id) : undefined;
  const own = unit ? models.filter((model) => view.m[model.i]?.u === unit.i) : models.filter((model) => model.i === picked.id && view.m[model.i]);
  return own.length ? { name: unit?.n ?? own[0]!.n, side: own[0]!.s, models: own } : undefined;
}

function profile(model: Model, named: boolean, listed: boolean): TemplateResult {
  const values = model.v ?? [];
  return html`${named ? html`<p class="kind">${model.t}</p>` : nothing}
    ${values.length ? html`<div class="profile" tabindex="0" role="group" aria-label=${model.t}><table><tr>${values.map(([key]) => html`<th scope="col">${key}</th>`)}</tr><tr>${values.map(([, value]) => html`<td>${value}</td>`)}</tr></table></div>` : nothing}
    ${listed && model.g.length ? html`<ul class="weapons">${model.g.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}`;
}

/** The steps in which somebody moved, attacked, was attacked, or changed, without what was only put down before the battle. */
export function history(steps: Step[], ids: Set<string>, unit: string): Step[] {
  return steps.filter((step) => {
    const attacked = step.w?.some((pair) => pair.some((id) => ids.has(id)));
    const went = step.m?.some(([id]) => ids.has(id));
    const hurt = Object.entries(step.d?.m ?? {}).some(([id, change]) => ids.has(id) && (change?.w !== undefined || change?.o !== undefined || change?.c !== undefined));
    const marked = step.d?.u?.[unit] !== undefined && "c" in (step.d.u[unit] ?? {});
    return step.r > 0 && step.e !== "quiet" && (attacked || went || hurt || marked);
  });
}
