/** Filters and the language switch take effect when changed; without JavaScript their button submits them. */
document.addEventListener("change", (event) => {
  const field = event.target;
  if (field instanceof HTMLSelectElement && field.dataset.auto !== undefined) field.form?.requestSubmit();
});

export {};
