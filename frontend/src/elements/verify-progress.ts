/** Watches a running verification: shows its progress, and reloads the page when it has finished. */
class VerifyProgress extends HTMLElement {
  private timer = 0;

  connectedCallback(): void {
    this.timer = window.setTimeout(() => void this.ask(), 700);
  }

  disconnectedCallback(): void {
    window.clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    try {
      const answer = await fetch(this.getAttribute("src") ?? "", { cache: "no-store" });
      const now = (await answer.json()) as { running: boolean; done: number; total: number };
      if (!now.running) return location.reload();
      const bar = this.querySelector("progress");
      if (bar) [bar.max, bar.value] = [Math.max(1, now.total), now.done];
      const told = this.querySelector("[data-done]");
      if (told) told.textContent = `${now.done} / ${now.total}`;
    } catch {
      // The next poll may succeed; the page can be left and opened again at any time.
    }
    this.timer = window.setTimeout(() => void this.ask(), 1200);
  }
}

customElements.define("verify-progress", VerifyProgress);
