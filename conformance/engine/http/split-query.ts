/**
 * Splits a URL or request target at its first question mark. A query may contain more question marks.
 *
 * @returns the query is undefined without a question mark
 */
export function splitQuery(url: string): [place: string, query: string | undefined] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, undefined] : [url.slice(0, mark), url.slice(mark + 1)];
}
