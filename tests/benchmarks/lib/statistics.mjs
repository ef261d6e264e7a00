// @ts-check

/** Returns the median. @param {readonly number[]} values */
export function median(values) {
  if (values.length === 0) throw new RangeError('The median of no values is undefined.');
  return (at(values, Math.floor) + at(values, Math.ceil)) / 2;
}

/** Returns the interquartile range divided by the median. @param {readonly number[]} values */
export function spread(values) {
  return (at(values, Math.round, 0.75) - at(values, Math.round, 0.25)) / median(values);
}

/**
 * @param {readonly number[]} values
 * @param {(place: number) => number} round
 * @param {number} [share] quantile
 */
function at(values, round, share = 0.5) {
  const sorted = values.toSorted((a, b) => a - b);
  return /** @type {number} */ (sorted[round(share * (sorted.length - 1))]);
}
