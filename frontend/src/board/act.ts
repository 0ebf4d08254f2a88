// The act of a step: shots from the one who fires to the target, blows where they meet, the outcome and the dice beside the target.
import { nothing, svg, type SVGTemplateResult } from "lit";

import { diceOf, PIPS, type Die } from "../elements/dice";
import type { Badge, Colour, Flat, Model, Place, Step, View } from "../timeline/types";
import { meet, widthOf, type Box } from "./plates";
import type { Group } from "./units";

export interface Act {
  step: Step;
  view: View;
  before: View | undefined;
  models: Map<string, Model>;
  found: Group[];
  colourOf: (id: string) => Colour;
  badges: Record<string, Badge>;
  words: Record<string, string>;
  table: { w: number; d: number };
  /** Hundredths of an inch that a pixel of the screen shows. */
  pixel: number;
}

/** From each attacker to each target: a wedge that is wide at the muzzle, with a tick every six inches; a blow is a bar. */
export function attacks({ step, view, models, found, colourOf, pixel }: Act): (SVGTemplateResult | typeof nothing)[] {
  const at = places(found, view);
  const first = new Map(found.map(({ unit, models: own }) => [unit.i, own[0]?.i ?? ""]));
  const radius = (id: string): number => models.get(id)?.r ?? 40;
  return (step.w ?? []).map(([from, to]): SVGTemplateResult | typeof nothing => {
    const [a, b] = [at(from), at(to)];
    if (!a || !b) return nothing;
    const whole = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const kind = step.e === "melee" ? "melee" : "shot";
    const [begin, trim] = [radius(from) + 7 * pixel, radius(to) + 8 * pixel];
    const near = whole < begin + trim + 6 * pixel;
    const [start, end] = near ? [0, whole] : [begin, whole - trim];
    const half = (kind === "melee" ? 5 : 3.6) * pixel;
    const beam = kind === "melee" ? `M${start} ${-half / 2}H${end - 9 * pixel}V${-half}L${end} 0L${end - 9 * pixel} ${half}V${half / 2}H${start}z` : `M${start} ${-half}L${end} 0L${start} ${half}z`;
    const ticks = Array.from({ length: Math.floor(whole / 600) }, (_, index) => (index + 1) * 600).filter((mark) => mark > start && mark < end);
    const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
    return svg`<g class="attack ${kind} ${colourOf(models.has(from) ? from : (first.get(from) ?? ""))}" data-from=${from} data-to=${to}
      transform="translate(${a[0]} ${a[1]}) rotate(${turn.toFixed(2)})"><g class="growing"><path class="under" d=${beam}></path><path class="beam" d=${beam}></path>
      ${kind === "shot" ? svg`<path class="tick" d=${ticks.map((mark) => `M${mark} ${-4 * pixel}V${4 * pixel}`).join("")}></path>` : nothing}</g></g>`;
  });
}

/** Where somebody is: a model its place, a unit its middle. */
function places(found: Group[], view: View): (id: string) => Flat | Place | undefined {
  const middles = new Map(found.map(({ unit, models: own }) => [unit.i, middle(own, view)]));
  return (id) => view.m[id]?.a ?? middles.get(id);
}

function middle(own: Model[], view: View): Flat {
  const at = own.flatMap((model) => (view.m[model.i]?.a ? [view.m[model.i]!.a!] : []));
  const mean = (axis: 0 | 1): number => Math.round(at.reduce((sum, each) => sum + each[axis], 0) / (at.length || 1));
  return [mean(0), mean(1)];
}

/** What came of the step for a model, in a word or two; empty if nothing did. */
export function outcome(id: string, { step, view, before, badges, words }: Pick<Act, "step" | "view" | "before" | "badges" | "words">): string {
  const [now, then] = [view.m[id], before?.m[id]];
  if (!now || !then) return "";
  if (now.o && !then.o) return words.falls ?? "";
  const gained = Object.entries(now.c).flatMap(([kind, count]) => (count > (then.c[kind] ?? 0) && badges[kind] ? [badges[kind].n] : []));
  if (now.w < then.w) return [`−${then.w - now.w}`, ...gained].join(", ");
  const aimed = step.w?.some(([, to]) => to === id) && step.l?.some((line) => line.k);
  return aimed ? gained.join(", ") || (words.unhurt ?? "") : "";
}

/** Whom a step was about, each with how it fared; of a unit, how many fell. */
export function outcomes(act: Act): { at: Flat; r: number; text: string; id: string }[] {
  const { step, view, before, models, found, words } = act;
  const at = places(found, view);
  const targets = [...new Set((step.w ?? []).map(([, to]) => to))];
  const changed = Object.keys(step.d?.m ?? {}).filter((id) => !targets.includes(id));
  const told = [...targets, ...changed].flatMap((id) => {
    const unit = view.m[id]?.u;
    const place = at(id);
    if (!place) return [];
    if (models.has(id) && !(unit && found.some((group) => group.unit.i === unit && group.models.length > 1))) {
      const text = outcome(id, act);
      return text ? [{ id, at: [place[0], place[1]] as Flat, r: models.get(id)!.r, text }] : [];
    }
    return [];
  });
  const losses = new Map<string, string[]>();
  for (const id of Object.keys(step.d?.m ?? {})) {
    const [now, then] = [view.m[id], before?.m[id]];
    const unit = now?.u ?? then?.u;
    if (unit && now?.o && then && !then.o) losses.set(unit, [...(losses.get(unit) ?? []), id]);
  }
  const units = [...losses].flatMap(([unit, ids]) => {
    const group = found.find((each) => each.unit.i === unit);
    const own = ids.flatMap((id) => (view.m[id]?.a ? [view.m[id]!.a!] : []));
    if (!own.length || told.some((each) => ids.includes(each.id))) return [];
    const mean = (axis: 0 | 1): number => Math.round(own.reduce((sum, each) => sum + each[axis], 0) / own.length);
    const text = ids.length === 1 && !group ? (words.falls ?? "") : `−${ids.length}`;
    return [{ id: unit, at: [mean(0), mean(1)] as Flat, r: 60, text }];
  });
  return [...told, ...units].slice(0, 6);
}

/** Plates with the outcome above those who met with it, and the dice beside the first of them. None lies over another. */
export function pops(act: Act): unknown {
  const { pixel, table, step } = act;
  const came = outcomes(act);
  const first = came[0];
  const at = first?.at ?? places(act.found, act.view)(step.w?.[0]?.[1] ?? step.w?.[0]?.[0] ?? step.m?.at(-1)?.[0] ?? "");
  const tray = at && trayOf(act, at, first?.r ?? 63);
  const taken: Box[] = tray ? [tray.box] : [];
  const shown = came.map(({ at: [x, y], r, text, id }) => {
    const [w, h] = [(widthOf(text) + 16) * pixel, 20 * pixel];
    const left = within(x, w / 2, table.w) - w / 2;
    const boxes = [-22, 34, -46, 58, -70, 82].map((far): Box => ({ x: left, y: y + Math.sign(far) * r + far * pixel - h / 2, w, h }));
    const fits = boxes.filter((box) => box.y > -table.d * 0.04 && box.y + h < table.d * 1.03);
    const box = fits.find((each) => !taken.some((other) => meet(each, other, 2 * pixel))) ?? fits[0] ?? boxes[0]!;
    taken.push(box);
    return svg`<g class="pop" data-pop=${id} transform="translate(${Math.round(box.x + w / 2)} ${Math.round(box.y + h / 2)}) scale(${pixel})"><g class="popping">
      <rect x=${-w / pixel / 2} y="-10" width=${w / pixel} height="20" rx="3"></rect><text y="4.3" font-size="12.5" text-anchor="middle">${text}</text></g></g>`;
  });
  return svg`${shown}${tray ? dice(tray, pixel) : nothing}`;
}

const within = (x: number, half: number, wide: number): number => Math.max(half - 40, Math.min(wide - half + 40, x));

/** Dice that are shown beside the target, and on a phone's table; the rest are in words beside the table. */
const [MOST, FEW, NARROW] = [9, 5, 560];

/** The dice of a step as they lie: where, and each roll set apart by a hair. */
interface Tray {
  box: Box;
  rolls: { hair: number; dice: { die: Die; x: number }[] }[];
}

const TRAY = 29;

/** Beside the target on the side where there is room, else beneath it; undefined if nothing was rolled. */
function trayOf({ step, pixel, table }: Act, [x, y]: Flat | Place, r: number): Tray | undefined {
  const groups = (step.l ?? []).flatMap((line) => (line.k && (line.k.s ?? 6) <= 6 ? [diceOf(line.k).filter((die) => die.fate !== "struck")] : []));
  const kept: Die[][] = [];
  let count = 0;
  for (const group of groups) {
    if (count + group.length > (table.w / pixel < NARROW ? FEW : MOST)) break;
    kept.push(group);
    count += group.length;
  }
  if (!count) return undefined;
  let at = 6;
  const rolls = kept.map((group, index) => {
    at += index ? 7 : 0;
    return { hair: index ? at - 5 : 0, dice: group.map((die) => ({ die, x: (at += 21) - 21 })) };
  });
  const [w, h] = [(at + 3) * pixel, TRAY * pixel];
  const far = r + 14 * pixel;
  const [right, left] = [x + far + w < table.w + 60, x - far - w > -60];
  if (right || left) return { rolls, box: { x: right ? x + far : x - far - w, y: y - h / 2, w, h } };
  return { rolls, box: { x: within(x, w / 2, table.w) - w / 2, y: y + r + 20 * pixel, w, h } };
}

function dice({ box, rolls }: Tray, pixel: number): SVGTemplateResult {
  return svg`<g class="act-dice" transform="translate(${Math.round(box.x)} ${Math.round(box.y)}) scale(${pixel})">
    <rect class="tray" width=${box.w / pixel} height=${TRAY} rx="7"></rect>
    ${rolls.map(({ hair, dice: own }) => svg`${hair ? svg`<path class="hair" d=${`M${hair} 6v17`}></path>` : nothing}
      ${own.map(({ die, x }, index) => svg`<g class="die ${die.fate} landing-${Math.min(index, 5)}" transform="translate(${x} 5) scale(0.79)"><g class="landing">
        <rect x="1.5" y="1.5" width="21" height="21" rx="5"></rect>${(PIPS[die.face] ?? []).map(([cx, cy]) => svg`<circle cx=${cx} cy=${cy} r="2.1"></circle>`)}</g></g>`)}`)}
  </g>`;
}

/** The part of the table that the act of a step is about, with room around it; undefined if it is about none. */
export function scene(step: Step, view: View, found: Group[]): { x: number; y: number; w: number; h: number } | undefined {
  const at = places(found, view);
  const spots: (Flat | Place)[] = [...(step.m ?? []).flatMap(([, way]) => way), ...(step.k ?? []).map((marker) => marker.a), ...(step.w ?? []).flat().flatMap((id) => { const spot = at(id); return spot ? [spot] : []; })];
  if (!spots.length) return undefined;
  const [xs, ys] = [spots.map((spot) => spot[0]), spots.map((spot) => spot[1])];
  const room = 500;
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x, y, w: Math.max(...xs) + room - x, h: Math.max(...ys) + room - y };
}
