// The buttons of the tools and what belongs to one that is on: whom it is for, and the two ends of the ruler.
import { html, nothing, type TemplateResult } from "lit";

import { icon, type Icon } from "../elements/icons";
import type { Replay, View } from "../timeline/types";
import { KEYS, type Tool } from "./keys";
import { stillThere } from "./shapes";

const ICONS: Record<Tool | "forces", Icon> = { reach: "reach", sight: "sight", ruler: "ruler", forces: "forces" };

type Words = Record<string, string>;

/** One button a tool that this table has, and the one of the forces where they are in a drawer. */
export function buttons(words: Words, tools: Tool[], on: Set<Tool>, toggle: (tool: Tool) => void, forces: boolean, drawer: () => void): TemplateResult {
  const button = (tool: Tool | "forces", pressed: boolean, act: () => void): TemplateResult =>
    html`<button type="button" class="tool-${tool}" aria-pressed=${pressed ? "true" : "false"} aria-keyshortcuts=${KEYS[tool]} aria-label=${words[tool] ?? ""}
      title="${words[tool]} (${KEYS[tool]})" @click=${act}>${icon(ICONS[tool])}</button>`;
  return html`<div class="tools" role="group" aria-label=${words.tools ?? ""}>
    ${tools.map((tool) => button(tool, on.has(tool), () => toggle(tool)))}${button("forces", forces, drawer)}</div>`;
}

export interface Panel {
  replay: Replay;
  view: View;
  on: Set<Tool>;
  chosen: string;
  choose: (id: string) => void;
  /** The ids of the ends of the ruler, and what it says. */
  ends: [string, string];
  setEnd: (end: 0 | 1, id: string) => void;
  length: string;
  told: string;
  close: () => void;
}

export function panel({ replay, view, on, chosen, choose, ends, setEnd, length, told, close }: Panel): TemplateResult | typeof nothing {
  if (!on.size) return nothing;
  const { words } = replay;
  const people = holders(replay, view, [chosen, ...ends]);
  const list = (label: string, value: string, act: (id: string) => void, name: string): TemplateResult =>
    html`<label>${label}<select data-choose=${name} @change=${(event: Event) => act((event.target as HTMLSelectElement).value)}>
      <option value="" ?selected=${!value}>–</option>
      ${replay.sides.map((side) => html`<optgroup label=${side.n}>${people.filter((each) => each.side === side.id).map((each) =>
        html`<option value=${each.id} ?selected=${each.id === value}>${each.name}</option>`)}</optgroup>`)}</select></label>`;
  const escaped = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return html`<section class="tool-panel" aria-label=${words.tools ?? ""} @keydown=${escaped}>
    ${on.has("reach") || on.has("sight") ? list(words.whose ?? "", chosen, choose, "whose") : nothing}
    ${on.has("ruler") ? html`${list(words.from ?? "", ends[0], (id) => setEnd(0, id), "from")}${list(words.to ?? "", ends[1], (id) => setEnd(1, id), "to")}` : nothing}
    <output aria-live="polite">${[told, on.has("ruler") ? length || words.drag : ""].filter(Boolean).join(" · ")}</output>
    <button type="button" class="close" aria-label=${words.putAway ?? ""} title="${words.putAway} (Esc)" @click=${close}>${icon("close")}</button>
  </section>`;
}

interface Person {
  id: string;
  name: string;
  side: string;
}

/** Whoever is on the table: units where there are any, else models; and those who are chosen already. */
function holders({ models, units }: Replay, view: View, chosen: string[]): Person[] {
  const there = (id: string): boolean => stillThere(view, id);
  const own = units.length ? units.filter((unit) => models.some((model) => view.m[model.i]?.u === unit.i && there(model.i))) : models.filter((model) => there(model.i));
  const known = new Set(own.map((each) => each.i));
  const others = models.filter((model) => chosen.includes(model.i) && !known.has(model.i) && there(model.i));
  return [...own, ...others].map((each) => ({ id: each.i, name: each.n, side: each.s }));
}
