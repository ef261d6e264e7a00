// @ts-check
import { connect } from 'node:net';

/**
 * @typedef {object} Answer
 * @property {number} status 0 where the connection ended before one came
 * @property {string} head the header lines
 * @property {string} body
 * @property {boolean} isWhole whether all of the body came
 */

/**
 * One connection that is kept alive, and opened again when the server has ended it. It sends whatever it
 * is given, also what no client would.
 */
export class Connection {
  /** @type {import('node:net').Socket | null} */
  #socket = null;
  /** @type {Buffer} */
  #received = Buffer.alloc(0);
  /** @type {{ hasBody: boolean, resolve: (answer: Answer) => void }[]} */
  #waiting = [];

  /** @param {number} port */
  constructor(port) {
    this.port = port;
  }

  /**
   * @param {string | Buffer} bytes a request; or several, one behind the other
   * @param {{ count?: number, isHead?: boolean }} [expected]
   * @returns {Promise<Answer[]>} as many as are expected
   */
  async send(bytes, { count = 1, isHead = false } = {}) {
    const socket = this.#socket ?? this.#open();
    const answers = Array.from(
      { length: count },
      () =>
        /** @type {Promise<Answer>} */ (
          new Promise((resolve) => this.#waiting.push({ hasBody: !isHead, resolve }))
        ),
    );
    socket.write(bytes, 'latin1');
    return Promise.all(answers);
  }

  /**
   * Sends and hangs up, without waiting for an answer.
   *
   * @param {string | Buffer} bytes
   * @param {boolean} isAtOnce whether it hangs up as rudely as can be
   * @returns {Promise<void>}
   */
  async abandon(bytes, isAtOnce) {
    const socket = this.#socket ?? this.#open();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(bytes, 'latin1', () => (isAtOnce ? socket.resetAndDestroy() : socket.destroy()));
    await closed;
  }

  /** @returns {Connection} another one to the same server */
  beside() {
    return new Connection(this.port);
  }

  close() {
    this.#socket?.destroy();
  }

  #open() {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    // What an error means shows in the answers that did not come.
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#socket = null;
      this.#receive(null);
    });
    return socket;
  }

  /** @param {Buffer | null} chunk null when nothing more comes */
  #receive(chunk) {
    if (chunk !== null) {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    }
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const read = readAnswer(this.#received, next.hasBody, chunk === null);
      if (read === null) return;
      this.#received = this.#received.subarray(read.length);
      this.#waiting.shift();
      next.resolve(read.answer);
    }
    if (chunk === null) this.#received = Buffer.alloc(0);
  }
}

const lengthHeader = /\r\ncontent-length: *(\d+)/i;

/**
 * @param {Buffer} bytes
 * @param {boolean} hasBody
 * @param {boolean} isEnd whether nothing more comes
 * @returns {{ answer: Answer, length: number } | null} null while something is missing
 */
export function readAnswer(bytes, hasBody, isEnd) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) {
    return isEnd ? { answer: { status: 0, head: '', body: '', isWhole: false }, length: bytes.length } : null;
  }
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = hasBody ? Number(lengthHeader.exec(head)?.[1] ?? 0) : 0;
  const isWhole = bytes.length >= end + 4 + length;
  if (!isWhole && !isEnd) return null;
  const body = bytes.toString('utf8', end + 4, Math.min(bytes.length, end + 4 + length));
  return { answer: { status, head, body, isWhole }, length: end + 4 + length };
}
