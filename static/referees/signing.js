// Five who sign one version of a protocol, and what each of them may do instead.
import { canDo, confirmer, countersignPanel, missingPin, needsPin, takePin } from "./countersign.js";
import { button, choice, el, field, icon, link, mark, notice, p, pin, span } from "./elements.js";
import * as frame from "./frame.js";
import { roundIsClosed } from "./holding.js";
import { nameOf } from "./people.js";
import { picture } from "./sign.js";

const REFEREE = "referee";
const ORDER = ["A1", "B1", "A2", "B2", REFEREE];

export function whatIsSigned(sheet) {
  const { game, protocol } = sheet;
  if (game.fold.state !== "finished") return null;
  if (!protocol || protocol.state === "void") return drawUp(sheet);
  const given = ORDER.length - protocol.needed.length;
  return [
    el(
      "div",
      { class: "spread" },
      el("h2", {}, gettext("Signatures")),
      p("strong", interpolate(gettext("%(given)s of %(all)s"), { given, all: ORDER.length }, true)),
    ),
    el(
      "ol",
      { class: "signs" },
      ORDER.map((signer) => signRow(sheet, signer)),
    ),
    protocol.state === "open" ? acceptButtons(sheet) : accepted(sheet),
  ];
}

function drawUp(sheet) {
  const { game, facts, protocol, step, door } = sheet;
  const version = (protocol?.version ?? 0) + 1;
  const act = () => sheet.act(step, `${facts.game_url}protocol/`, {});
  return [
    el("h2", {}, gettext("Signatures")),
    p(
      "",
      version === 1
        ? gettext(
            "The four players look at the score and the deals. When they agree, the protocol is drawn up and each signs it.",
          )
        : gettext(
            "The log was changed. A new version is drawn up and everybody signs again; the old one stays readable.",
          ),
    ),
    sheet.sendButton(
      step,
      version === 1
        ? gettext("Draw up the protocol")
        : interpolate(gettext("Draw up version %(version)s"), { version }, true),
      game.fold.winner ? `${game.fold.score.A}:${game.fold.score.B}` : gettext("no winner"),
      act,
      { id: "draw-up", disabled: !door.may("draw_up_protocol") },
    ),
    frame.trouble(step),
    notAgreed(sheet),
  ];
}

/** The referee who signs is the one who holds the pen, or who confirms with his PIN. */
const signerName = (sheet, signer) => {
  if (signer !== REFEREE) return nameOf(sheet.game, signer);
  const given = sheet.protocol.signatures.find((one) => one.signer === REFEREE);
  if (given?.name) return given.name;
  const confirms = sheet.signing?.signer === REFEREE ? confirmer(sheet, sheet.signing) : null;
  if (confirms && needsPin(sheet, "sign_as_referee")) return confirms;
  return sheet.door.may("sign_as_referee") && sheet.protocol.needed.includes(REFEREE)
    ? sheet.facts.official
    : gettext("Referee");
};
const HOW = {
  drawn: () => ["done", gettext("signed")],
  on_paper: () => ["done", gettext("signed on paper")],
  refused: () => ["stop", gettext("refused to sign")],
  absent: () => ["warn", gettext("absent")],
  ruling: () => ["hold", gettext("closed by ruling")],
};

/** The referee signs last, when the players have. */
const turnOf = (protocol) => ORDER.find((signer) => protocol.needed.includes(signer)) ?? null;

function signRow(sheet, signer) {
  const { protocol, door } = sheet;
  const sign = signer === REFEREE ? icon("edit") : mark(signer);
  const given = protocol.signatures.find((one) => one.signer === signer);
  if (given) {
    const [signOf, words] = HOW[given.how]();
    return el(
      "li",
      { class: "sign", "data-signer": signer },
      sign,
      el(
        "span",
        { class: "strong" },
        signerName(sheet, signer),
        el("small", {}, icon(signOf), " ", words, given.reason ? `: ${given.reason}` : null),
      ),
      given.how === "drawn" ? drawnPicture(given) : span("", ""),
    );
  }
  const turn = turnOf(protocol) === signer && protocol.state === "open";
  const may =
    sheet.holding.writes &&
    (signer === REFEREE ? canDo(sheet, "sign_as_referee") && turn : door.may("take_signatures"));
  const { A, B } = sheet.game.fold.score;
  const words = turn
    ? [pin(), gettext("the tablet is yours")]
    : signer === REFEREE
      ? gettext("referee, signs last")
      : gettext("has not signed yet");
  return el(
    "li",
    { class: turn ? "sign turn" : "sign", "data-signer": signer },
    sign,
    el("span", { class: "strong" }, signerName(sheet, signer), el("small", {}, words)),
    protocol.state !== "open"
      ? span("", "")
      : button(interpolate(gettext("Sign %(a)s:%(b)s"), { a: A, b: B }, true), () => sheet.sign(signer), {
          kind: turn ? "main" : "",
          id: `sign-${signer}`,
          disabled: !may,
          small: signer === REFEREE && turn ? refereeWords(sheet) : null,
        }),
  );
}

function refereeWords(sheet) {
  if (sheet.door.may("sign_as_referee")) return null;
  return canDo(sheet, "sign_as_referee") ? gettext("with the PIN of a referee") : gettext("needs a referee");
}

/** The strokes come with the open version; of an accepted one they are kept with the protocol. */
const drawnPicture = ({ strokes }) =>
  strokes?.length ? picture(strokes) : span("soft small", gettext("kept with the protocol"));

function acceptButtons(sheet) {
  const { protocol, step, facts } = sheet;
  const act = "accept_protocol";
  const open = protocol.needed.length;
  const wanting = open
    ? interpolate(
        ngettext("%(count)s signature is missing", "%(count)s signatures are missing", open),
        { count: open },
        true,
      )
    : canDo(sheet, act)
      ? missingPin(sheet, step, act)
      : gettext("needs a referee");
  const send = () =>
    sheet.act(step, `${facts.api_url}protocols/${protocol.id}/accept/`, {
      digest: protocol.digest,
      countersign: takePin(sheet, step, act),
    });
  return [
    open ? null : countersignPanel(sheet, step, act, () => sheet.draw()),
    el(
      "div",
      { class: "actions" },
      sheet.sendButton(step, gettext("Accept the result"), wanting ?? gettext("the result counts from now on"), send, {
        id: "accept",
        disabled: Boolean(wanting),
      }),
    ),
    frame.trouble(step),
    notAgreed(sheet),
  ];
}

/** Who does not agree: a protest in his own words, or a correction; either makes a new version that all sign anew. */
function notAgreed(sheet) {
  const signed = ORDER.length - (sheet.protocol?.needed.length ?? ORDER.length);
  const words =
    sheet.protocol?.state === "open" && signed
      ? gettext("Either changes the log: the signatures given so far are void, and everybody signs the new version.")
      : gettext("Both stand in the log before anybody signs it.");
  return el(
    "div",
    { class: "stack tight" },
    el(
      "div",
      { class: "actions" },
      button(gettext("Write a protest"), () => sheet.incident("protest"), {
        id: "protest",
        disabled: !sheet.door.may("record_deals") || !sheet.holding.writes,
      }),
      sheet.holding.writes ? link(`${sheet.facts.table_url}#log`, gettext("Correct the log")) : null,
    ),
    p("small soft", words),
  );
}

/** Why an accepted game cannot be reopened at this tablet; null where it can. */
function notReopened({ game, holding }) {
  if (game.round_state === "closed") return roundIsClosed(game);
  return game.lease && !game.lease.mine ? holding.holderWords() : null;
}

function accepted(sheet) {
  const { protocol, door } = sheet;
  const why = notReopened(sheet);
  return [
    notice(
      "done",
      "done",
      p("strong", gettext("Accepted")),
      p("", interpolate(gettext("by %(name)s"), { name: protocol.accepted_by }, true)),
    ),
    door.may("reopen_game")
      ? button(gettext("Reopen the game"), () => sheet.reopen(), {
          id: "reopen",
          small: why ?? gettext("the result is taken back, all sign again"),
          disabled: why !== null,
        })
      : null,
  ];
}

// -- dialogs ---------------------------------------------------------------------------------------------------------

export function signDialog(sheet) {
  const { signing, game, protocol } = sheet;
  const { signer, how } = signing;
  const name = signerName(sheet, signer);
  const { A, B } = game.fold.score;
  const redraw = () => sheet.drawDialog();
  const wanting = wantingToSign(signing) ?? (signer === REFEREE ? missingPin(sheet, signing, "sign_as_referee") : null);
  const way = (value, words) =>
    choice(
      "radio",
      "how",
      value,
      how === value,
      () => {
        signing.how = value;
        signing.trouble = null;
        redraw();
      },
      [words],
    );
  const ways =
    signer === REFEREE
      ? [way("drawn", gettext("Here")), way("on_paper", gettext("On paper"))]
      : [
          way("drawn", gettext("Here")),
          way("on_paper", gettext("On paper")),
          way("refused", gettext("Refuses")),
          way("absent", gettext("Absent")),
        ];
  return [
    el("h2", {}, signer === REFEREE ? null : mark(signer), " ", name),
    p(
      "sign-what",
      interpolate(gettext("I have seen the result %(a)s:%(b)s and the log of this game."), { a: A, b: B }, true),
    ),
    el("div", { class: "segments how-to-sign" }, ways),
    signBody(sheet, redraw),
    signer === REFEREE ? countersignPanel(sheet, signing, "sign_as_referee", redraw) : null,
    frame.trouble(signing),
    el(
      "div",
      { class: "actions" },
      sheet.sendButton(signing, signWords(signing), wanting ?? name, () => sendSignature(sheet), {
        id: "sign-now",
        disabled: Boolean(wanting),
      }),
      button(gettext("Back"), () => sheet.close(), { kind: "big", id: "sign-back" }),
    ),
    p(
      "small soft",
      interpolate(
        gettext("Version %(version)s, digest %(digest)s"),
        { version: protocol.version, digest: protocol.digest.slice(0, 12) },
        true,
      ),
    ),
  ];
}

const signWords = (signing) =>
  ({
    drawn: gettext("Sign"),
    on_paper: gettext("Signed on paper"),
    refused: gettext("Write the refusal"),
    absent: gettext("Write the absence"),
  })[signing.how];

function wantingToSign(signing) {
  if (signing.how === "drawn" && signing.field.empty) return gettext("Sign in the field first.");
  if (signing.how === "refused" && !signing.reason.trim()) return gettext("Write down the reason first.");
  return null;
}

function signBody(sheet, redraw) {
  const { signing } = sheet;
  if (signing.how === "drawn") {
    return el(
      "div",
      { class: "stack tight" },
      signing.field.canvas,
      el(
        "div",
        { class: "spread" },
        span("soft small", gettext("Sign with a finger, a pen or the mouse.")),
        button(gettext("Clear"), () => signing.field.clear(), { kind: "small", id: "sign-clear" }),
      ),
    );
  }
  if (signing.how === "on_paper")
    return p("", gettext("The signature stands on the printed score sheet, which goes to the desk."));
  const type = (event) => {
    const could = wantingToSign(signing) === null;
    signing.reason = event.target.value;
    if (could !== (wantingToSign(signing) === null)) redraw();
  };
  const label =
    signing.how === "refused"
      ? gettext("Why the player refuses")
      : [gettext("Remark"), " ", span("soft small", gettext("(if you like)"))];
  return field(
    label,
    el("textarea", { class: "input", id: "sign-reason", maxlength: "300", input: type }, signing.reason),
  );
}

function sendSignature(sheet) {
  const { signing, protocol, facts } = sheet;
  const { signer, how } = signing;
  sheet.act(
    signing,
    `${facts.api_url}protocols/${protocol.id}/signatures/`,
    {
      signer,
      how,
      strokes: how === "drawn" ? signing.field.strokes : [],
      reason: how === "drawn" || how === "on_paper" ? "" : signing.reason.trim(),
      digest: protocol.digest,
      countersign: signer === REFEREE ? takePin(sheet, signing, "sign_as_referee") : null,
    },
    () => sheet.close(),
  );
}

export function reopenDialog(sheet) {
  const { signing, facts } = sheet;
  const why = notReopened(sheet);
  const act = () =>
    sheet.act(signing, `${facts.game_url}reopen/`, { reason: signing.reason.trim() }, () => sheet.close());
  return [
    el("h2", {}, gettext("Reopen the game")),
    p("", gettext("The result is taken back and all signatures are void. The accepted version stays readable.")),
    field(
      gettext("Reason"),
      el("input", {
        class: "input",
        id: "reopen-reason",
        maxlength: "300",
        value: signing.reason,
        input: (event) => {
          signing.reason = event.target.value;
        },
      }),
    ),
    frame.trouble(signing),
    el(
      "div",
      { class: "actions" },
      frame.sendButton(signing, gettext("Reopen"), why, act, {
        kind: "final",
        id: "reopen-now",
        disabled: why !== null,
      }),
      button(gettext("Back"), () => sheet.close(), { kind: "big" }),
    ),
  ];
}
