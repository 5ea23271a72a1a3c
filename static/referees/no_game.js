// A tablet that waits at a table without a game looks for one, and loads the page anew only when there is one:
// nobody who reads it, or has it read out, is thrown back to its beginning.

const LOOKS = 10_000; // milliseconds
const NAME = new URL(import.meta.url).pathname; // only the page of a table without a game loads this file

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok && !(await answer.text()).includes(NAME)) location.reload();
  } catch {
    // no contact: it looks again
  }
}

setInterval(look, LOOKS);
document.addEventListener("visibilitychange", look);
