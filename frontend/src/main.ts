// Entry of the built pages: components register themselves when imported.
import "./replay";
import "./styles/reverify.css";
import "./styles/desk.css";
import "./styles/publish.css";
import "./styles/clubs.css";
import "./styles/events.css";
import "./styles/soft.css";
import "./styles/record.css";
import "./styles/tables.css";
import "./elements/quick-find";
import "./elements/hall-screen";
import "./elements/live-part";
import "./elements/round-clock";

// Rules were one page once: links to a clause of it lead to the chapter that has the clause now.
const clause = /^\/rules\/[\w-]+\/$/.test(location.pathname) ? location.hash.slice(1) : "";
if (/^[\w.-]+$/.test(clause) && clause.includes(".") && !document.getElementById(clause)) location.replace(`go/${clause}/`);

// What few pages have comes with them alone.
const RARE: Record<string, () => Promise<unknown>> = {
  "own-table": () => import("./tables/own-table"),
  "form[data-paper]": () => import("./elements/paper-sheet"),
  ".terms-form": () => import("./elements/announce-form"),
  "[data-sum]": () => import("./elements/sum-of-points"),
  "ruling-desk": () => import("./elements/ruling-desk"),
};
for (const [where, load] of Object.entries(RARE)) if (document.querySelector(where)) void load();
