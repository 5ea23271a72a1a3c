// The page of a table: the instrument, with the door of the server.
import { Desk } from "./desk.js";
import { Door } from "./door.js";
import { p } from "./elements.js";

const facts = JSON.parse(document.getElementById("facts").textContent);
const desk = new Desk(facts, new Door(facts.game_url, facts.rules));
desk.place.replaceChildren(p("soft waiting", gettext("Asking for the game …")));
desk.start();
