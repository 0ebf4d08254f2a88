import { html, nothing, svg, type TemplateResult } from "lit";

import type { Roll } from "../timeline/types";

export const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[6.5, 6.5], [12, 12], [17.5, 17.5]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[6.5, 6.5], [17.5, 6.5], [12, 12], [6.5, 17.5], [17.5, 17.5]],
  6: [[7, 6], [17, 6], [7, 12], [17, 12], [7, 18], [17, 18]],
};

export type Fate = "success" | "failure" | "plain" | "struck";

export interface Die {
  face: number;
  fate: Fate;
  second: boolean;
}

/** The dice of a roll as they are drawn: a re-rolled die struck through, its second face right after it. */
export function diceOf(roll: Roll): Die[] {
  const again = new Map(roll.a ?? []);
  return roll.f.flatMap((face, index): Die[] => {
    const fate = fateOf(roll, index);
    const second = again.get(index);
    if (second === undefined) return [{ face, fate, second: false }];
    return [
      { face, fate: "struck", second: false },
      { face: second, fate, second: true },
    ];
  });
}

function fateOf(roll: Roll, index: number): Fate {
  if (!roll.p?.length) return "plain";
  return roll.p[index] ? "success" : "failure";
}

function picture(die: Die, sides: number, words: Record<string, string>): TemplateResult {
  const said = { success: words.success, failure: words.failure, struck: words.rerolled, plain: "" }[die.fate];
  const pips = sides <= 6 ? PIPS[die.face] : undefined;
  return html`<svg
    class="die ${die.fate}"
    viewBox="0 0 24 24"
    role="img"
    aria-label=${said ? `${die.face}, ${said}` : String(die.face)}
    data-face=${die.face}
    data-fate=${die.fate}
  >
    <rect x="1.5" y="1.5" width="21" height="21" rx="5"></rect>
    ${pips
      ? pips.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="2.1"></circle>`)
      : svg`<text x="12" y="16.5" text-anchor="middle">${die.face}</text>`}
    ${die.fate === "struck" ? svg`<path d="M3 21 21 3"></path>` : nothing}
  </svg>`;
}

const signed = (amount: number): string => (amount < 0 ? `−${-amount}` : `+${amount}`);

/** A roll: its dice, what each die needed, and the modifiers with their rules. */
export function rollTemplate(
  roll: Roll,
  rule: (id: string) => TemplateResult,
  words: Record<string, string>,
): TemplateResult {
  const total = roll.f.reduce((sum, face, index) => sum + (new Map(roll.a ?? []).get(index) ?? face), 0);
  const bonus = (roll.m ?? []).reduce((sum, [, amount]) => sum + amount, 0);
  return html`<div class="roll">
    <span class="dice">${diceOf(roll).map((die) => picture(die, roll.s ?? 6, words))}</span>
    ${roll.n
      ? html`<span class="needed">${words.needs} <b>${roll.n - bonus}+</b>${bonus ? html`: <span class="printed">${roll.n}+</span>` : nothing}</span>`
      : roll.f.length > 1 || bonus
        ? html`<span class="needed">${words.total} <b>${total + bonus}</b></span>`
        : nothing}
    ${(roll.m ?? []).map(
      ([id, amount]) => html`<span class="modifier"><b>${signed(amount)}</b> ${rule(id)}</span>`,
    )}
  </div>`;
}
