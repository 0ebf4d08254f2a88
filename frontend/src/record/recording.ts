import { state } from "lit/decorators.js";

import { apply } from "../timeline/patch";
import type { View } from "../timeline/types";
import { apart, known, pieceOf, type Faced } from "./apart";
import { Connected } from "./connected";
import { ownIn, sideOf } from "./names";
import type { Declaration } from "./outbox";
import { valueAt } from "./pointer";
import { frontFirst, undrawn } from "./routes";
import { moving } from "./steering";
import type { Chosen, Pull } from "./table";
import { diceOf, rerolled, withoutThrow, withThrow } from "./throws";
import type { Act, Again, Considered, Done, Now, Way } from "./types";
import { distinct, merged, nothingElse, same, shortened, targetsOf, withoutNothing } from "./ways";

/** Milliseconds that a hand may go on before the server is asked again. */
const REST = 120;

/** A unit or model that was drawn to a place: in which other ways of the same act, and the first of them if refused. */
export interface Gesture {
  to: Pull["to"];
  model: string;
  left: Way[];
  first?: { way: Way; declaration: Declaration; found: Considered };
}

/** As much of what was drawn and refused as the rules allow, or what they propose instead, and how far the farthest goes. */
export interface Nearer {
  way: Way;
  declaration: Declaration;
  found: Done;
  length: number;
  proposed: boolean;
}

/** A step that is decided and shown, and is accepted together with the one that it led to. */
export interface Meant {
  declaration: Declaration;
  found: Done;
  who: string;
  target: string;
  ways: Way[] | undefined;
  way: Way;
  throws: number[];
  /** The acts that are open after it. */
  acts: Act[];
}

/**
 * A declaration from the question whom it is for until it is accepted: the ways to do it, its dice, and what they come to.
 * Declarations go through the outbox, so none is lost without a network. How it is drawn and shown is left to others.
 */
export abstract class Recording extends Connected {
  @state() protected who = "";
  @state() protected ways: Way[] | undefined;
  @state() protected target = "";
  @state() protected way: Way | undefined;
  @state() protected declaration: Declaration | undefined;
  @state() protected found: Considered | undefined;
  @state() protected chance = "";
  /** The hand rests, and the server is about to be asked. */
  @state() protected due = false;
  @state() protected happened = false;
  /** Without a table: to whom the distance is asked, and which side of them is faced. */
  @state() protected measuring = "";
  @state() protected faced: Faced = "";
  /** A unit moves as a block, or one model after the other. */
  @state() protected block = true;
  protected timer = 0;
  protected turn = 0;
  /** What is shown was drawn to a place in one gesture. */
  protected gesture: Gesture | undefined;
  @state() protected nearer: Nearer | undefined;
  /** What was decided on the way to what is shown. */
  @state() protected meant: Meant[] = [];
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
  /** The declaration of which `found` speaks: an older one while the server is asked about another. */
  protected foundFor: Declaration | undefined;
  /** The server could not be reached to say what this comes to. */
  @state() protected unanswered = false;

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
    else void this.resume();
  }

  /** Goes on with what was begun when this page was closed; else with the only act. */
  protected abstract resume(): Promise<void>;

  protected reached(): void {
    if (this.unanswered) void this.consider();
  }

  protected get begun(): boolean {
    return this.who !== "";
  }

  protected stopped(): void {
    this.next = undefined;
  }

  protected clear(): void {
    window.clearTimeout(this.timer);
    this.turn += 1;
    this.who = this.target = this.error = this.chance = this.measuring = this.faced = "";
    this.ways = this.way = this.declaration = this.found = this.nearer = undefined;
    this.happened = this.refilled = this.due = this.offered = this.lookingAhead = this.unanswered = false;
    this.gesture = undefined;
    this.throws = [];
    this.meant = [];
    this.ahead = [];
    this.opened = "";
    this.asking = undefined;
  }

  protected get view(): View | undefined {
    const start = this.now?.replay.start;
    if (this.drawn || !start) return this.drawn;
    const steps = [...this.meant.map(({ found }) => found.step), ...(this.found?.verdict === "done" ? [this.found.step] : [])];
    return steps.reduce((view, { d }) => (d ? apply(view, d) : view), start);
  }

  /** Every act that is open, after what is only meant yet. */
  protected get openActs(): Act[] {
    return this.meant.at(-1)?.acts ?? this.now?.acts ?? [];
  }

  /** What is declared before what is shown, and only meant yet. */
  protected get meantBefore(): Declaration[] {
    return this.meant.map(({ declaration }) => declaration);
  }

  protected actOf(way: Way | undefined): Act | undefined {
    return this.openActs.find((act) => act.k === way?.k);
  }

  /** The acts that the battle waits for; beside them there are some that may be declared at any time. */
  protected get acts(): Act[] {
    return this.openActs.filter((act) => !act.aside);
  }

  protected actsOf(who: string): Act[] {
    return this.openActs.filter((act) => act.who === who);
  }

  // choosing

  /** Somebody was chosen or drawn on the table. */
  protected abstract goOnWith(from: Chosen, pull?: Pull): Promise<void>;

  /** What was drawn and is refused is tried in another way; true if something else is shown now. */
  protected abstract drawnOtherwise(found: Considered): boolean;

  /** What follows from the last die of a throw, of which these have been put in. */
  protected abstract lookPastDie(others?: number[]): Promise<void>;

  /** What follows once this is accepted. */
  protected abstract lookAhead(): Promise<void>;

  /** What of that is allowed which was drawn and is refused. */
  protected abstract lookNearer(): Promise<void>;

  /** Back to the step before, which has been decided. */
  protected abstract unmean(): void;

  /** The only act that nobody in particular does and that leaves nothing to choose: mostly that nothing more is done. */
  protected get nothingMore(): Act | undefined {
    const [act, ...others] = distinct(this.acts.filter((each) => each.bare && !each.who));
    return others.length ? undefined : act;
  }

  /**
   * Where there is one act, nobody has to tap it: its dice open, what is proposed is drawn, or it is declared if nothing is
   * left to choose. Where one model is asked, nobody has to say who.
   */
  protected async onlyAct(): Promise<void> {
    const [act, ...others] = distinct(this.acts);
    if (!act || this.queue.waiting) return;
    // Without a table nobody is in reach before a distance has been said.
    if (this.now?.apart && act.tag === "pass") return;
    if (!others.length) await this.choose(act.who, [act]);
    else if (act.who && others.every((other) => other.who === act.who)) await this.choose(act.who, this.acts);
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
    const [only, ...others] = this.usual;
    // What is left where nothing else is meant stands beside it.
    if (alone && only && !others.length) await this.taken(only, shortened(ways).length > 1);
    else if (!ways.length) this.error = now.words.noWay ?? "";
  };

  /** The ways that somebody means who says nothing more than who acts. */
  protected get usual(): Way[] {
    const all = shortened(this.ways ?? []);
    const usual = all.filter((way) => !this.actOf(way)?.last && !this.actOf(way)?.aside);
    return usual.length ? usual : all;
  }

  /** A way is taken; without a table, only once the distance to whom it is aimed at has been said. */
  protected taken = async (way: Way, look = false): Promise<void> => {
    const [target, ...more] = way.targets;
    if (target && !more.length && this.unsaid(target)) this.measuring = target;
    else await this.instead(way, look);
  };

  protected unsaid(target: string): boolean {
    const { now, view } = this;
    if (!now?.apart || !view) return false;
    const [one, other] = [pieceOf(view, this.who), pieceOf(view, target)];
    // What nobody in particular does, as with a building of one's own, is done from nowhere; so is what concerns somebody who
    // has left the table, as whoever is pursued off it.
    const stands = (model: string): boolean => Boolean(view.m[model]?.a) && !view.m[model]?.o;
    const standing = (id: string): boolean => now.replay.models.some(({ i }) => (i === id || view.m[i]?.u === id) && stands(i));
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

  /** This way and no other; with `look` it is looked at before it is recorded, whatever it is. */
  protected instead = async (way: Way, look = false): Promise<void> => {
    this.way = way;
    const act = this.actOf(way);
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
    const plain = !look && act && (act.bare || nothingElse(act, way)) && this.way?.k === act.k;
    if (plain && found?.verdict === "done" && !found.refusals.length) await this.accept();
    else if (found?.verdict === "done" && this.way === way) void this.lookAhead();
  };

  /** Whether the battle waits for nothing else than such an act: nobody can do anything instead, or leave it. */
  protected mustBe(act: Act | undefined): boolean {
    return act !== undefined && this.acts.every((other) => other.tag === act.tag);
  }

  /** Whose acts a model on the table has. */
  protected ownOf(chosen: Chosen): string | undefined {
    return ownIn(this.openActs, chosen);
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
    this.due = this.lookingAhead = false;
    const turn = (this.turn += 1);
    const act = this.refilled ? way?.k : undefined;
    const after = this.meantBefore;
    const found = await this.during(() => this.server.consider(now.number, declaration, { act, happened, after }));
    if (turn !== this.turn) return;
    this.unanswered = !found;
    // What was said before the last dice would ask for them again.
    if (!found) this.found = undefined;
    if (!found) return;
    if (act !== undefined) this.refilled = false;
    if (!first && this.drawnOtherwise(found)) return;
    this.shown(found);
    if (found.verdict === "done" && !first) void this.lookAhead();
    if (found.verdict === "dice" && found.wanted.count === 1) void this.lookPastDie();
    if (first && found.verdict === "dice" && way?.targets.length) {
      const { chance } = await this.server.consider(now.number, declaration, { odds: true, after }).catch(() => ({ chance: "" }));
      if (this.way === way) this.chance = chance ?? "";
    }
  }

  protected shown(found: Considered): void {
    this.found = found;
    this.foundFor = this.declaration;
    this.nearer = undefined;
    if (found.verdict === "no") void this.lookNearer();
    if (this.now && found.rules) Object.assign(this.now.replay.rules, found.rules);
    if (this.way && found.handles && found.fields) this.way = { ...this.way, handles: found.handles, fields: merged(this.way, found.fields) };
  }

  protected rolled = (event: CustomEvent<number[]>): void => {
    const { found } = this;
    if (!this.declaration || found?.verdict !== "dice") return;
    const { count } = found.wanted;
    // A die that was put in together with the one before it is a throw of its own.
    this.throws = [...this.throws, count, ...event.detail.slice(count).map(() => 1)];
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
    if (this.meant.length) return this.unmean();
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
    const kept = [...this.meantBefore, declaration].map(withoutNothing);
    const { gesture, way } = this;
    // Whoever was drawn to a place still goes there where something that comes before it is recorded by itself.
    if (gesture && way && !moving(way.handles).length && !this.next) {
      const from = { id: this.who, model: gesture.model };
      this.next = { from, pull: { from, to: gesture.to, onto: undefined } };
    }
    this.drawn = this.view;
    this.sent = found.verdict === "done" ? found.step : undefined;
    this.underWay += 1;
    try {
      this.behind = true;
      await this.outbox.enqueueAll(this.game, kept, now.number);
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

  /** Dice have fallen: nothing else can be changed by a slip of the finger, which would throw them away. */
  protected get fallen(): boolean {
    return diceOf(this.declaration).length > 0;
  }

}
