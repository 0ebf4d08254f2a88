import { svg, type SVGTemplateResult } from "lit";

/** Outlines of the status badges in a box of 24 by 24; told apart by shape, not by colour. */
const SHAPES: Record<string, string> = {
  flesh: "M12 3.5C8.5 9 6 12 6 15.200a6 6 0 0 0 12 0C18 12 15.5 9 12 3.500Z",
  shaken: "M3 14l4.5-6 4.5 8 4.5-8 4.5 6",
  ready: "M12 3v5M12 16v5M3 12h5M16 12h5M12 11.900v.2",
  advanced: "M5 5l7 7-7 7M12 5l7 7-7 7",
  "fell-back": "M19 5l-7 7 7 7M12 5l-7 7 7 7",
  retreated: "M19 5l-8 7 8 7M6 5v14",
  charged: "M4 20L20 4M12 4h8v8",
  "falling-back": "M19 5l-8 7 8 7M6 5v14",
  ground: "M3 17h18M5 12h9a4 4 0 0 1 4 4M7 9.500a1.500 1.500 0 1 0 .1 0",
  regrouped: "M12 4v8l5 3M5 9a8 8 0 1 1-.5 6M4 5l1 4 4-1",
  ran: "M5 5l7 7-7 7M12 5l7 7-7 7",
  blinded: "M3 12c4-6 14-6 18 0-4 6-14 6-18 0ZM5 20L19 4",
  weakened: "M12 4v13M7 12l5 5 5-5M5 20h14",
  immobilised: "M12 4a8 8 0 1 0 .1 0M6.500 6.500l11 11",
  stunned: "M12 3l2 6 6 .5-5 4 2 6.500-5-4-5 4 2-6.500-5-4 6-.5Z",
  wrecked: "M5 5l14 14M19 5L5 19",
  arrived: "M12 3v14M6 11l6 6 6-6M5 21h14",
  broken: "M7 21V4h11l-3.5 4 3.5 4H7M11 4l-2 4 3 4",
};

export function badge(kind: string): SVGTemplateResult {
  return svg`<path class="badge-shape ${kind}" d=${SHAPES[kind] ?? "M6 12h12"}></path>`;
}

export const known = (kind: string): boolean => kind in SHAPES;
