import { html, nothing, type TemplateResult } from "lit";

import { valueAt, withValue } from "./pointer";
import type { Field } from "./types";

type Change = (action: Record<string, unknown>) => void;
type Action = Record<string, unknown>;

const HUNDREDTHS = 100;

/** The parts of an action that are chosen beside the table, each as the control that fits it. */
export function fieldList(fields: Field[], action: Action, words: Record<string, string>, change: Change): TemplateResult {
  return html`<div class="act-fields">${fields.map((field) => control(field, action, words, change))}</div>`;
}

function control(field: Field, action: Action, words: Record<string, string>, change: Change): TemplateResult {
  const value = valueAt(action, field.p);
  const set = (to: unknown): void => change(withValue(action, field.p, to));
  const indent = field.p.split("/").filter((part) => /^\d+$/.test(part)).length;
  const kind = `act-field deep-${Math.min(indent, 2)}`;
  switch (field.kind) {
    case "switch":
      return html`<label class="${kind} check"><input type="checkbox" data-p=${field.p} .checked=${value === true}
        @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}> ${field.label}</label>`;
    case "choice":
      return choice(field, value, set, kind);
    case "many":
      return many(field, (value as unknown[] | undefined) ?? [], set, kind);
    case "number":
      return number(field, value as number | undefined, set, kind);
    case "text":
      return html`<label class=${kind}>${field.label}<input type="text" maxlength="200" data-p=${field.p} .value=${String(value ?? "")}
        @change=${(event: Event) => set((event.target as HTMLInputElement).value)}></label>`;
    default:
      return rows(field, (value as unknown[] | undefined) ?? [], words, set, kind);
  }
}

function choice(field: Field, value: unknown, set: (to: unknown) => void, kind: string): TemplateResult {
  const choices = field.choices ?? [];
  const at = choices.findIndex((each) => each.v === (value ?? ""));
  return html`<label class=${kind}>${field.label}<select data-p=${field.p}
    @change=${(event: Event) => set(choices[(event.target as HTMLSelectElement).selectedIndex]?.v)}>
    ${choices.map((each, index) => html`<option ?selected=${index === at}>${each.n}</option>`)}</select></label>`;
}

function many(field: Field, value: unknown[], set: (to: unknown) => void, kind: string): TemplateResult {
  const toggle = (each: unknown, on: boolean): void =>
    set(on ? [...value, each] : value.filter((other) => other !== each));
  return html`<fieldset class=${kind}><legend>${field.label}</legend>${(field.choices ?? []).map((each) => html`<label class="check">
    <input type="checkbox" data-p=${field.p} .checked=${value.includes(each.v)}
      @change=${(event: Event) => toggle(each.v, (event.target as HTMLInputElement).checked)}> ${each.n}</label>`)}</fieldset>`;
}

function number(field: Field, value: number | undefined, set: (to: unknown) => void, kind: string): TemplateResult {
  const scale = field.inch ? HUNDREDTHS : 1;
  const changed = (event: Event): void => {
    const text = (event.target as HTMLInputElement).value;
    if (text !== "") set(Math.round(Number(text) * scale));
    else if (field.optional) set(undefined);
  };
  return html`<label class=${kind}>${field.label}${field.inch ? ", ″" : nothing}<input type="number" data-p=${field.p}
    inputmode=${field.inch ? "decimal" : "numeric"} step=${field.inch ? "0.01" : "1"}
    min=${(field.min ?? 0) / scale} max=${(field.max ?? 0) / scale}
    .value=${value === undefined || value === null ? "" : String(value / scale)} @change=${changed}></label>`;
}

function rows(field: Field, value: unknown[], words: Record<string, string>, set: (to: unknown) => void, kind: string): TemplateResult {
  return html`<div class="${kind} act-rows"><span>${field.label}: ${value.length}</span>
    ${field.blank === undefined
      ? nothing
      : html`<button type="button" data-add=${field.p} @click=${() => set([...value, field.blank])}>${words.addRow}</button>`}
    ${value.length
      ? html`<button type="button" data-less=${field.p} @click=${() => set(value.slice(0, -1))}>${words.lessRow}</button>`
      : nothing}</div>`;
}
