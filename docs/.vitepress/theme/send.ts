import type { Call } from './call.js';

/** A response in the form. */
export interface Shown {
  readonly status: number;
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly code: string;
  readonly headers: readonly string[];
  readonly body: string;
}

type Fetch = (target: string, init: RequestInit) => Promise<Response>;

export async function send(call: Call, key: string, fetch: Fetch): Promise<Shown> {
  const before = performance.now();
  const response = await fetch(call.target, {
    method: call.method,
    headers: { ...call.headers, ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    body: call.body,
    redirect: 'manual',
  });
  const text = await response.text();
  const parsed = parse(text);
  return {
    status: response.status,
    ok: response.ok,
    milliseconds: Math.max(1, Math.round(performance.now() - before)),
    code: parsed?.error?.code ?? '',
    headers: [...response.headers].map(([name, value]) => `${name}: ${value}`),
    body: parsed === undefined ? text : JSON.stringify(parsed, null, 2),
  };
}

/**
 * Returns a `fetch` for the reader's own server.
 *
 * @throws {Error} if this page cannot call the server; the message describes the fix
 */
export function serverAt(base: string): Fetch {
  if (!/^https?:\/\//.test(base)) {
    throw new Error('The base URL needs its scheme, such as https://api.example.com.');
  }
  const isLocal = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(base);
  if (location.protocol === 'https:' && base.startsWith('http:') && !isLocal) {
    throw new Error(
      'Browsers block calls from an https page to a plain http server. Use https, or serve this site locally.',
    );
  }
  return (target, init) =>
    fetch(base + target, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => {
      throw new Error(
        `No response from ${base} that this page may read. Either no server listens there, or it does not allow this page’s origin, ${location.origin}: it must send Access-Control-Allow-Origin and allow the header Authorization (CORS). Run the curl command below to find out; CORS does not apply to it.`,
      );
    });
}

function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
