// @ts-check

/**
 * @typedef {object} Random the same numbers for the same seed
 * @property {() => number} next from 0 up to 1
 * @property {(from: number, to: number) => number} between a whole number, both ends included
 * @property {<T>(list: readonly T[]) => T} pick
 * @property {() => string} uuid version 4
 */

/**
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  // mulberry32, in the public domain
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /**
   * @param {number} from
   * @param {number} to
   */
  const between = (from, to) => from + Math.floor(next() * (to - from + 1));
  const hex = () => between(0, 0xffff).toString(16).padStart(4, '0');
  return {
    next,
    between,
    pick: (list) => /** @type {any} */ (list[between(0, list.length - 1)]),
    uuid: () =>
      `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-${between(8, 11).toString(16)}${hex().slice(1)}-${hex()}${hex()}${hex()}`,
  };
}
