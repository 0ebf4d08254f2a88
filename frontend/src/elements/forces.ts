import { html, nothing, svg, type TemplateResult } from "lit";

import type { Picked } from "../board/board";
import { badge, statuses, type Status } from "../board/marks";
import { pointsOf } from "../course/course";
import type { Model, Side, Standing, Unit, View } from "../timeline/types";
import type { Told } from "./explain";
import { sign } from "./side";

type Pick = (picked: Picked) => void;
const nobody: Pick = () => undefined;

/** A side's strip above the board: name, score, counters, and one mark per model, hollow if it is out of action. */
export function score(told: Told, side: Side, view: View, [scored]: Standing): TemplateResult {
  const { words, models, badges } = told.replay;
  const own = models.filter((model) => model.s === side.id && view.m[model.i]);
  const left = own.filter((model) => !view.m[model.i]?.o).length;
  const counters = Object.entries(view.s[side.id]?.k ?? {});
  const signs = [...(view.h === side.id ? [words.turn] : []), ...statuses(badges, view.s[side.id]?.c).map((status) => status.badge.n)];
  return html`<div class="score ${side.colour}" data-side=${side.id}>
    <p class="score-name ${signs.length ? "marked" : ""}">${sign(side.colour)}<b>${side.n}</b>${signs.map((each) => html`<em>${each}</em>`)}</p>
    <p class="score-numbers">
      ${view.r ? html`<span class="number-of scored"><b data-score>${pointsOf(told.replay, scored)}</b> ${words.score}</span>` : nothing}
      ${counters.map(
        ([key, value]) =>
          html`<span class="number-of"><b data-counter=${key}>${value}</b> ${told.replay.counters[key] ?? key}</span>`,
      )}
      <span class="number-of alive"><b data-standing>${left}</b>/${own.length} ${words.standing}</span>
    </p>
    <p class="score-pips ${own.length > 30 ? "many" : ""}" aria-hidden="true">
      ${own.map((model) => html`<i class=${view.m[model.i]?.o ? "lost" : ""}></i>`)}
    </p>
  </div>`;
}

/** Both forces model by model, with wounds and statuses; the losses last. */
export function forces(told: Told, view: View, onPick: (model: string) => void, picked = "", pick: Pick = nobody): TemplateResult {
  const { sides, words } = told.replay;
  return html`${sides.map((side) => {
    const own = told.replay.models.filter((model) => model.s === side.id && view.m[model.i]);
    const standing = own.filter((model) => !view.m[model.i]?.o);
    const lost = own.filter((model) => view.m[model.i]?.o);
    return html`<section class="force ${side.colour}">
      <h3>${sign(side.colour)}${side.n} <small>${side.faction}</small></h3>
      ${told.replay.units.length
        ? byUnit(told, side, own, view, onPick, picked, pick)
        : html`<ul>${standing.map((model) => row(told, model, view, onPick))}</ul>
            <h4>${words.losses} (${lost.length})</h4>
            <ul class="losses">${lost.length ? lost.map((model) => row(told, model, view, onPick)) : html`<li class="none">${words.none}</li>`}</ul>`}
    </section>`;
  })}`;
}

/** A force by its units, each with its statuses and how many are left of it; its models on demand, the lost ones last. */
function byUnit(
  told: Told,
  side: Side,
  own: Model[],
  view: View,
  onPick: (model: string) => void,
  picked: string,
  pick: Pick,
): TemplateResult[] {
  const { words, units } = told.replay;
  return units
    .filter((unit) => unit.s === side.id)
    .map((unit): [Unit, Model[]] => [unit, own.filter((model) => view.m[model.i]?.u === unit.i)])
    .filter(([, members]) => members.length > 0)
    .map(([unit, members]) => {
      const left = members.filter((model) => !view.m[model.i]?.o);
      const lost = members.filter((model) => view.m[model.i]?.o);
      return html`<details class="unit ${left.length ? "" : "gone"} ${picked === unit.i ? "picked" : ""}" data-unit-row=${unit.i}>
        <summary @click=${() => pick({ kind: "unit", id: unit.i })} @mouseenter=${() => onPick(left[0]?.i ?? "")} @mouseleave=${() => onPick("")}>
          <span class="label">${unit.b}</span><span class="who">${unit.n} <small>${unit.k}</small></span>
          ${ranks(told, view, unit.i)}
          ${chips(told, unit, left, view)}
          <span class="wounds">${left.length === 1 && left[0] ? wounds(left[0], view) : nothing}<b>${left.length}</b>/${members.length}
            <span class="visually-hidden">${words.standing}</span></span>
        </summary>
        <ul>${left.map((model) => row(told, model, view, onPick))}</ul>
        <ul class="losses">${lost.map((model) => row(told, model, view, onPick))}</ul>
      </details>`;
    });
}

/** The statuses of a unit, and of its only model if it has just one. */
function chips(told: Told, unit: Unit, left: Model[], view: View): TemplateResult[] {
  const alone = left.length === 1 && left[0] ? view.m[left[0].i]?.c : {};
  return statuses(told.replay.badges, { ...view.u[unit.i]?.c, ...alone }).map(chip);
}

/** The wounds of the last model, if it began with several. */
const wounds = (model: Model, view: View): TemplateResult | typeof nothing =>
  model.w > 1
    ? html`<span class="pip-row" aria-hidden="true">${Array.from({ length: model.w }, (_, index) =>
        html`<i class=${index < (view.m[model.i]?.w ?? 0) ? "" : "lost"}></i>`)}</span>`
    : nothing;

function row(told: Told, model: Model, view: View, onPick: (model: string) => void): TemplateResult | typeof nothing {
  const now = view.m[model.i];
  if (!now) return nothing;
  return html`<li class=${now.o ? "out" : ""} data-force=${model.i}>
    <details>
      <summary @mouseenter=${() => onPick(model.i)} @mouseleave=${() => onPick("")}>
        <span class="label">${model.b}</span><span class="who">${model.n}</span>
        ${told.replay.badges[model.x ?? ""] ? chip({ kind: "", count: 1, badge: told.replay.badges[model.x ?? ""]! }) : nothing}
        ${statuses(told.replay.badges, now.c).map(chip)}
        <span class="wounds"><b>${now.w}</b>/<span aria-hidden="true">${model.w}</span><span class="visually-hidden">${model.h ?? model.w}</span></span>
      </summary>
      <p class="type">${model.t}</p>
      <ul class="weapons">${model.g.map((weapon) => html`<li>${weapon}</li>`)}</ul>
    </details>
  </li>`;
}

/** How a regiment stands: files × ranks. */
export function ranks(told: Told, view: View, unit: string): TemplateResult | typeof nothing {
  const block = view.u[unit]?.g;
  return block
    ? html`<span class="ranks" data-ranks=${unit}>${block.f} × ${block.k} <small>${told.replay.words.filesRanks}</small></span>`
    : nothing;
}

export const chip = ({ badge: drawn, count }: Status): TemplateResult =>
  html`<span class="status"
    ><svg viewBox="0 0 24 24" aria-hidden="true">${svg`${badge(drawn)}`}</svg>${drawn.n}${count > 1
      ? ` ${count}`
      : ""}</span
  >`;
