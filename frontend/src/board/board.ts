import { svg, type TemplateResult } from "lit";
import { html } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";

import type { Colour, Model, Replay, Step, View } from "../timeline/types";
import { attacks, movements } from "./arrows";
import { markers } from "./markers";
import { base, type Part } from "./models";
import { MARGIN, stands, surface, terrain, zone } from "./table";
import { ties } from "./units";

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
      ${guard([view.e, view.z], () => scenery(replay, view))}
      <g class="ties" aria-hidden="true">${ties(replay.units, shown, view, colourOf)}</g>
      <g>${step ? markers(step) : ""}</g>
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

/** What never changes during a game: the surface with its grid and ruler. */
export const ground = (replay: Replay): unknown => surface(replay.table);

/** The terrain and the zones as they are at a step. */
function scenery(replay: Replay, view: View): unknown {
  const { table, words } = replay;
  return svg`<g>${stands(table.zones, view.z).map((area) => zone(area, table))}</g>
    <g>${stands(table.terrain, view.e).map((piece) => terrain(piece, words))}</g>`;
}

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
