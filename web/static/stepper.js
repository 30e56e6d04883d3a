// One less or one more in the number between two buttons, as if it had been typed. Without this a tap asks for the page
// with that number. A die's cell that can hold no more digits hands on to the next one.

const number = (text) => (/^\d+$/.test(text.trim()) ? Number(text) : null);

export function steps() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".stepper button");
    if (!button) return;
    event.preventDefault();
    const input = button.parentElement.querySelector("input");
    const [least, most] = [Number(input.dataset.least), Number(input.dataset.most)];
    const auto = number(input.placeholder);
    const from = number(input.value) ?? auto ?? 0;
    const next = Math.max(least, Math.min(from + (button.matches(".more") ? 1 : -1), most));
    input.value = next === auto ? "" : next;
    for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  });
  document.addEventListener("input", ({ target }) => {
    if (!target.closest(".dice-cells") || !/^([3-9]|\d\d)$/.test(target.value)) return;
    const cells = [...target.form.querySelectorAll(".dice-cells input")];
    cells[cells.indexOf(target) + 1]?.focus();
  });
}
