// A battle as one file, which opens from a disk: the replay of the pages, with everything that it asks for beside it. It is
// built apart from the pages (`vite build --mode file`), and frontend/publishing/replay_file.py puts it together.
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
import "./styles/share.css";
// Before the replay, which asks for its data at once.
import "./file/instead-of-a-server";
import "./elements/battle-replay";
