import { all } from './dom.js';

/** The session that this page uses; empty for the shared dataset. */
let session = '';

export function useSession(name: string): void {
  session = name;
}

/** The header that selects the session, of requests to the mock. */
export function sessionHeader(): Record<string, string> {
  return session === '' ? {} : { 'Mock-Session': session };
}

/**
 * Calls the control plane.
 *
 * @param path below `/__mock`
 * @param body sent as JSON, or a file as it is
 * @throws {Error} with the message of the control plane
 */
export async function callControl(path: string, method = 'GET', body?: unknown): Promise<any> {
  const token = all<HTMLInputElement>('#token')[0]?.value;
  const response = await fetch(`/__mock/${path}`, {
    method,
    headers: { ...sessionHeader(), ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: body === undefined || body instanceof Blob ? (body ?? null) : JSON.stringify(body),
  }).catch(() => {
    throw new Error('The mock does not respond. Is it still running?');
  });
  const result = await response.json();
  if (!response.ok) throw new Error(result.error);
  return result;
}
