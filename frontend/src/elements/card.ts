import { html, nothing, type TemplateResult } from "lit";

import { pieceWords, type Picked } from "../board/board";
import { statuses } from "../board/marks";
import { inches, stands } from "../board/table";
import type { Model, View } from "../timeline/types";
import type { Told } from "./explain";
import { chip, ranks } from "./forces";
import { icon } from "./icons";
import { sign } from "./side";

/** What was chosen on the table, in words; nothing if it is no longer there. */
export function card(told: Told, view: View, picked: Picked | undefined, close: () => void): TemplateResult | typeof nothing {
  const { words } = told.replay;
  const said = picked && { unit: ofUnit, model: ofModel, piece: ofPiece }[picked.kind](told, view, picked.id);
  return html`<div class="picked-card ${said ? "" : "empty"}" role="status">
    ${said ? html`<p>${said}</p>
      <button type="button" class="close" aria-label=${words.close ?? ""} @click=${close}>${icon("close")}</button>` : nothing}
  </div>`;
}

type Said = TemplateResult | undefined;

function ofUnit(told: Told, view: View, id: string): Said {
  const { units, models, words, badges } = told.replay;
  const unit = units.find((each) => each.i === id);
  if (!unit) return undefined;
  const members = models.filter((model) => view.m[model.i]?.u === id);
  const left = members.filter((model) => !view.m[model.i]?.o);
  const roles = left.flatMap((model) => badges[model.x ?? ""] ?? []);
  return html`${sign(told.colourOf(unit.s))}<b>${unit.n}</b> <span>${left.length}/${members.length} ${words.standing}</span>
    ${ranks(told, view, id)} ${roles.map((badge) => chip({ kind: "", count: 1, badge }))}
    ${statuses(badges, view.u[id]?.c).map(chip)} ${left.length === 1 && left[0] ? state(told, view, left[0]) : nothing}`;
}

function ofModel(told: Told, view: View, id: string): Said {
  const { models, badges } = told.replay;
  const model = models.find((each) => each.i === id);
  if (!model || !view.m[id]) return undefined;
  const role = badges[model.x ?? ""];
  return html`${sign(told.colourOf(model.s))}<b>${model.n}</b> ${role ? chip({ kind: "", count: 1, badge: role }) : nothing}
    ${state(told, view, model)}`;
}

/** The height, the wounds and the statuses of a model. */
function state(told: Told, view: View, model: Model): TemplateResult {
  const { badges } = told.replay;
  const now = view.m[model.i];
  const up = now?.a?.[2] ?? 0;
  return html`<span>${now?.w ?? 0}/${model.h ?? model.w}</span>
    ${up ? html`<span>▲${inches(up)}</span>` : nothing} ${statuses(badges, now?.c).map(chip)}`;
}

function ofPiece(told: Told, view: View, id: string): Said {
  const piece = stands(told.replay.table.terrain, view.e).find((each) => each.id === id);
  if (!piece) return undefined;
  const [name, ...rest] = pieceWords(told.replay, view, piece);
  return html`<b>${name}</b> <span>${rest.join(", ")}</span>`;
}

/** Every piece of terrain that is of a kind with words, or has a status: what pointing at it tells. */
export function field(told: Told, view: View, pick: (picked: Picked) => void): TemplateResult | typeof nothing {
  const { words, kinds, table } = told.replay;
  const pieces = stands(table.terrain, view.e).filter((piece) => kinds?.[piece.k] || view.q[piece.id]);
  if (!pieces.length) return nothing;
  return html`<details class="field"><summary>${words.terrain} <small>${pieces.length}</small></summary>
    <ul>${pieces.map((piece) => {
      const [name, ...rest] = pieceWords(told.replay, view, piece);
      return html`<li><button type="button" data-piece-row=${piece.id} @click=${() => pick({ kind: "piece", id: piece.id })}>
        <b>${name}</b> <span>${rest.join(", ")}</span></button></li>`;
    })}</ul></details>`;
}
