import { html, type TemplateResult } from "lit";

import type { Timeline } from "../timeline/timeline";
import { icon, type Icon } from "./icons";
import type { Told } from "./explain";

export type Command = "first" | "phaseBack" | "back" | "play" | "forward" | "phaseForward" | "last" | "actBack" | "actForward";

/** The commands that have buttons. */
export const ORDER: Exclude<Command, "actBack" | "actForward">[] = ["first", "phaseBack", "back", "play", "forward", "phaseForward", "last"];
export const KEYS: Record<Command, string> = {
  first: "Home", phaseBack: "[", back: "ArrowLeft", play: "Space", forward: "ArrowRight", phaseForward: "]", last: "End",
  actBack: "Shift+ArrowLeft", actForward: "Shift+ArrowRight",
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
  faster: () => void,
): TemplateResult {
  const { words } = told.replay;
  return html`
    <div class="buttons" role="group" aria-label=${words.steps ?? ""}>
      ${ORDER.map((command) => {
        const shown: Icon = command === "play" && now.playing ? "pause" : command;
        return html`<button type="button" class=${command} title="${words[shown]} (${KEYS[command]})"
          aria-label=${words[shown] ?? ""} aria-keyshortcuts=${KEYS[command]} @click=${() => act(command)}>
          ${icon(shown)}</button>`;
      })}
      <button type="button" class="speed" aria-label="${words.speed} ${now.speed}×" @click=${faster}>${now.speed}×</button>
      <output class="counter"><b>${timeline.acts(now.number)}</b> / ${timeline.acts(timeline.length)} <small>${words.step} ${now.number}</small></output>
    </div>
  `;
}
