import type { ReactiveController, ReactiveControllerHost } from "lit";

import { forgery } from "../record/server";
import type { BattleLuck } from "./luck";

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 15_000;

/**
 * The luck of a battle as it arrives: workers count it, so the page asks again as long as there is something to come,
 * and leaves the server alone while nobody looks.
 */
export class LuckFeed implements ReactiveController {
  now: BattleLuck | undefined;
  private url = "";
  private timer = 0;
  private pause = FIRST_PAUSE;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** `url` is the address of the data, with the line and the last step in its query. */
  follow(url: string): void {
    this.url = url;
    void this.load();
  }

  hostConnected(): void {
    if (this.url && this.now?.state !== "counted") void this.load();
  }

  hostDisconnected(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
  }

  /** The battle has gone on: what is known does not reach its last step any more. */
  lag(): void {
    if (this.now && this.now.state !== "open" && !this.timer) this.later();
  }

  /** Have it counted. */
  ask = async (): Promise<void> => {
    await fetch(this.url.replace(/luck\.json.*$/, "luck/"), { method: "POST", headers: forgery() }).catch(() => undefined);
    this.pause = FIRST_PAUSE;
    await this.load();
  };

  private async load(): Promise<void> {
    window.clearTimeout(this.timer);
    this.timer = 0;
    const before = this.now;
    try {
      const answer = await fetch(this.url, { headers: { Accept: "application/json" }, cache: "no-cache" });
      if (!answer.ok) return;
      this.now = (await answer.json()) as BattleLuck;
    } catch {
      return this.later();
    }
    if (this.now.number !== before?.number) this.pause = FIRST_PAUSE;
    if (this.now.state === "counting") this.later();
    this.host.requestUpdate();
  }

  private later(): void {
    this.timer = window.setTimeout(() => (document.visibilityState === "hidden" ? this.later() : void this.load()), this.pause);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 1.5);
  }
}
