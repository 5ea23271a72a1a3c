// One owner per table: this window takes the lease when it opens a table, says who has it otherwise, and notices at its
// next look when somebody took it over. Whatever a screen offers asks here whether it can be written.
import { NoContact } from "./api.js";
import { button, el, hour, icon, link, p } from "./elements.js";
import { now } from "./servertime.js";

const LONG_AGO = 90_000; // milliseconds without contact after which a tablet counts as left alone

const say = (sentence, values) => interpolate(sentence, values, true);
const at = (text) => hour(new Date(text));

export class Holding {
  constructor(desk) {
    this.desk = desk;
    this.state = "asking"; // asking | mine | held | looking | lost | free
    this.trouble = null;
    this.taking = false;
  }

  get lease() {
    return this.desk.game?.lease ?? null;
  }

  /** Whether what is written from this window just now is taken. */
  get writes() {
    return this.owns && this.shut === null;
  }

  /** Whether this window may write as far as the lease goes. */
  get owns() {
    return !["held", "looking", "lost", "free"].includes(this.state);
  }

  /** Why nothing is taken from here whoever has the table, in one sentence; null where that is not so. */
  get shut() {
    const { game, door } = this.desk;
    if (game.state === "accepted") return gettext("The protocol is accepted.");
    if (game.round_state === "closed") return roundIsClosed(game);
    return door.may("hold_pen") ? null : gettext("You do not hold the pen any more.");
  }

  /** Take what the server says of the lease; called with every answer. */
  look() {
    if (this.shut !== null) return this.rest();
    const { facts } = this.desk;
    const { lease } = this;
    if (lease?.mine) {
      if (lease.name !== facts.official) this.take(); // another official at the same tablet
      this.state = "mine";
    } else if (!lease) this.nobody();
    else if (this.state === "asking" || this.state === "held") this.held();
    else if (this.state === "mine" || this.state === "free") this.lose();
    return undefined;
  }

  /** While nothing can be written nobody is asked to take the table over. */
  rest() {
    if (this.state === "held") this.state = "looking";
  }

  lose() {
    this.state = "lost";
    scrollTo(0, 0); // the banner that says so is up there
  }

  nobody() {
    if (this.state === "asking") this.take();
    else if (!this.taking && this.state !== "held") this.state = "free";
  }

  held() {
    this.state = "held";
    this.desk.door.etag = null; // the time of last contact changes nothing else: ask for it each time
  }

  async take(over = false) {
    if (this.taking) return;
    this.taking = true;
    this.trouble = null;
    try {
      await this.desk.door.post("lease/", { over }, (answer) => this.desk.door.take(answer));
    } catch (failure) {
      if (failure instanceof NoContact) this.trouble = gettext("Not taken: the server does not answer. Try again.");
      else if (failure.code !== "table_held") this.trouble = failure.message;
    }
    this.taking = false;
    this.desk.door.etag = null;
    await this.desk.door.look();
    this.desk.draw();
  }

  /** Why this window does not write, in one sentence. */
  sentence() {
    return this.shut ?? this.holderWords();
  }

  /** Who has the table, in one sentence. */
  holderWords() {
    const { lease } = this;
    if (!lease) return gettext("Nobody writes this table just now.");
    const values = { name: lease.name, time: at(lease.taken_at) };
    if (lease.name === this.desk.facts.official)
      return say(gettext("You write this table in another window or on another tablet since %(time)s."), values);
    return say(gettext("%(name)s writes this table since %(time)s."), values);
  }

  /** When the other tablet was last heard of; another sentence when that is long ago. */
  lastHeard() {
    const silence = now() - new Date(this.lease.seen_at);
    if (silence < LONG_AGO) return gettext("That tablet is in contact just now.");
    const minutes = Math.max(1, Math.floor(silence / 60_000));
    return say(
      ngettext(
        "Nothing was heard from that tablet since %(time)s, for %(minutes)s minute. It may have been left alone or lost its network.",
        "Nothing was heard from that tablet since %(time)s, for %(minutes)s minutes. It may have been left alone or lost its network.",
        minutes,
      ),
      { time: at(this.lease.seen_at), minutes },
    );
  }

  /** Ask once, and name what happens. */
  askOver() {
    const { desk, lease } = this;
    if (!lease) return this.take(true);
    return desk.open(() => (this.lease && !this.owns && this.shut === null ? this.overWords() : null));
  }

  overWords() {
    const { desk, lease } = this;
    const own = lease.name === desk.facts.official;
    return [
      el(
        "h2",
        {},
        own
          ? gettext("Write here and not in the other window?")
          : say(gettext("Take the table over from %(name)s?"), { name: lease.name }),
      ),
      p(
        "",
        own
          ? gettext("The other window can look on and writes no more here.")
          : say(gettext("The tablet of %(name)s is told at once; it can look on and writes no more here."), lease),
      ),
      p(
        "",
        gettext(
          "What is being typed there stays there and is not in the log. That the table was taken over is recorded.",
        ),
      ),
      el(
        "div",
        { class: "actions" },
        button(
          gettext("Take over"),
          () => {
            desk.close();
            this.take(true);
          },
          { kind: "big final", id: "take-over-now" },
        ),
      ),
    ];
  }

  // -- what is shown -------------------------------------------------------------------------------------------------

  /** The screen of a table that somebody else has. */
  screen() {
    const free = !this.lease;
    return el(
      "div",
      { class: "page narrow held-screen" },
      el(
        "div",
        { class: "card stack" },
        el(
          "h2",
          {},
          icon("hold"),
          " ",
          free ? gettext("The table is free again") : gettext("Somebody writes this table"),
        ),
        p("strong", this.holderWords()),
        free ? null : p("", this.lastHeard()),
        p("soft", gettext("One tablet writes a table at a time, so that no deal is written twice.")),
        el(
          "div",
          { class: "actions" },
          button(free ? gettext("Write here") : gettext("Take over"), () => this.askOver(), {
            kind: free ? "big main" : "big final",
            id: "take-over",
          }),
          button(gettext("Only look"), () => this.onlyLook(), { kind: "big", id: "only-look" }),
        ),
        this.troubleShown(),
      ),
    );
  }

  /** On a page that has no screen of its own for it, a table that somebody else has is looked at. */
  lookOn() {
    this.look();
    if (this.state === "held") this.state = "looking";
  }

  onlyLook() {
    this.state = "looking";
    this.desk.draw();
  }

  /** The banner where writing is closed; null while it is open. */
  banner(strip) {
    if (this.shut !== null) return null;
    if (this.owns || this.state === "held") return this.troubleBanner(strip);
    const { lease } = this;
    if (!lease)
      return strip(
        "now",
        "hold",
        gettext("Nobody writes this table just now."),
        gettext("What was being typed here is kept."),
        button(gettext("Write here"), () => this.askOver(), { id: "take-back" }),
      );
    if (this.state === "looking")
      return strip(
        "",
        "find",
        gettext("You are looking on."),
        this.holderWords(),
        button(gettext("Take over"), () => this.askOver(), { id: "take-over" }),
      );
    return strip(
      "stop",
      "hold",
      this.lostWords(),
      gettext("Writing is closed here. What was being typed is kept."),
      button(gettext("Take it back"), () => this.askOver(), { id: "take-back" }),
    );
  }

  lostWords() {
    const values = { name: this.lease.name, time: at(this.lease.taken_at) };
    if (this.lease.name === this.desk.facts.official)
      return say(gettext("You took this table over in another window or on another tablet at %(time)s."), values);
    return say(gettext("%(name)s took this table over at %(time)s."), values);
  }

  troubleBanner(strip) {
    if (!this.trouble) return null;
    const again = button(gettext("Try again"), () => this.take(), { id: "take-again" });
    return strip("stop", "warn", this.trouble, "", again);
  }

  troubleShown() {
    return this.trouble ? p("error", icon("warn"), " ", this.trouble) : null;
  }
}

export const roundIsClosed = ({ round }) => say(gettext("Round %(number)s is closed."), { number: round });

/** The name in the bar: who holds this table, and the way to another PIN. */
export function heldBy(desk) {
  const { door, facts, holding } = desk;
  const own = holding.owns && door.may("hold_pen");
  const name = own ? facts.official : (holding.lease?.name ?? gettext("nobody"));
  return [
    p(
      "small held-name",
      el("span", { class: "soft wide-only" }, gettext("Held by"), el("br")),
      el("span", { class: "strong" }, name),
    ),
    link(facts.pen_url, gettext("Not you?"), "small quiet not-you"),
  ];
}
