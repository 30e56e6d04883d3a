// The verdict follows every change. Without this, "Check" asks for the same page.

import { shell } from "./shell.js";

const form = document.getElementById("force");
let asked = 0;

async function check() {
  const mine = ++asked;
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  const address = `${form.action}?${new URLSearchParams(filled)}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, verdict] = [document, page].map((each) => each.getElementById("verdict"));
  old.className = verdict.className;
  old.replaceChildren(...verdict.childNodes);
  history.replaceState(null, "", address);
}

form.addEventListener("change", (event) => {
  // Another Faction has other units and assets: that is another page.
  if (event.target.name === "faction") form.requestSubmit();
  else check();
});
shell();
