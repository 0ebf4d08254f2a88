// The panel of the recorder: what it asks, what can be chosen, the dice, and what comes of them.
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";

import { inches } from "../board/table";
import { explanation, type Told } from "../elements/explain";
import { sign } from "../elements/side";
import type { Step } from "../timeline/types";
import "./dice-picker";
import { fieldList } from "./fields";
import { colourOf, nameOf, sideName } from "./names";
import type { Declaration } from "./outbox";
import type { Meant, Nearer } from "./recording";
import { moving, placeNumbers, steering } from "./steering";
import type { Act, Again, Considered, Done, Now, Refused, Rolling, Way } from "./types";
import { distinct, shortened, targetsOf, waysTo } from "./ways";

type Action = Record<string, unknown>;

/** What has been chosen so far, and what it comes to. */
export interface Shown {
  now: Now;
  who: string;
  target: string;
  ways: Way[] | undefined;
  way: Way | undefined;
  declaration: Declaration | undefined;
  found: Considered | undefined;
  /** How likely it hurts, in words. */
  chance: string;
  /** The acts that are open. */
  acts: Act[];
  /** What was decided on the way, and is accepted together with this. */
  meant: Meant[];
  /** As much of what was drawn and refused as the rules allow. */
  nearer: Nearer | undefined;
  /** What comes next and is not begun on the table. */
  ahead: Act[];
  /** Dice have fallen. */
  fallen: boolean;
  siteRolls: boolean;
  busy: boolean;
  /** Something is on its way to the server. */
  waiting: boolean;
  /** The step that was accepted last and is not yet in the position. */
  sent: Step | undefined;
  block: boolean;
  boardUrl: string;
  rulesUrl: string;
  /** The server could not be reached to say what it comes to. */
  unanswered: boolean;
  disputable: boolean;
}

/** What can be done in the panel. */
export interface Hands {
  choose: (act: Act) => unknown;
  acceptFor: (act: Act) => unknown;
  taken: (way: Way) => unknown;
  instead: (way: Way) => unknown;
  goOnlySoFar: (nearer: Nearer) => unknown;
  rolled: (event: CustomEvent<number[]>) => unknown;
  lastDie: (event: CustomEvent<number[]>) => unknown;
  reroll: (again: Again) => unknown;
  asHappened: () => unknown;
  ask: () => unknown;
  edit: (action: Action) => void;
  refill: (action: Action) => void;
  nudge: (x: number, y: number) => void;
  setBlock: (on: boolean) => void;
  say: (kind: "back" | "dispute", step: number) => unknown;
  back: () => unknown;
  change: () => unknown;
  accept: () => unknown;
}

/** What the battle waits for: who acts, on the table or in this list. */
export function question(of: Shown, hands: Hands, acts: Act[]): TemplateResult {
  const { now } = of;
  const { words } = now;
  if (!acts.length) return html`<h2 class="record-question" tabindex="-1">${of.waiting ? words.sending : now.ask.waits || now.ask.text}</h2>${last(of, hands)}`;
  const able = acts.filter((act) => act.who);
  return html`<h2 class="record-question" tabindex="-1">${sign(colourOf(now, now.ask.side))} ${now.ask.text}</h2>
    ${last(of, hands)}
    ${now.apart ? html`<p class="soft">${words.sketch}</p>` : nothing}
    ${able.length && !now.apart ? html`<p class="soft">${words.tapTable}</p>` : nothing}
    ${listed(of, acts, hands.choose)}`;
}

/** Acts as buttons: one for everybody who has any, and one for each that nobody in particular does. */
function listed({ now, found }: Shown, acts: Act[], choose: (act: Act) => unknown): TemplateResult {
  const [bare, others] = [distinct(acts.filter((act) => !act.who)), acts.filter((act) => act.who)];
  const able = others.filter((act, at) => others.findIndex((other) => other.who === act.who) === at);
  const alike = (act: Act): boolean => bare.some((other) => other !== act && other.label === act.label);
  return html`${able.length ? html`<ul class="record-list">${able.map((act) => html`<li><button type="button" data-who=${act.who} @click=${() => choose(act)}>
      <b>${nameOf(now, act.who)}</b><small>${[...new Set(others.filter((other) => other.who === act.who).map((other) => other.label))].join(", ")}</small></button></li>`)}</ul>` : nothing}
    ${bare.length ? html`<p class="record-acts">${bare.map((act) => html`<button type="button" data-act=${act.tag} data-about=${act.about.join(" ")} class=${able.length || found ? "" : "main"}
      @click=${() => choose(act)}>${act.label}${alike(act) ? ` (${sideName(now, act.side)})` : ""}</button>`)}</p>` : nothing}`;
}

/** The newest step, so that both know what has just happened. */
export function last({ now, sent, disputable }: Shown, hands: Hands): TemplateResult | typeof nothing {
  const step = sent ?? now.recent.at(-1);
  if (!step) return nothing;
  const judge = now.judge ? html`<p class="record-net" role="status">${now.words.judgeComes}</p>` : nothing;
  return html`${judge}<p class="record-last" aria-live="polite">${sign(colourOf(now, step.s))} <b>${step.t}</b>${step.o ? html` <span>${step.o}</span>` : nothing}
    ${now.over ? nothing : html`<button type="button" class="quiet" @click=${() => hands.say("back", step.n)}>${now.words.takeBack}</button>`}
    ${disputable ? html`<button type="button" class="quiet" @click=${() => hands.say("dispute", step.n)}>${now.words.dispute}</button>` : nothing}</p>`;
}

/** What the chosen model may do, and on whom. */
export function choices(of: Shown, hands: Hands): TemplateResult {
  const { now, target } = of;
  const { words } = now;
  const ways = target ? waysTo(of.ways, target) : (of.ways ?? []);
  const labels = new Map(of.acts.map((act) => [act.k, act.label]));
  const several = new Set(ways.map((way) => way.k)).size > 1;
  return html`${of.meant.map((each) => decided(of, each))}<h2 class="record-question" tabindex="-1">${nameOf(now, of.who)}${target ? ` → ${nameOf(now, target)}` : ""}</h2>
    ${now.apart ? html`<p class="soft">${words.whomElse}</p>` : targetsOf(ways).size && !target ? html`<p class="soft">${words.tapTarget}</p>` : nothing}
    <ul class="record-list ways">${shortened(ways).map((way) => html`<li><button type="button" data-way=${labels.get(way.k) ?? ""} data-tag=${actOf(of, way)?.tag ?? ""}
      data-target=${way.targets[0] ?? ""} @click=${() => hands.taken(way)}>
      ${several ? html`<i>${labels.get(way.k)}</i>` : nothing}<b>${titleOf(of, way)}</b>${way.facts.length ? html`<small>${way.facts.join(" · ")}</small>` : nothing}</button></li>`)}</ul>
    <p class="record-bar"><button type="button" @click=${hands.back}>${of.meant.length ? words.change : words.back}</button></p>`;
}

const actOf = ({ acts }: Shown, way: Way): Act | undefined => acts.find((act) => act.k === way.k);

/** A move has no title yet: where it goes is still to be drawn. */
function titleOf(of: Shown, way: Way): string {
  const act = actOf(of, way);
  const drawn = way.handles.some((handle) => handle.kind === "path") && !act?.targets.length;
  return drawn ? `${act?.label ?? ""}: ${nameOf(of.now, act?.who ?? "")}` : way.title;
}

/** The way that was chosen, and what it comes to. */
export function chosen(of: Shown, hands: Hands, way: Way): TemplateResult {
  const { now, found, chance } = of;
  const title = found?.verdict === "done" ? found.step.t : titleOf(of, way);
  return html`${of.meant.map((each) => decided(of, each))}<h2 class="record-question" tabindex="-1" aria-live="polite">${title}</h2>
    ${way.facts.length ? html`<p class="record-facts">${way.facts.join(" · ")}${chance ? html` · <b>${chance}</b>` : nothing}</p>` : nothing}
    ${found?.verdict === "dice" ? dice(of, hands, found) : found?.verdict === "no" ? refusal(of, hands, found) : found ? outcome(of, hands, found) : of.unanswered ? nothing : drawing(now, way)}
    ${of.fallen ? nothing : html`${beside(of, hands, way)}${otherwise(of, hands, way)}${more(of, hands, now.apart ? { ...way, handles: [] } : way)}`}
    ${of.ahead.length ? html`<section class="record-then"><h3>${now.words.then}</h3>${listed(of, of.ahead, hands.acceptFor)}</section>` : nothing}
    ${bar(of, hands)}`;
}

/** Other ways to do the same to the same target, as with another weapon. */
function beside({ ways, target }: Shown, hands: Hands, way: Way): TemplateResult | typeof nothing {
  const others = target ? waysTo(ways, target).filter((each) => each.k === way.k && each.title !== way.title) : [];
  if (!others.length) return nothing;
  return html`<ul class="record-list">${others.map((each) => html`<li><button type="button" data-beside=${each.title}
    @click=${() => hands.instead(each)}><b>${each.title}</b><small>${each.facts.at(-1)}</small></button></li>`)}</ul>`;
}

/** What was decided on the way to what is shown: its result, and the dice by which that came about. */
function decided(of: Shown, { found: { step } }: Meant): TemplateResult {
  const said = html`${sign(colourOf(of.now, step.s))} <b>${step.t}</b>${step.o ? html` <span>${step.o}</span>` : nothing}`;
  const dice = rolls(of, step);
  // What is asked now stands in sight, however much was rolled before.
  return html`<section class="record-meant" aria-live="polite">${dice === nothing ? said : html`<details><summary>${said}</summary>${dice}</details>`}</section>`;
}

/** What is left where this is not meant, as that nothing is done. */
function otherwise(of: Shown, hands: Hands, way: Way): TemplateResult | typeof nothing {
  const acts = new Map(of.acts.map((act) => [act.k, act]));
  const left = acts.get(way.k)?.last || of.found?.verdict === "no" ? [] : shortened(of.ways ?? []).filter((each) => acts.get(each.k)?.last);
  if (!left.length) return nothing;
  return html`<p class="record-acts">${left.map((each) => html`<button type="button" data-instead=${acts.get(each.k)?.tag ?? ""}
    @click=${() => hands.instead(each)}>${acts.get(each.k)?.label}</button>`)}</p>`;
}

function drawing(now: Now, way: Way): TemplateResult | typeof nothing {
  return way.handles.length ? html`<p class="soft">${now.words.draw}</p>` : nothing;
}

function dice(of: Shown, hands: Hands, found: Rolling): TemplateResult {
  const { now } = of;
  const { words } = now;
  const { wanted } = found;
  const before = { n: 0, r: 0, p: "", s: wanted.side, a: "", t: "", l: found.lines.filter((line) => line.k) };
  return html`${before.l.length ? html`<div class="record-rolls">${explanation(told(of), before)}</div>` : nothing}
    ${again(hands, found.again)}
    <p class="record-roll">${sign(colourOf(now, wanted.side))} <b>${wanted.label}</b>
      ${wanted.count} × D${wanted.sides}${wanted.needs ? html` · ${words.needs} <b>${wanted.needs}+</b>` : nothing} <small>${wanted.roller}</small></p>
    ${of.siteRolls
      ? nothing
      : keyed(`${wanted.rule}-${wanted.read}`, html`<dice-picker .count=${wanted.count} .sides=${wanted.sides} .needs=${wanted.needs} .ordered=${wanted.ordered} .sequel=${found.sequel ?? {}} .given=${wanted.given}
          .words=${words} @dice-chosen=${hands.rolled} @dice-left=${hands.lastDie}></dice-picker>`)}`;
}

function refusal(of: Shown, hands: Hands, found: Refused): TemplateResult {
  const { now } = of;
  const { words } = now;
  const others = (of.ways ?? []).filter((way, at, all) => way.k !== of.way?.k && all.findIndex((other) => other.k === way.k) === at);
  return html`<section class="record-no" role="alert">${found.grounds.map((ground) => html`<p>${ground.text}. <small>${ground.rule}</small></p>`)}</section>
    ${others.length || found.stored
      ? html`<ul class="record-list">${others.map((way) => html`<li><button type="button" data-instead=${actOf(of, way)?.tag ?? ""} @click=${() => hands.instead(way)}>
          <b>${actOf(of, way)?.label}</b><small>${words.instead}</small></button></li>`)}
        ${found.stored ? html`<li><button type="button" @click=${hands.asHappened}><b>${words.happened}</b><small>${words.happenedMeans}</small></button></li>` : nothing}</ul>`
      : nothing}`;
}

function outcome(of: Shown, hands: Hands, found: Done): TemplateResult {
  const { step } = found;
  return html`${step.o ? html`<p class="record-outcome" aria-live="polite">${step.o}</p>` : nothing}
    ${found.refusals.map((text) => html`<p class="record-no">${text}</p>`)}
    ${rolls(of, step)}
    ${again(hands, found.again)}`;
}

function rolls(of: Shown, step: Step): TemplateResult | typeof nothing {
  return step.l?.some((line) => line.k) ? html`<div class="record-rolls">${explanation(told(of), { ...step, t: "", o: "" })}</div>` : nothing;
}

/** Re-rolls that could be paid for. */
function again(hands: Hands, offered: Again[]): TemplateResult[] {
  return offered.map((each) => html`<p><button type="button" data-again @click=${() => hands.reroll(each)}>${each.text}</button></p>`);
}

function told({ now, boardUrl, rulesUrl }: Shown): Told {
  return { replay: now.replay, rulesUrl, oddsUrl: "", gameUrl: boardUrl, ruleUrl: "", colourOf: (side) => colourOf(now, side) };
}

/** Everything that can be set by hand: places as numbers, and what the act leaves to choose. */
function more(of: Shown, hands: Hands, way: Way): TemplateResult | typeof nothing {
  const { now, declaration, block } = of;
  const { words } = now;
  const action = declaration?.action as Action | undefined;
  if (!action || (!way.fields.length && !way.handles.length)) return nothing;
  const handles = moving(way.handles);
  return html`${handles.length ? steering(words, handles, { block, nudge: hands.nudge, setBlock: hands.setBlock }) : nothing}
    <details class="record-more"><summary>${words.more}</summary>
      ${handles.map((handle) => placeNumbers(handle, action, nameOf(now, handle.model), hands.edit))}
      ${fieldList(way.fields, action, words, hands.refill)}</details>`;
}

function bar(of: Shown, hands: Hands): TemplateResult {
  const { now, found, nearer } = of;
  const { words } = now;
  const rolls = found?.verdict === "dice" && of.siteRolls;
  const ready = found?.verdict === "done" || rolls;
  const drawn = !now.apart && of.way?.handles.length && found?.verdict === "done" && !of.fallen;
  return html`<p class="record-bar"><button type="button" @click=${hands.change}>${of.fallen || of.meant.length ? words.change : words.back}</button>
    ${nearer ? html`<button type="button" class="main" data-nearer @click=${() => hands.goOnlySoFar(nearer)}>${nearer.proposed ? words.likeThis : words.soFar}: ${inches(nearer.length)}</button>` : nothing}
    ${of.unanswered ? html`<button type="button" class="main" data-ask ?disabled=${of.busy} @click=${hands.ask}>${words.askAgain}</button>` : nothing}
    ${ready ? html`<button type="button" class="main" data-accept ?disabled=${of.busy} @click=${hands.accept}>${rolls ? words.siteRoll : drawn ? words.putHere : words.accept}</button>` : nothing}</p>`;
}
