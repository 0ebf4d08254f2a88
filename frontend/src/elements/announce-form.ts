/**
 * The form of an announcement while it is filled in: what players will see is asked from the server after each change, so
 * that there is one set of words; a tie-break shows the numbers that it takes; rows grow as they are filled in.
 */
const PAUSE = 350;

class AnnouncePreview extends HTMLElement {
  private waiting = 0;
  private asked = 0;

  connectedCallback(): void {
    this.addEventListener("input", this.later);
    this.addEventListener("change", this.later);
  }

  disconnectedCallback(): void {
    this.removeEventListener("input", this.later);
    this.removeEventListener("change", this.later);
    window.clearTimeout(this.waiting);
  }

  private readonly later = (): void => {
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => void this.show(), PAUSE);
  };

  private async show(): Promise<void> {
    const form = this.querySelector("form");
    const place = this.querySelector(".announce-preview");
    if (!form || !place) return;
    const sent = new FormData(form);
    sent.set("do", "preview");
    sent.set("part", "1");
    const number = ++this.asked;
    const answer = await fetch(location.href, { method: "POST", body: sent }).catch(() => undefined);
    // An answer that was overtaken by another change would show what is no longer filled in.
    if (answer?.ok && number === this.asked) place.innerHTML = await answer.text();
  }
}

/** A table of inputs that always has an empty row at its end. */
class RowList extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("input", this.grow);
  }

  disconnectedCallback(): void {
    this.removeEventListener("input", this.grow);
  }

  private readonly grow = (event: Event): void => {
    const rows = [...this.querySelectorAll<HTMLTableRowElement>("tbody tr")];
    const last = rows.at(-1);
    if (!last || last.querySelector("th") || !(event.target instanceof Node) || !last.contains(event.target)) return;
    const added = last.cloneNode(true) as HTMLTableRowElement;
    for (const input of added.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
      input.name = input.name.replace(/-\d+-/, `-${rows.length}-`);
      const label = input.getAttribute("aria-label");
      if (label) input.setAttribute("aria-label", label.replace(/\d+$/, String(rows.length + 1)));
      if (input instanceof HTMLInputElement && input.type !== "checkbox") input.value = "";
      if (input instanceof HTMLInputElement) input.checked = false;
    }
    last.after(added);
  };
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.name.startsWith("tiebreak_")) return;
  for (const input of target.form?.querySelectorAll<HTMLInputElement>(`[data-for="${target.name}"]`) ?? []) {
    const labels = JSON.parse(input.dataset.labels ?? "{}") as Record<string, string>;
    const label = labels[target.value];
    const place = input.closest<HTMLElement>(".tiebreak-number");
    if (place) place.hidden = label === undefined;
    if (label === undefined) input.value = "";
    else if (input.labels?.[0]) input.labels[0].textContent = label;
    input.placeholder = "";
  }
});

customElements.define("announce-preview", AnnouncePreview);
customElements.define("row-list", RowList);
export {};
