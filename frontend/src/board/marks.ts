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
  "flat-out": "M3 6l6 6-6 6M9 6l6 6-6 6M15 6l6 6-6 6",
  concussed: "M12 4a8 8 0 1 0 8 8M12 8a4 4 0 1 0 4 4M12 12h9",
  "in-reserve": "M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9",
  aboard: "M3 15h18l-2 4H5ZM5 15v-5h10l4 5",
  garrison: "M4 21V9l8-6 8 6v12M10 21v-6h4v6",
  "crew-shaken": "M3 14l4.5-6 4.5 8 4.5-8 4.5 6",
  disarmed: "M4 13h12v4H4ZM16 14h5M5 5l14 14",
  force: "M12 3v12M8 15h8M12 15v6M8 6l4-3 4 3",
  smoke: "M4 17h13a3 3 0 0 0 0-6 5 5 0 0 0-9-2 4 4 0 0 0-4 8",
  "got-away": "M4 4h8v16H4M9 12h12M17 8l4 4-4 4",
  dangerous: "M12 3l9.5 17h-19ZM12 9v5M12 17v.1",
  fortified: "M4 20V8h3v3h3V8h4v3h3V8h3v12Z",
  flag: "M6 21V4h12l-3 4 3 4H6",
  defended: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6Z",
  "key-building": "M12 3l2.500 6 6.500.500-5 4.200 1.600 6.300-5.600-3.500-5.600 3.500L8 13.700 3 9.500l6.500-.5Z",
  marker: "M5 19L12 5l7 14ZM12 10v4M12 16.500v.1",
  broken: "M7 21V4h11l-3.5 4 3.5 4H7M11 4l-2 4 3 4",
};

export function badge(kind: string): SVGTemplateResult {
  return svg`<path class="badge-shape ${kind}" d=${SHAPES[kind] ?? "M6 12h12"}></path>`;
}

export const known = (kind: string): boolean => kind in SHAPES;
