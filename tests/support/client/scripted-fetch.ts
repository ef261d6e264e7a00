import type { Fetch } from '../../../src/client/index.js';

/** Returns the given responses in order, and records the requests. */
export function scriptedFetch(
  ...responses: readonly (Response | Error)[]
): Fetch & { readonly requests: Request[] } {
  const requests: Request[] = [];
  const fetch: Fetch = async (request) => {
    requests.push(request);
    const response = responses[requests.length - 1];
    if (!response) throw new Error(`No response is scripted for request ${requests.length}.`);
    if (response instanceof Error) throw response;
    return response;
  };
  return Object.assign(fetch, { requests });
}

/** Creates a success response with its envelope. */
export function success(data: unknown, init?: ResponseInit): Response {
  return Response.json({ success: true, timestamp: '2026-06-15T12:00:00Z', data }, init);
}

/** Creates an error response with its envelope. */
export function failure(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  details: unknown = null,
): Response {
  return Response.json(
    { success: false, timestamp: '2026-06-15T12:00:00Z', error: { code, message: `${code}.`, details } },
    { status, headers },
  );
}
