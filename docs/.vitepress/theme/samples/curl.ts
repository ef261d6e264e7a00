import type { Call } from '../call.js';

/**
 * Returns the request as a curl command.
 *
 * @param publicKey a test key of the mock, or an empty string to send none; by default the command reads the
 *   key from the environment, so that it can be shared
 */
export function curlOf(
  { method, target, headers, body }: Call,
  baseUrl: string,
  publicKey = '$COST_CONTRACT_API_KEY',
): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + target)}`,
    ...(publicKey === '' ? [] : [`-H "Authorization: Bearer ${publicKey}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(compact(body))}`]),
  ].join(' \\\n  ');
}

/** Quotes a text for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Removes whitespace from JSON, and returns any other text unchanged. */
function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
