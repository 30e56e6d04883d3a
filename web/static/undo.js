// What the dock can take back.

export function showUndo(view) {
  const form = document.querySelector(".undo");
  const button = form.querySelector("button");
  form.hidden = view.undo === null;
  button.setAttribute("aria-label", `Undo: ${view.undo}`);
  button.querySelector("small").textContent = view.undo_act ?? "";
  form.querySelector("[name=seq]").value = view.undo_seq ?? "";
}
