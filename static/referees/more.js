// What happens seldom, behind one button.
import { awakeWords } from "../look/awake.js";
import { canDo, confirmsWords, needsPin } from "./countersign.js";
import { button, el, p } from "./elements.js";
import { INCIDENTS } from "./incidents.js";

export function moreActs(desk) {
  const { game } = desk;
  const closed = !desk.holding.writes;
  const offered = Object.entries(INCIDENTS).filter(([, incident]) => incident.when(game) && !closed);
  return [
    el(
      "div",
      { class: "more-acts" },
      offered.map((one) => incidentButton(desk, one)),
      ofTheTable(desk),
    ),
    closed ? p("soft", desk.holding.sentence()) : null,
    p("soft small", awakeWords()),
  ];
}

function incidentButton(desk, [kind, incident]) {
  const early = incident.early?.(desk) ?? null;
  const may = canDo(desk, incident.may);
  const small = may ? (early ?? incident.small()) : gettext("your role does not allow this");
  return button(
    incident.title(desk.game),
    () => (incident.screen ? desk.toScreen(incident.screen(desk.game)) : desk.incident(kind)),
    {
      id: `more-${kind}`,
      small:
        needsPin(desk, incident.may) && !early ? [small, el("br"), confirmsWords(incident.may)] : small,
      disabled: !may || early !== null,
    },
  );
}

/** What is no line of the log: who only looks on may call as well, and go to another table. */
function ofTheTable(desk) {
  if (desk.training || !desk.door.may("hold_pen")) return null;
  return [
    desk.holding.shut === null
      ? button(gettext("Call the chief referee"), () => desk.calls.ask(), {
          id: "more-help",
          small: gettext("the desk sees it at once"),
        })
      : null,
    button(gettext("All tables"), () => desk.tables.all(), {
      id: "more-tables",
      small: gettext("open another table of the round"),
    }),
  ];
}
