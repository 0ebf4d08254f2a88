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
