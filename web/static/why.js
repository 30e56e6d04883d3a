// A refusal leads to the rulings that its words find, where there are any.

export const why = (text) => document.body.dataset.site === "hall" ? text : Object.assign(document.createElement("a"), { href: `/rulings?q=${encodeURIComponent(text)}`, textContent: text });
