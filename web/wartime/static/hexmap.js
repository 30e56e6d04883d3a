// The board's hexes under arrow keys, and put in place as the server has redrawn them: the map stays where it is.

const ROWS = "ABCDEFGHI";

function beside(name, key) {
  const row = ROWS.indexOf(name[0]);
  const column = Number(name.slice(1));
  const to = (r, c) => ROWS[r] && ROWS[r] + Math.max(1, Math.min(c, r % 2 ? 12 : 13));
  return {
    ArrowLeft: () => to(row, column - 1),
    ArrowRight: () => to(row, column + 1),
    ArrowUp: () => to(row - 1, column),
    ArrowDown: () => to(row + 1, column),
    Home: () => to(row, 1),
    End: () => to(row, 13),
  }[key]?.();
}

// With arrow keys the board is one stop among the others, first at `start`, and a grid to a screen reader.
export function hexes(start) {
  const board = document.getElementById("board");
  const all = [...board.querySelectorAll(".hex")];

  function stand(hex) {
    for (const each of all) each.setAttribute("tabindex", each === hex ? 0 : -1);
  }

  function redraw(page) {
    for (const hex of all) {
      const now = page.getElementById(hex.id);
      hex.setAttribute("href", now.getAttribute("href"));
      hex.setAttribute("class", now.getAttribute("class"));
      if (hex.innerHTML !== now.innerHTML || hex.ariaLabel !== now.getAttribute("aria-label")) {
        hex.setAttribute("aria-label", now.getAttribute("aria-label"));
        hex.replaceChildren(...now.cloneNode(true).childNodes);
      }
    }
    document.getElementById("marks").replaceWith(page.getElementById("marks"));
  }

  // The link of those that a click has meant to follow here; a hex shows at once that it was tapped.
  function tapped(event, links) {
    const link = event.target.closest(links);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return null;
    event.preventDefault();
    if (link.matches(".hex")) {
      link.classList.add("asked");
      stand(link);
    }
    return link;
  }

  board.addEventListener("keydown", (event) => {
    const hex = event.target.closest(".hex");
    if (!hex || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = document.getElementById(beside(hex.id, event.key) ?? "");
    if (event.key === " ") hex.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    else if (!next) return;
    event.preventDefault();
    if (next) {
      stand(next);
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  });

  board.setAttribute("role", "grid");
  for (const row of board.querySelectorAll(":scope > g:not(#marks)")) {
    row.setAttribute("role", "row");
    for (const cell of row.children) cell.setAttribute("role", "gridcell");
  }
  stand(start);
  start.scrollIntoView({ block: "nearest", inline: "center" });
  return { tapped, redraw };
}

// The answer's sentences, read out.
export function sayAnswer() {
  document.getElementById("say").textContent = [...document.querySelectorAll("#answer > p")].map((each) => each.textContent.trim()).join(" ");
}
