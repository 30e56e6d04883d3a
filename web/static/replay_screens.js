// The panel's screens beside a replay: the server draws them, one picture after the other, and no more than are looked at.
// They may be behind what is played, and then they say so: all of a match's would be twenty times its reel.

const APART_MS = 400;
const AGAIN_MS = 5000;

// Shows them so many milliseconds after that row, which `time` says in words. What is asked for while a picture is on its
// way is drawn after that.
export function screens(match) {
  let image = document.querySelector("#screens");
  const line = document.querySelector("#screens-at");
  let shown = image?.getAttribute("src");
  let wanted = { src: shown, time: "" };
  let asking = false;

  async function ask() {
    asking = true;
    while (shown !== wanted.src) {
      const { src, time } = wanted;
      const fresh = image.cloneNode();
      fresh.src = src;
      try {
        await fresh.decode();
        image.replaceWith(fresh);
        image = fresh;
        shown = src;
        line.textContent = line.dataset.said = `Screens as at ${time}`;
      } catch {
        // What is there stays, until one comes.
        line.textContent = `${line.dataset.said}: newer ones do not come`;
        await new Promise((then) => setTimeout(then, AGAIN_MS));
      }
      await new Promise((then) => setTimeout(then, APART_MS));
    }
    asking = false;
  }

  return (seq, later, time) => {
    wanted = { src: `/replay/${match}/screens.png?at=${seq}&later=${Math.max(0, Math.round(later))}`, time };
    if (image && !asking) ask();
  };
}
