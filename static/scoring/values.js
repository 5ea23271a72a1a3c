// What JSON gives, told apart as the format wants it.
export const LIMIT = 2 ** 31;

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const has = (object, name) => Object.hasOwn(object, name);
export const get = (object, name) => (has(object, name) ? object[name] : undefined);

/** A whole number below 2^31, or null; 37.0 is 37, true is none. */
export const asInteger = (value) => (Number.isInteger(value) && Math.abs(value) < LIMIT ? value + 0 : null);

/** Compare as JSON; what is nested too deeply is not the same. */
export function same(one, other) {
  try {
    return equal(one, other);
  } catch (failure) {
    if (failure instanceof RangeError) return false;
    throw failure;
  }
}

function equal(one, other) {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, place) => equal(item, other[place]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => has(other, name) && equal(one[name], other[name]))
  );
}
