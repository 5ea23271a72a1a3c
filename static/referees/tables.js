// An official with several tables: a strip of those this window holds, one tap each, and all tables of the round.
import { NoContact, read } from "./api.js";
import { button, el, hour, icon, link, p, scoreLine, showNew, span } from "./elements.js";
import { onlyWhenLifted } from "./finger.js";
import { now } from "./servertime.js";

const POLL = 10_000; // milliseconds
const LONG_AGO = 90_000;

const say = (sentence, values) => interpolate(sentence, values, true);

export class Tables {
  constructor(desk) {
    this.desk = desk;
    this.list = [];
    this.silent = false;
    this.place = document.getElementById("tables");
    onlyWhenLifted(this, "draw");
  }

  start() {
    this.look();
    setInterval(() => document.hidden || this.look(), POLL);
  }

  async look() {
    if (!this.desk.game || !this.desk.door.may("hold_pen")) return;
    try {
      const answer = await read(new URL("tables/", new URL(this.desk.facts.game_url, location.href)));
      this.list = answer.body.tables;
      this.silent = false;
    } catch (failure) {
      this.silent = failure instanceof NoContact;
    }
    this.draw();
  }

  draw() {
    const mine = this.list.filter((one) => one.mine || one.game === this.desk.game?.id);
    showNew(this.place, mine.length > 1 ? this.strip(mine) : null);
    this.desk.drawDialog(); // it may be the list of all tables
  }

  strip(mine) {
    return el(
      "nav",
      { class: "my-tables", "aria-label": gettext("Your tables") },
      mine.map((one) => this.tab(one)),
      button(gettext("All tables"), () => this.all(), { kind: "small quiet", id: "all-tables" }),
    );
  }

  tab(one) {
    const here = one.game === this.desk.game.id;
    const need = here ? null : needs(one, this.silent);
    return el(
      "a",
      {
        class: `my-table${need ? " needs" : ""}`,
        href: this.address(one),
        "aria-current": here ? "page" : null,
        id: `to-table-${one.table}`,
      },
      span("strong", say(gettext("Table %(table)s"), one)),
      " ",
      span("num", `${one.score.A}:${one.score.B}`),
      need ? span("chip now", icon("warn"), need) : null,
    );
  }

  address({ token }) {
    return this.desk.facts.table_url.replace(/^(.*\/t\/)[^/]+\//, (_, home) => `${home}${token}/`);
  }

  /** The list in a dialog: whoever walks the hall opens another table from here. */
  async all() {
    await this.look();
    this.desk.open(() => [
      el("h2", {}, gettext("All tables of the round")),
      this.silent
        ? p("error", icon("warn"), " ", gettext("No answer from the server: this is how it was before."))
        : null,
      el(
        "ul",
        { class: "all-tables" },
        this.list.map((one) => this.row(one)),
      ),
    ]);
  }

  row(one) {
    const here = one.game === this.desk.game.id;
    const need = needs(one, false);
    return el(
      "li",
      { class: "all-tables-row" },
      el(
        "p",
        {},
        span("strong", say(gettext("Table %(table)s"), one)),
        " ",
        scoreLine(one.score),
        el("br"),
        span("soft small", holderOf(one)),
      ),
      el("p", {}, need ? span("chip now", icon("warn"), need) : span("chip", stateOf(one))),
      here
        ? span("soft", gettext("open here"))
        : one.token
          ? link(this.address(one), gettext("Open"), "small")
          : span("soft small", gettext("has no link")),
    );
  }
}

function holderOf({ mine, held_by, seen_at }) {
  if (mine) return gettext("you write it");
  if (!held_by) return gettext("nobody writes it");
  const away = now() - new Date(seen_at) > LONG_AGO;
  const values = { name: held_by, time: hour(new Date(seen_at)) };
  return away
    ? say(gettext("%(name)s, no contact since %(time)s"), values)
    : say(gettext("%(name)s writes it"), values);
}

function stateOf({ state, deals }) {
  return (
    {
      waiting: () => pgettext("game", "not started"),
      running: () => say(gettext("deal %(number)s"), { number: deals + 1 }),
      signing: () => gettext("being signed"),
      finished: () => gettext("to be signed"),
      accepted: () => gettext("accepted"),
    }[state]?.() ?? state
  );
}

/** Why a table needs its official now, in two words; null where it does not. */
function needs(one, silent) {
  if (silent) return gettext("no contact");
  if (one.calls.length) return gettext("calls");
  if (["finished", "signing"].includes(one.state)) return gettext("to sign");
  if (one.state === "running" && one.clock && one.clock.state !== "idle" && one.clock.seconds_left <= 0)
    return gettext("time over");
  if (!one.mine && one.held_by && one.state !== "accepted" && now() - new Date(one.seen_at) > LONG_AGO)
    return gettext("no contact");
  return null;
}
