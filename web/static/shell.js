// What every page has: the sheet over it, joining in place, one tap for one thing, and what holds while the table is away.

import { oneTapOneThing } from "./guard.js";
import { fits, may } from "./may.js";
import { follow } from "./reach.js";
import { refuse, unrefuse } from "./refusal.js";
import { sheets } from "./sheet.js";

// `watched`: whether the page keeps in touch with the table; `live`: whether its own forms stay on it; `done` takes the
// table's view after an act, `opened` a sheet.
export function shell({ watched = false, live = false, done = () => location.reload(), opened } = {}) {
  let meant = null; // what was tapped by a phone without a seat yet

  oneTapOneThing();
  // A table without a battery and a network asks who joins what time it is.
  addEventListener("formdata", ({ formData }) => formData.has("now") && formData.set("now", Date.now()));
  const sheet = sheets(document.querySelector("#sheet"), {
    done(view) {
      unrefuse();
      done(view);
    },
    refused: refuse,
    live,
    opened,
    seated: (seat) => (meant && fits(meant.form, seat) ? perform(meant) : location.reload()),
  });

  function sit(form, submitter) {
    meant = { form, submitter };
    const game = submitter?.name === "game" ? submitter : form.querySelector("[name=game]");
    sheet.open(`/${document.body.dataset.joined === "yes" ? "seat" : "join"}${game?.value ? `?begins=${game.value}` : ""}`);
  }

  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (form.method !== "post" || form.closest("dialog:has(.board)") || form.matches(".seats form")) return;
    if (may(form, submitter, sit)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  follow(watched);
  if (!watched && document.querySelector("nav") && document.body.dataset.site === "table") void import("./along.js");
  // The page needs none of this before a touch or a key, so a first visit does not wait for it.
  const more = (name) => import(`./${name}.js`).catch(() => ({}));
  if (navigator.cookieEnabled && localStorage.options) more("options");
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => ["awake", "options"].forEach(more), { once: true, capture: true });
  addEventListener("keydown", async (event) => (await more("keys")).modules?.["keys.js"].press(event), { once: true });
  return sheet;
}

// The browser sends the form itself: what comes back is the page as the new seat sees it.
function perform({ form, submitter }) {
  if (submitter?.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
  if (submitter?.hasAttribute("formaction")) form.action = submitter.formAction;
  // The sheet in which it was tapped has given way to the seats, and a form outside the page is not sent.
  if (!form.isConnected) document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}
