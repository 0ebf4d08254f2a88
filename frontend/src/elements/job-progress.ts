/** Watches work that goes on elsewhere, in figures or in words: shows how far it is, and reloads the page at its end. */
class JobProgress extends HTMLElement {
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
      const now = (await answer.json()) as { running: boolean; done?: number; total?: number; text?: string };
      if (!now.running) return location.reload();
      const bar = this.querySelector("progress");
      if (bar) [bar.max, bar.value] = [Math.max(1, now.total ?? 0), now.done ?? 0];
      this.say("[data-done]", `${now.done} / ${now.total}`);
      this.say("[data-told]", now.text ?? "");
    } catch {
      // The next poll may succeed; the page can be left and opened again at any time.
    }
    this.timer = window.setTimeout(() => void this.ask(), 1200);
  }

  /** What has not changed is not said again to who listens. */
  private say(where: string, text: string): void {
    const told = this.querySelector(where);
    if (told && told.textContent !== text) told.textContent = text;
  }
}

customElements.define("job-progress", JobProgress);
