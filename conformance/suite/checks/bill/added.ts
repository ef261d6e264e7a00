/** Adds up amounts of a response; if one is not a number, returns the first of these. */
export function added(amounts: readonly unknown[]): unknown {
  const isSum = amounts.every((amount) => typeof amount === 'number');
  return isSum
    ? amounts.reduce((sum, amount) => sum + amount, 0)
    : amounts.find((amount) => typeof amount !== 'number');
}
