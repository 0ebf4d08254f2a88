/**
 * Victory points that have parts, such as primaries and secondaries, are added up while somebody types. What counts is
 * worked out by the server from what is sent; this only shows it before.
 */
type Plan = { fields: string[][]; bonuses: Record<string, number>; most: number | null };

/** What was typed, in hundredths, so that halves add up exactly; 0 for what is no number. */
function points(form: HTMLFormElement, name: string): number {
  const typed = form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? "";
  return Math.round(Number(typed.replace(",", ".").replace("−", "-").replace(/\s/g, "")) * 100) || 0;
}

/** Show the sums of a form, now and after each change. */
export function wire(place: HTMLElement): void {
  const form = place.closest("form");
  const out = place.querySelector("output");
  const told = form?.querySelector("#sum-of-points")?.textContent;
  if (!form || !out || !told) return;
  const plan = JSON.parse(told) as Plan;

  const show = () => {
    const sums = plan.fields.map((fields, side) => {
      const claimed = [...form.querySelectorAll<HTMLInputElement>(`[name=bonuses_${"ab"[side]}]:checked`)];
      const parts = fields.reduce((all, name) => all + points(form, name), 0);
      const sum = claimed.reduce((all, box) => all + 100 * (plan.bonuses[box.value] ?? 0), parts);
      return (plan.most === null ? sum : Math.min(sum, 100 * plan.most)) / 100;
    });
    const written = sums.map((sum) => sum.toLocaleString(document.documentElement.lang || "en", { useGrouping: false }));
    out.textContent = written.join(" : ");
  };
  place.hidden = false;
  form.addEventListener("input", show);
  form.addEventListener("change", show);
  show();
}

for (const place of document.querySelectorAll<HTMLElement>("[data-sum]")) wire(place);
