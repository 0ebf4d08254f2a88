import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import type { Replay } from "../timeline/types";
import { icon } from "./icons";
import { numbered } from "./side";

interface Found {
  label: string;
  section: string;
  text: string;
  note: string;
  status: string;
  kind: string;
  source: string;
}

/**
 * The card of a rule over the replay: what it says, where it comes from, who decides it, and how often it came up in this
 * battle. It opens when a link to a rule is followed beside it; where the rule cannot be had, the link is followed.
 */
@customElement("rule-card")
export class RuleCard extends LitElement {
  @property({ attribute: false }) replay?: Replay;
  @property() base = "";
  @state() private found?: Found;
  private rule = "";
  private from?: HTMLElement;

  /** Rendered into the page itself, whose styles it uses. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.parentElement?.addEventListener("click", this.follow);
    document.addEventListener("keydown", this.onKey, { capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.parentElement?.removeEventListener("click", this.follow);
    document.removeEventListener("keydown", this.onKey, { capture: true });
  }

  private follow = (event: MouseEvent): void => {
    const link = (event.target as HTMLElement).closest?.<HTMLAnchorElement>("a.rule[data-rule]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void this.open(link);
  };

  private async open(link: HTMLAnchorElement): Promise<void> {
    const id = link.dataset.rule ?? "";
    try {
      const answer = await fetch(`${this.base}${encodeURIComponent(id)}.json?version=${this.replay?.version ?? ""}`, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      this.found = (await answer.json()) as Found;
    } catch {
      location.assign(link.href);
      return;
    }
    this.rule = id;
    this.from = link;
    await this.updateComplete;
    this.querySelector<HTMLElement>(".close")?.focus({ preventScroll: true });
  }

  private close = (): void => {
    this.found = undefined;
    this.from?.focus({ preventScroll: true });
  };

  private onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.found) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  };

  /** In how many lines of this battle the rule is named, as a rule or as a modifier of a roll. */
  private get times(): number {
    const lines = this.replay?.steps.flatMap((step) => step.l ?? []) ?? [];
    return lines.filter((line) => line.r === this.rule || line.k?.m?.some(([rule]) => rule === this.rule)).length;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { found, replay } = this;
    if (!found || !replay) return nothing;
    const { words } = replay;
    return html`<section class="rule-card" role="dialog" aria-label=${found.label} data-rule=${this.rule}>
      <p class="soft">${found.section === found.label ? words.rule : found.section}</p>
      <button type="button" class="close" aria-label=${words.close ?? ""} @click=${this.close}>${icon("close")}</button>
      <h3>${found.label}</h3>
      <p class="rule-text">${found.text}</p>
      ${found.note ? html`<p class="soft">${found.note}</p>` : nothing}
      <p class="rule-facts"><span class="chip ${found.kind}">${found.status}</span>
        <span class="soft">${numbered(words.inGame, this.times)}</span>
        ${found.source ? html`<span class="soft">${found.source}</span>` : nothing}
        <a href="${this.base}go/${this.rule}/">${words.inRules}</a></p>
    </section>`;
  }
}
