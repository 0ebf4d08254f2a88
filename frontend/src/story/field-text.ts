import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import type { Told } from "../elements/explain";
import { sign } from "../elements/side";
import type { View } from "../timeline/types";
import { stands } from "./stands";

/** The table in words, for whoever does not see it: worked out only while it is unfolded. */
@customElement("field-text")
export class FieldText extends LitElement {
  @property({ attribute: false }) told!: Told;
  @property({ attribute: false }) view!: View;
  @state() private open = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { words } = this.told.replay;
    return html`<details @toggle=${(event: Event) => (this.open = (event.target as HTMLDetailsElement).open)}>
      <summary>${words.whereAll}</summary>${this.open ? this.sides() : nothing}</details>`;
  }

  private sides(): TemplateResult {
    const { told } = this;
    const all = stands(told, this.view);
    return html`${told.replay.sides.map((side) => html`<h3>${sign(side.colour)} ${side.n}</h3>
      <ul>${all.filter((each) => each.side === side.id).map((each) => html`<li data-stands=${each.id}><b>${each.name}</b>: ${each.told.join("; ")}</li>`)}</ul>`)}`;
  }
}
