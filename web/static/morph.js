// Makes what is drawn into what was drawn anew, and leaves alone whatever is the same: sand that falls falls on.

// `fresh` is given up. Elements are matched by `id` or `data-timer` where they have one, else by their places.
export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  attributes(old, fresh);
  const named = new Map([...old.children].filter(name).map((child) => [name(child), child]));
  let place = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const found = named.get(name(child)) ?? (place && !name(place) ? place : null);
    if (found && alike(found, child)) {
      if (found === place) place = place.nextSibling;
      else old.insertBefore(found, place);
      if (found.nodeType === Node.ELEMENT_NODE) morph(found, child);
      else if (found.data !== child.data) found.data = child.data;
    } else {
      old.insertBefore(document.adoptNode(child), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

const name = (node) => node.id || node.dataset?.timer;

const alike = (one, other) => one.nodeName === other.nodeName && name(one) === name(other);

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
