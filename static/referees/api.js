// The door of the server: JSON in, JSON out, and every failure a sentence.
import { holder, named } from "./holder.js";
import { told } from "./servertime.js";
import { sentence } from "./words.js";

/** The server answered no; `code` is for us, the message for people. */
export class Refusal extends Error {
  constructor(code, words, status = 0) {
    super(words);
    this.code = code;
    this.status = status;
  }
}

/** Nobody answered: what was sent may or may not have arrived, so the same may be sent again. */
export class NoContact extends Error {}

const PATIENCE = 12_000; // milliseconds until a silent network counts as none

export async function read(url, etag = null) {
  await named;
  const headers = { "X-Table-Holder": holder(), ...(etag ? { "If-None-Match": etag } : {}) };
  const answer = await call(url, { headers, cache: "no-store" });
  if (answer.status === 304) return null;
  return { body: await understood(answer), etag: answer.headers.get("ETag") };
}

export async function send(url, body) {
  await named;
  const seal = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": seal, "X-Table-Holder": holder() };
  return understood(await call(url, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function call(url, options) {
  try {
    const answer = await fetch(url, {
      credentials: "same-origin",
      signal: AbortSignal.timeout?.(PATIENCE),
      ...options,
    });
    told(answer.headers.get("Date"));
    return answer;
  } catch {
    throw new NoContact(gettext("No answer from the server."));
  }
}

async function understood(answer) {
  const body = await answer.json().catch(() => null);
  if (answer.ok && body) return body;
  // A gateway that speaks for a server which is down: nobody has read what we sent.
  if ([502, 503, 504].includes(answer.status)) throw new NoContact(gettext("The server does not answer just now."));
  throw new Refusal(body?.code ?? `http_${answer.status}`, sentence(body) ?? byStatus(answer.status), answer.status);
}

function byStatus(status) {
  if (status === 413) return gettext("This is too much to send at once.");
  if (status === 403) return gettext("You do not hold the pen any more. Take it up again with your PIN.");
  return gettext("Something went wrong on the server. Nothing was changed; try again.");
}
