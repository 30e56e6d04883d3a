// A refusal leads to the rulings that its words find.

export const why = (text) => Object.assign(document.createElement("a"), { href: `/rulings?q=${encodeURIComponent(text)}`, textContent: text });
