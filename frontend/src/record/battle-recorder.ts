import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";

import type { Colour } from "../timeline/types";
import { apartSheet, lists, pieceOf } from "./apart";
import { connection, proposal, stopped } from "./banners";
import type { Open } from "./connected";
import { Drawing } from "./drawing";
import { ending, type Ended } from "./ending";
import { colourOf, nameOf, sideName } from "./names";
import { choices, chosen, last, question, type Hands, type Shown } from "./panel";
import { menuSheet, reasonSheet, storySheet } from "./sheets";
import { NUDGE } from "./steering";
import "./table";
import type { RecordTable } from "./table";
import type { Act, Now } from "./types";

/**
 * The screen on which a battle is recorded: who acts, what, whom, the dice, and the outcome. The table is the form;
 * everything on it is also in lists.
 */
@customElement("battle-recorder")
export class BattleRecorder extends Drawing {
  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.onKey);
  }

  private onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const covered = Boolean(this.opened || this.asking || this.queue.stop);
    if (event.key === "Escape" && (this.opened || this.asking || this.who)) {
      event.preventDefault();
      if (this.opened || this.asking) [this.opened, this.asking] = ["", undefined];
      else this.back();
    } else if (covered) return;
    else if (event.key === "Enter" && !target.closest("button, a, input, select, textarea, summary")) void this.accept();
    else if (this.declaration && event.key.startsWith("Arrow") && !target.closest("input, select, textarea")) this.nudge(event);
  };

  private nudge(event: KeyboardEvent): void {
    const far = event.shiftKey ? NUDGE * 10 : NUDGE;
    const by = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
    if (!by) return;
    event.preventDefault();
    this.nudged(by[0]!, by[1]!);
  }

  private nudged(x: number, y: number): void {
    this.querySelector<RecordTable>("record-table")?.nudge([x, y]);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // What is said first is read first, however far the dice before it reached.
    const fallen = changed.has("found") && this.throws.length > 0;
    if (fallen || changed.has("who") || changed.has("opened")) this.querySelector(".record-panel")?.scrollTo(0, 0);
    const before = changed.get("now") as Now | undefined;
    const asked = changed.has("way") || changed.has("who") || (before && before.number !== this.now?.number);
    const active = document.activeElement;
    // Whoever went on by keyboard has lost the button they pressed: the next question is where they are now.
    if (!asked || (active && active !== document.body)) return;
    this.querySelector<HTMLElement>(".record-question")?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { now, view } = this;
    if (!now || !view) return nothing;
    const step = this.found?.verdict === "done" ? this.found.step : undefined;
    const handles = this.found?.verdict === "dice" || this.fallen ? [] : (this.way?.handles ?? []);
    const able = new Set(this.acts.map((act) => act.who).filter(Boolean));
    return html`<div class="recorder" data-number=${now.number} data-stage=${this.stage} data-behind=${this.behind ? "true" : "false"} aria-busy=${this.busy || this.due || this.lookingAhead || this.resuming ? "true" : "false"}>
      ${this.head(now)}
      ${now.apart ? html`<div class="record-stage">${lists(now, view, { able, who: this.who, targets: this.targets, pick: (chosen) => this.pick(new CustomEvent("pick", { detail: chosen })) })}</div>` : html`<div class="record-stage"><record-table .replay=${now.replay} .view=${view} .step=${step} .able=${able} .chosen=${this.who}
        .targets=${this.targets} .handles=${handles} .block=${this.block} .offered=${this.offered} .mine=${now.mine.length === 1 ? now.mine : []} .action=${(this.declaration?.action as Record<string, unknown>) ?? {}}
        .startable=${this.startable} @pick=${this.pick} @pull=${this.pulled} @edit=${(event: CustomEvent<Record<string, unknown>>) => this.edit(event.detail)}></record-table></div>`}
      <div class="record-panel">${this.banner(now)}${this.panel(now)}</div>
    </div>`;
  }

  /** Where the page is, for tests and styles. */
  private get stage(): string {
    if (this.now?.over) return "over";
    if (this.measuring) return "measure";
    if (this.found) return this.found.verdict;
    if (this.unanswered) return "unanswered";
    if (this.declaration) return "draw";
    if (this.who) return "ways";
    return this.acts.length ? "who" : "waits";
  }

  private colourOf = (side: string): Colour | "" => colourOf(this.now, side);

  private head(now: Now): TemplateResult {
    const { words } = now;
    return html`<header class="record-head">
      <p><b>${now.replay.start.r ? `${words.round} ${now.replay.start.r}, ` : ""}${now.phase}</b>
        <small>${now.replay.sides.map((side) => side.n).join(" – ")} · ${words.step} ${now.number}</small></p>
      <button type="button" class="story-button" aria-expanded=${this.opened === "story"} @click=${() => this.open("story")}>${words.story}</button>
      <button type="button" aria-expanded=${this.opened === "menu"} @click=${() => this.open("menu")}>${words.menu}</button>
    </header>`;
  }

  /** Whether anybody judges what is recorded here: nobody does in a what-if, nor while a judge amends a step. */
  private get disputable(): boolean {
    return this.callUrl !== "";
  }

  private open(what: Open): void {
    this.opened = this.opened === what ? "" : what;
    this.asking = undefined;
  }

  private banner(now: Now): TemplateResult | typeof nothing {
    const { stop } = this.queue;
    return stop ? stopped(now, stop, { mine: this.sent, colourOf: this.colourOf, drop: () => void this.drop(stop), again: () => void this.retry(stop) }) : connection(now.words, this.queue);
  }

  private panel(now: Now): TemplateResult {
    const close = (): void => this.open("");
    if (this.asking) return reasonSheet(now, this.asking, { error: this.error, send: this.reasoned, cancel: () => (this.asking = undefined) });
    if (this.opened === "story") return storySheet(now, { colourOf: this.colourOf, disputable: this.disputable, ask: (asking) => (this.asking = asking), close });
    if (this.opened === "menu") {
      const nameOfAct = (act: Act): string => [act.who && nameOf(now, act.who), sideName(now, act.side)].filter(Boolean).join(", ");
      return menuSheet(now, { boardUrl: this.boardUrl, tableUrl: this.tableUrl, nameOf: nameOfAct, choose: (act) => void this.choose(act.who, [act]), close });
    }
    if (this.measuring) return this.measure(now, this.measuring);
    return html`${proposal(now, (agree) => void this.send(() => this.server.answer(now.back!.id, agree)))}
      ${this.error ? html`<p class="notice error" role="alert">${this.error}</p>` : nothing}
      ${this.busy ? html`<p class="record-busy" role="progressbar" aria-label=${now.words.busy ?? ""}></p>` : nothing}
      ${this.asked(now)}`;
  }

  private measure(now: Now, target: string): TemplateResult {
    return apartSheet(now, {
      of: nameOf(now, this.who), to: nameOf(now, target), sided: now.apart?.sided.includes(this.view ? pieceOf(this.view, target) : target) ?? false,
      faced: this.faced, error: this.error, face: (side) => (this.faced = side), say: (inches) => void this.said(inches), cancel: () => (this.measuring = ""),
    });
  }

  private asked(now: Now): TemplateResult {
    const of = this.shownIn(now);
    if (now.over) return ending(now, this.ended(now, of));
    if (this.declaration && this.way) return chosen(of, this.hands, this.way);
    return this.who ? choices(of, this.hands) : question(of, this.hands, this.acts);
  }

  private ended(now: Now, of: Shown): Ended {
    return {
      boardUrl: this.boardUrl, colourOf: this.colourOf, last: last(of, this.hands),
      confirm: (side) => void this.send(() => this.server.confirm(now.number, side)),
    };
  }

  private shownIn(now: Now): Shown {
    const { who, target, ways, way, declaration, found, chance, meant, nearer, ahead, fallen, siteRolls, busy, sent, block, boardUrl, rulesUrl, unanswered } = this;
    return {
      now, who, target, ways, way, declaration, found, chance, meant, nearer, ahead, fallen, siteRolls, busy, sent, block, boardUrl, rulesUrl, unanswered,
      acts: this.openActs, waiting: this.queue.waiting > 0, disputable: this.disputable,
    };
  }

  private readonly hands: Hands = {
    choose: (act) => this.choose(act.who, act.who ? undefined : [act]), acceptFor: (act) => this.acceptFor(act),
    taken: (way) => this.taken(way), instead: (way) => this.instead(way), goOnlySoFar: (nearer) => this.goOnlySoFar(nearer),
    rolled: (event) => this.rolled(event), lastDie: (event) => this.lookPastDie(event.detail), reroll: (again) => this.reroll(again), asHappened: () => this.asHappened(), ask: () => this.consider(),
    edit: (action) => this.edit(action), refill: (action) => this.refill(action),
    nudge: (x, y) => this.nudged(x, y), setBlock: (on) => (this.block = on),
    say: (kind, step) => (this.asking = { kind, step }), back: () => this.back(), change: () => this.change(), accept: () => this.accept(),
  };
}
