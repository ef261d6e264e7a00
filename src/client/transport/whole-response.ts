/** A response whose body has been read; `url` is where it came from, as `fetch` reports it. */
export function wholeResponse(
  body: BodyInit | null,
  { status, statusText, headers, url }: Response,
): Response {
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperty(response, 'url', { value: url });
}
