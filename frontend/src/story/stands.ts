import { statuses } from "../board/marks";
import { inches } from "../board/table";
import type { Told } from "../elements/explain";
import type { Flat, Model, ModelView, Place, View } from "../timeline/types";

/** Somebody as told in words: a unit, or a model where models act for themselves. */
export interface Stand {
  id: string;
  name: string;
  side: string;
  told: string[];
}

interface Body {
  id: string;
  name: string;
  side: string;
  /** Those of it that are on the table and in action. */
  members: { model: Model; now: ModelView; at: Place }[];
}

/** Where everybody stands, where they face, who of the others is nearest, their wounds and their marks: what the picture shows. */
export function stands(told: Told, view: View): Stand[] {
  const { replay } = told;
  const bodies = bodiesOf(told, view);
  return bodies.map((body) => {
    const parts = replay.table.sketch ? [] : [placeOf(told, body), facingOf(told, view, body), nearestTo(told, body, bodies)];
    return { id: body.id, name: body.name, side: body.side, told: [...parts, ...conditionOf(told, view, body)].filter(Boolean) };
  });
}

function bodiesOf({ replay }: Told, view: View): Body[] {
  const found = new Map<string, Body>();
  for (const model of replay.models) {
    const now = view.m[model.i];
    if (!now?.a || now.o) continue;
    const unit = replay.units.find((each) => each.i === now.u);
    const id = unit?.i ?? model.i;
    const body = found.get(id) ?? { id, name: unit?.n ?? model.n, side: model.s, members: [] };
    body.members.push({ model, now, at: now.a });
    found.set(id, body);
  }
  return [...found.values()];
}

/** From the left and the top edge of the table as it lies in the record: the middle of those who are together. */
function placeOf({ replay: { words } }: Told, { members }: Body): string {
  const mean = (axis: 0 | 1): number => Math.round(members.reduce((sum, { at }) => sum + at[axis], 0) / members.length / 10) * 10;
  const up = Math.max(...members.map(({ at }) => at[2]));
  const place = (words.place ?? "").replace("%(across)s", inches(mean(0))).replace("%(down)s", inches(mean(1)));
  return up > 0 ? `${place}, ▲${inches(up)}` : place;
}

/** One of eight directions, from the top on. */
function facingOf({ replay: { words } }: Told, view: View, { id, members }: Body): string {
  const block = view.u[id]?.g;
  const way = block ? frontOf(block.o) : members.length === 1 ? members[0]!.now.f : undefined;
  if (!way || (!way[0] && !way[1])) return "";
  const eighth = (Math.round(Math.atan2(way[0], -way[1]) / (Math.PI / 4)) + 8) % 8;
  return (words.facing ?? "").replace("%(where)s", (words.directions ?? "").split("|")[eighth] ?? "");
}

/** The way from the middle of the rear of a regiment to the middle of its front. */
function frontOf([rearRight, frontRight, frontLeft, rearLeft]: Flat[]): Flat | undefined {
  if (!rearRight || !frontRight || !frontLeft || !rearLeft) return undefined;
  return [frontRight[0] + frontLeft[0] - rearRight[0] - rearLeft[0], frontRight[1] + frontLeft[1] - rearRight[1] - rearLeft[1]];
}

function nearestTo({ replay: { words } }: Told, body: Body, bodies: Body[]): string {
  let [least, name] = [Infinity, ""];
  for (const other of bodies) {
    if (other.side === body.side) continue;
    for (const one of body.members) for (const two of other.members) {
      const apart = Math.hypot(one.at[0] - two.at[0], one.at[1] - two.at[1]) - one.model.r - two.model.r;
      if (apart < least) [least, name] = [apart, other.name];
    }
  }
  if (!name) return "";
  const length = inches(Math.max(0, Math.round(least / 10) * 10));
  return (words.nearest ?? "").replace("%(name)s", name).replace("%(length)s", length);
}

/** How many are left or how many wounds, and the marks. */
function conditionOf({ replay }: Told, view: View, { id, members }: Body): string[] {
  const { words, badges, units, models } = replay;
  const [only] = members;
  const size = units.some((each) => each.i === id) ? models.filter((model) => view.m[model.i]?.u === id).length : 1;
  const left = size > 1 ? [`${members.length}/${size} ${words.standing}`] : [];
  const wounds = members.filter(({ now, model }) => members.length === 1 || now.w < model.w)
    .map(({ now, model }) => `${members.length > 1 ? `${model.n}: ` : ""}${now.w}/${model.h ?? model.w}`);
  const marks = [...statuses(badges, view.u[id]?.c), ...(size > 1 ? [] : statuses(badges, only!.now.c))];
  return [...left, ...wounds, ...marks.map((mark) => (mark.count > 1 ? `${mark.badge.n} ${mark.count}` : mark.badge.n))];
}
