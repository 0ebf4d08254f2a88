// Entry of the recorder's page, which installs the service worker too.
import "./styles/recorder.css";
import "./record/battle-recorder";

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
