// The panel's screens beside a replay: the server draws them, one picture after the other, and no more than are looked at.

const APART_MS = 400;

// Shows them so many milliseconds after that row. What is asked for while a picture is on its way is drawn after that.
export function screens(match) {
  let image = document.querySelector("#screens");
  let shown = image?.getAttribute("src");
  let wanted = shown;
  let asking = false;

  async function ask() {
    asking = true;
    while (shown !== wanted) {
      shown = wanted;
      const fresh = image.cloneNode();
      fresh.src = wanted;
      try {
        await fresh.decode();
        image.replaceWith(fresh);
        image = fresh;
      } catch {
        // What is there stays, until another is asked for.
      }
      await new Promise((then) => setTimeout(then, APART_MS));
    }
    asking = false;
  }

  return (seq, later) => {
    wanted = `/replay/${match}/screens.png?at=${seq}&later=${Math.max(0, Math.round(later))}`;
    if (image && !asking) ask();
  };
}
