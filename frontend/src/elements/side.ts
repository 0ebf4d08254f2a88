import { svg, html, type TemplateResult } from "lit";

import type { Colour } from "../timeline/types";

/** The sign of a side: a disc for blue, a diamond for amber. */
export const sign = (colour: Colour | ""): TemplateResult =>
  html`<svg class="sign ${colour}" viewBox="0 0 16 16" aria-hidden="true">
    ${colour === "amber"
      ? svg`<path d="M8 1l7 7-7 7-7-7Z"></path>`
      : colour
        ? svg`<circle cx="8" cy="8" r="6.5"></circle>`
        : svg`<path d="M3 8h10"></path>`}
  </svg>`;

/** The shape beside the word for a correction: a turning arrow. */
export const correctedSign = (): TemplateResult =>
  html`<svg class="corrected-sign" viewBox="0 0 24 24" aria-hidden="true">
    ${svg`<path d="M5 9h9a5 5 0 0 1 0 10H8M5 9l4-4M5 9l4 4"></path>`}
  </svg>`;

/** Words with a number in the place the server left for it. */
export const numbered = (words: string | undefined, number: number): string =>
  (words ?? "").replace("%(number)s", String(number));
