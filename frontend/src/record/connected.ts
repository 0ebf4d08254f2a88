import { LitElement } from "lit";
import { property, state } from "lit/decorators.js";

import type { Step, View } from "../timeline/types";
import { Awake } from "./awake";
import { News } from "./news";
import { NothingToDecide, Outbox, type Queue, type Stop } from "./outbox";
import { Sender } from "./sender";
import { forgery, Gone, Refusal, Server, Unreached } from "./server";
import type { Asking } from "./sheets";
import type { Now } from "./types";

export type Open = "" | "story" | "models" | "menu";

/** The page and its server: where the battle stands, what waits to be sent, and what is said of a step that stands. */
export abstract class Connected extends LitElement {
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
  /** How much is under way: of two questions to the server the first answer does not end the second. */
  @state() protected underWay = 0;
  @state() protected error = "";
  @state() protected queue: Queue = { waiting: 0 };
  @state() protected asking: Asking | undefined;
  @state() protected opened: Open = "";
  @state() protected sent: Step | undefined;
  /** Something was accepted here that the position on the page does not have yet. */
  @state() protected behind = false;
  protected drawn: View | undefined;
  protected server!: Server;
  protected outbox = new Outbox();
  protected sender?: Sender;
  private readonly news = new News(() => void this.refresh());
  private readonly awake = new Awake();
  protected forget: () => void = () => undefined;

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

  /** Somebody has been chosen here. */
  protected abstract get begun(): boolean;

  /** The battle stands elsewhere than this page knew. */
  protected abstract take(now: Now): void;

  /** The server answers, and the battle stands where this page is. */
  protected abstract reached(): void;

  /** What is begun is given up. */
  protected abstract clear(): void;

  /** What was accepted here has not been recorded: what was to follow it does not. */
  protected abstract stopped(): void;

  protected async refresh(): Promise<void> {
    // While something waits, the server is behind what stands on this table.
    if (this.queue.waiting && !this.queue.stop) return;
    try {
      const now = await this.server.now();
      if (now.number !== this.now?.number || !this.begun) this.take(now);
      else {
        this.now = { ...this.now, back: now.back, marked: now.marked, judge: now.judge, over: now.over };
        this.reached();
      }
    } catch (error) {
      if (!(error instanceof Unreached)) this.say(error);
    }
  }

  protected queued = (queue: Queue): void => {
    const before = this.queue;
    this.queue = queue;
    if (before.waiting && !queue.waiting) void this.refresh();
    if (queue.stop && !before.stop) {
      this.drawn = undefined;
      this.behind = false;
      this.stopped();
      void this.lookAgain();
    }
  };

  /** What has happened meanwhile, whatever waits here. */
  protected async lookAgain(): Promise<void> {
    const now = await this.during(() => this.server.now());
    if (!now || now.number < (this.now?.number ?? 0)) return;
    // What was begun here between the question and its answer was begun in another position.
    if (this.begun && now.number !== this.now?.number) this.take(now);
    else this.now = now;
  }

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
