/**
 * The judge's controls: `<ruling-desk>` inside their form, around the part that the server writes.
 *
 * What is changed is framed at once. After a pause the form is sent as `act=live`, the latest alone counts, and the
 * answer gives the consequences and the errors; the controls are taken over only where there are others now, so that
 * nobody loses what they are typing. Buttons of rows and another act do the same at once. Without JavaScript, or
 * without a connection, the buttons send the page.
 */
const PAUSE = 300;
const CONTROLS = ".amend-controls";
const CONSEQUENCES = ".amend-consequences";

export class RulingDesk extends HTMLElement {
  private timer = 0;
  private asking: AbortController | null = null;
  private form: HTMLFormElement | null = null;
  private readonly changed = (event: Event): void => this.note(event);
  private readonly sent = (event: SubmitEvent): void => this.row(event);

  connectedCallback(): void {
    this.form = this.closest("form");
    this.form?.addEventListener("input", this.changed);
    this.form?.addEventListener("submit", this.sent);
    queueMicrotask(() => this.begin());
  }

  disconnectedCallback(): void {
    this.form?.removeEventListener("input", this.changed);
    this.form?.removeEventListener("submit", this.sent);
    window.clearTimeout(this.timer);
    this.asking?.abort();
  }

  /** A page that came without consequences asks for them. */
  private begin(): void {
    if (this.isConnected && !this.querySelector("[name=digest], [role=alert]")) void this.ask();
  }

  private note(event: Event): void {
    const control = event.target as HTMLElement;
    if (control.matches("[name=reason]")) return;
    mark(control.closest(".amend-field"));
    this.hold();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(), control.matches("[name=deed]") ? 0 : PAUSE);
  }

  private row(event: SubmitEvent): void {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement) || button.name !== "row") return;
    event.preventDefault();
    this.hold();
    void this.ask(button.value);
  }

  /** What is shown no longer holds: it cannot be ruled before the answer is there. */
  private hold(): void {
    this.asking?.abort();
    this.setAttribute("aria-busy", "true");
    const rule = this.querySelector<HTMLButtonElement>("[value=confirm]");
    if (rule) rule.disabled = true;
  }

  private async ask(row = ""): Promise<void> {
    if (!this.form) return;
    window.clearTimeout(this.timer);
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const body = new FormData(this.form);
    body.set("act", "live");
    if (row) body.set("row", row);
    try {
      const answer = await fetch(this.form.action, { method: "POST", body, redirect: "error", signal: asking.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (asking.signal.aborted) return;
      this.take(text);
      this.removeAttribute("lost");
    } catch {
      if (asking.signal.aborted) return;
      this.setAttribute("lost", "");
    }
    this.removeAttribute("aria-busy");
  }

  private take(text: string): void {
    const fresh = document.createElement("template");
    fresh.innerHTML = text;
    const [now, then] = [this.querySelector<HTMLElement>(CONTROLS), fresh.content.querySelector<HTMLElement>(CONTROLS)];
    if (now && then && now.dataset.shape !== then.dataset.shape) {
      const focus = placeOf(document.activeElement);
      now.replaceWith(then);
      if (focus) this.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
    } else if (now && then) {
      for (const slot of now.querySelectorAll<HTMLElement>("[data-slot]")) {
        const other = then.querySelector(`[data-slot="${CSS.escape(slot.dataset.slot ?? "")}"]`);
        slot.replaceChildren(...(other?.childNodes ?? []));
      }
    }
    const told = fresh.content.querySelector(CONSEQUENCES);
    if (told) this.querySelector(CONSEQUENCES)?.replaceWith(told);
  }
}

/** Frame a field whose value is not the recorded one, and show that beside it. */
export function mark(field: Element | null): void {
  if (!field || field.querySelector("[name=row]")) return;
  const changed = differs(field);
  field.classList.toggle("changed", changed);
  const was = field.querySelector<HTMLElement>("del.was");
  if (was) was.hidden = !changed;
}

function differs(field: Element): boolean {
  const group = field.querySelector<HTMLElement>("[data-was-place], [data-was-many]");
  if (group) {
    const typed = [...group.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")];
    if (group.dataset.wasPlace !== undefined) return typed.map((each) => each.value).join("\n") !== group.dataset.wasPlace;
    const chosen = typed.filter((each) => each.checked).map((each) => each.value);
    const recorded = new Set((group.dataset.wasMany ?? "").split("\n").filter(Boolean));
    return chosen.length !== recorded.size || chosen.some((each) => !recorded.has(each));
  }
  return [...field.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-was]")].some((each) => {
    const now = each instanceof HTMLInputElement && each.type === "checkbox" ? (each.checked ? "1" : "") : each.value;
    return now !== each.dataset.was;
  });
}

/** A selector that finds a control again; empty if it has neither an id nor a name. */
function placeOf(element: Element | null): string {
  const name = element?.getAttribute("name");
  if (element?.id) return `#${CSS.escape(element.id)}`;
  const value = name === "row" ? `[value="${CSS.escape(element?.getAttribute("value") ?? "")}"]` : "";
  return name ? `[name="${CSS.escape(name)}"]${value}` : "";
}

if (!customElements.get("ruling-desk")) customElements.define("ruling-desk", RulingDesk);
