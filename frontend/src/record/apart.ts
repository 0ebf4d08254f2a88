// A battle without a table: both forces as lists, and the one question how far two of them are apart.
import { html, nothing, type TemplateResult } from "lit";

import { statuses } from "../board/marks";
import { chip } from "../elements/forces";
import { sign } from "../elements/side";
import type { Side, View } from "../timeline/types";
import type { Declaration } from "./outbox";
import type { Chosen } from "./table";
import type { Now } from "./types";

/** The side of a vehicle, a regiment or a fighter that is faced; empty where it does not matter. */
export type Faced = "" | "front" | "left" | "right" | "rear";

/** What is chosen, acts and stands on the table as one: a unit, or a model without one. */
interface Piece {
  id: string;
  name: string;
  side: string;
  models: string[];
}

const HUNDREDTHS = 100;

/** The unit of a model, where it has one. */
export const pieceOf = (view: View, id: string): string => view.m[id]?.u || id;

/** The distance between two pieces as it was said, in words; undefined if nobody has, or they have moved since. */
export function known(now: Now, one: string, other: string): string | undefined {
  return now.apart?.known.find(([a, b]) => (a === one && b === other) || (a === other && b === one))?.[2];
}

/** What is declared when a distance is said. */
export const apart = (by: string, of: string, to: string, inches: number, side: Faced): Declaration => ({
  by,
  action: { type: "apart", of, to, distance: Math.round(inches * HUNDREDTHS), ...(side ? { side } : {}) },
});

function pieces(now: Now, view: View, side: Side): Piece[] {
  const own = now.replay.models.filter((model) => model.s === side.id && view.m[model.i]);
  if (!now.replay.units.length) return own.map((model) => ({ id: model.i, name: model.n, side: side.id, models: [model.i] }));
  return now.replay.units
    .filter((unit) => unit.s === side.id)
    .map((unit) => ({ id: unit.i, name: unit.n, side: side.id, models: own.filter((model) => view.m[model.i]?.u === unit.i).map((model) => model.i) }))
    .filter((piece) => piece.models.length);
}

export interface Lists {
  able: Set<string>;
  /** Whoever is chosen, or empty. */
  who: string;
  targets: Map<string, string[]>;
  pick: (chosen: Chosen) => void;
}

/** Both forces: whoever may act is dark, whoever is out is struck through, and a distance stands where it is known. */
export function lists(now: Now, view: View, of: Lists): TemplateResult {
  const chosen = pieceOf(view, of.who);
  return html`<div class="record-forces">${now.replay.sides.map((side) => html`<section class=${side.colour}>
    <h2>${sign(side.colour)} ${side.n}</h2>
    <ul>${pieces(now, view, side).map((piece) => {
      const left = piece.models.filter((model) => !view.m[model]?.o);
      const [first] = left;
      const alone = piece.models.length === 1 && first ? view.m[first]?.c : {};
      const state = statuses(now.replay.badges, { ...view.u[piece.id]?.c, ...alone });
      const able = [piece.id, ...piece.models].some((id) => of.able.has(id));
      const away = chosen && chosen !== piece.id ? known(now, chosen, piece.id) : undefined;
      const kind = chosen === piece.id ? "chosen" : [piece.id, ...piece.models].some((id) => of.targets.has(id)) ? "target" : able ? "able" : "";
      return html`<li><button type="button" class=${kind} data-piece=${piece.id} aria-pressed=${chosen === piece.id ? "true" : "false"} ?disabled=${!first}
        @click=${() => of.pick({ id: piece.id, model: first ?? piece.id })}>
        <b>${piece.name}</b> <small>${first ? health(now, view, piece, left) : now.words.out}${away ? html` · ${away} ${now.words.apart}` : nothing}</small>
        ${state.map(chip)}</button></li>`;
    })}</ul></section>`)}</div>`;
}

/** The wounds of a single model, else how many of a unit are left. */
function health(now: Now, view: View, piece: Piece, left: string[]): string {
  if (piece.models.length > 1) return `${left.length}/${piece.models.length}`;
  const [only] = piece.models;
  return `${view.m[only!]?.w ?? 0}/${now.replay.models.find((model) => model.i === only)?.w ?? 0}`;
}

export interface Measuring {
  of: string;
  to: string;
  sided: boolean;
  faced: Faced;
  error: string;
  face: (side: Faced) => void;
  say: (inches: number) => void;
  cancel: () => void;
}

/** How far two are apart: a usual distance is one tap, any other is typed. */
export function apartSheet(now: Now, of: Measuring): TemplateResult {
  const { words } = now;
  const sides: [Faced, string | undefined][] = [["", words.anySide], ["front", words.front], ["left", words.leftSide], ["right", words.rightSide], ["rear", words.rear]];
  const own = (event: Event): void => {
    event.preventDefault();
    const { valueAsNumber: inches } = (event.target as HTMLFormElement).elements.namedItem("inches") as HTMLInputElement;
    if (Number.isFinite(inches)) of.say(inches);
  };
  return html`<h2 class="record-question" tabindex="-1">${of.of} → ${of.to}</h2>
    <p>${words.howFar}</p>
    ${of.error ? html`<p class="notice error" role="alert">${of.error}</p>` : nothing}
    ${of.sided ? html`<fieldset class="record-sides"><legend>${words.onSide}</legend>${sides.map(([side, name]) => html`<label class="check">
      <input type="radio" name="faced" .checked=${of.faced === side} @change=${() => of.face(side)}> ${name}</label>`)}</fieldset>` : nothing}
    <p class="record-lengths">${(now.apart?.usual ?? []).map((inches) => html`<button type="button" data-inches=${inches} @click=${() => of.say(inches)}>
      ${inches ? `${inches}″` : words.touching}</button>`)}</p>
    <form class="record-why" @submit=${own}><label>${words.otherLength}<input name="inches" type="number" min="0" max="999" step="0.1" inputmode="decimal" required></label>
      <button>${words.say}</button></form>
    <p class="record-bar"><button type="button" @click=${of.cancel}>${words.cancel}</button></p>`;
}
