import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Badge, Colour, Flat, Model, ModelView } from "../timeline/types";
import { glyph } from "./glyphs";
import { badge, statuses, type Status } from "./marks";
import { inches } from "./table";
import type { Part } from "./units";

/** How a model is drawn: its part in the step, further classes, and its base if it stands in ranks. */
export interface Drawn {
  colour: Colour;
  part: Part;
  manner: string;
  badges: Record<string, Badge>;
  /** Hundredths of an inch that a pixel of the screen shows. */
  pixel: number;
  /** What stands beside it when models are named. */
  name: string;
  /** Its place and its front in the record, which the table may be drawn turned against. */
  recorded: ModelView;
  /** Wounds that it had before the step. */
  before?: number | undefined;
  outline?: Flat[];
  pick: () => void;
}

/** Pixels from which a token has a face; below them it is a plain disc or diamond. */
const FACE = 19;
/** Pixels below which no token is drawn, however small its base. */
const LEAST = 9;

/**
 * A token to scale: its rim, what it does, where it faces, its wounds and its statuses. Amber tokens carry a diamond, and
 * are one where they are small; blue ones are discs.
 */
export function base(model: Model, view: ModelView, { colour, part, manner, badges: known, pixel, name, recorded, before, outline, pick }: Drawn):
  | SVGTemplateResult
  | typeof nothing {
  if (!view.a) return nothing;
  const [x, y, z] = view.a;
  const r = outline || model.l ? model.r : Math.max(model.r, (LEAST / 2) * pixel);
  const role = known[model.x ?? ""];
  const big = Boolean(model.l) || (2 * r) / pixel >= FACE;
  const kinds = [outline ? "ranked" : "", big ? "big" : "tiny", role && outline ? "in-role" : "", manner].filter(Boolean).join(" ");
  const lift = z > 0 ? Math.round(10 + z * 0.05) : 7;
  return svg`<g class="model ${colour} ${kinds}" @click=${pick} transform="translate(${x} ${y})" data-id=${model.i} data-x=${recorded.a?.[0] ?? x}
      data-y=${recorded.a?.[1] ?? y} data-z=${z} data-wounds=${view.w} data-out=${view.o} data-unit=${view.u ?? ""} data-status=${statusText(view)}
      data-facing=${recorded.f ? recorded.f.join(",") : ""}>
    <title>${[model.n, role?.n ?? "", z > 0 ? `▲${inches(z)}` : "", ...statuses(known, view.c).map((each) => each.badge.n)].filter(Boolean).join(", ")}</title>
    ${outline || model.l ? nothing : svg`<circle class="lift" r=${r} cx=${lift} cy=${lift}></circle>`}
    ${part === "acting" ? svg`<circle class="halo" r=${r + 5 * pixel}></circle>` : nothing}
    ${part === "target" ? svg`<path class="aim" d=${corners(r + 5.5 * pixel)}></path>` : nothing}
    ${outline ? ranked(outline, colour) : model.l ? hull(model.l, view, colour) : token(r, view, colour, big, pixel)}
    ${part === "ghost" ? svg`<path class="cross" d=${cross(r * 0.55)}></path>` : nothing}
    ${face(model, role, r, big, outline)}
    ${part === "ghost" ? nothing : [outline ? hurt(model, view, outline) : big || view.w < model.w ? pips(model, view, r, pixel, before) : nothing, big ? badges(statuses(known, view.c), r, pixel) : nothing]}
    ${z > 0 ? svg`<text class="level" y=${r} text-anchor="middle">▲${inches(z)}</text>` : nothing}
    <text class="name" y=${outline ? 0 : r + (z > 0 ? 12 * pixel : 0)} dominant-baseline=${outline ? "central" : "auto"} text-anchor="middle">${outline ? model.b : name}</text>
  </g>`;
}

/** What a model does, in the middle of its token; a leader that is too small for it has a dot. */
function face(model: Model, role: Badge | undefined, r: number, big: boolean, outline?: Flat[]): SVGTemplateResult | typeof nothing {
  if (outline) return role ? roleSign(role, outline) : nothing;
  if (model.l) return nothing;
  const path = role?.d ?? glyph(model.y);
  if (!big) return role || model.y === "leader" || model.y === "psyker" ? svg`<circle class="dot" r=${r * 0.36}></circle>` : nothing;
  const size = r * 1.1;
  return path ? svg`<path class="glyph ${role?.f ? "filled" : ""}" transform="translate(${-size / 2} ${-size / 2}) scale(${size / 24})" d=${path}></path>` : nothing;
}

/** A base in the ranks of a regiment, by its exact corners: the front is the regiment's. */
function ranked(outline: Flat[], colour: Colour): SVGTemplateResult {
  const [a, b, c, d] = outline as [Flat, Flat, Flat, Flat];
  const middles = [[a, b], [b, c], [c, d], [d, a]].map(([one, other]) => `${(one![0] + other![0]) / 2},${(one![1] + other![1]) / 2}`);
  return svg`<polygon class="base" points=${outline.map((corner) => corner.join(",")).join(" ")}></polygon>
    ${colour === "amber" ? svg`<polygon class="diamond" points=${middles.join(" ")}></polygon>` : nothing}`;
}

/** The shorter side of a base in the ranks. */
const narrow = (outline: Flat[]): number => {
  const [a, b, c] = outline as [Flat, Flat, Flat];
  return Math.min(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1]));
};

/** The sign of a model's role over its base in the ranks. */
function roleSign(role: Badge, outline: Flat[]): SVGTemplateResult {
  const half = narrow(outline) * 0.36;
  return svg`<g class="role"><g transform="translate(${-half} ${-half}) scale(${half / 12})">${badge(role)}</g></g>`;
}

/** The wounds of a model in the ranks, once it has lost one: in a row over its base. */
function hurt(model: Model, view: ModelView, outline: Flat[]): SVGTemplateResult | typeof nothing {
  if (view.w >= model.w) return nothing;
  const size = Math.min(16, (narrow(outline) * 0.8) / model.w / 2.5);
  return svg`<g class="pips ranked-pips">${Array.from({ length: model.w }, (_, index) =>
    svg`<circle class=${index < view.w ? "left" : "lost"} cx=${(index - (model.w - 1) / 2) * size * 2.5} cy=${narrow(outline) * 0.3} r=${size}></circle>`)}</g>`;
}

const turnOf = (view: ModelView): number => {
  const [fx, fy] = view.f ?? [1, 0];
  return (Math.atan2(fy, fx) * 180) / Math.PI;
};

/** The hull of a vehicle with its treads, its plate and its front. */
function hull([long, wide]: Flat, view: ModelView, colour: Colour): SVGTemplateResult {
  const [x, y] = [long / 2, wide / 2];
  const front = Math.min(70, long / 4);
  return svg`<g class="hull" transform="rotate(${turnOf(view)})">
    <rect class="base" x=${-x} y=${-y} width=${long} height=${wide} rx="18"></rect>
    <path class="tread" d=${`M${16 - x} ${-y}H${x - 16}V${-y + wide * 0.17}H${16 - x}zM${16 - x} ${y}H${x - 16}V${y - wide * 0.17}H${16 - x}z`}></path>
    ${colour === "amber" ? svg`<path class="diamond" d=${`M${-x * 0.9} 0L0 ${-y * 0.66} ${x * 0.72} 0 0 ${y * 0.66}Z`}></path>`
      : svg`<rect class="face" x=${-x * 0.8} y=${-y * 0.58} width=${long * 0.72} height=${wide * 0.58} rx="14"></rect>`}
    <path class="front" d=${`M${x - front} ${-y}L${x} 0L${x - front} ${y}`}></path></g>`;
}

/** A round base. One that faces somewhere has a nose there. */
function token(r: number, view: ModelView, colour: Colour, big: boolean, pixel: number): SVGTemplateResult {
  const nose = view.f ? svg`<path class="front" transform="rotate(${turnOf(view)})" d=${`M${r * 0.94} ${-r * 0.26}L${r + 6 * pixel} 0L${r * 0.94} ${r * 0.26}Z`}></path>` : nothing;
  const rim = Math.max(1.5 * pixel, r * 0.09);
  if (colour === "blue")
    return svg`${nose}<circle class="base" r=${r}></circle><circle class="face" r=${r - rim}></circle>
      ${big ? svg`<circle class="lip" r=${r - rim - 1.5 * pixel}></circle>` : nothing}`;
  if (!big) return svg`${nose}<path class="base diamond" d=${diamond(r * 1.16)}></path>`;
  return svg`${nose}<circle class="base" r=${r}></circle><circle class="face" r=${r - rim}></circle><path class="diamond" d=${diamond(r - rim / 2)}></path>`;
}

const diamond = (r: number): string => `M0 ${-r}L${r} 0 0 ${r} ${-r} 0Z`;

/** Who fell here before: the outline of its base with a cross; of a vehicle, its wreck. */
export function fallen(model: Model, view: ModelView, colour: Colour): SVGTemplateResult | typeof nothing {
  if (!view.a) return nothing;
  const [x, y] = view.a;
  if (model.l) {
    const [long, wide] = model.l;
    return svg`<g class="wreck ${colour}" data-fallen=${model.i} transform="translate(${x} ${y}) rotate(${turnOf(view)})"><title>${model.n}</title>
      <rect x=${-long / 2} y=${-wide / 2} width=${long} height=${wide} rx="20"></rect>
      <path d=${`M${-long / 2} ${-wide / 2}L${long / 2} ${wide / 2}M${-long / 2} ${wide / 2}L${long / 2} ${-wide / 2}M${-long * 0.2} ${-wide / 2}l${long * 0.12} ${wide * 0.25}l${-long * 0.08} ${wide * 0.2}`}></path></g>`;
  }
  const r = model.r * 0.72;
  return svg`<g class="fallen ${colour}" data-fallen=${model.i} transform="translate(${x} ${y})"><title>${model.n}</title>
    ${colour === "blue" ? svg`<circle r=${r}></circle>` : svg`<path d=${diamond(r * 1.15)}></path>`}<path class="x" d=${cross(r * 0.42)}></path></g>`;
}

export const statusText = (view: ModelView): string =>
  Object.entries(view.c)
    .map(([kind, count]) => `${kind}:${count}`)
    .sort()
    .join(" ");

/** One pip per wound above the base; lost ones are hollow. An unhurt model with one wound has none. */
function pips(model: Model, view: ModelView, r: number, pixel: number, before = view.w): SVGTemplateResult | typeof nothing {
  if (model.w < 2 && view.w >= model.w) return nothing;
  const size = Math.max(2.6 * pixel, model.r * 0.11);
  const far = r + size + 2.5 * pixel;
  const step = Math.min(0.5, Math.max((size * 2.9) / far, 0.1), (Math.PI * 1.9) / model.w);
  return svg`<g class="pips">${Array.from({ length: model.w }, (_, index) => {
    const place = index - (model.w - 1) / 2;
    const angle = -Math.PI / 2 + place * step;
    // On a hull they form a row in the middle.
    const [x, y] = model.l ? [place * size * 2.8, 0] : [Math.cos(angle) * far, Math.sin(angle) * far];
    const state = index < view.w ? "left" : index < before ? "lost going" : "lost";
    return svg`<circle class=${state} cx=${x} cy=${y} r=${size}></circle>`;
  })}</g>`;
}

function badges(shown: Status[], r: number, pixel: number): SVGTemplateResult[] {
  const size = Math.min(Math.max(7.5 * pixel, 20), Math.max(r * 0.56, 5 * pixel));
  return shown.slice(0, 4).map(({ badge: drawn, count }, index) => {
    const angle = 0.55 + index * 0.95;
    const [x, y] = [Math.cos(angle) * (r + 4 * pixel), Math.sin(angle) * (r + 4 * pixel)];
    return svg`<g class="badge" transform="translate(${x} ${y}) scale(${size / 27})"><circle r="27"></circle>
      <g transform="translate(-20 -20) scale(1.67)">${badge(drawn)}</g>
      ${count > 1 ? svg`<text x="36" y="14">${count}</text>` : nothing}</g>`;
  });
}

const cross = (s: number): string => `M${-s} ${-s}L${s} ${s}M${s} ${-s}L${-s} ${s}`;

function corners(s: number): string {
  const c = s * 0.45;
  return `M${-s} ${-c}V${-s}H${-c}M${c} ${-s}H${s}V${-c}M${s} ${c}V${s}H${c}M${-c} ${s}H${-s}V${c}`;
}
