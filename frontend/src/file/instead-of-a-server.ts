import { answer } from "./answers";

window.fetch = answer(document);
