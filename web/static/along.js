// Keeps a page that shows something else in touch with the table: its phone stays awake while a match runs, and what both
// sides are asked is in sight wherever a player reads.

import { store } from "./store.js";

const bar = Object.assign(document.createElement("section"), { className: "dock", hidden: true });
const text = Object.assign(document.createElement("p"), { className: "next" });
bar.setAttribute("role", "status");
bar.append(text, Object.assign(document.createElement("a"), { className: "button main", href: "/", textContent: "Answer" }));
document.querySelector("nav").before(bar);

store({
  changed({ finish, proposal, names, phase }) {
    const { seat } = document.body.dataset;
    const open = finish ? !finish.agreed.includes(seat) : proposal && proposal.side !== seat;
    bar.dataset.phase = phase; // as a table's own page has it
    bar.hidden = !open || !(seat === "both" || seat in names);
    text.textContent = !open ? "" : finish ? `${finish.how}. End the game?` : `${names[proposal.side]} proposes: ${proposal.text}.`;
  },
});
