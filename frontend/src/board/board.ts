import { svg, type TemplateResult } from "lit";
import { html } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";

import type { Colour, Model, Replay, Step, View } from "../timeline/types";
import { attacks, movements } from "./arrows";
import { markers } from "./markers";
import { base } from "./models";
import { isWide, marginOf, stands, surface, terrain, zone, type Sign } from "./table";
import { groups, labels, ties, type Part } from "./units";

/** The table seen from above after a step. It draws what it is given and knows no rules. */
export function board(
  replay: Replay,
  view: View,
  step: Step | undefined,
  ghosts: Set<string>,
  still: TemplateResult | unknown,
): TemplateResult {
  const { table, words, badges } = replay;
  const models = new Map(replay.models.map((model) => [model.i, model]));
  const colours = new Map(replay.sides.map((side) => [side.id, side.colour]));
  const colourOf = (id: string): Colour => colours.get(models.get(id)?.s ?? "") ?? "blue";
  const shown = drawn(replay.models, view, ghosts);
  const parts = partsOf(step, view);
  const found = groups(replay.units, shown, view);
  const together = new Set(found.filter((group) => group.models.length > 1).map((group) => group.unit.i));
  const wide = isWide(table);
  const margin = marginOf(table);
  const partOf = (id: string): Part => {
    if (ghosts.has(id)) return "ghost";
    const unit = view.m[id]?.u ?? "";
    return together.has(unit) ? "" : (parts.get(id) ?? parts.get(unit) ?? "");
  };
  return html`<svg
    class="board ${wide ? "wide" : ""} ${replay.units.length ? "of-units" : ""}"
    viewBox="${-margin.left} ${-margin.top} ${table.w + margin.left + margin.right} ${table.d + margin.top + margin.bottom}"
    role="img"
    aria-label=${words.board ?? ""}
  >
    <g class="camera">
      ${still}
      ${guard([view.e, view.z, view.q], () => scenery(replay, view))}
      <g class="ties" aria-hidden="true">${ties(found, parts, colourOf)}</g>
      <g>${step ? markers(step) : ""}</g>
      <g>${step ? movements(step, colourOf, (id) => models.get(id)?.r ?? 0) : ""}</g>
      <g>${step ? attacks(step, view, models, found, colourOf) : ""}</g>
      <g class="models">
        ${repeat(
          shown,
          (model) => model.i,
          (model) => {
            const now = view.m[model.i];
            return now && base(model, now, colourOf(model.i), partOf(model.i), badges, wide ? 2 : 1);
          },
        )}
      </g>
      <g class="unit-names" aria-hidden="true">${labels(found, view, table, badges)}</g>
    </g>
  </svg>`;
}

/** The parts that never change during a game: the surface with its grid and ruler. */
export const ground = (replay: Replay): unknown => surface(replay.table);

/** The terrain and the zones as they are at a step. */
function scenery(replay: Replay, view: View): unknown {
  const { table, words, badges } = replay;
  const colours = new Map(replay.sides.map((side) => [side.id, side.colour]));
  const signs = (piece: string): Sign[] =>
    (view.q[piece] ?? []).flatMap(([kind, side]) => {
      const badge = badges[kind];
      return badge ? [{ kind, badge, colour: colours.get(side) ?? "" }] : [];
    });
  const scale = isWide(table) ? 1.8 : 1;
  const names = new Map(replay.sides.map((side) => [side.id, side.n]));
  const zones = stands(table.zones, view.z).map((area) => ({ ...area, n: names.get(area.n) ?? area.n }));
  return svg`<g>${zones.map((area) => zone(area, table))}</g>
    <g>${stands(table.terrain, view.e).map((piece) => terrain(piece, words, scale, signs(piece.id)))}</g>`;
}

/** Models on the table and in action, and the ghosts, from the lowest up. */
export function drawn(models: Model[], view: View, ghosts: Set<string>): Model[] {
  return models
    .filter((model) => {
      const now = view.m[model.i];
      return now?.a && (!now.o || ghosts.has(model.i));
    })
    .sort((one, other) => (view.m[one.i]?.a?.[2] ?? 0) - (view.m[other.i]?.a?.[2] ?? 0));
}

/** The role of models and units in a step. */
function partsOf(step: Step | undefined, view: View): Map<string, Part> {
  const parts = new Map<string, Part>();
  const set = (id: string, part: Part): void => {
    parts.set(id, part);
    const unit = view.m[id]?.u;
    if (unit) parts.set(unit, part);
  };
  for (const [, target] of step?.w ?? []) set(target, "target");
  for (const id of [...(step?.m ?? []).map(([model]) => model), ...(step?.w ?? []).map(([from]) => from)])
    set(id, "acting");
  return parts;
}
