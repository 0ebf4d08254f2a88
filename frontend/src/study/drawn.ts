// Arrows and rings of a note over the table. Places are the record's; only here are they turned with the table.
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Flat } from "../timeline/types";
import type { Drawing, Frame, Spot } from "./types";

/** A ring around a place has this radius, in hundredths of an inch, and at least so many pixels. */
const RING = 100;
const LEAST = 13;
const HEAD = 11;

/** Where a spot is in the record: where its model stands now, if it stands on the table. */
export function placeOf(frame: Pick<Frame, "view">, spot: Spot): Flat {
  const at = spot.model ? frame.view.m[spot.model]?.a : undefined;
  return at ? [at[0], at[1]] : [spot.x, spot.y];
}

export function drawn(frame: Frame, drawings: Drawing[]): SVGTemplateResult {
  return svg`<g class="study-drawings" aria-hidden="true">${drawings.map((each) => (each.type === "arrow" ? arrow(frame, each) : ring(frame, each)))}</g>`;
}

function ring(frame: Frame, { colour, at }: Extract<Drawing, { type: "ring" }>): SVGTemplateResult {
  const [x, y] = seen(frame, at);
  const radius = at.model ? Math.max(baseOf(frame, at) + 5 * frame.pixel, LEAST * frame.pixel) : Math.max(RING, LEAST * frame.pixel);
  return svg`<g class="study-drawing ring ${colour}" data-drawn="ring"><circle class="under" cx=${x} cy=${y} r=${radius}></circle><circle class="line" cx=${x} cy=${y} r=${radius}></circle></g>`;
}

function arrow(frame: Frame, { colour, start, end }: Extract<Drawing, { type: "arrow" }>): SVGTemplateResult | typeof nothing {
  const [a, b] = [seen(frame, start), seen(frame, end)];
  const whole = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (whole < 1) return nothing;
  const { pixel } = frame;
  const wanted = [start.model ? baseOf(frame, start) + 3 * pixel : 0, end.model ? baseOf(frame, end) + 3 * pixel : 0] as const;
  // Of two who stand rim to rim, the arrow leads from middle to middle.
  const [from, to] = wanted[0] + wanted[1] + 2 * HEAD * pixel < whole ? [wanted[0], whole - wanted[1]] : [0, whole];
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const size = HEAD * pixel;
  const head = `M${to - 1.5 * size} ${-0.75 * size}L${to} 0L${to - 1.5 * size} ${0.75 * size}`;
  const shaft = `M${from} 0H${to - 0.4 * size}`;
  return svg`<g class="study-drawing arrow ${colour}" data-drawn="arrow" transform="translate(${a[0]} ${a[1]}) rotate(${turn.toFixed(2)})">
    <path class="under" d=${shaft + head}></path><path class="line" d=${shaft}></path><path class="head" d=${head}></path></g>`;
}

const seen = (frame: Frame, spot: Spot): Flat => {
  const at = placeOf(frame, spot);
  return frame.quarter?.place(at) ?? at;
};

const baseOf = (frame: Frame, spot: Spot): number => frame.replay.models.find((model) => model.i === spot.model)?.r ?? 0;
