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
  broken: "M7 21V4h11l-3.5 4 3.5 4H7M11 4l-2 4 3 4",
};

export function badge(kind: string): SVGTemplateResult {
  return svg`<path class="badge-shape ${kind}" d=${SHAPES[kind] ?? "M6 12h12"}></path>`;
}

export const known = (kind: string): boolean => kind in SHAPES;
