import { CannotStart } from '../conformance/cannot-start.js';
import { type Fixtures, readFixtures } from '../conformance/fixtures.js';
import { inputLimits, readInput, textWithin } from './read-input.js';
import { unreadable } from './unreadable.js';

/** The longest that fixtures at an address are waited for. */
const longestMs = 10_000;

/**
 * @param from a file, or an address
 * @throws {CannotStart | BadFixtures}
 */
export async function loadFixtures(from: string): Promise<Fixtures> {
  const isAddress = /^https?:/.test(from);
  const text = await (isAddress ? download(from) : readInput(from, inputLimits.fixtures)).catch(
    (error: Error) => {
      throw new CannotStart(`The fixtures cannot be read. ${unreadable(from, error)}`);
    },
  );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CannotStart(`The fixtures at ${from} are not JSON.`);
  }
  return readFixtures(value, from);
}

async function download(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(longestMs) });
  const { status, headers } = response;
  // Lib.dom, which types it, does not know that it can be iterated over.
  const body = response.body as (ReadableStream & AsyncIterable<Uint8Array>) | null;
  try {
    if (status >= 300 && status < 400) {
      throw new Error(`it redirects to ${headers.get('location')}: give that address if you trust it`);
    }
    if (!response.ok) throw new Error(`its status is ${status}`);
    return body === null ? '' : await textWithin(inputLimits.fixtures, body);
  } finally {
    await body?.cancel().catch(() => undefined);
  }
}
