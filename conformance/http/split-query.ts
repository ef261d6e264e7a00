/**
 * A URL or target before its first question mark, and what follows; a query may hold further ones.
 *
 * @returns the query is undefined where there is no question mark
 */
export function splitQuery(url: string): [place: string, query: string | undefined] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, undefined] : [url.slice(0, mark), url.slice(mark + 1)];
}
