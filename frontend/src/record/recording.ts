import { LitElement } from "lit";
import { property, state } from "lit/decorators.js";

import { apply } from "../timeline/patch";
import type { Step, View } from "../timeline/types";
import { apart, known, pieceOf, type Faced } from "./apart";
import { Awake } from "./awake";
import { ownIn, sideOf } from "./names";
import { News } from "./news";
import { NothingToDecide, Outbox, type Declaration, type Queue, type Stop } from "./outbox";
import { valueAt } from "./pointer";
import { frontFirst, undrawn } from "./routes";
import { Sender } from "./sender";
import { forgery, Gone, Refusal, Server, Unreached } from "./server";
import type { Asking } from "./sheets";
import type { Chosen, Pull } from "./table";
import { diceOf, rerolled, withoutThrow, withThrow } from "./throws";
import type { Act, Again, Considered, Now, Way } from "./types";
import { distinct, merged, nothingElse, same, shortened, targetsOf, withoutNothing } from "./ways";

/** Milliseconds that a hand may go on before the server is asked again. */
const REST = 120;

export type Open = "" | "story" | "models" | "menu";

/** A unit or model that was drawn to a place: in which other ways of the same act, and the first of them if refused. */
export interface Gesture {
  to: Pull["to"];
  model: string;
  left: Way[];
  first?: { way: Way; declaration: Declaration; found: Considered };
}

/**
 * A declaration from the question whom it is for until it is accepted: the ways to do it, its dice, and what they come to.
 * Declarations go through the outbox, so none is lost without a network. How it is drawn and shown is left to others.
 */
export abstract class Recording extends LitElement {
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
  @state() protected now: Now | undefined;
  @state() protected who = "";
  @state() protected ways: Way[] | undefined;
  @state() protected target = "";
  @state() protected way: Way | undefined;
  @state() protected declaration: Declaration | undefined;
  @state() protected found: Considered | undefined;
  @state() protected chance = "";
  /** How much is under way: of two questions to the server the first answer does not end the second. */
  @state() protected underWay = 0;
  /** The hand rests, and the server is about to be asked. */
  @state() protected due = false;
  @state() protected error = "";
  @state() protected queue: Queue = { waiting: 0 };
  @state() protected opened: Open = "";
  @state() protected asking: Asking | undefined;
  @state() protected sent: Step | undefined;
  @state() protected happened = false;
  /** Something was accepted here that the position on the page does not have yet. */
  @state() protected behind = false;
  /** Without a table: to whom the distance is asked, and which side of them is faced. */
  @state() protected measuring = "";
  @state() protected faced: Faced = "";
  /** A unit moves as a block, or one model after the other. */
  @state() protected block = true;
  protected drawn: View | undefined;
  protected server!: Server;
  protected outbox = new Outbox();
  protected sender?: Sender;
  private readonly news = new News(() => void this.refresh());
  private readonly awake = new Awake();
  protected forget: () => void = () => undefined;
  protected timer = 0;
  protected turn = 0;
  /** What is shown was drawn to a place in one gesture. */
  protected gesture: Gesture | undefined;
  /** What comes after what is shown, as far as it is not begun on the table. */
  @state() protected ahead: Act[] = [];
  @state() protected lookingAhead = false;
  /** What was begun while something waited to be accepted: it is accepted, and then that is next. */
  protected next: { from: Chosen; pull?: Pull } | { act: Act } | undefined;
  /** How many dice were tapped in for each throw. */
  protected throws: number[] = [];
  /** The form on the page is that of another choice. */
  protected refilled = false;
  /** The way that is drawn is the rules' proposal; nobody has drawn one. */
  @state() protected offered = false;

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
    this.news.start(this.liveUrl, () => this.now?.number);
    this.awake.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sender?.stop();
    this.forget();
    this.news.stop();
    this.awake.stop();
  }

  protected get busy(): boolean {
    return this.underWay > 0;
  }

  // what is known

  protected take(now: Now): void {
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

  protected async refresh(): Promise<void> {
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

  protected queued = (queue: Queue): void => {
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
  protected async lookAgain(): Promise<void> {
    const now = await this.during(() => this.server.now());
    if (!now || now.number < (this.now?.number ?? 0)) return;
    // What was begun here between the question and its answer was begun in another position.
    if (this.who && now.number !== this.now?.number) this.take(now);
    else this.now = now;
  }

  protected clear(): void {
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

  protected get view(): View | undefined {
    const base = this.drawn ?? this.now?.replay.start;
    const patch = this.found?.verdict === "done" && !this.drawn ? this.found.step.d : undefined;
    return base && patch ? apply(base, patch) : base;
  }

  /** The acts that the battle waits for; beside them there are some that may be declared at any time. */
  protected get acts(): Act[] {
    return this.now?.acts.filter((act) => !act.aside) ?? [];
  }

  protected actsOf(who: string): Act[] {
    return this.now?.acts.filter((act) => act.who === who) ?? [];
  }

  // choosing

  /** Somebody was chosen or drawn on the table. */
  protected abstract goOnWith(from: Chosen, pull?: Pull): Promise<void>;

  /** What was drawn and is refused is tried in another way; true if something else is shown now. */
  protected abstract drawnOtherwise(found: Considered): boolean;

  /** The only act that nobody in particular does and that leaves nothing to choose: mostly that nothing more is done. */
  protected get nothingMore(): Act | undefined {
    const [act, ...others] = distinct(this.acts.filter((each) => each.bare && !each.who));
    return others.length ? undefined : act;
  }

  /**
   * Where there is one act and nothing to choose about it, nobody has to tap it: its dice open, or it is declared. Where
   * one model is asked, nobody has to say who.
   */
  protected async onlyAct(): Promise<void> {
    const [act, ...others] = distinct(this.acts);
    if (!act || this.queue.waiting) return;
    // Without a table nobody is in reach before a distance has been said.
    if (this.now?.apart && act.tag === "pass") return;
    if (!others.length && (act.bare || !act.who)) await this.choose(act.who, [act]);
    else if (others.length && act.who && others.every((other) => other.who === act.who)) await this.choose(act.who, this.acts);
  }

  protected choose = async (who: string, acts = this.actsOf(who), alone = true): Promise<void> => {
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
  protected taken = async (way: Way): Promise<void> => {
    const [target, ...more] = way.targets;
    if (target && !more.length && this.unsaid(target)) this.measuring = target;
    else await this.instead(way);
  };

  protected unsaid(target: string): boolean {
    const { now, view } = this;
    if (!now?.apart || !view) return false;
    const [one, other] = [pieceOf(view, this.who), pieceOf(view, target)];
    // What nobody in particular does, as with a building of one's own, is done from nowhere.
    const standing = (id: string): boolean => now.replay.models.some((model) => model.i === id) || now.replay.units.some((unit) => unit.i === id);
    return standing(one) && standing(other) && one !== other && known(now, one, other) === undefined;
  }

  /** A distance is said: it is a step of its own, and then the same two are looked at again. */
  protected said = async (inches: number): Promise<void> => {
    const { now, who, measuring, view } = this;
    const side = sideOf(now, view, who);
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

  protected instead = async (way: Way): Promise<void> => {
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

  /** Whether the battle waits for nothing else than such an act: nobody can do anything instead, or leave it. */
  protected mustBe(act: Act | undefined): boolean {
    return act !== undefined && this.acts.every((other) => other.tag === act.tag);
  }

  /** Whose acts a model on the table has. */
  protected ownOf(chosen: Chosen): string | undefined {
    return ownIn(this.now?.acts ?? [], chosen);
  }

  /** Whom the chosen model may act on, with the first thing worth knowing. */
  protected get targets(): Map<string, string[]> {
    if (this.declaration && this.way?.handles.length) return new Map();
    return targetsOf(this.declaration && this.way ? [this.way] : (this.ways ?? []));
  }

  // what it comes to

  /** Something was chosen beside the table: what can be chosen now may be something else. */
  protected refill = (action: Record<string, unknown>): void => {
    this.refilled = true;
    this.edit(action);
  };

  protected edit = (action: Record<string, unknown>): void => {
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

  protected async consider(first = false): Promise<void> {
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
  protected async lookAhead(declaration: Declaration): Promise<void> {
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

  protected acceptFor = (act: Act): void => {
    this.next = { act };
    void this.accept();
  };

  protected shown(found: Considered): void {
    this.found = found;
    if (this.now && found.rules) Object.assign(this.now.replay.rules, found.rules);
    if (this.way && found.handles && found.fields) this.way = { ...this.way, handles: found.handles, fields: merged(this.way, found.fields) };
  }

  protected rolled = (event: CustomEvent<number[]>): void => {
    if (!this.declaration) return;
    this.throws = [...this.throws, event.detail.length];
    this.declaration = withThrow(this.declaration, event.detail);
    void this.consider();
  };

  protected reroll = (again: Again): void => {
    const { declaration, found } = this;
    if (!declaration || !found || found.verdict === "no") return;
    this.declaration = rerolled(declaration, found, again);
    this.throws = [diceOf(this.declaration).length];
    void this.consider();
  };

  /** One roll back; without dice, to what was chosen. */
  protected change = (): void => {
    if (!this.declaration) return this.clear();
    if (!this.fallen) return this.back();
    this.declaration = withoutThrow(this.declaration, this.throws.at(-1));
    this.throws = this.throws.slice(0, -1);
    void this.consider();
  };

  protected back = (): void => {
    const { who, ways } = this;
    // Whoever was drawn to a place was never asked which way: there is no list to go back to.
    if (!this.way || this.gesture || shortened(ways ?? []).length < 2) return this.clear();
    this.clear();
    [this.who, this.ways] = [who, ways];
  };

  protected get siteRolls(): boolean {
    return this.now?.dice !== "table";
  }

  /** The declaration as it is sent: the models of a unit that was drawn in the order in which they go. */
  protected get inOrder(): Declaration | undefined {
    const { declaration, way } = this;
    return declaration && way && !this.offered ? { ...declaration, action: frontFirst(declaration.action, way.handles) } : declaration;
  }

  protected accept = async (): Promise<void> => {
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

  protected asHappened = (): void => {
    this.happened = true;
    void this.consider();
  };

  /** Runs a question to the server; what goes wrong is said. */
  protected async during<T>(ask: () => Promise<T>): Promise<T | undefined> {
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

  protected say(error: unknown): void {
    const words = this.now?.words ?? {};
    if (error instanceof Unreached) this.error = words.unreached ?? "";
    else this.error = error instanceof Refusal ? error.message : (words.failed ?? String(error));
  }

  protected reasoned = (reason: string): void => {
    const { now, asking } = this;
    if (!now || !asking) return;
    const side = now.mine[0] ?? "";
    const { kind, step } = asking;
    void this.send(() => (kind === "back" ? this.server.takeBack(now.number, step, side, reason) : this.server.call(step, side, kind, reason)));
  };

  protected async send(ask: () => Promise<Now>): Promise<void> {
    const now = await this.during(ask);
    if (!now) return;
    this.asking = undefined;
    this.opened = "";
    this.take(now);
  }

  /** Dice have fallen: nothing else can be changed by a slip of the finger, which would throw them away. */
  protected get fallen(): boolean {
    return diceOf(this.declaration).length > 0;
  }

  protected async drop(stop: Stop): Promise<void> {
    this.sent = undefined;
    this.clear();
    await this.outbox.discard(this.game, stop.key).catch(passedOver);
    await this.lookAgain();
  }

  protected async retry(stop: Stop): Promise<void> {
    await this.outbox.retry(this.game, stop.key).catch(passedOver);
  }
}

/** What was to be decided was decided elsewhere: another tab is as good. */
function passedOver(error: unknown): void {
  if (!(error instanceof NothingToDecide)) throw error;
}
