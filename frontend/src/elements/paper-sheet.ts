/**
 * The form for a battle from paper: points are counted up with a thumb, rounds are added without loading the page, the
 * sides are called what was typed, and the sums stand below. Without JavaScript the server does all but the sums.
 */
const MOST_ROUNDS = 30;

/** Bring a form to life. */
export function wire(form: HTMLFormElement): void {
  const rounds = form.querySelector<HTMLElement>(".paper-rounds");
  const count = form.querySelector<HTMLInputElement>("[name=round_count]");
  const total = form.querySelector<HTMLElement>(".paper-total");
  if (!rounds || !count || !total) return;

  const rows = () => [...rounds.querySelectorAll<HTMLElement>(".paper-round")];
  const sum = () => {
    for (const out of total.querySelectorAll<HTMLElement>("[data-total]")) {
      const fields = [...rounds.querySelectorAll<HTMLInputElement>(`input[name^="${out.dataset.total}_round_"]`)];
      out.textContent = String(fields.reduce((all, field) => all + (Number(field.value) || 0), 0));
    }
  };
  const settle = () => {
    for (const button of rounds.querySelectorAll<HTMLElement>("[data-by]")) button.hidden = false;
    total.hidden = false;
    sum();
  };
  const renumber = (row: HTMLElement, number: number) => {
    const legend = row.querySelector("legend");
    if (legend) legend.textContent = (legend.textContent ?? "").replace(/\d+/, String(number));
    for (const field of row.querySelectorAll<HTMLInputElement>("input")) {
      field.name = field.name.replace(/\d+$/, String(number));
      field.id = `id_${field.name}`;
      field.value = "";
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
      field.closest(".paper-score")?.querySelector("label")?.setAttribute("for", field.id);
    }
    for (const notice of row.querySelectorAll(".notice")) notice.remove();
  };
  const change = (by: number) => {
    const now = rows();
    const last = now[now.length - 1];
    if (!last) return;
    if (by > 0 && now.length < MOST_ROUNDS) {
      const row = last.cloneNode(true) as HTMLElement;
      renumber(row, now.length + 1);
      last.after(row);
      row.querySelector<HTMLInputElement>("input")?.focus();
    } else if (by < 0 && now.length > 1) last.remove();
    count.value = String(rows().length);
    sum();
  };

  form.addEventListener("click", (event) => {
    const button = (event.target as HTMLElement).closest("button");
    if (!button) return;
    const by = Number(button.dataset.by);
    const field = button.parentElement?.querySelector("input");
    if (by && field) {
      field.value = String((Number(field.value) || 0) + by);
      sum();
    } else if (button.value === "more" || button.value === "fewer") {
      event.preventDefault();
      change(button.value === "more" ? 1 : -1);
    }
  });
  form.addEventListener("input", () => {
    sum();
    call(form);
  });
  form.addEventListener("change", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLSelectElement) || field.dataset.units === undefined) return;
    field.closest("section")?.querySelector<HTMLButtonElement>("button[value=units]")?.click();
  });
  // Where a browser has put earlier values back, names and sums are theirs.
  settle();
  call(form);
}

/** What each side is called, wherever it is named. In a correction that may not change them, names stay. */
function call(form: HTMLFormElement): void {
  const mine = form.querySelector<HTMLInputElement>("[name=a_me]")?.checked ?? false;
  const { you, first, opponent, second } = form.dataset;
  for (const side of ["a", "b"]) {
    const typed = ["name", "player"]
      .map((part) => form.querySelector<HTMLInputElement>(`[name=${side}_${part}]`)?.value.trim())
      .find(Boolean);
    if (!form.querySelector(`[name=${side}_name]`)) continue;
    const name = side === "a" ? (mine ? you : typed || first) : typed || (mine ? opponent : second);
    for (const place of form.querySelectorAll<HTMLElement>(`[data-called=${side}]`)) place.textContent = name ?? "";
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-paper]")) wire(form);
