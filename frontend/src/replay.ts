// Entry of the replay's page: what its first view needs, and nothing of the pages around it.
import "./styles/base.css";
import "./styles/pages.css";
import "./styles/dice.css";
import "./styles/replay.css";
import "./styles/course.css";
import "./styles/luck.css";
import "./styles/theatre.css";
import "./styles/story.css";
import "./styles/tools.css";
import "./styles/board.css";
import "./styles/me.css";
import "./styles/rulings.css";
import "./styles/share.css";
import "./styles/studies.css";
import "./styles/what-if.css";
import "./elements/battle-replay";
import "./elements/auto-submit";
import "./elements/keep-step";
import "./elements/job-progress";

// What few pages have comes with them alone.
if (document.querySelector("replay-beside")) void import("./what-if/what-if");
