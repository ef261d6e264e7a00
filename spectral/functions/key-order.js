/**
 * The keys named in the options are in that order; other keys may be anywhere.
 *
 * @param {unknown} target
 * @param {{ keys: readonly string[] }} options
 */
export default function keyOrder(target, { keys }) {
  if (target === null || typeof target !== 'object') return [];
  const present = Object.keys(target).filter((key) => keys.includes(key));
  const wanted = keys.filter((key) => present.includes(key));
  const at = present.findIndex((key, index) => key !== wanted[index]);
  return at < 0 ? [] : [{ message: `Move \`${wanted[at]}\` before \`${present[at]}\`.` }];
}
