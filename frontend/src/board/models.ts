import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Badge, Colour, Flat, Model, ModelView } from "../timeline/types";
import { badge, statuses, type Status } from "./marks";
import type { Part } from "./units";

/** How a model is drawn: its part in the step, further classes, and its base if it stands in ranks. */
export interface Drawn {
  colour: Colour;
  part: Part;
  manner: string;
  badges: Record<string, Badge>;
  scale: number;
  outline?: Flat[];
  pick: () => void;
}

/**
 * A base to scale with its short name, its wounds and its statuses. Amber bases carry a diamond, blue ones do not.
 * Signs are drawn `scale` times as large as on a small table.
 */
export function base(model: Model, view: ModelView, { colour, part, manner, badges: known, scale, outline, pick }: Drawn):
  | SVGTemplateResult
  | typeof nothing {
  if (!view.a) return nothing;
  const [x, y, z] = view.a;
  const r = model.r;
  const role = known[model.x ?? ""];
  const kinds = [outline ? "ranked" : "", r < 60 && !model.l ? "small" : "", role && outline ? "in-role" : "", manner].filter(Boolean).join(" ");
  return svg`<g class="model ${colour} ${kinds}" @click=${pick} transform="translate(${x} ${y})" data-id=${model.i} data-x=${x}
      data-y=${y} data-z=${z} data-wounds=${view.w} data-out=${view.o} data-unit=${view.u ?? ""} data-status=${statusText(view)}>
    <title>${[model.n, role?.n ?? "", z > 0 ? `▲${z / 100}″` : "", ...statuses(known, view.c).map((each) => each.badge.n)].filter(Boolean).join(", ")}</title>
    ${z > 0 ? svg`<circle class="lift" r=${r} cx=${z * 0.06} cy=${z * 0.06}></circle>` : nothing}
    ${part === "acting" ? svg`<circle class="halo" r=${r + 36}></circle>` : nothing}
    ${part === "target" ? svg`<path class="aim" d=${corners(r + 36)}></path>` : nothing}
    ${outline ? ranked(outline, colour) : body(model, view, colour)}
    ${part === "ghost" ? svg`<path class="cross" d=${cross(r * 0.72)}></path>` : nothing}
    <text class="name" y="1" dominant-baseline="central" text-anchor="middle">${model.b}</text>
    ${role ? roleSign(role, r, outline) : nothing}
    ${part === "ghost" ? nothing : [outline ? hurt(model, view, outline) : pips(model, view, scale), badges(statuses(known, view.c), r, scale)]}
    ${z > 0 ? svg`<text class="level" y=${r + 46} text-anchor="middle">▲${z / 100}″</text>` : nothing}
  </g>`;
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

/** The sign of a model's role: over a base in the ranks, beside a round one. */
function roleSign(role: Badge, r: number, outline?: Flat[]): SVGTemplateResult {
  const half = outline ? narrow(outline) * 0.36 : 24;
  const [x, y] = outline ? [0, 0] : [-Math.cos(0.8) * (r + 16), -Math.sin(0.8) * (r + 16)];
  return svg`<g class="role" transform="translate(${x} ${y})">${outline ? nothing : svg`<circle r="30"></circle>`}
    <g transform="translate(${-half} ${-half}) scale(${half / 12})">${badge(role)}</g></g>`;
}

/** The wounds of a model in the ranks, once it has lost one: in a row over its base. */
function hurt(model: Model, view: ModelView, outline: Flat[]): SVGTemplateResult | typeof nothing {
  if (view.w >= model.w) return nothing;
  const size = Math.min(16, (narrow(outline) * 0.8) / model.w / 2.5);
  return svg`<g class="pips ranked-pips">${Array.from({ length: model.w }, (_, index) =>
    svg`<circle class=${index < view.w ? "left" : "lost"} cx=${(index - (model.w - 1) / 2) * size * 2.5} cy=${narrow(outline) * 0.3} r=${size}></circle>`)}</g>`;
}

/** A round base, or a hull with its front; a round base that faces somewhere has a notch there. */
function body(model: Model, view: ModelView, colour: Colour): SVGTemplateResult {
  const r = model.r;
  const [fx, fy] = view.f ?? [1, 0];
  const turned = (Math.atan2(fy, fx) * 180) / Math.PI;
  if (model.l) {
    const [long, wide] = model.l;
    const [x, y] = [long / 2, wide / 2];
    const front = Math.min(70, long / 4);
    return svg`<g class="hull" transform="rotate(${turned})">
      <rect class="base" x=${-x} y=${-y} width=${long} height=${wide} rx="18"></rect>
      ${colour === "amber" ? svg`<path class="diamond" d=${`M${-x} 0L0 ${-y} ${x} 0 0 ${y}Z`}></path>` : nothing}
      <path class="front" d=${`M${x - front} ${-y}L${x} 0L${x - front} ${y}`}></path></g>`;
  }
  return svg`<circle class="base" r=${r}></circle>
    ${colour === "amber" ? svg`<path class="diamond" d=${`M0 ${-r}L${r} 0 0 ${r} ${-r} 0Z`}></path>` : nothing}
    ${view.f ? svg`<path class="front" transform="rotate(${turned})" d=${`M${r - 4} -26L${r + 34} 0L${r - 4} 26Z`}></path>` : nothing}`;
}

export const statusText = (view: ModelView): string =>
  Object.entries(view.c)
    .map(([kind, count]) => `${kind}:${count}`)
    .sort()
    .join(" ");

/** One pip per wound above the base; lost ones are hollow. An unhurt model with one wound has none. */
function pips(model: Model, view: ModelView, scale: number): SVGTemplateResult | typeof nothing {
  if (model.w < 2 && view.w >= model.w) return nothing;
  const size = 11 * (model.l ? 1.3 * scale : 1 + (scale - 1) * 0.6);
  const far = model.r + 9 + size;
  const step = Math.min(0.42, 2.4 / model.w) * Math.max(1, (size * 3.2) / (0.42 * far));
  return svg`<g class="pips">${Array.from({ length: model.w }, (_, index) => {
    const place = index - (model.w - 1) / 2;
    const angle = -Math.PI / 2 + place * step;
    // On a hull they form a row in the middle.
    const [x, y] = model.l ? [place * size * 2.6, 0] : [Math.cos(angle) * far, Math.sin(angle) * far];
    return svg`<circle class=${index < view.w ? "left" : "lost"} cx=${x} cy=${y} r=${size}></circle>`;
  })}</g>`;
}

function badges(shown: Status[], r: number, scale: number): SVGTemplateResult[] {
  return shown.slice(0, 4).map(({ badge: drawn, count }, index) => {
    const angle = 0.25 + index * 0.95;
    const [x, y] = [Math.cos(angle) * (r + 20), Math.sin(angle) * (r + 20)];
    return svg`<g class="badge" transform="translate(${x} ${y}) scale(${scale})"><circle r="27"></circle>
      <g transform="translate(-21 -21) scale(1.75)">${badge(drawn)}</g>
      ${count > 1 ? svg`<text x="36" y="14">${count}</text>` : nothing}</g>`;
  });
}

const cross = (s: number): string => `M${-s} ${-s}L${s} ${s}M${s} ${-s}L${-s} ${s}`;

function corners(s: number): string {
  const c = s * 0.45;
  return `M${-s} ${-c}V${-s}H${-c}M${c} ${-s}H${s}V${-c}M${s} ${c}V${s}H${c}M${-c} ${s}H${-s}V${c}`;
}
