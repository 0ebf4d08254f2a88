/** Links to other views of the same game (as played, as of another step) keep the open step. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-keep-step]") : null;
  if (link) link.hash = location.hash;
});

export {};
