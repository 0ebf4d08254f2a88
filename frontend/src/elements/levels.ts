import { html, nothing, type TemplateResult } from "lit";

import type { Level } from "../board/levels";
import { inches } from "../board/table";

/** The switch of levels: all of them, the ground, each height. Nothing where everything is on the ground. */
export function levelSwitch(
  words: Record<string, string>,
  levels: number[],
  level: Level,
  look: (level: Level) => void,
): TemplateResult | typeof nothing {
  if (levels.length < 2) return nothing;
  const button = (of: Level, text: string): TemplateResult =>
    html`<button type="button" aria-pressed=${of === level ? "true" : "false"} data-level=${of ?? "all"} @click=${() => look(of)}>${text}</button>`;
  return html`<div class="levels" role="group" aria-label=${words.level ?? ""}>
    ${button(null, words.levels ?? "")}
    ${levels.map((height) => button(height, height ? `▲${inches(height)}` : (words.onGround ?? "")))}
  </div>`;
}
