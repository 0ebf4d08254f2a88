/**
 * Filters a list by the typed words: `<quick-find for="tables"><form><input type="search">...`.
 *
 * Rows are elements with `data-find` below the element with that id; without JavaScript the form asks the server. The
 * filter survives updates of the list (`live-part`). Enter opens the row if only one is left.
 */
class QuickFind extends HTMLElement {
  private readonly again = (): void => this.apply();

  connectedCallback(): void {
    this.addEventListener("input", this.again);
    this.addEventListener("submit", (event) => this.open(event));
    document.addEventListener("live-part", this.again);
    this.classList.add("live");
  }

  disconnectedCallback(): void {
    document.removeEventListener("live-part", this.again);
  }

  private rows(): HTMLElement[] {
    const list = document.getElementById(this.getAttribute("for") ?? "");
    return list ? [...list.querySelectorAll<HTMLElement>("[data-find]")] : [];
  }

  private apply(): void {
    const typed = this.querySelector("input")?.value ?? "";
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = this.rows();
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.find?.includes(word));
    const list = document.getElementById(this.getAttribute("for") ?? "");
    const none = rows.length > 0 && rows.every((row) => row.hidden);
    list?.querySelectorAll<HTMLElement>(".no-hit").forEach((each) => (each.hidden = !none));
    list?.querySelectorAll<HTMLElement>("section").forEach((each) => {
      const own = [...each.querySelectorAll<HTMLElement>("[data-find]")];
      if (own.length > 0) each.hidden = own.every((row) => row.hidden);
    });
  }

  private open(event: Event): void {
    event.preventDefault();
    const left = this.rows().filter((row) => !row.hidden);
    if (left.length === 1) left[0]?.querySelector<HTMLAnchorElement>("a[href]")?.click();
  }
}

if (!customElements.get("quick-find")) customElements.define("quick-find", QuickFind);
