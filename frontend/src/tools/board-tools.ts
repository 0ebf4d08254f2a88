// The tools of the replay: reach, sight and ruler on the table, names in sentences, the drawer of the forces.
import { html, nothing, svg, type LitElement, type ReactiveController, type SVGTemplateResult, type TemplateResult } from "lit";

import type { Picked } from "../board/board";
import type { Quarter } from "../board/turned";
import type { Extra } from "../elements/model-card";
import { Timeline } from "../timeline/timeline";
import type { Flat, Replay, View } from "../timeline/types";
import { Answers } from "./answers";
import type { Tool } from "./keys";
import { lines, type Plate } from "./lines";
import { marked, takingPart } from "./named";
import { buttons, panel } from "./panel";
import { Pointing } from "./pointing";
import { rings } from "./rings";
import { drawn, ruled, ruler, same, type End, type Measured } from "./ruler";
import { sightTable, weaponTable } from "./tables";
import type { Apart, Chances, Part, Reach, Sight, Turn } from "./types";

/** Steps that are passed faster are not asked about. */
const PAUSE = 150;
/** The forces are a drawer here: wider they have their place, narrower they stand below. */
const DRAWER = "(min-width: 900px) and (max-width: 1199px)";

/** What the tools have to know of the replay that they belong to. */
export interface Stage extends LitElement {
  readonly src: string;
  readonly gameUrl: string;
  readonly shown: { timeline: Timeline; number: number; quarter: Quarter | undefined; table: { w: number; d: number }; pixel: number; picked: Picked | undefined; playing: boolean } | undefined;
  choose(picked: Picked | undefined): void;
  showAll(): void;
}

export class BoardTools implements ReactiveController {
  readonly on = new Set<Tool>();
  private readonly answers = new Answers(() => this.stage.requestUpdate());
  private readonly weapons = new Map<string, Reach["k"]>();
  private ends: [End?, End?] = [];
  private dragging = false;
  private settled = 0;
  private timer = 0;
  private drawer = false;
  /** Whose name was pressed, and who is only pointed at. */
  private pressed = "";
  private pointed: string[] = [];
  private readonly pointing: Pointing;
  private readonly narrow = window.matchMedia(DRAWER);

  constructor(private readonly stage: Stage) {
    stage.addController(this);
    this.pointing = new Pointing(stage, {
      wanted: () => this.on.has("ruler"),
      place: (end) => this.back(end),
      began: (end) => this.begin(end),
      moved: (end) => this.drag(end),
      ended: (end, far) => this.finish(end, far),
      gone: () => this.letGo(),
    });
  }

  hostConnected(): void {
    this.stage.addEventListener("pointerover", this.pointAt);
    this.stage.addEventListener("focusin", this.pointAt);
    this.stage.addEventListener("click", this.click);
    // The tools come after the page: somebody may point at a name already, and will not do so again.
    const at = [...this.stage.querySelectorAll(":hover")].at(-1);
    if (at) {
      this.pointed = this.under(at);
      this.applyMarks();
    }
  }

  hostDisconnected(): void {
    this.stage.removeEventListener("pointerover", this.pointAt);
    this.stage.removeEventListener("focusin", this.pointAt);
    this.stage.removeEventListener("click", this.click);
    window.clearTimeout(this.timer);
  }

  hostUpdated(): void {
    this.pointing.attach();
    this.applyMarks();
  }

  // which there are, and which are on

  /** The tools that a table has: without coordinates none, without a map nobody can tell what is seen. In a file nobody
   * measures: there is no server to ask.
   */
  private get offered(): Tool[] {
    const { table, odds: inFile } = this.stage.shown?.timeline.replay ?? {};
    if (!table || table.sketch || inFile) return [];
    return table.mapped ? ["reach", "sight", "ruler"] : ["reach", "ruler"];
  }

  toggle = (tool: Tool): void => {
    if (!this.offered.includes(tool)) return;
    if (this.on.delete(tool)) this.ends = tool === "ruler" ? [] : this.ends;
    else {
      this.on.add(tool);
      const picked = this.chosen;
      if (tool === "ruler") this.ends = picked ? [{ id: picked }] : [];
    }
    this.stage.requestUpdate();
  };

  /** All tools are put away; who was in their panel is at the button of one of them again. */
  private away = (): void => {
    if (this.stage.querySelector(".tool-panel:focus-within")) this.stage.querySelector<HTMLElement>(`.tool-${[...this.on].at(-1)}`)?.focus();
    this.on.clear();
    this.ends = [];
    this.stage.requestUpdate();
  };

  /** A key that was pressed; whether it is one of these. */
  key(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (key === "escape") return this.escape();
    if (key === "f") this.forces();
    else if (key === "z") this.stage.showAll();
    else if (key === "r" || key === "l" || key === "m") this.byKey(({ r: "reach", l: "sight", m: "ruler" } as const)[key]);
    else return false;
    return true;
  }

  /** A tool that is taken up by its key asks whom it is for where nobody is chosen. */
  private byKey(tool: Tool): void {
    this.toggle(tool);
    if (!this.on.has(tool)) return;
    const wanted = tool === "ruler" ? (this.ends[0] ? "to" : "from") : this.chosen ? "" : "whose";
    if (wanted) void this.stage.updateComplete.then(() => this.stage.querySelector<HTMLElement>(`[data-choose="${wanted}"]`)?.focus());
  }

  private escape(): boolean {
    const had = this.dragging || this.drawer || this.on.size > 0;
    if (this.drawer) this.forces();
    else this.away();
    this.letGo();
    return had;
  }

  forces = (): void => {
    if (!this.narrow.matches) {
      const list = this.stage.querySelector<HTMLElement>(".forces");
      list?.scrollIntoView({ block: "nearest" });
      list?.querySelector<HTMLElement>("summary")?.focus();
      return;
    }
    this.drawer = !this.drawer;
    this.stage.requestUpdate();
    const next = this.drawer ? ".forces summary" : ".tool-forces";
    void this.stage.updateComplete.then(() => this.stage.querySelector<HTMLElement>(next)?.focus());
  };

  // what is asked

  private get chosen(): string {
    const picked = this.stage.shown?.picked;
    return picked && picked.kind !== "piece" ? picked.id : "";
  }

  private address(kind: string, ...ids: string[]): string {
    const { src, gameUrl, shown } = this.stage;
    const line = new URL(src, location.href).search;
    return `${gameUrl}steps/${shown?.number}/${kind}/${ids.map(encodeURIComponent).join("/")}.json${line}`;
  }

  /** An answer about the step on show, asked for once it is not passed over. */
  private answer<T>(kind: string, ...ids: string[]): T | null | undefined {
    const number = this.stage.shown?.number ?? 0;
    const address = this.address(kind, ...ids);
    if (this.settled === number) return this.answers.get<T>(address);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.settled = number;
      this.stage.requestUpdate();
    }, PAUSE);
    return this.answers.kept<T>(address);
  }

  private get reached(): Reach | null | undefined {
    const { chosen } = this;
    if (!chosen || !this.offered.length || (!this.on.has("reach") && this.weapons.has(chosen))) return undefined;
    const found = this.answer<Reach>("reach", chosen);
    if (found) this.weapons.set(chosen, found.k);
    return found;
  }

  private get seen(): Sight | null | undefined {
    return this.chosen && this.on.has("sight") ? this.answer<Sight>("sight", this.chosen) : undefined;
  }

  /** How likely the shots are, the nearest target first: the next is asked for when one is here, and none while the
   * battle goes on by itself.
   */
  private get chances(): Chances {
    const targets = this.seen?.r.filter((row) => row.p !== undefined) ?? [];
    const found: Chances = { known: [], all: targets.length, on: false };
    if (this.stage.shown?.playing) return found;
    for (const [index, { i }] of targets.entries()) {
      const part = this.answer<Part>("chances", this.chosen, String(index));
      if (part === undefined) return { ...found, on: true };
      found.known.push(part?.c ?? { i, c: "", w: 0 });
    }
    return found;
  }

  // the ruler

  private back([x, y]: Flat): Flat {
    const place = this.stage.shown?.quarter?.back([x, y]) ?? [x, y];
    return [Math.round(place[0]), Math.round(place[1])];
  }

  private begin(end: End): void {
    this.before = this.ends;
    this.dragging = true;
    this.ends = [end, end];
    this.stage.requestUpdate();
  }

  private before: [End?, End?] = [];

  private drag(end: End): void {
    this.ends = [this.ends[0], end];
    this.stage.requestUpdate();
  }

  /** A drag measures to where it ends; a press begins a ruler, and the next one ends it. */
  private finish(end: End, far: boolean): void {
    const [from, to] = this.before;
    if (far) this.ends = [this.ends[0], end];
    else this.ends = from && !to && !same(from, end) ? [from, end] : [end];
    this.dragging = false;
    this.stage.requestUpdate();
  }

  private letGo(): void {
    if (this.dragging) this.ends = this.before;
    this.dragging = false;
    this.stage.requestUpdate();
  }

  private setEnd = (which: 0 | 1, id: string): void => {
    const end = id ? { id } : undefined;
    this.ends = which ? [this.ends[0], end] : [end, this.ends[1]];
    this.stage.requestUpdate();
  };

  private get measured(): Measured | undefined {
    const { shown } = this.stage;
    const [from, to] = this.ends;
    if (!shown || !from || !to || !this.on.has("ruler")) return undefined;
    const bare = drawn(from, to, shown.timeline.replay.models, shown.timeline.at(shown.number));
    if (!bare || this.dragging || !("id" in from && "id" in to) || from.id === to.id) return bare;
    const answer = this.answer<Apart>("apart", from.id, to.id);
    return answer ? ruled(answer) : bare;
  }

  // what is shown

  /** Further classes of the replay and of the box of the board. */
  get replayClass(): string {
    return `${this.drawer ? "forces-open" : ""} ${this.seen ? "seeing" : ""}`;
  }

  get boxClass(): string {
    return `${this.on.size ? "tooled" : ""} ${this.on.has("ruler") ? "measuring" : ""}`;
  }

  /** What is drawn over the table. */
  get over(): SVGTemplateResult | typeof nothing {
    const { shown } = this.stage;
    if (!shown || !this.offered.length) return nothing;
    const { timeline, number, quarter, pixel, table } = shown;
    const turn: Turn = (place) => quarter?.place(place) ?? place;
    const [reached, seen, measured] = [this.reached, this.seen, this.measured];
    const plates: Plate[] = [];
    return svg`<g class="answers">
      ${reached && this.on.has("reach") ? rings(reached, { ...table, pixel, turn }, plates) : nothing}
      ${seen ? lines(seen, timeline.replay, timeline.at(number), turn, pixel, plates) : nothing}
      ${measured ? ruler(measured, turn, pixel) : nothing}</g>`;
  }

  buttons(replay: Replay): TemplateResult {
    return buttons(replay.words, this.offered, this.on, this.toggle, this.drawer, this.forces);
  }

  panel(replay: Replay, view: View): TemplateResult | typeof nothing {
    const { words } = replay;
    const id = (end?: End): string => (end && "id" in end ? end.id : "");
    const asked = this.on.has("reach") || this.on.has("sight");
    const told = asked && !this.chosen ? words.chooseOne : this.seen === undefined && this.on.has("sight") ? words.measuring : this.seen?.t;
    return panel({
      replay, view, on: this.on, chosen: this.chosen, choose: (chosen) => this.stage.choose(this.pickedOf(chosen)), ends: [id(this.ends[0]), id(this.ends[1])],
      setEnd: this.setEnd, length: this.measured?.text ?? "", told: told ?? "", close: this.away,
    });
  }

  private pickedOf(id: string): Picked | undefined {
    const { shown } = this.stage;
    if (!id || !shown) return undefined;
    const { replay } = shown.timeline;
    if (replay.units.some((unit) => unit.i === id)) return { kind: "unit", id };
    const unit = shown.timeline.at(shown.number).m[id]?.u;
    return unit ? { kind: "unit", id: unit } : { kind: "model", id };
  }

  /** What the card of whoever is chosen shows besides. */
  card(words: Record<string, string>): Extra {
    const { chosen, seen, offered } = this;
    void this.reached;
    const weapons = this.weapons.get(chosen);
    const toggles = offered.filter((tool) => tool !== "ruler").map((tool) =>
      html`<button type="button" aria-pressed=${this.on.has(tool) ? "true" : "false"} @click=${() => this.toggle(tool)}>${words[tool]}</button>`);
    return {
      toggles: toggles.length ? html`<p class="card-tools">${toggles}</p>` : nothing,
      ...(weapons ? { weapons: weaponTable(words, weapons) } : {}),
      sight: seen ? sightTable(words, seen, this.chances) : nothing,
    };
  }

  // names in sentences

  private under(target: Element | null): string[] {
    const who = target?.closest<HTMLElement>("[data-who]");
    if (who) return [who.dataset.who!];
    const row = target?.closest<HTMLElement>(".telling [data-step], .telling [data-jump]");
    const step = row && this.stage.shown?.timeline.step(Number(row.dataset.step ?? row.dataset.jump));
    return step ? takingPart(step) : [];
  }

  private pointAt = (event: Event): void => {
    this.pointed = this.under(event.target as Element);
    this.applyMarks();
  };

  private click = (event: Event): void => {
    const who = (event.target as Element).closest<HTMLElement>("[data-who]")?.dataset.who;
    if (!who) return;
    if (this.pressed === who) this.stage.choose(this.pickedOf(who));
    this.pressed = who;
    this.applyMarks();
  };

  private applyMarks(): void {
    const { shown } = this.stage;
    if (!shown) return;
    const wanted = marked([...this.pointed, ...(this.pressed ? [this.pressed] : [])], shown.timeline.at(shown.number));
    for (const each of this.stage.querySelectorAll<SVGElement>(".model[data-id], .block[data-block]"))
      each.classList.toggle("pointed", wanted.has(each.dataset.id ?? each.dataset.block ?? ""));
    for (const each of this.stage.querySelectorAll<HTMLElement>("[data-who]")) each.classList.toggle("marked", each.dataset.who === this.pressed);
  }
}
