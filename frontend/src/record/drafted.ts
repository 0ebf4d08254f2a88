import type { PropertyValues } from "lit";
import { state } from "lit/decorators.js";

import { Ahead } from "./ahead";
import type { Shown } from "./panel";
import { valueAt } from "./pointer";
import type { Gesture } from "./recording";
import { moving } from "./steering";

/** A declaration that is begun: as much of the page as it takes to go on with it. */
interface Begun extends Pick<Shown, "who" | "target" | "ways" | "way" | "declaration" | "found" | "chance" | "meant" | "unanswered"> {
  happened: boolean;
  refilled: boolean;
  offered: boolean;
  throws: number[];
  gesture: Gesture | undefined;
}

/** What changes when there is something else to keep. */
const KEPT = ["declaration", "found", "way", "meant", "unanswered"];

/**
 * What is begun is kept in the browser's database from die to die, and goes on where it was when the page is opened again
 * in the same position: whoever closes a tab before Accept has to throw nothing twice.
 */
export abstract class Drafted extends Ahead {
  /** What was kept has been looked for. */
  private looked = false;
  @state() protected resuming = false;
  private kept = false;

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // Where a hand still draws, the place it comes to is kept.
    if (this.looked && !this.due && KEPT.some((name) => changed.has(name))) void this.keep();
  }

  private async keep(): Promise<void> {
    const { game, now, declaration, meant, kept } = this;
    const begun = Boolean(now && (declaration || meant.length));
    if (!begun && !kept) return;
    this.kept = begun;
    // A browser that keeps nothing still records.
    await (now && begun ? this.outbox.keep({ game, number: now.number, begun: this.soFar }) : this.outbox.giveUp(game)).catch(() => undefined);
  }

  private get soFar(): Begun {
    const { who, target, ways, way, declaration, chance, happened, refilled, offered, unanswered, throws, meant, gesture } = this;
    const found = this.foundFor === declaration ? this.found : undefined;
    return { who, target, ways, way, declaration, found, chance, happened, refilled, offered, unanswered, throws, meant, gesture };
  }

  protected async resume(): Promise<void> {
    if (this.looked) return this.onlyAct();
    const { turn, now } = this;
    this.resuming = true;
    const draft = await this.outbox.draft(this.game).catch(() => undefined);
    if (!now || turn !== this.turn) {
      // Somebody was quicker than the browser's database: what they have begun is what counts.
      [this.resuming, this.looked, this.kept] = [false, true, draft !== undefined];
      return this.keep();
    }
    // A page that was opened without a network may be older than what was begun on it, and than the last position it had.
    if (draft && draft.number > now.number) await this.refresh();
    if (this.now && this.now.number > now.number) return;
    this.resuming = false;
    if (draft && draft.number > now.number) return this.onlyAct();
    [this.looked, this.kept] = [true, draft !== undefined];
    if (draft && draft.number === now.number) return this.goOn(draft.begun as Begun);
    if (draft) {
      this.error = now.words.wentOn ?? "";
      await this.keep();
    }
    await this.onlyAct();
  }

  private async goOn(begun: Begun): Promise<void> {
    Object.assign(this, begun);
    this.turn += 1;
    this.foundFor = this.found && this.declaration;
    for (const { rules } of [...this.meant.map(({ found }) => found), ...(this.found ? [this.found] : [])]) Object.assign(this.now?.replay.rules ?? {}, rules);
    if (this.found?.verdict === "done") await this.lookAhead(false);
    else if (this.unanswered || (this.declaration && !this.blank)) await this.consider();
  }

  /** A move of which nothing is drawn yet: there is nothing to be said of it. */
  private get blank(): boolean {
    const paths = moving(this.way?.handles ?? []).filter((handle) => handle.kind === "path" && handle.from);
    return paths.length > 0 && paths.every((handle) => !(valueAt(this.declaration?.action, handle.p) as unknown[] | undefined)?.length);
  }
}
