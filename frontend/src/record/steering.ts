// Moving without dragging: nudges, the whole unit or one model, and places as numbers.
import { html, nothing, type TemplateResult } from "lit";

import type { Place } from "../timeline/types";
import { endOf, movedTo } from "./routes";
import type { Handle } from "./types";

/** Hundredths of an inch that one nudge moves. */
export const NUDGE = 10;

type Words = Record<string, string>;
type Action = Record<string, unknown>;

/** What is moved; a facing is turned. */
export const moving = (handles: Handle[]): Handle[] => handles.filter((handle) => handle.kind !== "facing");

/** Four arrows, and whether a unit goes together. */
export function steering(words: Words, handles: Handle[], of: { block: boolean; nudge: (x: number, y: number) => void; setBlock: (on: boolean) => void }): TemplateResult {
  const arrows = [["←", -NUDGE, 0, words.left], ["↑", 0, -NUDGE, words.up], ["↓", 0, NUDGE, words.down], ["→", NUDGE, 0, words.right]] as const;
  return html`<p class="record-nudge"><span>${words.nudge}</span>
    ${arrows.map(([arrow, x, y, label]) => html`<button type="button" aria-label=${label ?? ""} @click=${() => of.nudge(x, y)}>${arrow}</button>`)}
    ${moving(handles).length > 1
      ? html`<label class="check"><input type="checkbox" .checked=${of.block}
          @change=${(event: Event) => of.setBlock((event.target as HTMLInputElement).checked)}> ${words.block}</label>`
      : nothing}</p>`;
}

/** Where a handle ends, as numbers in inches. */
export function placeNumbers(handle: Handle, action: Action, name: string, edit: (action: Action) => void): TemplateResult | typeof nothing {
  const end = endOf(handle, action);
  if (!end) return nothing;
  const set = (axis: number, text: string): void => {
    const to = [...end] as Place;
    to[axis] = Math.round(Number(text) * 100);
    if (text !== "" && Number.isFinite(to[axis])) edit(movedTo(action, handle, to));
  };
  return html`<fieldset class="act-place"><legend>${name}</legend>${["x", "y", "z"].slice(0, handle.dims).map((axis, index) => html`<label>${axis}, ″
    <input type="number" step="0.01" inputmode="decimal" .value=${String(end[index]! / 100)} @change=${(event: Event) => set(index, (event.target as HTMLInputElement).value)}></label>`)}</fieldset>`;
}
