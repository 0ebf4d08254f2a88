import { html, nothing, type TemplateResult } from "lit";

import { pointsOf, type Course } from "../course/course";
import type { Connection } from "../timeline/follow";
import type { Timeline } from "../timeline/timeline";
import { numbered } from "./side";

/** That the battle is followed live, whether it still is, and how many steps came that the reader has not looked at. */
export function liveMark(
  words: Record<string, string>,
  now: Connection,
  fresh: number,
  last: () => void,
  gameUrl: string,
  head = "",
): TemplateResult {
  const said = { live: words.live, lost: words.lost, over: words.over, off: words.reload }[now];
  return html`<p class="live ${now}">
    <span role="status"><i aria-hidden="true"></i>${said}</span>
    ${now === "over" ? html`<a href=${gameUrl}>${words.outcome}</a>` : nothing}
    ${head ? html`<span class="live-head">${head}</span>` : nothing}
    ${fresh
      ? html`<button type="button" class="fresh" @click=${last}>${numbered(words[counted(fresh)], fresh)}</button>`
      : nothing}
  </p>`;
}

/** How the battle stands now, for a reader who looks at an earlier step: the round and the score. */
export function headNow(timeline: Timeline, course: Course | undefined, words: Record<string, string>): string {
  const { replay, length } = timeline;
  const round = timeline.step(length)?.r ?? 0;
  const scores = course ? replay.sides.map((side) => pointsOf(replay, course.at(side.id, length)[0])) : [];
  return [round ? `${words.head}: ${words.round} ${round}` : "", round ? scores.join(" : ") : ""].filter(Boolean).join(", ");
}

/** The form of "new steps" that a number takes in the page's language. */
function counted(number: number): string {
  const form = new Intl.PluralRules(document.documentElement.lang || "en").select(number);
  return form === "one" ? "freshOne" : form === "few" ? "freshFew" : "freshMany";
}
