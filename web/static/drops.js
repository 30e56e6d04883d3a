// A file that is dropped anywhere on the page, as if it had been chosen in the form that takes one.

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
  // Into a part of the page it goes on.
  addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? document.body.classList.remove("dropping"));
}
