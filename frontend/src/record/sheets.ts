// What lies over the panel for a moment: the story, the acts beside the course, and why a step is disputed.
import { html, nothing, type TemplateResult } from "lit";

import { sign } from "../elements/side";
import type { Colour } from "../timeline/types";
import type { Act, Now } from "./types";

/** Something said about a step that stands: it is taken back, disputed, or a judge is called to it. */
export interface Asking {
  kind: "back" | "dispute" | "judge";
  step: number;
}

const question = (text: string | undefined): TemplateResult =>
  html`<h2 class="record-question" tabindex="-1">${text}</h2>`;

const closing = (now: Now, close: () => void): TemplateResult =>
  html`<p class="record-bar"><button type="button" class="main" @click=${close}>${now.words.close}</button></p>`;

/** The newest steps, each with what can still be said about it; nobody disputes one where nobody judges. */
export function storySheet(
  now: Now,
  of: { colourOf: (side: string) => Colour | ""; disputable: boolean; ask: (asking: Asking) => void; close: () => void },
): TemplateResult {
  const { words } = now;
  const button = (kind: Asking["kind"], step: number, text: string | undefined): TemplateResult =>
    html`<button type="button" class="quiet" @click=${() => of.ask({ kind, step })}>${text}</button>`;
  return html`${question(words.story)}
    <ol class="record-story">${[...now.recent].reverse().map((step) => html`<li>${sign(of.colourOf(step.s))} <small>${step.n}</small> <b>${step.t}</b>
      ${step.o ? html`<span>${step.o}</span>` : nothing}
      ${now.marked.filter((call) => call.n === step.n).map((call) => html`<em class="record-marked">${call.open ? `${words.open}: ` : ""}${call.text}</em>`)}
      <span class="record-acts">${button("back", step.n, words.takeBackFrom)}
        ${of.disputable ? html`${button("dispute", step.n, words.dispute)}${button("judge", step.n, words.judge)}` : nothing}</span></li>`)}</ol>
    ${closing(now, of.close)}`;
}

/** The acts that may be declared at any time, and where else to go. */
export function menuSheet(
  now: Now,
  of: { boardUrl: string; tableUrl: string; nameOf: (act: Act) => string; choose: (act: Act) => void; close: () => void },
): TemplateResult {
  const { words } = now;
  return html`${question(words.menu)}
    <ul class="record-list">${now.acts.filter((act) => act.aside).map((act) => html`<li><button type="button" data-act=${act.tag} @click=${() => of.choose(act)}>
      <b>${act.label}</b><small>${of.nameOf(act)}</small></button></li>`)}
      <li><a class="button" href=${of.boardUrl}>${words.watch}</a></li>
      <li><a class="button" href=${of.tableUrl}>${words.table}</a></li>
      <li><a class="button" href="/">${words.home}</a></li></ul>
    ${closing(now, of.close)}`;
}

/** Why: a usual reason is one tap, any other is typed. */
export function reasonSheet(now: Now, { kind, step }: Asking, of: { error: string; send: (reason: string) => void; cancel: () => void }): TemplateResult {
  const { words } = now;
  const said = now.recent.find((each) => each.n === step);
  const usual = kind === "back" ? [words.slip, words.forgot] : [words.otherDice, words.otherDistance, words.otherRule];
  const own = (event: Event): void => {
    event.preventDefault();
    const text = ((event.target as HTMLFormElement).elements.namedItem("why") as HTMLInputElement).value.trim();
    if (text) of.send(text);
  };
  return html`${question({ back: words.takeBackFrom, dispute: words.disputeWhy, judge: words.judgeWhy }[kind])}
    <p>${said ? `${step}: ${said.t}` : step}</p>
    ${of.error ? html`<p class="notice error" role="alert">${of.error}</p>` : nothing}
    <ul class="record-list">${usual.map((reason) => html`<li><button type="button" data-reason @click=${() => of.send(reason ?? "")}>${reason}</button></li>`)}</ul>
    <form class="record-why" @submit=${own}><label>${words.somethingElse}<input name="why" maxlength="500"></label><button>${words.say}</button></form>
    <p class="record-bar"><button type="button" @click=${of.cancel}>${words.cancel}</button></p>`;
}
