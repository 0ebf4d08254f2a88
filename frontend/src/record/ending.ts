// The end of a battle: its result, and what both sides say of it.
import { html, nothing, type TemplateResult } from "lit";

import { sign } from "../elements/side";
import type { Colour } from "../timeline/types";
import type { Now } from "./types";

export interface Ended {
  boardUrl: string;
  colourOf: (side: string) => Colour | "";
  /** The last step, which can still be disputed or taken back. */
  last: unknown;
  confirm: (side: string) => void;
}

/** The sheet goes to the clipboard, and the button says so. */
async function copy(event: Event, text: string, done: string): Promise<void> {
  const button = event.currentTarget as HTMLButtonElement;
  await navigator.clipboard.writeText(text);
  button.textContent = done;
}

/** The result in words, each side's agreement, and where the battle can be watched and was verified. */
export function ending(now: Now, of: Ended): TemplateResult {
  const { words, over } = now;
  const sides = over?.sides ?? [];
  const nameOf = (side: string): string => now.replay.sides.find((each) => each.id === side)?.n ?? "";
  const said = ({ now: agrees, before }: (typeof sides)[number]): string | undefined =>
    agrees ? words.confirmed : before ? `${words.confirmedBefore} ${now.number}` : words.unconfirmed;
  const open = sides.filter((each) => !each.now && now.mine.includes(each.side));
  return html`<h2 class="record-question" tabindex="-1">${words.over}</h2>
    <p class="record-result">${over?.text}</p>
    ${over?.decided ? html`<p class="soft">${over.decided}</p>` : nothing}
    ${over?.rounds.length ? html`<table class="record-rounds"><thead><tr><th scope="col">${words.round}</th>
      ${now.replay.sides.map((side) => html`<th scope="col">${sign(side.colour)} ${side.n}</th>`)}</tr></thead>
      <tbody>${over.rounds.map(([round, ...scores]) => html`<tr><th scope="row">${round}</th>${scores.map((score) => html`<td>${score}</td>`)}</tr>`)}</tbody></table>
      <p><button type="button" class="quiet" data-copy @click=${(event: Event) => copy(event, over.sheet, words.copied ?? "")}>${words.copySheet}</button></p>` : nothing}
    <ul class="record-agreed" aria-live="polite">${sides.map((each) => html`<li data-agrees=${each.now ? "yes" : "no"}>
      ${sign(of.colourOf(each.side))} <b>${nameOf(each.side)}</b> ${said(each)}</li>`)}</ul>
    ${sides.length && sides.every((each) => each.now) ? html`<p class="record-net" role="status">${words.bothConfirmed}</p>` : nothing}
    ${of.last}
    <p class="record-acts"><a class="button" href=${of.boardUrl}>${words.watch}</a>
      <a class="button" href="${of.boardUrl}verify/">${words.report}</a></p>
    ${open.length
      ? html`<p class="record-bar">${open.map(({ side }) => html`<button type="button" class="main" data-confirm=${side} @click=${() => of.confirm(side)}>
          ${words.confirm}${open.length > 1 ? `: ${nameOf(side)}` : ""}</button>`)}</p>`
      : nothing}`;
}
