// @ts-check
// Sends one request after the other on a few connections, and counts the answers. Runs in a process of
// its own (see load-process.mjs); talks HTTP/1.1 by hand because a client that reads headers properly
// is slower than the fastest server here, and would be what is measured.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

/** What stands for something else in each request: a version 4 UUID, or a whole number of a range. */
const placeholder = /\{(uuid|\d+-\d+)\}/;

/**
 * @typedef {object} Load
 * @property {number} port
 * @property {string} request the bytes of a request; `{uuid}` and `{1-9}` in it are another one each time
 * @property {number} status that every answer has to have
 * @property {number} connections
 * @property {number} milliseconds
 */

/**
 * @typedef {object} Counted
 * @property {number} answers
 * @property {number} milliseconds that really passed
 * @property {number} busy the share of them in which this process was at work
 */

/**
 * @param {Load} load
 * @returns {Promise<Counted>}
 * @throws when an answer has another status, or a connection ends
 */
export async function sendLoad({ port, request, status, connections, milliseconds }) {
  const next = writer(request);
  const counted = { answers: 0 };
  const cpu = process.cpuUsage();
  const start = performance.now();
  const until = start + milliseconds;
  await Promise.all(Array.from({ length: connections }, () => ask(port, next, status, until, counted)));
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ...counted, milliseconds: took, busy: (user + system) / 1000 / took };
}

/**
 * @param {string} request
 * @returns {() => string} writes it, with something else for each placeholder
 */
export function writer(request) {
  const [before = '', what, after = ''] = request.split(placeholder);
  if (what === undefined) return () => request;
  if (what === 'uuid') return () => before + randomUUID() + after;
  const [from = 0, to = 0] = what.split('-').map(Number);
  return () => before + (from + Math.floor(Math.random() * (to - from + 1))) + after;
}

/**
 * @param {number} port
 * @param {() => string} next
 * @param {number} status
 * @param {number} until
 * @param {{ answers: number }} counted
 * @returns {Promise<void>}
 */
function ask(port, next, status, until, counted) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(next(), 'latin1'));
    const read = createReader((found) => {
      if (found !== status) {
        socket.destroy(new Error(`An answer had the status ${found} instead of ${status}.`));
        return;
      }
      counted.answers += 1;
      if (performance.now() < until) socket.write(next(), 'latin1');
      else socket.end();
    });
    socket.on('data', read);
    socket.once('error', reject);
    socket.once('close', () => {
      if (performance.now() < until) reject(new Error('The server has closed a connection.'));
      else resolve();
    });
  });
}

const lengthHeader = /\r\ncontent-length: *(\d+)/i;
const lastChunk = '0\r\n\r\n';

/**
 * Finds out where an answer ends. Only one is on its way at a time, so nothing of the next one follows it.
 *
 * @param {(status: number) => void} done
 * @returns {(chunk: Buffer) => void}
 */
function createReader(done) {
  let status = 0;
  /** Bytes that are missing; not a number where only the last chunk tells the end. */
  let missing = 0;
  let tail = '';
  /** @type {Buffer | null} */
  let begun = null;
  return (chunk) => {
    let body = chunk.length;
    if (status === 0) {
      const bytes = begun === null ? chunk : Buffer.concat([begun, chunk]);
      const end = bytes.indexOf('\r\n\r\n');
      begun = end < 0 ? bytes : null;
      if (end < 0) return;
      const head = bytes.toString('latin1', 0, end);
      status = Number(head.slice(9, 12));
      missing = Number(lengthHeader.exec(head)?.[1] ?? Number.NaN);
      body = bytes.length - end - 4;
    }
    missing -= body;
    if (Number.isNaN(missing)) {
      const from = chunk.length - Math.min(body, lastChunk.length);
      tail = (tail + chunk.toString('latin1', from)).slice(-lastChunk.length);
      if (tail !== lastChunk) return;
      tail = '';
    } else if (missing > 0) return;
    const found = status;
    status = 0;
    done(found);
  };
}
