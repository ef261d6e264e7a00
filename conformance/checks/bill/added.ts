/** Adds up amounts of a response; if one is not a number, returns the first of these. */
export function added(amounts: readonly unknown[]): unknown {
  const [other] = amounts.filter((amount) => typeof amount !== 'number');
  const isSum = amounts.every((amount): amount is number => typeof amount === 'number');
  return isSum ? amounts.reduce((sum, amount) => sum + amount, 0) : other;
}
