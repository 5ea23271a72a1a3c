// What was typed for a deal that the log has otherwise by now is kept, also over a reload, and offered again.
import { button } from "./elements.js";
import { inWindow } from "./kept.js";
import { dealNumber, dealsPlayed } from "./rows.js";

export class Leftover {
  constructor(desk) {
    this.desk = desk;
    this.typed = null; // the intention of that deal
    this.screen = null; // its address: deal-3
  }

  get key() {
    return `domino-desk:${this.desk.game.id}:leftover`;
  }

  /** Bring back what was kept before the page was loaded anew. */
  read() {
    const screen = inWindow.read(this.key);
    if (!screen) return;
    const typed = this.desk.intentionOf(screen, {});
    if (typed.values.ending) Object.assign(this, { typed, screen });
    else inWindow.forget(this.key);
  }

  keep(typed, screen) {
    Object.assign(this, { typed, screen });
    inWindow.keep(this.key, screen);
  }

  drop() {
    this.typed.forget();
    inWindow.forget(this.key);
    Object.assign(this, { typed: null, screen: null });
  }

  use() {
    const { desk } = this;
    const { values } = this.typed;
    this.drop();
    const fresh = desk.intentionOf(`deal-${dealNumber(desk.game)}`, {});
    fresh.values = values;
    fresh.keep();
    desk.go(`deal-${dealNumber(desk.game)}`);
  }

  banner(strip) {
    if (!this.typed) return null;
    const { desk } = this;
    const number = Number(this.screen.split("-")[1]);
    const drop = () => {
      this.drop();
      desk.drawBar();
    };
    return strip(
      "now",
      "edit",
      gettext("What you typed for the last deal is kept."),
      dealsPlayed(desk.game) >= number
        ? gettext("The log has a deal in its place. Compare them first.")
        : gettext("The log has no deal in its place: lines were struck, or the game was ended otherwise. Look at the log first."),
      [
        desk.game.fold.state === "running" && desk.holding.writes
          ? button(gettext("Use it for the next deal"), () => this.use(), { id: "leftover-use" })
          : null,
        button(gettext("Drop it"), drop, { id: "leftover-drop" }),
      ],
    );
  }
}
