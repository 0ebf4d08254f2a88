// What the card of a model shows besides: its weapons, and whom it sees.
import { html, nothing, type TemplateResult } from "lit";

import type { Chances, Seen, Sight, Weapons } from "./types";

type Words = Record<string, string>;

export function weaponTable(words: Words, { c, r }: Weapons): TemplateResult | typeof nothing {
  if (!r.length) return nothing;
  return html`<div class="weapon-table" tabindex="0" role="group" aria-label=${words.weapons ?? ""}><table>
    <thead><tr><th scope="col">${words.weapon}</th>${c.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${r.map(([name, kind, cells]) => html`<tr><th scope="row">${name}${kind ? html` <small>${kind}</small>` : nothing}</th>
      ${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** Everybody who is seen: how far, what is in the way, what a shot needs and how likely it takes somebody out. */
export function sightTable(words: Words, sight: Sight, chances: Chances): TemplateResult {
  const needed = sight.r.filter((row) => row.p !== undefined);
  const arms = [...new Set(needed.map((row) => row.g))];
  return html`<section class="sight" aria-label=${sight.t}>
    <h3>${sight.t}</h3>
    ${arms.length === 1 && arms[0] ? html`<p class="soft">${words.withWeapon} ${arms[0]}</p>` : nothing}
    ${sight.r.length
      ? html`<div class="sight-table" tabindex="0" role="group" aria-label=${sight.t}><table>
          <thead><tr><th scope="col">${words.target}</th><th scope="col">${words.distance}</th>
            ${needed.length ? html`<th scope="col">${words.needed}</th><th scope="col">${words.takesOut}</th>` : nothing}</tr></thead>
          <tbody>${sight.r.map((row) => line(words, row, needed.length > 0, arms.length > 1, chance(row, chances)))}</tbody></table></div>`
      : html`<p class="soft">${sight.u}</p>`}
    ${chances.on ? counting(words, chances) : nothing}
    ${sight.h ? html`<p class="soft">${sight.h}</p>` : nothing}
  </section>`;
}

/** How many chances are counted, of how many. */
function counting(words: Words, { known, all }: Chances): TemplateResult {
  return html`<p class="soft counting"><progress max=${all} value=${known.length} aria-label=${words.countingChance ?? ""}></progress> <span>${words.countingChance} ${known.length} ${words.of} ${all}</span></p>`;
}

function line(words: Words, row: Seen, needed: boolean, armed: boolean, likely: TemplateResult | typeof nothing): TemplateResult {
  return html`<tr class=${row.v === 2 ? "open" : "partly"} data-seen=${row.i}>
    <th scope="row"><button type="button" class="named-one" data-who=${row.i}>${row.n}</button>${row.w ? html`<small>${row.w}</small>` : nothing}
      ${armed && row.g ? html`<small>${words.withWeapon} ${row.g}</small>` : nothing}</th>
    <td>${row.d || "–"}</td>
    ${needed ? html`<td>${row.p ? html`<b>${row.p}</b>` : "–"}</td><td class="chance">${likely}</td>` : nothing}
  </tr>`;
}

/** The chance of a target: a figure with its bar, why there is none, or nothing as long as it is not counted. */
function chance(row: Seen, { known }: Chances): TemplateResult | typeof nothing {
  const found = known.find((each) => each.i === row.i);
  if (!found) return nothing;
  const bar = found.w ? html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${found.w} height="10"></rect></svg>` : nothing;
  return html`${bar}<span class=${found.c ? "" : "soft"}>${found.c || found.y || "–"}</span>`;
}
