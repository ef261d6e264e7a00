/** Makes up identifiers, each only once. */
export type Ids = () => string;

/**
 * Counts, so that the same requests in the same order get the same ids.
 *
 * @param prefix what every id starts with
 * @returns ids such as `req_0000000000000001`
 */
export function countingIds(prefix: string): Ids {
  let last = 0;
  return () => {
    last += 1;
    return prefix + last.toString(16).padStart(16, '0');
  };
}
