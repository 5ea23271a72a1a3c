// Calls from the table: a player's phone says that something is wrong, a tablet asks for help. No line of the log.
import { NoContact } from "./api.js";
import { button, el, field, p } from "./elements.js";
import { call as callSound } from "../look/sound.js";

const LONGEST = 300; // characters

export class Calls {
  constructor(desk) {
    this.desk = desk;
    this.heard = null; // the calls that were open at the last look
  }

  /** Sound for a call that is new. */
  look() {
    const open = (this.desk.game.calls ?? []).map((one) => one.id);
    if (this.heard && open.some((id) => !this.heard.includes(id))) callSound();
    this.heard = open;
  }

  /** One banner for each open call. */
  banners(strip) {
    return (this.desk.game.calls ?? []).map((one) =>
      strip("now", "warn", this.title(one), this.words(one), this.seenTo(one)),
    );
  }

  title({ kind, caller }) {
    if (kind === "mistake") return gettext("A player says that something is wrong:");
    return interpolate(gettext("%(name)s has asked for the chief referee."), { name: caller }, true);
  }

  words({ kind, text }) {
    if (text) return kind === "mistake" ? el("q", {}, text) : text;
    return gettext("The desk sees it too.");
  }

  seenTo(one) {
    if (!this.desk.door.may("answer_call")) return null;
    return button(gettext("Seen to"), () => this.close(one.id), { id: `seen-to-${one.id}` });
  }

  async close(id) {
    try {
      await this.desk.door.post(`calls/${id}/close/`, {}, (game) => this.desk.door.take(game));
    } catch (failure) {
      this.desk.say(gettext("The call is still open."), failure.message);
    }
  }

  /** Ask for help, with a few words or none. */
  ask() {
    const { desk } = this;
    const intention = desk.intentionOf("help", { text: "" });
    const type = (event) => {
      intention.values.text = event.target.value;
      intention.keep();
    };
    const send = () => this.send(intention);
    desk.ask(intention, () => [
      el("h2", {}, gettext("Call the chief referee")),
      p("soft", gettext("The desk and the chief referee see the call with the number of this table at once.")),
      field(
        gettext("What it is about"),
        el("input", {
          class: "input",
          id: "help-text",
          maxlength: String(LONGEST),
          value: intention.values.text,
          input: type,
          autocomplete: "off",
        }),
        gettext("A few words help; it can stay empty."),
      ),
      desk.trouble(intention),
      el(
        "div",
        { class: "actions" },
        desk.sendButton(intention, gettext("Call"), null, send, { id: "help-send", anybody: true }),
        button(gettext("Back"), () => desk.leave(intention), { kind: "big", id: "help-back" }),
      ),
    ]);
  }

  async send(intention) {
    const { desk } = this;
    if (intention.sending) return;
    Object.assign(intention, { sending: true, trouble: null });
    desk.drawDialog();
    try {
      await desk.door.post("calls/", { kind: "help", text: intention.values.text }, () => {});
      desk.done(intention);
      desk.say(gettext("Called."), gettext("The chief referee sees it; go on with the game where you can."));
      await desk.door.look();
    } catch (failure) {
      intention.trouble =
        failure instanceof NoContact
          ? gettext("Not sent: the server does not answer. Go to the desk or raise your hand.")
          : failure.message;
    }
    intention.sending = false;
    desk.drawDialog();
  }
}
