// The tools with which one draws beside a note, and what is drawn in words: also for the keyboard and screen readers.
import { html, nothing, svg, type TemplateResult } from "lit";

import { icon } from "../elements/icons";
import type { StudyBook } from "./book";
import { placeOf } from "./drawn";
import { modelsAt } from "./pen";
import { COLOURS, type Colour, type Drawing, type Frame, type Spot } from "./types";

/** Puts values into a sentence of the server's. */
export const told = (sentence: string | undefined, values: Record<string, string>): string =>
  (sentence ?? "").replace(/%\((\w+)\)s/g, (_all, name: string) => values[name] ?? "");

export function drawBar(book: StudyBook, frame: Frame): TemplateResult {
  const { words } = book;
  return html`<div class="study-draw">
    <div class="study-pens" role="group" aria-label=${words.colour ?? ""}>
      <button type="button" class="study-pen" aria-pressed=${book.drawing ? "true" : "false"} title=${words.rightDrag ?? ""} @click=${() => book.draw(!book.drawing)}>${words.draw}</button>
      ${COLOURS.map((colour) => swatch(book, colour))}
      <button type="button" class="study-undo" ?disabled=${!book.undoable} @click=${() => book.undo()}>${words.undo}</button>
    </div>
    ${book.drawing ? html`<p class="study-hint" role="status">${words.drawing}</p>` : nothing}
    ${drawnList(book, frame, true)}
    ${byList(book, frame)}
  </div>`;
}

function swatch(book: StudyBook, colour: Colour): TemplateResult {
  const word = book.opening?.colours[colour] ?? colour;
  return html`<button type="button" class="study-colour" data-colour=${colour} aria-label=${word} title=${word} aria-pressed=${book.colour === colour ? "true" : "false"}
    @click=${() => pick(book, colour)}><svg viewBox="0 0 30 14" aria-hidden="true" class="study-drawing ${colour}">${svg`<path class="line" d="M2 7H28"></path>`}</svg></button>`;
}

function pick(book: StudyBook, colour: Colour): void {
  book.colour = colour;
  book.draw(book.drawing);
}

/** What is drawn, in words; whoever writes can take each away. */
export function drawnList(book: StudyBook, frame: Frame, writing: boolean): TemplateResult | typeof nothing {
  const { words } = book;
  const { drawings } = book.content();
  if (!drawings.length) return nothing;
  return html`<ul class="study-drawn ${writing ? "" : "visually-hidden"}" aria-label=${words.drawn ?? ""}>${drawings.map((each, index) => html`<li>${sentence(book, frame, each)}
    ${writing ? html`<button type="button" aria-label="${words.remove}: ${sentence(book, frame, each)}" @click=${() => book.say({ drawings: drawings.filter((_other, at) => at !== index) })}>${icon("close")}</button>` : nothing}</li>`)}</ul>`;
}

function sentence({ words }: StudyBook, frame: Frame, drawing: Drawing): string {
  const named = (spot: Spot): string => frame.replay.models.find((model) => model.i === spot.model)?.n ?? words.place ?? "";
  if (drawing.type === "ring") return told(words.ringOf, { place: named(drawing.at) });
  return told(words.arrowOf, { start: named(drawing.start), end: named(drawing.end) });
}

/** From whom to whom, chosen from lists: no hand has to aim. */
function byList(book: StudyBook, frame: Frame): TemplateResult {
  const { words } = book;
  const options = groups(frame).map(([name, models]) => html`<optgroup label=${name}>${models.map(([id, model]) => html`<option value=${id}>${model}</option>`)}</optgroup>`);
  return html`<details class="study-by-list"><summary>${words.byList}</summary>
    <form @submit=${(event: SubmitEvent) => add(event, book, frame)}>
      <label>${words.from}<select name="from">${options}</select></label>
      <label>${words.to}<select name="to"><option value="">${words.onlyRing}</option>${options}</select></label>
      <button>${words.add}</button>
    </form></details>`;
}

/** The models on the table by their units; where every model acts for itself, by their sides. */
function groups(frame: Frame): [string, [string, string][]][] {
  const { replay, view } = frame;
  const units = new Map(replay.units.map((unit) => [unit.i, unit.n]));
  const sides = new Map(replay.sides.map((side) => [side.id, side.n]));
  const found = new Map<string, [string, string][]>();
  const names = new Map(replay.models.map((model) => [model.i, model]));
  for (const id of modelsAt(frame)) {
    const model = names.get(id)!;
    const group = units.get(view.m[id]?.u ?? "") ?? sides.get(model.s) ?? "";
    found.set(group, [...(found.get(group) ?? []), [id, model.n]]);
  }
  return [...found];
}

function add(event: SubmitEvent, book: StudyBook, frame: Frame): void {
  event.preventDefault();
  const chosen = new FormData(event.target as HTMLFormElement);
  const spot = (id: string): Spot => {
    const [x, y] = placeOf(frame, { x: 0, y: 0, model: id });
    return { x, y, model: id };
  };
  const [from, to] = [String(chosen.get("from") ?? ""), String(chosen.get("to") ?? "")];
  if (!from) return;
  const { colour } = book;
  const drawing: Drawing = to && to !== from ? { type: "arrow", colour, start: spot(from), end: spot(to) } : { type: "ring", colour, at: spot(from) };
  book.say({ drawings: [...book.content().drawings, drawing] });
}
