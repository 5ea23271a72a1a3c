// What each breach is, in a line and in full, with the number of the rule (S) or of the question it answers (A).

const ARTICLES = {
  slow_play: {
    rule: "S19–S23",
    short: () => gettext("Thinking longer than the time for a move."),
    full: () =>
      gettext(
        "One possible move: 5 seconds. Several possible moves: 20 seconds. When the deal can be ended by a fish: 1 minute. Who takes longer without a reason is warned by the referee; for the same breach again the pair is fined.",
      ),
  },
  talking: {
    rule: "S26",
    short: () => gettext("Speaking during a deal."),
    full: () =>
      gettext(
        "There is silence while a deal is played. Only the word “pass” is spoken, loudly and clearly; talk about the deal waits until the tiles have been counted.",
      ),
  },
  conduct: {
    rule: "S24",
    short: () => gettext("Smoking, drinking, eating, the telephone."),
    full: () =>
      gettext(
        "During the game nobody smokes, drinks or eats at the table. A telephone that rings or is used is treated in the same way.",
      ),
  },
  table: {
    rule: "S25",
    short: () => gettext("Things on the table that do not belong there."),
    full: () => gettext("Only the tiles, the score sheet and a pen may lie on the playing table."),
  },
  posture: {
    rule: "S27",
    short: () => gettext("Hands or eyes where they should not be."),
    full: () =>
      gettext(
        "The hands stay under the table unless a tile is being taken or laid. The eyes stay on the table or on one's own tiles.",
      ),
  },
  careless_move: {
    rule: "S39",
    short: () => gettext("Banging a tile, or laying it in a changed manner."),
    full: () =>
      gettext(
        "Moves are made calmly, without banging, close to the tiles that lie already, always with the same hand and in the same manner.",
      ),
  },
  rearranging: {
    rule: "S40",
    short: () => gettext("Moving tiles on one's own stand."),
    full: () =>
      gettext(
        "Tiles that have been lifted and put on the stand stay in their order: they may not be moved or rearranged.",
      ),
  },
  touched_tile: {
    rule: "S41",
    short: () => gettext("A touched tile that does not fit."),
    full: () =>
      gettext(
        "Who touches one of the own tiles in turn must play it if it fits, even if it was not fully lifted. If it does not fit, it goes back to the stand and the pair is fined at once.",
      ),
  },
  out_of_turn: {
    rule: "S42, S43",
    short: () => gettext("A lead or a move by somebody whose turn it is not."),
    full: () =>
      gettext(
        "The tile is taken back and the opponents choose. Restart: tiles are shuffled again, the pair is fined, and the deal is led by who had the right to lead it. Go on: the tile lies open to the right of the player and must be played as soon as it fits; what the deal brings, counts.",
      ),
  },
  false_pass: {
    rule: "S44, S45",
    short: () => gettext("“Pass” although a tile would fit."),
    full: () =>
      gettext(
        "“Pass” is said only by who has no fitting tile. Whenever the opponents find a false pass they call the referee, who declares the end of the deal; the pair is fined and the lead passes on.",
      ),
  },
  sign: {
    rule: "S28",
    short: () => gettext("A sign to the partner."),
    full: () =>
      gettext(
        "Movements of the body that may be read as a message to the partner are forbidden. Every sign that is found is punished at once, without a warning, and counted for the pair; it can be punished until the protocol is signed.",
      ),
  },
  late: {
    rule: "S17, A26",
    short: () => gettext("Coming late to the table, but not too late to play."),
    full: () =>
      gettext(
        "The clock of the round runs from the start; play begins when all four are there. Who comes before the minutes of a no-show are over may play and is punished as the regulations say; after them the other side has won.",
      ),
  },
  other: {
    rule: null,
    short: () => gettext("What no article names: the chief referee decides."),
    full: () =>
      gettext(
        "The chief referee sets the sanction himself. Write in the note what happened; it stands in the protocol.",
      ),
  },
};

const OWN = {
  rule: null,
  short: () => gettext("Of the regulations of this event."),
  full: () =>
    gettext(
      "This breach was added by the committee of the event. The printed regulations say what it covers; what it costs is shown here.",
    ),
};

/** The article of a breach: {rule, short(), full()}; a code the regulations added says so. */
export const articleOf = (code) => (Object.hasOwn(ARTICLES, code) ? ARTICLES[code] : OWN);
