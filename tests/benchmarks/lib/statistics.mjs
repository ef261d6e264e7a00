// @ts-check

/**
 * @param {readonly number[]} values
 * @returns the middle one, or the middle between the middle two
 */
export function median(values) {
  if (values.length === 0) throw new RangeError('There is no median of nothing.');
  const sorted = values.toSorted((a, b) => a - b);
  const [lower = Number.NaN, upper = lower] = sorted.slice(
    (sorted.length - 1) >> 1,
    (sorted.length >> 1) + 1,
  );
  return (lower + upper) / 2;
}

/**
 * How far the middle half of the values lies apart, as a share of their median: what the machine's other
 * work has done to them.
 *
 * @param {readonly number[]} values
 */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  /** @param {number} share */
  const at = (share) => /** @type {number} */ (sorted[Math.round(share * (sorted.length - 1))]);
  return (at(0.75) - at(0.25)) / median(values);
}
