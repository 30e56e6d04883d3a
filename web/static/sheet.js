// Forms and sheets. Every form's address is the API's without /api, and every sheet is a page of its own: without
// JavaScript both work by themselves, with it they stay on this page.

import { post } from "./api.js";
import { unheard } from "./reach.js";
import { tell } from "./refusal.js";

const STYLES = "link[rel=stylesheet]";
const worn = []; // what sheets have brought along

export const apiPath = (form) => `/api${new URL(form.getAttribute("action"), location).pathname}`;

export function fields(form, submitter) {
  const body = {};
  for (const [name, value] of new FormData(form)) {
    const { dataset } = form.querySelector(`[name="${name}"]`);
    if ("flag" in dataset) body[name] = true;
    else if ("lines" in dataset) body[name] = [...(body[name] ?? []), ...value.split("\n").map((line) => line.trim()).filter(Boolean)];
    else if (value.trim()) body[name] = "number" in dataset && Number.isFinite(Number(value)) ? Number(value) : value;
  }
  if (submitter?.name && submitter.value) body[submitter.name] = "number" in submitter.dataset ? Number(submitter.value) : submitter.value;
  return body;
}

export function sheets(dialog, { done, refused, live, opened = () => {}, seated }) {
  let sits = false; // is taking a seat: what was tapped before that is done once it has one, and no reload may come between
  // `again`: it is redrawn after an act of its own, unless it was closed meanwhile; or where a sheet is given, in place
  // of that one and no other. What was tapped last is what opens, however late another's page comes.
  let tapped = 0;
  let requests = 0; // counts the pages that were asked for
  let newest = 0; // of those drawn: an older one that comes late is not
  let shown = ""; // the address of the sheet in sight
  let coming = null; // the one that a link in it asked for
  async function open(href, again, sent) {
    const mine = again ? tapped : ++tapped;
    const turn = ++requests;
    try {
      const page = await (await fetch(href, sent)).text();
      if (mine !== tapped || turn < newest) return;
      if (again && (!dialog.open || (again !== true && !again.isConnected))) return;
      const fresh = new DOMParser().parseFromString(page, "text/html");
      const sheet = fresh.querySelector(".sheet");
      [...sheet.querySelectorAll("a.close")].at(-1).textContent = "Close";
      dress(fresh);
      // Not its first field, or a phone's keyboard would cover what else it offers.
      sheet.tabIndex = -1;
      sheet.autofocus = true;
      const held = document.activeElement;
      dialog.replaceChildren(sheet);
      opened(sheet, again, held);
      if (!dialog.open) dialog.showModal();
      shown = href;
      newest = turn;
      if (!again || again === true) sheet.querySelector(".faces ~ .apply")?.scrollIntoView({ block: "nearest" });
    } catch {
      if (mine === tapped) unheard();
    } finally {
      if (mine === tapped) coming = null;
    }
  }

  function follow(link) {
    if (!dialog.contains(link)) return open(link.href);
    const href = coming ? onto(coming.href, shown, link.href) : link.href;
    coming = { href, drawn: open(href) };
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link?.matches("[data-sheet]")) {
      event.preventDefault();
      follow(link);
    } else if (link?.matches("dialog .close")) {
      event.preventDefault();
      dialog.close();
    } else if (event.target === dialog) dialog.close();
  });

  dialog.addEventListener("close", undress);

  // What is asked at the foot of a sheet would open below its edge.
  dialog.addEventListener("toggle", ({ target }) => target.open && target.matches?.(".ask") && target.scrollIntoView({ block: "nearest" }), true);

  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    // It counts for what the link before it chose.
    if (coming && dialog.contains(form)) {
      event.preventDefault();
      await coming.drawn;
      return [...dialog.querySelectorAll("button")].find((each) => each.textContent === submitter.textContent)?.click();
    }
    if (form.matches("dialog form[data-sheet]")) {
      event.preventDefault();
      const asked = new URLSearchParams(new FormData(form));
      if (form.method === "post") return open(form.action, false, { method: "POST", body: asked });
      return open(`${form.getAttribute("action")}?${asked}`);
    }
    if (event.defaultPrevented || form.method !== "post") return;
    const sitting = /^\/(join|seat)$/.test(form.getAttribute("action"));
    if (sitting && submitter?.name === "another") return;
    if (sitting && !submitter?.name) {
      // Enter in the code's field: the seats come in this place, or why the code is wrong.
      if (!dialog.contains(form)) return;
      event.preventDefault();
      return open(form.action, false, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    }
    if (!live && !dialog.contains(form)) return;
    event.preventDefault();
    sits ||= sitting;
    form.ariaBusy = "true"; // what takes long is seen to be under way, and not begun twice
    const body = fields(form, submitter);
    let { view, detail, agreeable } = await post(apiPath(form), body, form.dataset.patience);
    form.ariaBusy = null;
    if (sitting && view) return seated(submitter.value);
    if (sitting) {
      sits = false;
      return tell(detail);
    }
    const act = () => {
      if (form.dataset.stay) open(form.dataset.stay, true);
      else if (dialog.contains(form)) dialog.close();
      done(view);
    };
    if (view) return act();
    if (!agreeable) return refused(detail);
    // The book forbids it, and the players may play it.
    const anyway = Object.assign(document.createElement("button"), { textContent: "We play it" });
    anyway.onclick = async () => {
      ({ view, detail } = await post(apiPath(form), { ...body, agreed: true }));
      return view ? act() : refused(detail);
    };
    refused(detail, anyway);
  });
  return { open, get sits() { return sits; } };
}

// A link tapped while another sheet is coming changes that one's address as it would have changed the one in sight.
function onto(coming, shown, href) {
  const [there, here, next] = [coming, shown, href].map((each) => new URL(each, location));
  if (next.pathname !== there.pathname) return href;
  for (const [name, value] of next.searchParams) if (value !== here.searchParams.get(name)) there.searchParams.set(name, value);
  for (const name of here.searchParams.keys()) if (!next.searchParams.has(name)) there.searchParams.delete(name);
  return there.href;
}

// A sheet brings its own style along, for as long as it is open: the page below has its own.
function dress(page) {
  const wanted = [...page.querySelectorAll(STYLES)];
  for (const style of worn) style.media = wanted.some(({ href }) => href === style.href) ? "" : "not all";
  const here = [...document.querySelectorAll(STYLES)];
  for (const style of wanted.filter(({ href }) => !here.some((each) => each.href === href))) {
    const copy = style.cloneNode();
    worn.push(copy);
    document.head.append(copy);
  }
}

function undress() {
  for (const style of worn) style.media = "not all";
}
