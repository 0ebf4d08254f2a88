// Entry of the built pages: components register themselves when imported.
import "./styles/base.css";
import "./styles/pages.css";
import "./styles/dice.css";
import "./styles/replay.css";
import "./styles/reverify.css";
import "./styles/board.css";
import "./styles/me.css";
import "./styles/rulings.css";
import "./elements/battle-replay";
import "./elements/verify-progress";
import "./elements/auto-submit";
import "./elements/keep-step";
