// A card that was scanned: it is behind the address's #, which no browser sends to anybody, or in the address itself, on the
// first cards. It goes to this table alone, once the phone sits there, and until then waits in this tab.

const KEPT = "hall card";

function take() {
  const scanned = location.hash.slice(1) || new URLSearchParams(location.search).get("card");
  const field = document.querySelector("#card");
  if (scanned) history.replaceState(null, "", location.pathname);
  if (document.querySelector("form[action='/hall/card']")) return; // read already
  if (scanned && !field) sessionStorage.setItem(KEPT, scanned);
  if (!field || field.value) return;
  field.value = scanned || sessionStorage.getItem(KEPT) || "";
  sessionStorage.removeItem(KEPT);
  if (field.value) field.form.requestSubmit();
}

take();
addEventListener("hashchange", take);
