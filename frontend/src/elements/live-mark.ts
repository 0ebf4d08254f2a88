import { html, nothing, type TemplateResult } from "lit";

import type { Connection } from "../timeline/follow";
import { numbered } from "./side";

/** That the battle is followed live, whether it still is, and how many steps came that the reader has not looked at. */
export function liveMark(
  words: Record<string, string>,
  now: Connection,
  fresh: number,
  last: () => void,
  gameUrl: string,
): TemplateResult {
  const said = { live: words.live, lost: words.lost, over: words.over, off: words.reload }[now];
  return html`<p class="live ${now}">
    <span role="status"><i aria-hidden="true"></i>${said}</span>
    ${now === "over" ? html`<a href=${gameUrl}>${words.outcome}</a>` : nothing}
    ${fresh
      ? html`<button type="button" class="fresh" @click=${last}>${numbered(words[counted(fresh)], fresh)}</button>`
      : nothing}
  </p>`;
}

/** The form of "new steps" that a number takes in the page's language. */
function counted(number: number): string {
  const form = new Intl.PluralRules(document.documentElement.lang || "en").select(number);
  return form === "one" ? "freshOne" : form === "few" ? "freshFew" : "freshMany";
}
