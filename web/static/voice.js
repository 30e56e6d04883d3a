// What this phone says aloud and is shaken by, once its player has switched that on.

const speech = window.speechSynthesis;
let on = false;
try {
  on = localStorage.sound === "on";
} catch {
  // A phone without storage asks each time.
}

const speak = (text) => speech?.speak(new SpeechSynthesisUtterance(text));

export function say(text) {
  if (!on) return;
  navigator.vibrate?.([120, 80, 120]);
  speak(text);
}

// Shows the switch of a sheet as it stands; none where the phone has neither sound nor touch feedback.
export function settle(sheet) {
  const button = sheet.querySelector("[data-voice]");
  if (!button) return;
  button.closest("li").hidden = !speech && !navigator.vibrate;
  button.setAttribute("aria-pressed", on);
}

function turn(button) {
  on = !on;
  try {
    localStorage.sound = on ? "on" : "off";
  } catch {
    // As above.
  }
  settle(button.parentElement);
  if (on) say("Sound on");
  else speech?.cancel();
}

addEventListener("click", ({ target }) => {
  const button = target.closest("[data-voice]");
  if (button) turn(button);
});
// Phones let a page speak only once a touch has made it; an earlier visit's touch does not count.
addEventListener("click", () => on && speak(""), { once: true });
