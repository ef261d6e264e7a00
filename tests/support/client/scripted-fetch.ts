import type { Fetch } from '../../../src/client/layer.js';

/** Answers each request with the next of a list, and remembers what was asked. */
export function scriptedFetch(
  ...answers: readonly (Response | Error)[]
): Fetch & { readonly requests: Request[] } {
  const requests: Request[] = [];
  const fetch: Fetch = async (url, init) => {
    requests.push(new Request(url, init));
    const answer = answers[requests.length - 1];
    if (!answer) throw new Error(`Nothing is scripted for request ${requests.length}.`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return Object.assign(fetch, { requests });
}

/** A successful answer in the envelope. */
export function success(data: unknown, init?: ResponseInit): Response {
  return Response.json({ success: true, timestamp: '2026-06-15T12:00:00Z', data }, init);
}

/** A failed answer in the envelope. */
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
