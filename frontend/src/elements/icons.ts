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
  veil: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM4 20L20 4",
  tag: "M4 5h16v14H4zM8 10h8M8 14h5",
} as const;

export type Icon = keyof typeof PATHS;

export const icon = (name: Icon): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;
