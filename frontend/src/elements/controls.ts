import { html, nothing, svg, type TemplateResult } from "lit";

import type { Timeline } from "../timeline/timeline";
import { icon, type Icon } from "./icons";
import { chapterName } from "./steplist";
import type { Told } from "./explain";

export type Command = "first" | "phaseBack" | "back" | "play" | "forward" | "phaseForward" | "last";

const ORDER: Command[] = ["first", "phaseBack", "back", "play", "forward", "phaseForward", "last"];
const KEYS: Record<Command, string> = {
  first: "Home", phaseBack: "[", back: "ArrowLeft", play: "Space", forward: "ArrowRight", phaseForward: "]", last: "End",
};

export interface Playing {
  number: number;
  playing: boolean;
  speed: number;
}

export function controls(
  told: Told,
  timeline: Timeline,
  now: Playing,
  act: (command: Command) => void,
  go: (step: number) => void,
  faster: () => void,
): TemplateResult {
  const { words } = told.replay;
  return html`
    <div class="scrubber">
      ${track(told, timeline)}
      <input type="range" min=${timeline.length ? 1 : 0} max=${timeline.length} step="1" .value=${String(now.number)}
        aria-label=${words.step ?? ""} aria-valuetext="${now.number} ${words.of} ${timeline.length}"
        @input=${(event: Event) => go(Number((event.target as HTMLInputElement).value))} />
    </div>
    <div class="buttons" role="group" aria-label=${words.steps ?? ""}>
      ${ORDER.map((command) => {
        const shown: Icon = command === "play" && now.playing ? "pause" : command;
        return html`<button type="button" class=${command} title="${words[shown]} (${KEYS[command]})"
          aria-label=${words[shown] ?? ""} aria-keyshortcuts=${KEYS[command]} @click=${() => act(command)}>
          ${icon(shown)}</button>`;
      })}
      <button type="button" class="speed" aria-label="${words.speed} ${now.speed}×" @click=${faster}>${now.speed}×</button>
      <output class="counter"><b>${now.number}</b> / ${timeline.length}</output>
    </div>
  `;
}

/** The track under the scrubber: rounds set apart, a tick for each phase, a flag for each finding. */
function track(told: Told, timeline: Timeline): TemplateResult {
  const length = Math.max(1, timeline.length - 1);
  const share = (step: number): number => ((step - 1) / length) * 1000;
  return html`<svg class="track" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
    ${timeline.chapters.map(
      (chapter) =>
        svg`<rect class=${chapter.round % 2 ? "odd" : "even"} x=${share(chapter.from)} y="9" height="6"
          width=${Math.max(1, share(chapter.to + 1) - share(chapter.from))}><title>${chapterName(told, chapter)}</title></rect>
          ${chapter.from > 1 ? svg`<path class="tick" d=${`M${share(chapter.from)} 5v14`}></path>` : nothing}`,
    )}
    ${timeline.findings().map((step) => svg`<path class="flagged" d=${`M${share(step)} 0v24`}></path>`)}
  </svg>`;
}
