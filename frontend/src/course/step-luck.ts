import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import type { Told } from "../elements/explain";
import type { Odds, Step } from "../timeline/types";
import type { RollLuck } from "./luck";

/** Milliseconds that a step stays before its results are fetched: whoever runs through the battle asks for nothing. */
const STAY = 250;
/** Results that are named below the bar. */
const NAMED = 3;

/** How lucky a step's roll was, below its dice; nothing where no dice fell or nothing is known of them. */
export function stepLuck(told: Told, step: Step): TemplateResult | typeof nothing {
  const { luck } = told;
  const left = luck?.left.find(([number]) => number === step.n);
  if (left) return html`<p class="step-luck soft">${left[1] === "many" ? told.replay.words.luckMany : told.replay.words.luckRules}</p>`;
  const roll = luck?.rolls[step.n];
  if (!roll || !told.oddsUrl) return nothing;
  return html`<step-luck base="${told.oddsUrl}${step.n}/" .roll=${roll} .words=${told.replay.words}></step-luck>`;
}

/** A roll's luck in words, and a bar of all its results as soon as they are known: nobody waits for them. */
@customElement("step-luck")
export class StepLuck extends LitElement {
  @property() base = "";
  @property({ attribute: false }) roll!: RollLuck;
  @property({ attribute: false }) words: Record<string, string> = {};
  @state() private odds: Odds | undefined;
  private timer = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("base")) return;
    this.odds = undefined;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.load(this.base), STAY);
  }

  private async load(base: string): Promise<void> {
    try {
      const answer = await fetch(`${base}odds.json?kept`, { headers: { Accept: "application/json" } });
      const odds = answer.status === 200 ? ((await answer.json()) as Odds) : undefined;
      if (base === this.base) this.odds = odds;
    } catch {
      // The bar is left out: the odds are still to be had below.
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { roll, odds } = this;
    const shown = odds && !odds.certain ? odds : undefined;
    if (!roll.w && !roll.t && !shown) return nothing;
    return html`<div class="step-luck ${roll.k}">
      ${roll.w || shown ? html`<p class="step-luck-head"><b data-step-luck>${roll.w}</b>${shown ? html`<span class="soft">${this.words.allResults}</span>` : nothing}</p>` : nothing}
      ${shown ? results(shown) : nothing}
      ${roll.t ? html`<p class="soft">${roll.t}</p>` : nothing}
    </div>`;
  }
}

/** All results side by side, each as wide as it is likely; the one that happened is dark. */
function results({ rows, rest }: Odds): TemplateResult {
  let across = 0;
  const parts = rows.map((row) => {
    const from = across;
    across += row.w;
    return { ...row, from };
  });
  const named = [...rows].sort((one, other) => Number(other.h) - Number(one.h)).slice(0, NAMED).sort((one, other) => rows.indexOf(one) - rows.indexOf(other));
  return html`<svg class="results-bar" viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="rest" width="1000" height="20"></rect>${parts.map((part, index) => svg`<rect class="result-${part.h ? "happened" : index % 2 ? "odd" : "even"}"
        x=${part.from} width=${Math.max(3, part.w - 3)} height="20"></rect>`)}`}</svg>
    <ul class="results-named">${named.map((row) => html`<li class=${row.h ? "happened" : ""}>${row.t} <b>${row.p}</b></li>`)}${rest.t && rows.length <= NAMED
      ? html`<li>${rest.t} <b>${rest.p}</b></li>` : nothing}</ul>`;
}
