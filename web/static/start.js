// The page for a phone that has never been here: it says what is on the table, and gives way once that is another game.

import { shell } from "./shell.js";
import { store } from "./store.js";

const main = document.querySelector("main");
const dialog = document.querySelector("#sheet");

// A visitor who is typing the code or a question is not interrupted, nor is a form on its way to the table.
let sent = false;
function renew() {
  if ("stale" in main.dataset && !dialog.open && !sent && !document.querySelector(".seek input").value) location.reload();
}
addEventListener("submit", (event) => { sent = !event.defaultPrevented; });
addEventListener("pageshow", () => { sent = false; });

dialog.addEventListener("close", renew);
store({
  changed({ game, phase }) {
    if (`${game} ${phase}` !== main.dataset.drawn) main.dataset.stale = "";
    renew();
  },
});
shell({ watched: true });
