// @ts-check

/**
 * @param {string} one
 * @param {string} other
 * @returns {string} the place where one text becomes another
 */
export function differenceOf(one, other) {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `…${one.slice(from, at + 40)}… became …${other.slice(from, at + 40)}…`;
}
