import { html, type TemplateResult } from "lit";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7Z",
  last: "M18 5v14M5 5l9 7-9 7Z",
  back: "M16 5l-9 7 9 7Z",
  forward: "M8 5l9 7-9 7Z",
  play: "M7 4l13 8-13 8Z",
  pause: "M7 5v14M17 5v14",
  phaseBack: "M12 5l-7 7 7 7ZM20 5l-7 7 7 7Z",
  phaseForward: "M12 5l7 7-7 7ZM4 5l7 7-7 7Z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  whole: "M4 5h16v14H4zM8 9h8v6H8z",
  full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  hold: "M12 21s7-6.5 7-11.5a7 7 0 0 0-14 0C5 14.5 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  around: "M5 10a7.5 7.5 0 0 1 13-3l2 2M20 4v5h-5M19 14a7.5 7.5 0 0 1-13 3l-2-2M4 20v-5h5",
  reach: "M12 12h.01M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z",
  sight: "M3 12c4-7 14-7 18 0-4 7-14 7-18 0zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  ruler: "M4 16L16 4l4 4L8 20zM8 12l2 2M11 9l2 2M14 6l2 2",
  forces: "M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11",
  veil: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM4 20L20 4",
  tag: "M4 5h16v14H4zM8 10h8M8 14h5",
} as const;

export type Icon = keyof typeof PATHS;

export const icon = (name: Icon): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;
