import { html, nothing, type TemplateResult } from "lit";

import type { Told } from "../elements/explain";
import { sign } from "../elements/side";
import type { Course } from "./course";
import { luckCard } from "./luck-card";

/** The end of a battle: the result and what decided it, the score by round, what changed most, and what next. */
export function endCard(told: Told, course: Course, go: (step: number) => void): TemplateResult | typeof nothing {
  const { end, words, sides, steps } = told.replay;
  if (!end) return nothing;
  const moments = course.keyMoments();
  return html`<section class="end-card" aria-label=${words.theEnd ?? ""}>
    <p class="now-step">${words.theEnd}</p>
    <h2 class="end-title">${end.text}</h2>
    ${end.decided ? html`<p class="end-decided">${end.decided}</p>` : nothing}
    ${end.rounds.length
      ? html`<table class="end-rounds"><caption>${words.byRound}</caption>
          <thead><tr><th scope="col">${words.round}</th>${sides.map((side) => html`<th scope="col">${sign(side.colour)} ${side.n}</th>`)}</tr></thead>
          <tbody>${end.rounds.map(([number, ...scores]) => html`<tr><th scope="row">${number}</th>${scores.map((score) => html`<td>${score}</td>`)}</tr>`)}</tbody></table>`
      : nothing}
    ${moments.length
      ? html`<h3>${words.keyMoments}</h3><ol class="end-moments">${moments.map(({ step: number, settled }) => {
          const step = steps[number - 1]!;
          const [title, outcome] = settled ? [step.z?.t, step.z?.o] : [step.t, step.o];
          return html`<li><button type="button" class="quiet" data-moment=${number} @click=${() => go(number)}>
            <span class="number">${words.round} ${step.r}</span> ${settled ? nothing : sign(told.colourOf(step.s))} <span>${title}${outcome ? html` <b>${outcome}</b>` : nothing}</span></button></li>`;
        })}</ol>`
      : nothing}
    ${luckCard(told, go)}
    <p class="end-next"><a class="button" href="${told.gameUrl}score/">${words.scoreSheet}</a> <a class="button" href="${told.gameUrl}verify/">${words.report}</a></p>
  </section>`;
}
