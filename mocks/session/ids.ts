/** Returns a new identifier on each call. */
export type Ids = () => string;

/**
 * Creates sequential ids: the same requests in the same order get the same ids.
 *
 * @returns a generator of ids such as `req_0000000000000001`
 */
export function countingIds(prefix: string): Ids {
  let last = 0;
  return () => {
    last += 1;
    return prefix + last.toString(16).padStart(16, '0');
  };
}
