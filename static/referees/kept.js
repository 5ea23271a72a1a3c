// What this window keeps until it is closed, and what the tablet keeps. A browser that keeps nothing (a private window)
// must not break the page: then it is kept as long as the page.
class Kept {
  #store;
  #here = new Map();

  constructor(store) {
    this.#store = store;
  }

  read(key) {
    try {
      return JSON.parse(this.#store().getItem(key) ?? "null") ?? this.#here.get(key) ?? null;
    } catch {
      return this.#here.get(key) ?? null;
    }
  }

  keep(key, value) {
    this.#here.set(key, value);
    try {
      this.#store().setItem(key, JSON.stringify(value));
    } catch {
      // full, or not allowed: the page has it
    }
  }

  forget(key) {
    this.#here.delete(key);
    try {
      this.#store().removeItem(key);
    } catch {
      // nothing was kept
    }
  }
}

export const inWindow = new Kept(() => sessionStorage);
export const onTablet = new Kept(() => localStorage);
