// Makes one part of a page equal to another with the least replaced, so that what moves in what stays the same moves on.

const KEYS = ["id", "data-timer"];
const key = (node) => KEYS.map((name) => node.getAttribute?.(name) ?? "").join(" ").trim();
const alike = (old, fresh) => old.nodeName === fresh.nodeName && key(old) === key(fresh);
const equal = (old, fresh) => alike(old, fresh) && (key(old) !== "" || old.isEqualNode(fresh));

// What stays is the very node that was there; what `fresh` has more is moved out of it. What somebody typed stays typed.
export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (!alike(old, fresh)) return old.replaceWith(fresh);
  if (!old.attributes) {
    old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const wanted = [...fresh.childNodes];
  const kept = partners([...old.childNodes], wanted);
  const staying = new Set(kept);
  for (const child of [...old.childNodes]) if (!staying.has(child)) child.remove();
  wanted.forEach((child, at) => {
    const node = kept[at] ?? child;
    if (old.childNodes[at] !== node) old.insertBefore(node, old.childNodes[at] ?? null);
    if (kept[at]) morph(node, child);
  });
}

// Which of the old each wanted one is made of. What has not changed at either end stands for itself, so that a line more
// in front makes no other of those behind it; between them each finds its key, or the next of its kind.
function partners(olds, wanted) {
  const found = new Array(wanted.length);
  let head = 0;
  while (head < Math.min(olds.length, wanted.length) && equal(olds[head], wanted[head])) found[head] = olds[head++];
  let [from, to] = [olds.length, wanted.length];
  while (Math.min(from, to) > head && equal(olds[from - 1], wanted[to - 1])) found[--to] = olds[--from];
  const spare = olds.slice(head, from);
  for (let at = head; at < to; at += 1) {
    const place = spare.findIndex((old) => alike(old, wanted[at]));
    if (place >= 0) [found[at]] = spare.splice(place, 1);
  }
  return found;
}
