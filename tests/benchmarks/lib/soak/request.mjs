// @ts-check

export const keys = { caller: 'ccc_test_caller', stranger: 'ccc_test_stranger', reader: 'ccc_test_reader' };

/**
 * @typedef {object} Parts
 * @property {string | null} [key] the API key; null for none
 * @property {string} [session] of the mock
 * @property {string} [idempotencyKey]
 * @property {unknown} [json] the body
 * @property {string} [text] the body as it is
 * @property {Record<string, string>} [headers]
 */

/**
 * @param {string} method
 * @param {string} target
 * @param {Parts} [parts]
 * @returns {string} its bytes
 */
export function request(
  method,
  target,
  { key = keys.caller, session, idempotencyKey, json, text, headers } = {},
) {
  const body = json === undefined ? (text ?? '') : JSON.stringify(json);
  const lines = {
    Host: '127.0.0.1',
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    ...(session === undefined ? {} : { 'Mock-Session': session }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
}
