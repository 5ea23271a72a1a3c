// Nothing is drawn anew under a finger: a button that is taken away between touch and letting go is never tapped.

const LONGEST = 4_000; // milliseconds: whoever rests a finger on the glass sees what is new all the same
const TAP_FOLLOWS = 300; // milliseconds from letting go until the tap has come, where there is one

const waiting = new Set();
let down = false;
let timer = 0;

/** Let these methods of an object wait for the finger to lift, each once; without a finger they run at once. */
export function onlyWhenLifted(owner, ...names) {
  for (const name of names) {
    const act = owner[name].bind(owner);
    owner[name] = () => (down ? void waiting.add(act) : act());
  }
}

function lifted() {
  clearTimeout(timer);
  down = false;
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
}

function liftedIn(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(lifted, milliseconds);
}

const capture = true; // before anybody else can stop the event
addEventListener("pointerdown", () => ((down = true), liftedIn(LONGEST)), capture);
addEventListener("pointerup", () => liftedIn(TAP_FOLLOWS), capture);
addEventListener("pointercancel", lifted, capture);
// The tap has come: what it does is drawn at once, what waited after that.
addEventListener("click", () => ((down = false), liftedIn(0)), capture);
