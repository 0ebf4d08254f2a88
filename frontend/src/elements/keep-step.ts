/** Links that show the same game otherwise (as played, as of another step) keep the step that is open. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-keep-step]") : null;
  if (link) link.hash = location.hash;
});

export {};
