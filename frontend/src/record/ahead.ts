import type { Declaration } from "./outbox";
import { Recording, type Gesture, type Nearer } from "./recording";
import { farthest, frontFirst, partly } from "./routes";
import { moving } from "./steering";
import { withThrow } from "./throws";
import type { Act, Way } from "./types";
import { distinct, nothingLeft, shortened } from "./ways";

/** So many steps are shown and accepted together. */
const MOST_MEANT = 6;
/** Of what was drawn and refused, these shares are tried. */
const SHARES = [0.8, 0.6, 0.4, 0.2];
/** A die with more sides has no pips, and is put in as a number. */
const PIPS = 6;

/** What follows from what is shown, before it is accepted: nobody has to tap twice for what they have said once. */
export abstract class Ahead extends Recording {
  private lastAsked = 0;

  /** What has been drawn to a place goes there in this way. */
  protected abstract drawAs(way: Way, gesture: Gesture): Promise<void>;

  /** What follows from the last die of a throw can be put in together with it. */
  protected async lookPastDie(others: number[] = []): Promise<void> {
    const { now, turn, found, inOrder, happened, meantBefore: after } = this;
    if (!now || !inOrder || this.siteRolls || found?.verdict !== "dice" || found.wanted.sides > PIPS) return;
    const asked = (this.lastAsked += 1);
    [this.found, this.lookingAhead] = [{ ...found, sequel: {} }, true];
    const past = await this.server.consider(now.number, withThrow(inOrder, others), { sequel: true, happened, after }).catch(() => undefined);
    if (turn !== this.turn || asked !== this.lastAsked) return;
    this.lookingAhead = false;
    if (past?.sequel) this.found = { ...found, sequel: past.sequel };
  }

  /** What will be open once this is accepted can be tapped before it is; with `further`, what has to follow is begun. */
  protected async lookAhead(further = true): Promise<void> {
    const { now, happened, turn, inOrder: declaration, meantBefore: after } = this;
    if (!now || !declaration) return;
    this.lookingAhead = true;
    const { then = [], turned = false } = await this.server.consider(now.number, declaration, { then: true, happened, after }).catch(() => ({ then: [], turned: false }));
    if (turn !== this.turn) return;
    // Whoever comes into another phase looks at what came of the one before.
    const led = further && !turned && (await this.ledFurther(then));
    if (turn !== this.turn) return;
    this.lookingAhead = false;
    if (led) return;
    // Of a single act the page begins itself, and whoever stands on the table is tapped there.
    const single = new Set(then.map((act) => act.who || act.tag)).size < 2;
    this.ahead = single ? [] : then.filter((act) => !act.there);
  }

  /**
   * Where nothing is left to choose and what comes next follows from it, that is begun before this is accepted, and both
   * are accepted together: the move for which was rolled, or the next roll or question where there is no other act. True if
   * it has been.
   */
  protected async ledFurther(then: Act[]): Promise<boolean> {
    const { found, fallen, gesture, happened } = this;
    const settled = found?.verdict === "done" && !found.again.length && !found.refusals.length && !happened;
    if (!settled || this.siteRolls || this.now?.apart || this.meant.length >= MOST_MEANT) return false;
    const act = this.actOf(this.way);
    const prepared = gesture && act?.towards ? then.find((each) => each.tag === act.towards && each.who === act.who) : undefined;
    if (prepared && gesture) return this.leadTo([prepared], then, gesture);
    const [only, ...others] = distinct(then.filter((each) => !each.last));
    const asked = then.filter((each) => !each.last || (each.who !== "" && each.who === only?.who));
    const alone = only && !others.length && asked.length === then.length;
    return Boolean(alone && (fallen || nothingLeft(this.way!))) && this.leadTo(asked, then);
  }

  protected async leadTo(acts: Act[], then: Act[], gesture?: Gesture): Promise<boolean> {
    const { now, turn, inOrder: declaration, way: before, found, who, target, ways: earlier, throws } = this;
    if (!now || !declaration || !before || found?.verdict !== "done") return false;
    const after = [...this.meantBefore, declaration];
    const ways = await this.server.ways(now.number, acts.map((act) => act.k), after).catch(() => []);
    const last = (each: Way): boolean => acts.some((act) => act.k === each.k && act.last);
    const [way, ...left] = shortened(ways).filter((each) => (gesture ? moving(each.handles).length && !each.targets.length : !last(each)));
    const act = acts.find((each) => each.k === way?.k);
    if (!way || !act || turn !== this.turn) return false;
    const several = left.length > 0;
    const rolls = gesture || several || (await this.server.consider(now.number, way.declaration, { after }).catch(() => undefined))?.verdict === "dice";
    if (!rolls || turn !== this.turn || (several && !gesture && !this.fallen)) return false;
    this.meant = [...this.meant, { declaration, found, who, target, ways: earlier, way: before, throws, acts: then }];
    [this.who, this.target, this.ways, this.throws, this.chance, this.lookingAhead] = [act.who || act.label, "", ways, [], "", false];
    if (gesture) await this.drawAs(way, (this.gesture = { ...gesture, left }));
    else if (several) this.way = this.declaration = this.found = undefined;
    else await this.instead(way, true);
    return true;
  }

  /** Back to the step before, which has been decided. */
  protected unmean(): void {
    const before = this.meant.at(-1);
    if (!before) return;
    window.clearTimeout(this.timer);
    this.turn += 1;
    this.meant = this.meant.slice(0, -1);
    ({ declaration: this.declaration, found: this.found, who: this.who, target: this.target, ways: this.ways, way: this.way, throws: this.throws } = before);
    this.foundFor = this.declaration;
    this.gesture = undefined;
    this.ahead = [];
    this.error = this.chance = "";
    this.due = this.offered = this.refilled = this.unanswered = false;
    void this.lookAhead(false);
  }

  protected acceptFor = (act: Act): void => {
    this.next = { act };
    void this.accept();
  };

  /** Of what was drawn and is refused, the most that is allowed is one tap away. */
  protected async lookNearer(): Promise<void> {
    const { now, way, declaration, turn, meantBefore: after } = this;
    const handles = moving(way?.handles ?? []).filter((handle) => handle.kind === "path" && handle.from);
    if (!now || !way || !declaration || !handles.length) return;
    this.lookingAhead = true;
    const tried = [...SHARES.map((share) => ({ way, declaration: { ...declaration, action: partly(declaration.action, handles, share) } })), ...this.proposed(way)];
    for (const { way: other, declaration: shorter } of tried) {
      const inOrder = { ...shorter, action: frontFirst(shorter.action, other.handles) };
      const found = await this.server.consider(now.number, inOrder, { after }).catch(() => undefined);
      if (turn !== this.turn) return;
      if (found?.verdict === "done") {
        const length = farthest(shorter.action, moving(other.handles));
        this.nearer = { way: other, declaration: shorter, found, length, proposed: shorter === other.declaration };
        break;
      }
    }
    this.lookingAhead = false;
  }

  /** Where the rules themselves would have whoever was drawn go, if they can go anywhere. */
  private proposed({ k }: Way): { way: Way; declaration: Declaration }[] {
    const goes = (way: Way): boolean => way.k === k && !way.sketch && farthest(way.declaration.action, moving(way.handles)) > 0;
    return (this.ways ?? []).filter(goes).slice(0, 1).map((way) => ({ way, declaration: way.declaration }));
  }

  protected goOnlySoFar({ way, declaration, found }: Nearer): void {
    this.turn += 1;
    [this.way, this.declaration] = [way, declaration];
    this.shown(found);
    void this.lookAhead();
  }
}
