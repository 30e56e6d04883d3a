// What a player has opened, typed or ticked outlives a part's being drawn again; what was sent off does not.

const TYPED = "input:not([type=hidden]),select,textarea";

export function keep(old, fresh, sent = null) {
  const left = (element) => !sent || !(element.matches("details") ? element.contains(sent) : sent.contains(element));
  const doors = [...old.querySelectorAll("details")].filter((each) => each.open && left(each));
  const fields = [...old.querySelectorAll(TYPED)].filter((each) => touched(each) && left(each));
  pair(doors, old, fresh, "details", (door) => door.querySelector("summary").textContent, (door) => (door.open = true));
  pair(fields, old, fresh, TYPED, named, fill);
}

function named(field) {
  const choice = /^(checkbox|radio)$/.test(field.type) ? field.getAttribute("value") : "";
  return [field.closest("form")?.getAttribute("action"), field.name, choice].join(" ");
}

// The n-th of a name then is the n-th of that name now.
function pair(some, old, fresh, kind, name, carry) {
  const alike = (within, one) => [...within.querySelectorAll(kind)].filter((each) => name(each) === name(one));
  for (const one of some) {
    const other = alike(fresh, one)[alike(old, one).indexOf(one)];
    if (other) carry(other, one);
  }
}

// What was filled in before a page's script ran and has had no answer yet.
export const early = (form) => [...form.querySelectorAll(TYPED)].filter(touched);

function touched(field) {
  if (field.matches("select")) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((each) => each.defaultSelected));
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

function fill(field, typed) {
  if (field.type === "checkbox" || field.type === "radio") field.checked = typed.checked;
  else field.value = typed.value;
}
