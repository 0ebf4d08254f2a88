import { Drafted } from "./drafted";
import { ownIn, sideOf } from "./names";
import type { Gesture } from "./recording";
import { undrawn } from "./routes";
import { moving } from "./steering";
import type { Chosen, Pull, RecordTable } from "./table";
import type { Act, Considered, Way } from "./types";
import { shortened, waysTo } from "./ways";

/** Recording by hand: whoever acts is tapped or drawn on the table, onto somebody or to a place. */
export abstract class Drawing extends Drafted {
  protected async goOnWith(from: Chosen, pull?: Pull): Promise<void> {
    if (pull ? this.drawnOf(from) : this.ownOf(from)) await this.begin(from, pull);
    else if (!(await this.implied(from, pull))) await this.onlyAct();
  }

  /**
   * That there is nothing more to do is implied by whoever is drawn onto somebody on whom they can only act after it. True
   * if it is declared, and what was drawn comes next.
   */
  protected async implied(from: Chosen, pull?: Pull): Promise<boolean> {
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

  protected pick = (event: CustomEvent<Chosen>): void => {
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
  protected pickedOff({ id, model }: Chosen): boolean {
    const { now, view } = this;
    const [side, own] = [id, this.who].map((each) => sideOf(now, view, each));
    if (own && side !== own) this.measuring = id;
    else if (!own && side && now?.mine.includes(side) && !this.ownOf({ id, model })) void this.choose(id, []);
    else if (own && side === own && id !== this.who && !this.ownOf({ id, model })) void this.choose(id, []);
    else return false;
    return true;
  }

  protected pulled = (event: CustomEvent<Pull>): void => {
    const { from } = event.detail;
    if (this.followedBy(from, event.detail)) void this.accept();
    else void this.goOnWith(from, event.detail);
  };

  /** The same of somebody who is drawn across the table: nobody means an act beside the course of the battle by that. */
  protected drawnOf(chosen: Chosen): string | undefined {
    return ownIn(this.acts, chosen);
  }

  /** Whether what is shown is accepted by going on with somebody else of whoever plays here; then they are next. */
  protected followedBy(from: Chosen, pull?: Pull): boolean {
    if (this.found?.verdict !== "done" || !this.startable.has(from.model)) return false;
    this.next = pull ? { from, pull } : { from };
    return true;
  }

  /** Who can be drawn across the table now: whoever may act, and once there is something to accept, whoever is next. */
  protected get startable(): Set<string> {
    const { now, found, queue } = this;
    const done = found?.verdict === "done";
    // What cannot be accepted is given up by going on with somebody else, unless dice have fallen for it.
    const given = found?.verdict === "no" && !this.meant.length;
    if (!now || queue.waiting || now.over || (found && !done && !given)) return new Set();
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
  protected async begin(from: Chosen, pull?: Pull): Promise<void> {
    const own = pull ? this.drawnOf(from) : this.ownOf(from);
    if (!own) return;
    const { onto } = pull ?? {};
    // Somebody was named: nobody else is meant, though they be the only one in reach, nor anything else.
    await this.choose(own, pull ? this.acts.filter((act) => act.who === own) : this.actsOf(own), !onto);
    if (!pull || this.who !== own) return;
    if (this.now?.apart && onto && ![onto.model, onto.id].some((each) => waysTo(this.ways, each).length)) this.error = this.now.words.outOfReach ?? "";
    const target = pull.onto && [pull.onto.model, pull.onto.id].find((each) => waysTo(this.ways, each).length);
    // Where there was one way only, it has been taken.
    if (target) return this.way ? undefined : this.aim(target);
    if (pull.onto && !this.way && (await this.implied(from, pull))) return;
    const going = [this.way, ...(this.ways ?? [])].filter((each) => each && moving(each.handles).length);
    const way = going.find((each) => !each!.targets.length) ?? going[0];
    if (pull.onto) return;
    if (!way) return this.prepare({ to: pull.to, model: from.model, left: [] });
    const left = shortened(this.ways ?? []).filter((each) => each.k === way.k && each !== way && !each.targets.length && moving(each.handles).length);
    this.gesture = { to: pull.to, model: from.model, left };
    await this.drawAs(way, this.gesture);
  }

  /** Nobody goes anywhere before a roll: it comes first, and then they go where they were drawn to. */
  protected async prepare(gesture: Gesture): Promise<void> {
    const [roll, ...others] = (this.ways ?? []).filter((way) => this.actOf(way)?.towards);
    if (!roll || others.length) return;
    this.gesture = gesture;
    if (this.way !== roll) await this.instead(roll, true);
  }

  /** What has to be rolled before what was drawn, if it was refused for nothing else. */
  private missing(way: Way, found: Considered): Way | undefined {
    const tag = this.actOf(way)?.tag;
    const rolled = (act: Act | undefined): boolean =>
      found.verdict === "no" && act?.towards === tag && found.grounds.every((ground) => ground.clause === act?.clause);
    return (this.ways ?? []).find((each) => rolled(this.actOf(each)));
  }

  /** Where it goes is what was drawn, not what would have been proposed. */
  protected async drawAs(way: Way, { to, model }: Gesture): Promise<void> {
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
  protected drawnOtherwise(found: Considered): boolean {
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
    const roll = found.verdict === "no" && this.missing(first?.way ?? way, first?.found ?? found);
    if (roll) void this.instead(roll, true);
    if (roll) return true;
    if (!first || found.verdict !== "no") return false;
    [this.way, this.declaration] = [first.way, first.declaration];
    this.shown(first.found);
    return true;
  }

  protected aim(target: string): void {
    this.target = target;
    const own = waysTo(this.ways, target);
    const [best] = own;
    if (this.unsaid(target)) {
      this.measuring = target;
      return;
    }
    // Of several ways to do the same, the best is taken; the others stand beside it.
    if (best && own.every((way) => way.k === best.k)) void this.instead(best);
    else {
      this.way = this.declaration = this.found = undefined;
    }
  }
}
