// Forms and sheets. Every form's address is the API's without /api, and every sheet is a page of its own: without
// JavaScript both work by themselves, with it they stay on this page.

import { post } from "./api.js";

export const apiPath = (form) => `/api${new URL(form.getAttribute("action"), location).pathname}`;

export function fields(form, submitter) {
  const body = {};
  for (const [name, value] of new FormData(form)) {
    const { dataset } = form.querySelector(`[name="${name}"]`);
    if ("lines" in dataset) body[name] = [...(body[name] ?? []), ...value.split("\n").map((line) => line.trim()).filter(Boolean)];
    else if (value.trim()) body[name] = "number" in dataset ? Number(value) : value;
  }
  if (submitter?.name && submitter.value) body[submitter.name] = "number" in submitter.dataset ? Number(submitter.value) : submitter.value;
  return body;
}

export function sheets(dialog, { done, refused, seat, opened = () => {} }) {
  async function open(href) {
    try {
      const page = await (await fetch(href)).text();
      const sheet = new DOMParser().parseFromString(page, "text/html").querySelector(".sheet");
      sheet.querySelector("a.close").textContent = "Close";
      dialog.replaceChildren(sheet);
      opened(sheet);
      if (!dialog.open) dialog.showModal();
    } catch {
      refused("No connection to the table. Try again.");
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link?.matches("[data-sheet]")) {
      event.preventDefault();
      open(link.href);
    } else if (link?.matches("dialog .close")) {
      event.preventDefault();
      dialog.close();
    } else if (event.target === dialog) dialog.close();
  });

  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (form.matches(".seats")) {
      seat(submitter.value);
      return dialog.close();
    }
    const { view, detail } = await post(apiPath(form), fields(form, submitter));
    if (view) {
      if (form.dataset.stay) open(form.dataset.stay);
      else if (dialog.contains(form)) dialog.close();
      return done(view);
    }
    if (!dialog.contains(form)) return refused(detail);
    const why = dialog.querySelector(".refusal") ?? Object.assign(document.createElement("p"), { className: "refusal" });
    why.setAttribute("role", "alert");
    why.textContent = detail;
    form.after(why);
  });
  return { open };
}
