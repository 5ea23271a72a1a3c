// Why a log is refused: a kind, a code and its parameters. The words for a code are the page's matter.
const LONGEST_QUOTE = 40;

export class LogError extends Error {
  constructor(kind, code, params = {}) {
    super(code);
    this.kind = kind;
    this.code = code;
    this.line = null; // index of the line being added, null for the envelope
    this.params = params;
  }
}

/** An input that no game could have. */
export const malformed = (code, params = {}) => new LogError("malformed", code, cutAll(params));

/** An input that this game cannot take now. */
export const illegal = (code, params = {}) => new LogError("illegal", code, cutAll(params));

const cutAll = (params) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, name === "why" ? value : cut(value)]));

/** Keep what is quoted from an input short. */
function cut(value) {
  if (typeof value !== "string") return value;
  const signs = Array.from(value);
  return signs.length > LONGEST_QUOTE ? `${signs.slice(0, LONGEST_QUOTE).join("")}…` : value;
}
