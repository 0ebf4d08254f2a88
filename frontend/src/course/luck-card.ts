import { html, nothing, svg, type TemplateResult } from "lit";

import type { Told } from "../elements/explain";
import { sign } from "../elements/side";
import type { BattleLuck, LuckTotal } from "./luck";

/** The luck of both sides at the end: what they took against the average of the same dice, and what is left out. */
export function luckCard(told: Told, go: (step: number) => void): TemplateResult | typeof nothing {
  const { luck } = told;
  if (!luck || luck.state === "open") return nothing;
  const { words } = told.replay;
  return html`<section class="luck-card" aria-label=${words.luckHead ?? ""}>
    <h3>${words.luckHead} <span class="soft">${words.luckMeans}${luck.totals.length ? ` · ${luck.counted}` : ""}</span></h3>
    ${luck.text ? html`<p class="soft" role="status">${luck.text}</p>` : nothing}
    ${bars(told, luck)}
    ${luck.pins.length ? html`<ol class="end-moments">${luck.pins.map((pin) => jump(told, pin.n, pin.s, pin.t, go))}</ol>` : nothing}
    ${Object.entries(luck.why).map(([why, text]) => html`<details class="luck-left"><summary>${text}</summary><ol class="end-moments">
      ${luck.left.filter(([number, reason]) => reason === why && told.replay.steps[number - 1]).map(([number]) => {
        const step = told.replay.steps[number - 1]!;
        return jump(told, number, step.s, step.t, go);
      })}</ol></details>`)}
  </section>`;
}

/** A bar each: what was taken, with a mark at the average; both on one scale. */
function bars(told: Told, luck: BattleLuck): TemplateResult {
  const most = Math.max(1, ...luck.totals.flatMap((each) => [each.taken, each.mean]));
  return html`<ul class="luck-bars">${luck.totals.map((each) => html`<li data-luck-side=${each.s}>
    <span class="luck-name">${sign(told.colourOf(each.s))} ${told.replay.sides.find((side) => side.id === each.s)?.n ?? each.s}</span>
    ${bar(told, each, 1000 / most)}
    <span class="luck-numbers">${each.t}<span class="soft">${each.w}</span></span></li>`)}</ul>`;
}

function bar(told: Told, total: LuckTotal, scale: number): TemplateResult {
  const mark = Math.min(994, Math.max(6, total.mean * scale));
  return html`<svg class="luck-bar ${told.colourOf(total.s)}" viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect class="track" y="3" width="1000" height="14"></rect><rect class="taken" y="3" width=${Math.max(0, total.taken * scale)} height="14"></rect>
    <path d="M${mark} 0V20"></path>`}</svg>`;
}

const jump = (told: Told, number: number, side: string, text: string, go: (step: number) => void): TemplateResult =>
  html`<li><button type="button" class="quiet" data-luck-jump=${number} @click=${() => go(number)}>
    <span class="number">${told.replay.words.step} ${number}</span> ${sign(told.colourOf(side))} <span>${text}</span></button></li>`;
