/**
 * What is said beside a replay about its step or round: of the children with `data-step` or `data-round`, those of what is
 * on show are marked with `here`, and with `hidden-elsewhere` the others are left out. Without JavaScript all are there.
 */
class ReplayBeside extends HTMLElement {
  private readonly watching = new MutationObserver(() => this.mark());

  connectedCallback(): void {
    const replay = document.querySelector("battle-replay");
    if (!replay) return;
    this.watching.observe(replay, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-step", "data-round"] });
    this.mark();
  }

  disconnectedCallback(): void {
    this.watching.disconnect();
  }

  private mark(): void {
    const shown = document.querySelector<HTMLElement>("battle-replay > div > .replay");
    if (!shown) return;
    for (const each of this.querySelectorAll<HTMLElement>("[data-step], [data-round]")) {
      const here = each.dataset.step ? each.dataset.step === shown.dataset.step : each.dataset.round === shown.dataset.round;
      each.classList.toggle("here", here);
      if (each.classList.contains("only-here")) each.toggleAttribute("hidden", !here);
    }
  }
}

customElements.define("replay-beside", ReplayBeside);

export {};
