/** Milliseconds after which the address says where the reader is who has come to rest. */
const REST = 250;

/** Keeps the step in the address. Browsers bear few changes a second, and each costs time: while one passes over steps, only where one comes to rest is written. */
export class AddressNote {
  private timer = 0;
  private wanted: string | undefined;

  take(hash: string, passing: boolean): void {
    this.wanted = hash;
    window.clearTimeout(this.timer);
    if (passing) this.timer = window.setTimeout(this.write, REST);
    else this.write();
  }

  write = (): void => {
    window.clearTimeout(this.timer);
    if (this.wanted !== undefined) history.replaceState(history.state, "", this.wanted);
    this.wanted = undefined;
  };
}
