// The screen stays on while the page is looked at, where the browser can do that.
export class Awake {
  private lock?: WakeLockSentinel;

  start(): void {
    document.addEventListener("visibilitychange", this.stay);
    void this.stay();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.stay);
    void this.lock?.release();
  }

  private stay = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    const lock = await navigator.wakeLock.request("screen").catch(() => undefined);
    if (lock) this.lock = lock;
  };
}
