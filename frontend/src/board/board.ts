import { svg, type TemplateResult } from "lit";
import { html } from "lit";
import { guard } from "lit/directives/guard.js";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";

import type { Colour, Model, Replay, Step, Terrain, View } from "../timeline/types";
import { attacks, pops, type Act } from "./act";
import { movements } from "./arrows";
import { baseIn, footing, front, type Regiment } from "./blocks";
import { depths, layer, type Level } from "./levels";
import { markers } from "./markers";
import { statuses } from "./marks";
import { base, fallen } from "./models";
import { plates } from "./plates";
import { inches, isWide, marginOf, stands, surface, terrain, zone, type Sign } from "./table";
import { groups, ties, type Group, type Part } from "./units";

/** What has been chosen on the table: a unit, a model or a piece of terrain, by its id. */
export interface Picked {
  kind: "unit" | "model" | "piece";
  id: string;
}

/** How the table is looked at: on which of its levels, what is picked, and what happens when something is. */
export interface Look {
  level: Level;
  levels: number[];
  picked?: Picked;
  pick: (picked: Picked) => void;
  /** Hundredths of an inch that a pixel of the screen shows; as on a usual desk if nobody has measured. */
  pixel?: number;
  /** How it was before the step, so that the outcome can be told. */
  before?: View;
  /** The places as the record has them, where the table is drawn turned. */
  recorded?: View;
  /** Further classes of a model, and what is drawn over everything. */
  manner?: (model: string) => string;
  over?: unknown;
}

const EVERYTHING: Look = { level: null, levels: [0], pick: () => undefined };

/** Pixels that a table takes on a usual desk. */
const USUAL = 900;

/** The table seen from above after a step. It draws what it is given and knows no rules. */
export function board(
  replay: Replay,
  view: View,
  step: Step | undefined,
  ghosts: Set<string>,
  still: TemplateResult | unknown,
  look: Look = EVERYTHING,
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
  const pixel = look.pixel ?? Math.max(table.w, table.d) / USUAL;
  const act: Act | undefined = step && {
    step, view, before: look.before, models, found, badges, words, table, pixel,
    colourOf: (id) => colours.get(models.get(id)?.s ?? "") ?? "blue",
  };
  const ranked = new Set(Object.entries(view.u).flatMap(([unit, now]) => (now.g ? [unit] : [])));
  const margin = marginOf(table);
  const partOf = (id: string): Part => {
    if (ghosts.has(id)) return "ghost";
    const unit = view.m[id]?.u ?? "";
    return together.has(unit) ? "" : (parts.get(id) ?? parts.get(unit) ?? "");
  };
  const pieces = stands(table.terrain, view.e);
  const deep = depths(shown, view, look.level, look.levels, pieces);
  const isPicked = (kind: Picked["kind"], id: string): boolean => look.picked?.kind === kind && look.picked.id === id;
  const regiments = found.flatMap(({ unit, models: own }): Regiment[] => {
    const block = view.u[unit.i]?.g;
    const part = parts.get(unit.i) ?? "";
    return block
      ? [{ unit: unit.i, name: unit.n, block, colour: colourOf(own[0]?.i ?? ""), part, picked: isPicked("unit", unit.i), statuses: statuses(badges, view.u[unit.i]?.c) }]
      : [];
  });
  // While one level is looked at, units are those on it, and those of the act.
  const onLevel = look.level === null ? found : groups(replay.units, shown.filter((model) => deep.get(model.i) !== "off" || parts.has(view.m[model.i]?.u ?? model.i)), view);
  const loose = onLevel.filter(({ unit }) => !view.u[unit.i]?.g);
  const pickModel = (id: string) => (): void => {
    const unit = view.m[id]?.u;
    look.pick(unit ? { kind: "unit", id: unit } : { kind: "model", id });
  };
  const manner = (id: string): string => {
    const chosen = isPicked("model", id) || isPicked("unit", view.m[id]?.u ?? "");
    return [partOf(id), deep.get(id) ?? "", look.manner?.(id) ?? "", chosen && !view.u[view.m[id]?.u ?? ""]?.g ? "picked" : ""].filter(Boolean).join(" ");
  };
  return html`<svg
    class="board ${wide ? "wide" : ""} ${replay.units.length ? "of-units" : ""}"
    viewBox="${-margin.left} ${-margin.top} ${table.w + margin.left + margin.right} ${table.d + margin.top + margin.bottom}"
    role="img"
    aria-label=${words.board ?? ""}
  >
    <g class="camera">
      <g class="still">${still}
      ${guard([view.e, view.z, view.q, look.level, look.picked], () => scenery(replay, view, look))}</g>
      <g class="ties" aria-hidden="true">${ties(loose, parts, colourOf)}</g>
      <g class="blocks">${regiments.map((each) => footing(each, () => look.pick({ kind: "unit", id: each.unit })))}</g>
      <g>${step ? markers(step) : ""}</g>
      <g class="fallen-models" aria-hidden="true">${lost(replay, view, ghosts, ranked).map((model) => fallen(model, view.m[model.i]!, colourOf(model.i)))}</g>
      <g>${step ? movements(step, view, found, colourOf, (id) => models.get(id)?.r ?? 0, pixel) : ""}</g>
      <g class="acts">${act ? keyed(act.step.n, svg`<g>${attacks(act)}</g>`) : ""}</g>
      <g class="models">
        ${repeat(
          shown,
          (model) => model.i,
          (model) => {
            const now = view.m[model.i];
            const outline = baseIn(view, model.i);
            return now && base(model, now, {
              colour: colourOf(model.i), part: partOf(model.i), manner: manner(model.i), badges, pixel,
              name: replay.units.length ? model.b : model.n, before: look.before?.m[model.i]?.w, recorded: look.recorded?.m[model.i] ?? now,
              pick: pickModel(model.i), ...(outline ? { outline } : {}),
            });
          },
        )}
      </g>
      <g class="fronts" aria-hidden="true">${regiments.map(front)}</g>
      <g class="unit-names" aria-hidden="true">${plates({ found: named(replay, onLevel), view, table, badges, colourOf, pixel, shown, first: new Set(parts.keys()) })}</g>
      <g class="acts" aria-hidden="true">${act ? keyed(act.step.n, svg`<g>${pops(act)}</g>`) : ""}</g>
      ${look.over ?? ""}
    </g>
  </svg>`;
}

/** Units whose models act together; where every model acts for itself, nobody has a plate. */
const named = (replay: Replay, found: Group[]): Group[] => (replay.units.length ? found : []);

/** Who fell before this step, where they fell; the ranks of regiments close without a trace. */
function lost(replay: Replay, view: View, ghosts: Set<string>, ranked: Set<string>): Model[] {
  const sizes = new Map(replay.units.map((unit) => [unit.i, unit.z]));
  return replay.models.filter((model) => {
    const now = view.m[model.i];
    if (!now?.o || !now.a || ghosts.has(model.i)) return false;
    return !ranked.has(now.u ?? "") && (!model.l || (sizes.get(now.u ?? "") ?? 1) === 1);
  });
}

/** The parts that never change during a game: the ground with its crosses and the border. */
export const ground = (replay: Replay, reversed = { x: false, y: false }): unknown => surface(replay.table, reversed);

/** The terrain and the zones as they are at a step. */
function scenery(replay: Replay, view: View, look: Look): unknown {
  const { table } = replay;
  const scale = isWide(table) ? 1.8 : 1;
  const names = new Map(replay.sides.map((side) => [side.id, side.n]));
  const zones = stands(table.zones, view.z).map((area) => ({ ...area, n: names.get(area.n) ?? area.n }));
  return svg`<g>${zones.map((area) => zone(area, table))}</g>
    <g>${stands(table.terrain, view.e).map((piece) => terrain(piece, {
      title: pieceWords(replay, view, piece).join(", "), scale, signs: signs(replay, view, piece.id),
      manner: `${layer(piece, look.level)} ${look.picked?.kind === "piece" && look.picked.id === piece.id ? "picked" : ""}`,
      pick: () => look.pick({ kind: "piece", id: piece.id }),
    }))}</g>`;
}

/** The statuses of a piece of terrain, each with the colour of its side, and in words. */
export function signs(replay: Replay, view: View, piece: string): Sign[] {
  const sides = new Map(replay.sides.map((side) => [side.id, side]));
  const names = new Map([...replay.table.terrain, ...stands(replay.table.terrain, view.e)].map((each) => [each.id, each.n]));
  return (view.q[piece] ?? []).flatMap(([kind, side, about]) => {
    const badge = replay.badges[kind];
    if (!badge) return [];
    const of = about ? (names.get(about) ?? (/^\d+$/.test(about) ? about : "")) : (sides.get(side)?.n ?? "");
    return [{ kind, badge, colour: sides.get(side)?.colour ?? "", told: of ? `${badge.n}: ${of}` : badge.n, aside: names.has(about ?? "") }];
  });
}

/** A piece of terrain in words: its name, what it is, how high it is, and its statuses. */
export function pieceWords(replay: Replay, view: View, piece: Terrain): string[] {
  const { words, kinds } = replay;
  const height = piece.h >= 10 ? `${inches(piece.h)} ${words.high}` : "";
  const floor = piece.f > 0 ? `▲${inches(piece.f)}` : "";
  return [piece.n, kinds?.[piece.k] ?? "", height, floor, ...signs(replay, view, piece.id).map((sign) => sign.told)].filter(Boolean);
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
