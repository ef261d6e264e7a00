// @ts-check
import { connect } from 'node:net';
import { Pool } from 'undici';

const timeoutMs = 60_000;

/**
 * `key` is null for no API key; `text` is a raw body.
 *
 * @typedef {{ key?: string | null, session?: string, idempotencyKey?: string, json?: unknown, text?: string }} Parts
 */
/**
 * @typedef {object} SoakResponse
 * @property {string} request method and target
 * @property {number} status 0 if the connection closed before the response
 * @property {Record<string, string | string[] | undefined>} headers
 * @property {string} body
 * @property {boolean} isWhole whether the body is complete
 */

/** Sends requests to the mock. */
export class SoakClient {
  /** @param {number} port @param {number} connections */
  constructor(port, connections) {
    this.port = port;
    const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    this.pool = new Pool(`http://127.0.0.1:${port}`, { connections, ...timeouts });
  }

  /** @param {import('undici').Dispatcher.HttpMethod} method @param {string} path @param {Parts} [parts] */
  async send(method, path, { key = 'ccc_test_caller', session, idempotencyKey, json, text } = {}) {
    const body = json === undefined ? (text ?? null) : JSON.stringify(json);
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(session === undefined ? {} : { 'mock-session': session }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    };
    /** @type {SoakResponse} */
    const result = { request: `${method} ${path}`, status: 0, headers: {}, body: '', isWhole: false };
    try {
      const response = await this.pool.request({ method, path, headers, body });
      result.status = response.statusCode;
      result.headers = response.headers;
      for await (const chunk of response.body.setEncoding('utf8')) result.body += chunk;
      result.isWhole = true;
    } catch {
      // The partial response is checked.
    }
    return result;
  }

  /**
   * Sends bytes and closes the socket immediately.
   *
   * @param {string} bytes
   * @param {'destroy' | 'resetAndDestroy'} how
   */
  abort(bytes, how) {
    return new Promise((resolve) => {
      const socket = connect({ port: this.port, host: '127.0.0.1' });
      socket.on('error', () => {}).once('close', resolve);
      socket.write(bytes, () => socket[how]());
    });
  }
}
