import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Whether this is a phone that is held upright: there an oblong table is turned by a quarter. */
export class Upright implements ReactiveController {
  private readonly list = window.matchMedia("(max-width: 599px) and (orientation: portrait)");

  constructor(host: ReactiveControllerHost, private readonly turned: () => void) {
    host.addController(this);
  }

  get matches(): boolean {
    return this.list.matches;
  }

  hostConnected(): void {
    this.list.addEventListener("change", this.changed);
  }

  hostDisconnected(): void {
    this.list.removeEventListener("change", this.changed);
  }

  private readonly changed = (): void => this.turned();
}
