// A page without a game gives back the tables of this window too.
import { holder, named } from "./holder.js";

await named; // a window that was duplicated must not give back the tables of the first one

for (const field of document.querySelectorAll("form.held-by input[name=holder]")) field.value = holder();
