/** Returns a response with a body that has been read completely, and with the `url` that `fetch` reports. */
export function wholeResponse(
  body: BodyInit | null,
  { status, statusText, headers, url }: Pick<Response, 'status' | 'statusText' | 'headers' | 'url'>,
): Response {
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperty(response, 'url', { value: url });
}
