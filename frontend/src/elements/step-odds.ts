import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import type { Odds } from "../timeline/types";

/** The status of an answer that a worker is still counting. */
const COUNTING = 202;

/**
 * "How likely was that?": fetches the odds of one step when it is opened, and shows the result's probability as a number
 * and the likeliest results as bars. `base` is the address of the page with the whole list; its data is beside it.
 */
@customElement("step-odds")
export class StepOdds extends LitElement {
  @property() base = "";
  @property({ attribute: false }) words: Record<string, string> = {};
  @state() private opened = false;
  @state() private odds?: Odds;
  @state() private refused = "";
  private asking = "";

  /** Rendered into the page itself, whose styles it uses. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("base")) return;
    this.opened = false;
    this.asking = "";
    this.forget();
  }

  private forget(): void {
    this.odds = undefined;
    this.refused = "";
  }

  private toggle = (event: Event): void => {
    this.opened = (event.currentTarget as HTMLDetailsElement).open;
    if (this.opened && !this.odds && this.asking !== this.base) void this.load(this.base);
  };

  private later(base: string, seconds: number): void {
    setTimeout(() => {
      if (this.isConnected && this.opened && !this.odds && base === this.base && this.asking !== base) void this.load(base, true);
    }, seconds * 1000);
  }

  private async load(base: string, again = false): Promise<void> {
    if (!again) this.forget();
    this.asking = base;
    let odds: Odds | undefined;
    let refused = this.words.uncounted ?? "";
    try {
      const answer = await fetch(`${base}odds.json`, { headers: { Accept: "application/json" } });
      const told = (await answer.json()) as Odds & { why?: string };
      // While a worker counts, the answer says so, and when to ask again.
      if (answer.ok && !told.why) odds = told;
      else refused = told.why ?? refused;
      if (answer.status === COUNTING) this.later(base, Number(answer.headers.get("Retry-After")) || 5);
    } catch {
      // The error is shown below, with the address of the page: opening it again retries.
    }
    if (base !== this.base) return;
    this.asking = "";
    this.odds = odds;
    this.refused = odds ? "" : refused;
  }

  protected override render(): TemplateResult {
    return html`<details class="odds" .open=${this.opened} @toggle=${this.toggle}>
      <summary>${this.words.likely}</summary>
      <div class="odds-body" aria-live="polite">${this.opened ? this.body() : nothing}</div>
    </details>`;
  }

  private body(): TemplateResult {
    const { odds, words } = this;
    if (this.refused) return html`<p class="odds-refused" role="alert">${this.refused}</p>`;
    if (!odds) return html`<p class="soft">${words.counting}</p>`;
    return html`
      ${odds.certain ? html`<p class="odds-sure">${words.sure}</p>` : nothing}
      <p class="odds-result"><b class="odds-number">${odds.a}</b> <span>${odds.t}</span></p>
      ${odds.more.length
        ? html`<dl class="odds-more">
            ${odds.more.map((each) => html`<dt>${each.l}</dt><dd><b>${each.a}</b> ${each.p}</dd>`)}
          </dl>`
        : nothing}
      ${odds.note ? html`<p class="soft">${odds.note}</p>` : nothing}
      ${odds.certain
        ? nothing
        : html`<ol class="chances">
            ${odds.rows.map(
              (row) => html`<li class=${row.h ? "happened" : ""}>
                <span class="chance-text">${row.t}${row.h ? html` <em>${words.happened}</em>` : nothing}</span>
                <span class="chance-number" title=${row.x}>${row.p}</span>
                ${bar(row.w)}
              </li>`,
            )}
            ${odds.rest.t
              ? html`<li class="rest"><span class="chance-text">${odds.rest.t}</span><span class="chance-number">${odds.rest.p}</span></li>`
              : nothing}
          </ol>`}
      <p class="odds-exact"><span class="soft">${odds.p} · ${odds.x}</span> <a href=${this.base}>${words.wholeList}</a></p>
    `;
  }
}

const bar = (width: number): TemplateResult =>
  html`<svg class="chance-bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect width=${width} height="10"></rect>`}
  </svg>`;
