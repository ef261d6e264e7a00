// @ts-check

/**
 * Finds numbers whose `x-unit` changed, which OpenAPI comparison tools do not check.
 *
 * @param {any} before
 * @param {any} after
 * @param {string} [path] location of both values in their documents
 * @returns {string[]} one message per number
 */
export function changedUnits(before, after, path = '') {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return [];
  const unit = 'x-unit';
  const own =
    unit in before && before[unit] !== after[unit]
      ? [`The unit of ${path} was ${before[unit]} and is ${after[unit] ?? 'not documented'}.`]
      : [];
  const shared = Object.keys(before).filter((key) => key in after);
  return [...own, ...shared.flatMap((key) => changedUnits(before[key], after[key], `${path}/${key}`))];
}
