// The time of the server, read off its answers: the clock of a tablet may be wrong by hours, and its own counter stands
// still while it sleeps.
const JUMP = 2_500; // milliseconds: the head of an answer knows whole seconds only; more than this was sleep

let ahead = null; // milliseconds the server's time is ahead of the counter of this page

/** Take the time an answer was given at, as its head writes it. */
export function told(date) {
  const measured = Date.parse(date ?? "") - performance.now();
  if (Number.isNaN(measured)) return;
  if (ahead === null || Math.abs(measured - ahead) > JUMP) ahead = measured;
}

/** Milliseconds that run on while the tablet sleeps, once it has heard from the server again. */
export const ticks = () => performance.now() + (ahead ?? 0);

/** The time of day; the tablet's own only until the server has answered once. */
export const now = () => (ahead === null ? new Date() : new Date(ticks()));
