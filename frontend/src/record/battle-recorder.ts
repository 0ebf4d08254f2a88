import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";

import { explanation, type Told } from "../elements/explain";
import { sign } from "../elements/side";
import { Following, type Connection } from "../timeline/follow";
import { apply } from "../timeline/patch";
import type { Colour, Step, View } from "../timeline/types";
import "./dice-picker";
import { fieldList } from "./fields";
import { apart, apartSheet, known, lists, pieceOf, type Faced } from "./apart";
import { connection, proposal, stopped } from "./banners";
import { ending, type Ended } from "./ending";
import { NothingToDecide, Outbox, type Declaration, type Queue, type Stop } from "./outbox";
import { valueAt } from "./pointer";
import { frontFirst, undrawn } from "./routes";
import { Sender } from "./sender";
import { forgery, Gone, Refusal, Server, Unreached } from "./server";
import { menuSheet, reasonSheet, storySheet, type Asking } from "./sheets";
import { moving, NUDGE, placeNumbers, steering } from "./steering";
import "./table";
import type { Chosen, Pull, RecordTable } from "./table";
import type { Act, Again, Considered, Now, Way } from "./types";

/** Milliseconds that a hand may go on before the server is asked again. */
const REST = 120;
/** Where a stream of news cannot be had, the page looks by itself; else seldom: proposals are no steps. */
const LOOK = 4_000;
const SELDOM = 2;

type Open = "" | "story" | "models" | "menu";

/** A unit or model that was drawn to a place: in which other ways of the same act, and the first of them if refused. */
interface Gesture {
  to: Pull["to"];
  model: string;
  left: Way[];
  first?: { way: Way; declaration: Declaration; found: Considered };
}

/**
 * The screen on which a battle is recorded: who acts, what, whom, the dice, and what comes of it. The table is the form;
 * everything on it is also in lists. Declarations go through the outbox, so none is lost without a network.
 */
@customElement("battle-recorder")
export class BattleRecorder extends LitElement {
  @property() game = "";
  @property({ attribute: "now-url" }) nowUrl = "";
  @property({ attribute: "ways-url" }) waysUrl = "";
  @property({ attribute: "consider-url" }) considerUrl = "";
  @property({ attribute: "take-back-url" }) takeBackUrl = "";
  @property({ attribute: "take-back-answer-url" }) takeBackAnswerUrl = "";
  @property({ attribute: "call-url" }) callUrl = "";
  @property({ attribute: "confirm-url" }) confirmUrl = "";
  @property({ attribute: "live-url" }) liveUrl = "";
  @property({ attribute: "board-url" }) boardUrl = "";
  @property({ attribute: "table-url" }) tableUrl = "";
  @property({ attribute: "rules-url" }) rulesUrl = "";
  @state() private now: Now | undefined;
  @state() private who = "";
  @state() private ways: Way[] | undefined;
  @state() private target = "";
  @state() private way: Way | undefined;
  @state() private declaration: Declaration | undefined;
  @state() private found: Considered | undefined;
  @state() private chance = "";
  /** How much is under way: of two questions to the server the first answer does not end the second. */
  @state() private underWay = 0;
  /** The hand rests, and the server is about to be asked. */
  @state() private due = false;
  @state() private error = "";
  @state() private queue: Queue = { waiting: 0 };
  @state() private opened: Open = "";
  @state() private asking: Asking | undefined;
  @state() private sent: Step | undefined;
  @state() private happened = false;
  /** Something was accepted here that the position on the page does not have yet. */
  @state() private behind = false;
  /** Without a table: to whom the distance is asked, and which side of them is faced. */
  @state() private measuring = "";
  @state() private faced: Faced = "";
  /** A unit moves as a block, or one model after the other. */
  @state() private block = true;
  private drawn: View | undefined;
  private server!: Server;
  private outbox = new Outbox();
  private sender?: Sender;
  private following?: Following;
  private connection: Connection = "off";
  private forget: () => void = () => undefined;
  private timer = 0;
  private looking = 0;
  private turn = 0;
  /** What is shown was drawn to a place in one gesture. */
  private gesture: Gesture | undefined;
  /** What comes after what is shown, as far as it is not begun on the table. */
  @state() private ahead: Act[] = [];
  @state() private lookingAhead = false;
  /** What was begun while something waited to be accepted: it is accepted, and then that is next. */
  private next: { from: Chosen; pull?: Pull } | { act: Act } | undefined;
  /** How many dice were tapped in for each throw. */
  private throws: number[] = [];
  /** The form on the page is that of another choice. */
  private refilled = false;
  /** The way that is drawn is the rules' proposal; nobody has drawn one. */
  @state() private offered = false;
  private wake?: WakeLockSentinel;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { nowUrl: now, waysUrl: ways, considerUrl: consider, takeBackUrl: takeBack, takeBackAnswerUrl: takeBackAnswer, callUrl: call, confirmUrl: confirm } = this;
    this.server = new Server({ now, ways, consider, takeBack, takeBackAnswer, call, confirm });
    const first = document.getElementById("recorder-now")?.textContent;
    if (first) this.take(JSON.parse(first) as Now);
    this.replaceChildren();
    this.sender = new Sender(this.outbox, this.game, { headers: forgery });
    this.sender.start();
    this.forget = this.outbox.observe(this.game, this.queued);
    this.listen();
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("visibilitychange", this.stayAwake);
    void this.stayAwake();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sender?.stop();
    this.forget();
    this.following?.stop();
    window.clearInterval(this.looking);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("visibilitychange", this.stayAwake);
    void this.wake?.release();
  }

  /** The screen stays on while the page is looked at, where the browser can do that. */
  private stayAwake = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    this.wake = await navigator.wakeLock.request("screen").catch(() => undefined);
  };

  private listen(): void {
    const look = (): void => void this.refresh();
    let times = 0;
    this.looking = window.setInterval(() => {
      times += 1;
      if (document.visibilityState === "visible" && (this.connection !== "live" || times % SELDOM === 0)) look();
    }, LOOK);
    if (!this.liveUrl || !this.now) return;
    this.following = new Following(this.liveUrl, String(this.now.number), {
      told: ({ step }) => step.n > (this.now?.number ?? 0) && look(), changed: look, connected: (now) => (this.connection = now),
    });
    this.following.start();
  }

  private get busy(): boolean {
    return this.underWay > 0;
  }

  // what is known

  private take(now: Now): void {
    // Of two answers that overtook each other the older says nothing new: a stream of events never gets shorter.
    if (this.now && now.number < this.now.number) return;
    const moved = now.number !== this.now?.number;
    this.now = now;
    if (!moved) return;
    const interrupted = Boolean(this.declaration);
    this.behind = false;
    this.sent = undefined;
    this.drawn = undefined;
    this.clear();
    if (interrupted) this.error = now.words.wentOn ?? "";
    const { next } = this;
    this.next = undefined;
    const act = next && "act" in next && this.acts.find((each) => same(each, next.act));
    if (act) void this.choose(act.who, act.who ? undefined : [act]);
    else if (next && "from" in next) void this.goOnWith(next.from, next.pull);
    else void this.onlyAct();
  }

  private async refresh(): Promise<void> {
    // While something waits, the server is behind what stands on this table.
    if (this.queue.waiting && !this.queue.stop) return;
    try {
      const now = await this.server.now();
      if (now.number !== this.now?.number || !this.who) this.take(now);
      else this.now = { ...this.now, back: now.back, marked: now.marked, judge: now.judge, over: now.over };
    } catch (error) {
      if (!(error instanceof Unreached)) this.say(error);
    }
  }

  private queued = (queue: Queue): void => {
    const before = this.queue;
    this.queue = queue;
    if (before.waiting && !queue.waiting) void this.refresh();
    if (queue.stop && !before.stop) {
      this.next = undefined;
      this.drawn = undefined;
      this.behind = false;
      void this.lookAgain();
    }
  };

  /** What has happened meanwhile, whatever waits here. */
  private async lookAgain(): Promise<void> {
    const now = await this.during(() => this.server.now());
    if (!now || now.number < (this.now?.number ?? 0)) return;
    // What was begun here between the question and its answer was begun in another position.
    if (this.who && now.number !== this.now?.number) this.take(now);
    else this.now = now;
  }

  private clear(): void {
    window.clearTimeout(this.timer);
    this.turn += 1;
    this.who = this.target = this.error = this.chance = this.measuring = this.faced = "";
    this.ways = this.way = this.declaration = this.found = undefined;
    this.happened = this.refilled = this.due = this.offered = this.lookingAhead = false;
    this.gesture = undefined;
    this.throws = [];
    this.ahead = [];
    this.opened = "";
    this.asking = undefined;
  }

  private get view(): View | undefined {
    const base = this.drawn ?? this.now?.replay.start;
    const patch = this.found?.verdict === "done" && !this.drawn ? this.found.step.d : undefined;
    return base && patch ? apply(base, patch) : base;
  }

  /** The acts that the battle waits for; beside them there are some that may be declared at any time. */
  private get acts(): Act[] {
    return this.now?.acts.filter((act) => !act.aside) ?? [];
  }

  private actsOf(who: string): Act[] {
    return this.now?.acts.filter((act) => act.who === who) ?? [];
  }

  private nameOf(id: string): string {
    const { models = [], units = [] } = this.now?.replay ?? {};
    return [...units, ...models].find((each) => each.i === id)?.n ?? this.pieceOf(id);
  }

  private pieceOf(id: string): string {
    return this.now?.replay.table.terrain.find((each) => each.id === id)?.n ?? id;
  }

  // choosing

  private async goOnWith(from: Chosen, pull?: Pull): Promise<void> {
    if (pull ? this.drawnOf(from) : this.ownOf(from)) await this.begin(from, pull);
    else if (!(await this.implied(from, pull))) await this.onlyAct();
  }

  /**
   * That there is nothing more to do is implied by whoever is drawn onto somebody on whom they can only act after it. True
   * if it is declared, and what was drawn comes next.
   */
  private async implied(from: Chosen, pull?: Pull): Promise<boolean> {
    const { now, nothingMore: act } = this;
    const onto = pull?.onto;
    if (!now || !onto || !act) return false;
    const [way] = (await this.during(() => this.server.ways(now.number, [act.k]))) ?? [];
    const found = way && (await this.during(() => this.server.consider(now.number, way.declaration, { then: true })));
    const meant = found?.then?.some((each) => [from.id, from.model].includes(each.who) && each.targets.some((target) => [onto.id, onto.model].includes(target)));
    if (!meant || found?.verdict !== "done" || now.number !== this.now?.number) return false;
    this.next = { from, pull };
    await this.choose("", [act]);
    return true;
  }

  /** The only act that nobody in particular does and that leaves nothing to choose: mostly that nothing more is done. */
  private get nothingMore(): Act | undefined {
    const [act, ...others] = distinct(this.acts.filter((each) => each.bare && !each.who));
    return others.length ? undefined : act;
  }

  /**
   * Where there is one act and nothing to choose about it, nobody has to tap it: its dice open, or it is declared. Where
   * one model is asked, nobody has to say who.
   */
  private async onlyAct(): Promise<void> {
    const [act, ...others] = distinct(this.acts);
    if (!act || this.queue.waiting) return;
    // Without a table nobody is in reach before a distance has been said.
    if (this.now?.apart && act.tag === "pass") return;
    if (!others.length && (act.bare || !act.who)) await this.choose(act.who, [act]);
    else if (others.length && act.who && others.every((other) => other.who === act.who)) await this.choose(act.who, this.acts);
  }

  private choose = async (who: string, acts = this.actsOf(who), alone = true): Promise<void> => {
    const { now } = this;
    if (!now || (!acts.length && !now.apart)) return;
    this.clear();
    this.who = who || acts[0]!.label;
    if (!acts.length) return;
    const turn = this.turn;
    const ways = await this.during(() => this.server.ways(now.number, acts.map((act) => act.k)));
    if (!ways || turn !== this.turn) return;
    this.ways = ways;
    const [only, ...others] = shortened(ways);
    if (alone && only && !others.length) await this.taken(only);
    else if (!ways.length) this.error = now.words.noWay ?? "";
  };

  /** A way is taken; without a table, only once the distance to whom it is aimed at has been said. */
  private taken = async (way: Way): Promise<void> => {
    const [target, ...more] = way.targets;
    if (target && !more.length && this.unsaid(target)) this.measuring = target;
    else await this.take1(way);
  };

  private unsaid(target: string): boolean {
    const { now, view } = this;
    if (!now?.apart || !view) return false;
    const [one, other] = [pieceOf(view, this.who), pieceOf(view, target)];
    // What nobody in particular does, as with a building of one's own, is done from nowhere.
    const standing = (id: string): boolean => now.replay.models.some((model) => model.i === id) || now.replay.units.some((unit) => unit.i === id);
    return standing(one) && standing(other) && one !== other && known(now, one, other) === undefined;
  }

  /** A distance is said: it is a step of its own, and then the same two are looked at again. */
  private said = async (inches: number): Promise<void> => {
    const { now, who, measuring, view } = this;
    const side = now?.replay.models.find((model) => [model.i, view?.m[model.i]?.u].includes(who))?.s;
    if (!now || !view || !side || this.busy) return;
    const [from, onto] = [who, measuring].map((id) => ({ id, model: id })) as [Chosen, Chosen];
    this.underWay += 1;
    try {
      this.behind = true;
      await this.outbox.enqueue(this.game, apart(side, pieceOf(view, who), pieceOf(view, measuring), inches, this.faced), now.number);
      this.next = { from, pull: { from, to: [0, 0, 0], onto } };
      this.clear();
    } catch (error) {
      this.behind = false;
      this.say(error);
    } finally {
      this.underWay -= 1;
    }
  };

  private take1 = async (way: Way): Promise<void> => {
    this.way = way;
    const act = this.now?.acts.find((each) => each.k === way.k);
    const drawn = way.handles.filter((handle) => handle.kind === "path" && handle.from && (valueAt(way.declaration.action, handle.p) as unknown[] | undefined)?.length);
    // A move begins where the model stands: nobody else knows where it goes. One towards somebody is a good beginning, and
    // so is one that has to be made, such as falling back: there the rules leave few places, and a hand would miss them.
    const blank = !this.now?.apart && drawn.length > 0 && !act?.targets.length && !way.sketch && !this.mustBe(act);
    const proposed = way.declaration.action as Record<string, unknown>;
    const action = blank ? undrawn(proposed, drawn) : proposed;
    this.offered = drawn.length > 0 && !blank;
    this.declaration = { ...way.declaration, action };
    this.found = undefined;
    this.chance = "";
    if (blank) return;
    await this.consider(true);
    // There is nothing to look at twice where nothing was chosen and no die fell.
    const found = this.found as Considered | undefined;
    if (act && (act.bare || nothingElse(act, way)) && this.way?.k === act.k && found?.verdict === "done" && !found.refusals.length) await this.accept();
  };

  private pick = (event: CustomEvent<Chosen>): void => {
    const { id, model } = event.detail;
    if (!id) return;
    if (this.followedBy(event.detail)) return void this.accept();
    const found = [model, id].find((each) => this.targets.has(each));
    if (found) return this.aim(found);
    const own = this.ownOf(event.detail);
    if (this.now?.apart && this.pickedOff(event.detail)) return;
    if (own && own !== this.who) void this.choose(own);
  };

  /** Without a table, anybody of one's own can be looked at, and anybody else be the one whose distance is asked. */
  private pickedOff({ id, model }: Chosen): boolean {
    const { now, view } = this;
    const sideOf = (key: string): string | undefined => now?.replay.models.find((each) => each.i === key || view?.m[each.i]?.u === key)?.s;
    const [side, own] = [sideOf(id), sideOf(this.who)];
    if (own && side !== own) this.measuring = id;
    else if (!own && side && now?.mine.includes(side) && !this.ownOf({ id, model })) void this.choose(id, []);
    else if (own && side === own && id !== this.who && !this.ownOf({ id, model })) void this.choose(id, []);
    else return false;
    return true;
  }

  private pulled = (event: CustomEvent<Pull>): void => {
    const { from } = event.detail;
    if (this.followedBy(from, event.detail)) void this.accept();
    else void this.goOnWith(from, event.detail);
  };

  /** Whether the battle waits for nothing else than such an act: nobody can do anything instead, or leave it. */
  private mustBe(act: Act | undefined): boolean {
    return act !== undefined && this.acts.every((other) => other.tag === act.tag);
  }

  /** Whose acts a model on the table has: its unit's, or its own. */
  private ownOf({ id, model }: Chosen): string | undefined {
    return [id, model].find((each) => each && this.actsOf(each).length);
  }

  /** The same of somebody who is drawn across the table: nobody means an act beside the course of the battle by that. */
  private drawnOf({ id, model }: Chosen): string | undefined {
    return [id, model].find((each) => each && this.acts.some((act) => act.who === each));
  }

  /** Whether what is shown is accepted by going on with somebody else of whoever plays here; then they are next. */
  private followedBy(from: Chosen, pull?: Pull): boolean {
    if (this.found?.verdict !== "done" || !this.startable.has(from.model)) return false;
    this.next = pull ? { from, pull } : { from };
    return true;
  }

  /** Who can be drawn across the table now: whoever may act, and once there is something to accept, whoever is next. */
  private get startable(): Set<string> {
    const { now, found, queue } = this;
    const done = found?.verdict === "done";
    // What cannot be accepted is given up by going on with somebody else.
    if (!now || queue.waiting || now.over || (found && !done && found.verdict !== "no")) return new Set();
    const models = now.replay.models.filter((model) => now.mine.includes(model.s));
    const units = (model: string): string => this.view?.m[model]?.u ?? "";
    // Whoever is being moved is moved on; after anything else the next act may be theirs too.
    const drawing = moving(this.way?.handles ?? []).length > 0;
    const acting = (model: string): boolean => drawing && [model, units(model)].some((id) => id !== "" && id === this.who);
    const able = (model: string): boolean => this.ownOf({ id: units(model), model }) !== undefined;
    if (found) return new Set(models.flatMap((model) => (!acting(model.i) && (done || able(model.i)) ? [model.i] : [])));
    if (this.declaration) return new Set();
    const { targets } = this;
    const free = models.filter((model) => !targets.has(model.i) && !targets.has(units(model.i)));
    return new Set(free.flatMap((model) => (able(model.i) || this.nothingMore ? [model.i] : [])));
  }

  /** Somebody acts, and what it comes to has been drawn already: onto somebody, or to a place. */
  private async begin(from: Chosen, pull?: Pull): Promise<void> {
    const own = pull ? this.drawnOf(from) : this.ownOf(from);
    if (!own) return;
    const { onto } = pull ?? {};
    // Somebody was named: nobody else is meant, though they be the only one in reach.
    await this.choose(own, pull ? this.acts.filter((act) => act.who === own) : this.actsOf(own), !(this.now?.apart && onto));
    if (!pull || this.who !== own) return;
    if (this.now?.apart && onto && ![onto.model, onto.id].some((each) => this.waysTo(each).length)) this.error = this.now.words.outOfReach ?? "";
    const target = pull.onto && [pull.onto.model, pull.onto.id].find((each) => this.waysTo(each).length);
    // Where there was one way only, it has been taken.
    if (target) return this.way ? undefined : this.aim(target);
    if (pull.onto && !this.way && (await this.implied(from, pull))) return;
    const going = [this.way, ...(this.ways ?? [])].filter((each) => each && moving(each.handles).length);
    const way = going.find((each) => !each!.targets.length) ?? going[0];
    if (pull.onto || !way) return;
    const left = shortened(this.ways ?? []).filter((each) => each.k === way.k && each !== way && !each.targets.length && moving(each.handles).length);
    this.gesture = { to: pull.to, model: from.model, left };
    await this.drawAs(way, this.gesture);
  }

  /** Where it goes is what was drawn, not what would have been proposed. */
  private async drawAs(way: Way, { to, model }: Gesture): Promise<void> {
    [this.way, this.found, this.offered, this.chance] = [way, undefined, false, ""];
    this.declaration = { ...way.declaration, action: undrawn(way.declaration.action, way.handles) };
    await this.updateComplete;
    const table = this.querySelector<RecordTable>("record-table");
    await table?.updateComplete;
    if (this.way === way) table?.bring(to, model);
  }

  /**
   * What was drawn may be refused in one way and allowed in another, as a fast move goes farther: the next is tried. If
   * none is allowed, the first refusal stands. True if something else is shown now.
   */
  private drawnOtherwise(found: Considered): boolean {
    const { gesture, way, declaration } = this;
    if (!gesture || !way || !declaration) return false;
    const other = found.verdict === "no" ? gesture.left.shift() : undefined;
    const { first } = gesture;
    if (other) {
      gesture.first ??= { way, declaration, found };
      void this.drawAs(other, gesture);
      return true;
    }
    [gesture.left, gesture.first] = [[], undefined];
    if (!first || found.verdict !== "no") return false;
    [this.way, this.declaration] = [first.way, first.declaration];
    this.shown(first.found);
    return true;
  }

  private aim(target: string): void {
    this.target = target;
    const own = this.waysTo(target);
    const [best] = own;
    if (this.unsaid(target)) {
      this.measuring = target;
      return;
    }
    // Of several ways to do the same, the best is taken; the others stand beside it.
    if (best && own.every((way) => way.k === best.k)) void this.take1(best);
    else {
      this.way = this.declaration = this.found = undefined;
    }
  }

  private waysTo(target: string): Way[] {
    return (this.ways ?? []).filter((way) => way.targets.length === 1 && way.targets[0] === target);
  }

  /** Whom the chosen model may act on, with the first thing worth knowing. */
  private get targets(): Map<string, string[]> {
    const found = new Map<string, string[]>();
    if (this.declaration && this.way?.handles.length) return found;
    for (const way of this.declaration && this.way ? [this.way] : (this.ways ?? [])) {
      const [target] = way.targets;
      if (target && way.targets.length === 1 && !found.has(target))
        found.set(target, [way.facts[0] ?? "", way.facts.length > 1 ? (way.facts.at(-1) ?? "") : ""].filter(Boolean));
    }
    return found;
  }

  // what it comes to

  /** Something was chosen beside the table: what can be chosen now may be something else. */
  private refill = (action: Record<string, unknown>): void => {
    this.refilled = true;
    this.edit(action);
  };

  private edit = (action: Record<string, unknown>): void => {
    if (!this.declaration) return;
    this.throws = [];
    this.offered = false;
    this.declaration = { ...this.declaration, action, dice: undefined, rerolls: undefined };
    this.found = undefined;
    this.ahead = [];
    this.happened = this.lookingAhead = false;
    window.clearTimeout(this.timer);
    this.due = true;
    this.timer = window.setTimeout(() => void this.consider(), REST);
  };

  private async consider(first = false): Promise<void> {
    const { now, happened, way, inOrder: declaration } = this;
    if (!now || !declaration) return;
    window.clearTimeout(this.timer);
    this.due = false;
    const turn = (this.turn += 1);
    const act = this.refilled ? way?.k : undefined;
    const found = await this.during(() => this.server.consider(now.number, declaration, { act, happened }));
    if (!found || turn !== this.turn) return;
    if (act !== undefined) this.refilled = false;
    if (!first && this.drawnOtherwise(found)) return;
    this.shown(found);
    if (found.verdict === "done") void this.lookAhead(declaration);
    if (first && found.verdict === "dice" && way?.targets.length) {
      const { chance } = await this.server.consider(now.number, declaration, { odds: true }).catch(() => ({ chance: "" }));
      if (this.way === way) this.chance = chance ?? "";
    }
  }

  /** What will be open once this is accepted can be tapped before it is. */
  private async lookAhead(declaration: Declaration): Promise<void> {
    const { now, happened, turn } = this;
    if (!now) return;
    this.lookingAhead = true;
    const { then } = await this.server.consider(now.number, declaration, { then: true, happened }).catch(() => ({ then: [] }));
    if (turn !== this.turn) return;
    this.lookingAhead = false;
    // Of a single act the page begins itself, and whoever stands on the table is tapped there.
    const single = new Set(then?.map((act) => act.who || act.tag)).size < 2;
    this.ahead = single ? [] : (then ?? []).filter((act) => !act.there);
  }

  private acceptFor = (act: Act): void => {
    this.next = { act };
    void this.accept();
  };

  private shown(found: Considered): void {
    this.found = found;
    if (this.now && found.rules) Object.assign(this.now.replay.rules, found.rules);
    if (this.way && found.handles && found.fields) this.way = { ...this.way, handles: found.handles, fields: merged(this.way, found.fields) };
  }

  private rolled = (event: CustomEvent<number[]>): void => {
    const before = this.declaration;
    if (!before) return;
    this.throws = [...this.throws, event.detail.length];
    this.declaration = { ...before, dice: [...((before.dice as number[] | undefined) ?? []), ...event.detail] };
    void this.consider();
  };

  private reroll(again: Again): void {
    const before = this.declaration;
    const { found } = this;
    if (!before || !found || found.verdict === "no") return;
    const rolls = ((found.verdict === "done" ? found.step.l : found.lines) ?? []).flatMap((line) => (line.k ? [line.k] : [])).slice(0, again.roll + 1);
    const read = rolls.reduce((sum, roll) => sum + roll.f.length + (roll.a?.length ?? 0), 0);
    const { roll, die, by } = again;
    const dice = ((before.dice as number[] | undefined) ?? []).slice(0, read);
    this.throws = [dice.length];
    this.declaration = { ...before, dice, rerolls: [by ? { roll, die, by } : { roll, die }] };
    void this.consider();
  }

  /** One roll back; without dice, to what was chosen. */
  private change = (): void => {
    const before = this.declaration;
    if (!before) return this.clear();
    const dice = (before.dice as number[] | undefined) ?? [];
    if (dice.length) {
      const last = this.throws.at(-1) ?? dice.length;
      this.throws = this.throws.slice(0, -1);
      this.declaration = { ...before, dice: dice.slice(0, dice.length - last), rerolls: undefined };
      void this.consider();
    } else this.back();
  };

  private back = (): void => {
    const { who, ways } = this;
    // Whoever was drawn to a place was never asked which way: there is no list to go back to.
    if (!this.way || this.gesture || shortened(ways ?? []).length < 2) return this.clear();
    this.clear();
    [this.who, this.ways] = [who, ways];
  };

  private get siteRolls(): boolean {
    return this.now?.dice !== "table";
  }

  /** The declaration as it is sent: the models of a unit that was drawn in the order in which they go. */
  private get inOrder(): Declaration | undefined {
    const { declaration, way } = this;
    return declaration && way && !this.offered ? { ...declaration, action: frontFirst(declaration.action, way.handles) } : declaration;
  }

  private accept = async (): Promise<void> => {
    const { now, found, inOrder: declaration } = this;
    if (!now || !declaration || this.busy) return;
    if (found?.verdict !== "done" && !(found?.verdict === "dice" && this.siteRolls)) return;
    const kept = withoutNothing(declaration);
    this.drawn = this.view;
    this.sent = found.verdict === "done" ? found.step : undefined;
    this.underWay += 1;
    try {
      this.behind = true;
      await this.outbox.enqueue(this.game, kept, now.number);
      const { who } = this;
      this.clear();
      // Until the server has answered, whoever has just acted is not offered again.
      this.now = { ...now, acts: now.acts.filter((act) => act.who !== who && act.who !== "") };
    } catch (error) {
      this.drawn = undefined;
      this.behind = false;
      this.say(error);
    } finally {
      this.underWay -= 1;
    }
  };

  private asHappened = (): void => {
    this.happened = true;
    void this.consider();
  };

  /** Runs a question to the server; what goes wrong is said. */
  private async during<T>(ask: () => Promise<T>): Promise<T | undefined> {
    this.error = "";
    this.underWay += 1;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Gone && this.queue.waiting) this.error = this.now?.words.sending ?? "";
      else if (error instanceof Gone) await this.refresh();
      else this.say(error);
      return undefined;
    } finally {
      this.underWay -= 1;
    }
  }

  private say(error: unknown): void {
    const words = this.now?.words ?? {};
    if (error instanceof Unreached) this.error = words.unreached ?? "";
    else this.error = error instanceof Refusal ? error.message : (words.failed ?? String(error));
  }

  private reasoned = (reason: string): void => {
    const { now, asking } = this;
    if (!now || !asking) return;
    const side = now.mine[0] ?? "";
    const { kind, step } = asking;
    void this.send(() => (kind === "back" ? this.server.takeBack(now.number, step, side, reason) : this.server.call(step, side, kind, reason)));
  };

  private async send(ask: () => Promise<Now>): Promise<void> {
    const now = await this.during(ask);
    if (!now) return;
    this.asking = undefined;
    this.opened = "";
    this.take(now);
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

  // drawing

  protected override render(): TemplateResult | typeof nothing {
    const { now, view } = this;
    if (!now || !view) return nothing;
    const step = this.found?.verdict === "done" ? this.found.step : undefined;
    const handles = this.found?.verdict === "dice" || this.fallen ? [] : (this.way?.handles ?? []);
    const able = new Set(this.acts.map((act) => act.who).filter(Boolean));
    return html`<div class="recorder" data-number=${now.number} data-stage=${this.stage} data-behind=${this.behind ? "true" : "false"} aria-busy=${this.busy || this.due || this.lookingAhead ? "true" : "false"}>
      ${this.head(now)}
      ${now.apart ? html`<div class="record-stage">${lists(now, view, { able, who: this.who, targets: this.targets, pick: (chosen) => this.pick(new CustomEvent("pick", { detail: chosen })) })}</div>` : html`<div class="record-stage"><record-table .replay=${now.replay} .view=${view} .step=${step} .able=${able} .chosen=${this.who}
        .targets=${this.targets} .handles=${handles} .block=${this.block} .offered=${this.offered} .mine=${now.mine.length === 1 ? now.mine : []} .action=${(this.declaration?.action as Record<string, unknown>) ?? {}}
        .startable=${this.startable} @pick=${this.pick} @pull=${this.pulled} @edit=${(event: CustomEvent<Record<string, unknown>>) => this.edit(event.detail)}></record-table></div>`}
      <div class="record-panel">${this.banner(now)}${this.panel(now)}</div>
    </div>`;
  }

  /** Dice have fallen: nothing else can be changed by a slip of the finger, which would throw them away. */
  private get fallen(): boolean {
    return Boolean((this.declaration?.dice as number[] | undefined)?.length);
  }

  /** Where the page is, for tests and styles. */
  private get stage(): string {
    if (this.now?.over) return "over";
    if (this.measuring) return "measure";
    if (this.found) return this.found.verdict;
    if (this.declaration) return "draw";
    if (this.who) return "ways";
    return this.acts.length ? "who" : "waits";
  }

  private colourOf = (side: string): Colour | "" => this.now?.replay.sides.find((each) => each.id === side)?.colour ?? "";

  private head(now: Now): TemplateResult {
    const { words } = now;
    return html`<header class="record-head">
      <p><b>${now.replay.start.r ? `${words.round} ${now.replay.start.r}, ` : ""}${now.phase}</b>
        <small>${now.replay.sides.map((side) => side.n).join(" – ")} · ${words.step} ${now.number}</small></p>
      <button type="button" class="story-button" aria-expanded=${this.opened === "story"} @click=${() => this.open("story")}>${words.story}</button>
      <button type="button" aria-expanded=${this.opened === "menu"} @click=${() => this.open("menu")}>${words.menu}</button>
    </header>`;
  }

  private open(what: Open): void {
    this.opened = this.opened === what ? "" : what;
    this.asking = undefined;
  }

  private banner(now: Now): TemplateResult | typeof nothing {
    const { stop } = this.queue;
    return stop ? stopped(now, stop, { mine: this.sent, colourOf: this.colourOf, drop: () => void this.drop(stop), again: () => void this.retry(stop) }) : connection(now.words, this.queue);
  }

  private async drop(stop: Stop): Promise<void> {
    this.sent = undefined;
    this.clear();
    await this.outbox.discard(this.game, stop.key).catch(passedOver);
    await this.lookAgain();
  }

  private async retry(stop: Stop): Promise<void> {
    await this.outbox.retry(this.game, stop.key).catch(passedOver);
  }

  private panel(now: Now): TemplateResult {
    const close = (): void => this.open("");
    if (this.asking) return reasonSheet(now, this.asking, { error: this.error, send: this.reasoned, cancel: () => (this.asking = undefined) });
    if (this.opened === "story") return storySheet(now, { colourOf: this.colourOf, ask: (asking) => (this.asking = asking), close });
    if (this.opened === "menu") {
      const nameOf = (act: Act): string => [this.nameOf(act.who), this.sideName(act.side)].filter(Boolean).join(", ");
      return menuSheet(now, { boardUrl: this.boardUrl, tableUrl: this.tableUrl, nameOf, choose: (act) => void this.choose(act.who, [act]), close });
    }
    if (this.measuring) return this.measure(now, this.measuring);
    return html`${proposal(now, (agree) => void this.send(() => this.server.answer(now.back!.id, agree)))}
      ${this.error ? html`<p class="notice error" role="alert">${this.error}</p>` : nothing}
      ${this.busy ? html`<p class="record-busy" role="progressbar" aria-label=${now.words.busy ?? ""}></p>` : nothing}
      ${now.over ? ending(now, this.ended) : this.declaration ? this.chosen(now) : this.who ? this.choices(now) : this.question(now)}`;
  }

  private measure(now: Now, target: string): TemplateResult {
    return apartSheet(now, {
      of: this.nameOf(this.who), to: this.nameOf(target), sided: now.apart?.sided.includes(this.view ? pieceOf(this.view, target) : target) ?? false,
      faced: this.faced, error: this.error, face: (side) => (this.faced = side), say: (inches) => void this.said(inches), cancel: () => (this.measuring = ""),
    });
  }

  private get ended(): Ended {
    return {
      boardUrl: this.boardUrl, colourOf: this.colourOf, last: this.last(this.now!),
      confirm: (side) => void this.send(() => this.server.confirm(this.now!.number, side)),
    };
  }

  /** What the battle waits for: who acts, on the table or in this list. */
  private question(now: Now): TemplateResult {
    const { words } = now;
    const acts = this.acts;
    if (!acts.length) return html`<h2 class="record-question" tabindex="-1">${this.queue.waiting ? words.sending : now.ask.waits || now.ask.text}</h2>${this.last(now)}`;
    const able = acts.filter((act) => act.who);
    return html`<h2 class="record-question" tabindex="-1">${sign(this.colourOf(now.ask.side))} ${now.ask.text}</h2>
      ${this.last(now)}
      ${now.apart ? html`<p class="soft">${words.sketch}</p>` : nothing}
      ${able.length && !now.apart ? html`<p class="soft">${words.tapTable}</p>` : nothing}
      ${this.listed(acts, (act) => this.choose(act.who, act.who ? undefined : [act]))}`;
  }

  /** Acts as buttons: one for everybody who has any, and one for each that nobody in particular does. */
  private listed(acts: Act[], choose: (act: Act) => unknown): TemplateResult {
    const [bare, others] = [distinct(acts.filter((act) => !act.who)), acts.filter((act) => act.who)];
    const able = others.filter((act, at) => others.findIndex((other) => other.who === act.who) === at);
    const alike = (act: Act): boolean => bare.some((other) => other !== act && other.label === act.label);
    return html`${able.length ? html`<ul class="record-list">${able.map((act) => html`<li><button type="button" data-who=${act.who} @click=${() => choose(act)}>
        <b>${this.nameOf(act.who)}</b><small>${[...new Set(others.filter((other) => other.who === act.who).map((other) => other.label))].join(", ")}</small></button></li>`)}</ul>` : nothing}
      ${bare.length ? html`<p class="record-acts">${bare.map((act) => html`<button type="button" data-act=${act.tag} data-about=${act.about.join(" ")} class=${able.length || this.found ? "" : "main"}
        @click=${() => choose(act)}>${act.label}${alike(act) ? ` (${this.sideName(act.side)})` : ""}</button>`)}</p>` : nothing}`;
  }

  private sideName(side: string): string {
    return this.now?.replay.sides.find((each) => each.id === side)?.n ?? side;
  }

  /** The newest step, so that both know what has just happened. */
  private last(now: Now): TemplateResult | typeof nothing {
    const step = this.sent ?? now.recent.at(-1);
    if (!step) return nothing;
    const judge = now.judge ? html`<p class="record-net" role="status">${now.words.judgeComes}</p>` : nothing;
    return html`${judge}<p class="record-last" aria-live="polite">${sign(this.colourOf(step.s))} <b>${step.t}</b>${step.o ? html` <span>${step.o}</span>` : nothing}
      ${now.over ? nothing : html`<button type="button" class="quiet" @click=${() => (this.asking = { kind: "back", step: step.n })}>${now.words.takeBack}</button>`}
      ${this.callUrl ? html`<button type="button" class="quiet" @click=${() => (this.asking = { kind: "dispute", step: step.n })}>${now.words.dispute}</button>` : nothing}</p>`;
  }

  /** What the chosen model may do, and on whom. */
  private choices(now: Now): TemplateResult {
    const { words } = now;
    const ways = this.target ? this.waysTo(this.target) : (this.ways ?? []);
    const labels = new Map(now.acts.map((act) => [act.k, act.label]));
    const several = new Set(ways.map((way) => way.k)).size > 1;
    return html`<h2 class="record-question" tabindex="-1">${this.nameOf(this.who)}${this.target ? ` → ${this.nameOf(this.target)}` : ""}</h2>
      ${now.apart ? html`<p class="soft">${words.whomElse}</p>` : this.targets.size && !this.target ? html`<p class="soft">${words.tapTarget}</p>` : nothing}
      <ul class="record-list ways">${shortened(ways).map((way) => html`<li><button type="button" data-way=${labels.get(way.k) ?? ""} data-tag=${this.tagOf(way)}
        data-target=${way.targets[0] ?? ""} @click=${() => this.taken(way)}>
        ${several ? html`<i>${labels.get(way.k)}</i>` : nothing}<b>${this.titleOf(way)}</b>${way.facts.length ? html`<small>${way.facts.join(" · ")}</small>` : nothing}</button></li>`)}</ul>
      <p class="record-bar"><button type="button" @click=${this.back}>${words.back}</button></p>`;
  }

  private tagOf(way: Way): string {
    return this.now?.acts.find((act) => act.k === way.k)?.tag ?? "";
  }

  /** A move has no title yet: where it goes is still to be drawn. */
  private titleOf(way: Way): string {
    const act = this.now?.acts.find((each) => each.k === way.k);
    const drawn = way.handles.some((handle) => handle.kind === "path") && !act?.targets.length;
    return drawn ? `${act?.label ?? ""}: ${this.nameOf(act?.who ?? "")}` : way.title;
  }

  private chosen(now: Now): TemplateResult {
    const { way, found } = this;
    if (!way) return html``;
    const title = found?.verdict === "done" ? found.step.t : this.titleOf(way);
    return html`<h2 class="record-question" tabindex="-1" aria-live="polite">${title}</h2>
      ${way.facts.length ? html`<p class="record-facts">${way.facts.join(" · ")}${this.chance ? html` · <b>${this.chance}</b>` : nothing}</p>` : nothing}
      ${found?.verdict === "dice" ? this.dice(now, found) : found?.verdict === "no" ? this.refusal(now, found) : found ? this.outcome(now, found) : this.drawing(now, way)}
      ${this.fallen ? nothing : html`${this.beside(way)}${this.more(now, now.apart ? { ...way, handles: [] } : way)}`}
      ${this.ahead.length ? html`<section class="record-then"><h3>${now.words.then}</h3>${this.listed(this.ahead, this.acceptFor)}</section>` : nothing}
      ${this.bar(now)}`;
  }

  /** Other ways to do the same to the same target, as with another weapon. */
  private beside(way: Way): TemplateResult | typeof nothing {
    const others = this.target ? this.waysTo(this.target).filter((each) => each.k === way.k && each.title !== way.title) : [];
    if (!others.length || this.fallen) return nothing;
    return html`<ul class="record-list">${others.map((each) => html`<li><button type="button" data-beside=${each.title}
      @click=${() => this.take1(each)}><b>${each.title}</b><small>${each.facts.at(-1)}</small></button></li>`)}</ul>`;
  }

  private drawing(now: Now, way: Way): TemplateResult | typeof nothing {
    return way.handles.length ? html`<p class="soft">${now.words.draw}</p>` : nothing;
  }

  private dice(now: Now, found: Extract<Considered, { verdict: "dice" }>): TemplateResult {
    const { words } = now;
    const { wanted } = found;
    const told = this.told(now);
    const before = { n: 0, r: 0, p: "", s: wanted.side, a: "", t: "", l: found.lines.filter((line) => line.k) };
    return html`${before.l.length ? html`<div class="record-rolls">${explanation(told, before)}</div>` : nothing}
      ${this.again(found.again)}
      <p class="record-roll">${sign(this.colourOf(wanted.side))} <b>${wanted.label}</b>
        ${wanted.count} × D${wanted.sides}${wanted.needs ? html` · ${words.needs} <b>${wanted.needs}+</b>` : nothing} <small>${wanted.roller}</small></p>
      ${this.siteRolls
        ? nothing
        : keyed(`${wanted.rule}-${wanted.read}`, html`<dice-picker .count=${wanted.count} .sides=${wanted.sides} .needs=${wanted.needs} .ordered=${wanted.ordered}
            .words=${words} @dice-chosen=${this.rolled}></dice-picker>`)}`;
  }

  private refusal(now: Now, found: Extract<Considered, { verdict: "no" }>): TemplateResult {
    const { words } = now;
    const others = (this.ways ?? []).filter((way, at, all) => way.k !== this.way?.k && all.findIndex((other) => other.k === way.k) === at);
    return html`<section class="record-no" role="alert">${found.grounds.map((ground) => html`<p>${ground.text}. <small>${ground.rule}</small></p>`)}</section>
      ${others.length || found.stored
        ? html`<ul class="record-list">${others.map((way) => html`<li><button type="button" data-instead=${this.tagOf(way)} @click=${() => this.take1(way)}>
            <b>${now.acts.find((act) => act.k === way.k)?.label}</b><small>${words.instead}</small></button></li>`)}
          ${found.stored ? html`<li><button type="button" @click=${this.asHappened}><b>${words.happened}</b><small>${words.happenedMeans}</small></button></li>` : nothing}</ul>`
        : nothing}`;
  }

  private outcome(now: Now, found: Extract<Considered, { verdict: "done" }>): TemplateResult {
    const { step } = found;
    return html`${step.o ? html`<p class="record-outcome" aria-live="polite">${step.o}</p>` : nothing}
      ${found.refusals.map((text) => html`<p class="record-no">${text}</p>`)}
      ${step.l?.some((line) => line.k) ? html`<div class="record-rolls">${explanation(this.told(now), { ...step, t: "", o: "" })}</div>` : nothing}
      ${this.again(found.again)}`;
  }

  /** Re-rolls that could be paid for. */
  private again(offered: Again[]): TemplateResult[] {
    return offered.map((again) => html`<p><button type="button" data-again @click=${() => this.reroll(again)}>${again.text}</button></p>`);
  }

  private told(now: Now): Told {
    return { replay: now.replay, rulesUrl: this.rulesUrl, oddsUrl: "", gameUrl: this.boardUrl, ruleUrl: "", colourOf: this.colourOf };
  }

  /** Everything that can be set by hand: places as numbers, and what the act leaves to choose. */
  private more(now: Now, way: Way): TemplateResult | typeof nothing {
    const { words } = now;
    const action = this.declaration?.action as Record<string, unknown> | undefined;
    if (!action || (!way.fields.length && !way.handles.length)) return nothing;
    const handles = moving(way.handles);
    const steered = { block: this.block, nudge: (x: number, y: number) => this.nudged(x, y), setBlock: (on: boolean) => (this.block = on) };
    return html`${handles.length ? steering(words, handles, steered) : nothing}
      <details class="record-more"><summary>${words.more}</summary>
        ${handles.map((handle) => placeNumbers(handle, action, this.nameOf(handle.model), this.edit))}
        ${fieldList(way.fields, action, words, this.refill)}</details>`;
  }

  private bar(now: Now): TemplateResult {
    const { words } = now;
    const { found } = this;
    const rolls = found?.verdict === "dice" && this.siteRolls;
    const ready = found?.verdict === "done" || rolls;
    const drawn = !now.apart && this.way?.handles.length && found?.verdict === "done" && !this.fallen;
    return html`<p class="record-bar"><button type="button" @click=${this.change}>${this.fallen ? words.change : words.back}</button>
      ${ready ? html`<button type="button" class="main" data-accept ?disabled=${this.busy} @click=${this.accept}>${rolls ? words.siteRoll : drawn ? words.putHere : words.accept}</button>` : nothing}</p>`;
  }

}

/** What either side may declare in the same words is one button where both are on one phone. */
function distinct(acts: Act[]): Act[] {
  return acts.filter((act, index) => !act.bare || acts.findIndex((other) => other.tag === act.tag && other.who === act.who) === index);
}

/** The same act in a later position, where it may have another number. */
function same(one: Act, other: Act): boolean {
  return one.tag === other.tag && one.who === other.who && one.side === other.side && one.about.join() === other.about.join();
}

/** One target could be chosen and is, and nothing else is left to choose. */
function nothingElse(act: Act, way: Way): boolean {
  const open = (field: Way["fields"][number]): boolean => (field.choices ? field.choices.length > 1 : field.kind !== "switch");
  return act.targets.length === 1 && !way.sketch && !way.handles.length && !way.fields.some(open);
}

/** Of several beginnings of a move one is enough: it is drawn by hand anyway. So is one of ways that say the same. */
function shortened(ways: Way[]): Way[] {
  const seen = new Set<string>();
  return ways.filter((way) => {
    const drawn = way.handles.some((handle) => handle.kind !== "facing");
    if (!drawn) {
      const told = `${way.k} ${way.title} ${way.facts.join()}`;
      return !seen.has(told) && seen.add(told);
    }
    const key = `${way.k} ${way.targets.join()} ${JSON.stringify(way.fields.map((field) => valueAt(way.declaration.action, field.p)))}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The fields of a changed action, with the choices that were known before: the server is only told of one way now. */
function merged(way: Way, fields: Way["fields"]): Way["fields"] {
  const general = (pointer: string): string => pointer.replace(/\/\d+/g, "/*");
  const before = new Map(way.fields.map((field) => [general(field.p), field]));
  return fields.map((field) => {
    const known = before.get(general(field.p))?.choices ?? [];
    if (!field.choices) return field;
    const more = known.filter((each) => !field.choices!.some((other) => other.v === each.v));
    return { ...field, choices: [...field.choices, ...more] };
  });
}

function withoutNothing(declaration: Declaration): Declaration {
  return Object.fromEntries(Object.entries(declaration).filter(([, value]) => value !== undefined && !(Array.isArray(value) && !value.length))) as Declaration;
}

/** What was to be decided was decided elsewhere: another tab is as good. */
function passedOver(error: unknown): void {
  if (!(error instanceof NothingToDecide)) throw error;
}
