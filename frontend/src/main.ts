// Entry of the built pages: components register themselves when imported.
import "./styles/base.css";
import "./styles/pages.css";
import "./styles/dice.css";
import "./styles/replay.css";
import "./styles/course.css";
import "./styles/luck.css";
import "./styles/theatre.css";
import "./styles/story.css";
import "./styles/tools.css";
import "./styles/reverify.css";
import "./styles/board.css";
import "./styles/me.css";
import "./styles/rulings.css";
import "./styles/desk.css";
import "./styles/publish.css";
import "./styles/clubs.css";
import "./styles/events.css";
import "./styles/record.css";
import "./styles/tables.css";
import "./styles/share.css";
import "./styles/studies.css";
import "./styles/what-if.css";
import "./elements/battle-replay";
import "./elements/job-progress";
import "./elements/auto-submit";
import "./elements/keep-step";
import "./elements/quick-find";
import "./elements/hall-screen";
import "./elements/live-part";
import "./elements/round-clock";

// What few pages have comes with them alone.
const RARE: Record<string, () => Promise<unknown>> = {
  "own-table": () => import("./tables/own-table"),
  "form[data-paper]": () => import("./elements/paper-sheet"),
  "ruling-desk": () => import("./elements/ruling-desk"),
  "replay-beside": () => import("./what-if/what-if"),
};
for (const [where, load] of Object.entries(RARE)) if (document.querySelector(where)) void load();
