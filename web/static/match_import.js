// A match file that is dropped anywhere on the page, as if it had been chosen.

import { shell } from "./shell.js";

export function drops(form) {
  const field = form.querySelector("[type=file]");
  for (const kind of ["dragover", "drop"]) {
    addEventListener(kind, (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      document.body.classList.toggle("dropping", kind === "dragover");
      if (kind === "dragover") return;
      field.files = event.dataTransfer.files;
      form.requestSubmit();
    });
  }
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
}

const form = document.querySelector("#bring");
if (form) drops(form);
shell();
