/**
 * Requires the given keys to be in order. Other keys can be anywhere.
 *
 * @param {unknown} target
 * @param {{ keys: readonly string[] }} options
 */
export default function keyOrder(target, { keys }) {
  if (target === null || typeof target !== 'object') return [];
  const present = Object.keys(target).filter((key) => keys.includes(key));
  const expected = keys.filter((key) => present.includes(key));
  const at = present.findIndex((key, index) => key !== expected[index]);
  return at < 0 ? [] : [{ message: `Move \`${expected[at]}\` before \`${present[at]}\`.` }];
}
