import { svg, type TemplateResult } from "lit";
import { html } from "lit";
import { repeat } from "lit/directives/repeat.js";

import type { Colour, Model, Replay, Step, View } from "../timeline/types";
import { attacks, movements } from "./arrows";
import { base, type Part } from "./models";
import { MARGIN, surface, terrain } from "./table";

/** The table seen from above after a step. It draws what it is given and knows no rules. */
export function board(
  replay: Replay,
  view: View,
  step: Step | undefined,
  ghosts: Set<string>,
  still: TemplateResult | unknown,
): TemplateResult {
  const { table, words } = replay;
  const models = new Map(replay.models.map((model) => [model.i, model]));
  const colours = new Map(replay.sides.map((side) => [side.id, side.colour]));
  const colourOf = (id: string): Colour => colours.get(models.get(id)?.s ?? "") ?? "blue";
  const shown = drawn(replay.models, view, ghosts);
  const parts = partsOf(step);
  return html`<svg
    class="board"
    viewBox="${-MARGIN.left} ${-MARGIN.top} ${table.w + MARGIN.left + MARGIN.right} ${table.d + MARGIN.top + MARGIN.bottom}"
    role="img"
    aria-label=${words.board ?? ""}
  >
    <g class="camera">
      ${still}
      <g>${step ? movements(step, colourOf, (id) => models.get(id)?.r ?? 0) : ""}</g>
      <g>${step ? attacks(step, view, models, colourOf) : ""}</g>
      <g class="models">
        ${repeat(
          shown,
          (model) => model.i,
          (model) => {
            const now = view.m[model.i];
            return now && base(model, now, colourOf(model.i), ghosts.has(model.i) ? "ghost" : (parts.get(model.i) ?? ""));
          },
        )}
      </g>
    </g>
  </svg>`;
}

/** What does not change during a game: the surface and the terrain. */
export const scenery = (replay: Replay): unknown =>
  svg`${surface(replay.table)}<g>${replay.table.terrain.map((piece) => terrain(piece, replay.words))}</g>`;

/** Models on the table and in action, and the ghosts; the lower ones first. */
export function drawn(models: Model[], view: View, ghosts: Set<string>): Model[] {
  return models
    .filter((model) => {
      const now = view.m[model.i];
      return now?.a && (!now.o || ghosts.has(model.i));
    })
    .sort((one, other) => (view.m[one.i]?.a?.[2] ?? 0) - (view.m[other.i]?.a?.[2] ?? 0));
}

function partsOf(step: Step | undefined): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const [, target] of step?.w ?? []) parts.set(target, "target");
  for (const id of [...(step?.m ?? []).map(([model]) => model), ...(step?.w ?? []).map(([from]) => from)])
    parts.set(id, "acting");
  return parts;
}
