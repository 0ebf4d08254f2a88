import { html, type TemplateResult } from "lit";

import { KEYS, ORDER } from "./controls";
import { KEYS as TOOLS } from "../tools/keys";
import { icon } from "./icons";

const SHOWN: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", "Shift+ArrowLeft": "⇧ ←", "Shift+ArrowRight": "⇧ →" };

/** The keys that the replay knows, listed on `?`. */
export function shortcuts(words: Record<string, string>, close: () => void, more: [string, string][] = []): TemplateResult {
  const rows: [string, string][] = [
    ...[...ORDER, "actBack" as const, "actForward" as const].map((command): [string, string] => [KEYS[command], words[command] ?? ""]),
    ["1–9", words.toRound ?? ""], ["↑ ↓", words.inStory ?? ""], ["N", words.names ?? ""],
    ...Object.entries(TOOLS).map(([tool, key]): [string, string] => [key, words[tool] ?? ""]), ["Z", words.whole ?? ""], ...more, ["?", words.keys ?? ""], ["Esc", words.close ?? ""],
  ];
  return html`<section class="rule-card keys" role="dialog" aria-label=${words.keys ?? ""}>
    <button type="button" class="close" aria-label=${words.close ?? ""} @click=${close}>${icon("close")}</button>
    <h3>${words.keys}</h3>
    <dl>${rows.map(([key, does]) => html`<dt><kbd>${SHOWN[key] ?? key}</kbd></dt><dd>${does}</dd>`)}</dl>
  </section>`;
}
