// Entry of the built pages: components register themselves when imported.
import "./styles/base.css";
import "./styles/pages.css";
import "./styles/replay.css";
import "./styles/board.css";
import "./elements/battle-replay";
import "./elements/verify-progress";
import "./elements/auto-submit";
