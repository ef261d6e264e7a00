import { CannotStart } from '../../conformance/engine/cannot-start.js';
import { readFixtures } from '../../conformance/suite/fixtures.js';
import type { Fixtures } from '../../src/contract/fixtures.js';
import { redactPlaces } from '../../src/redaction/credential-places.js';
import { withoutUserInfo } from '../../src/text/without-user-info.js';
import { inputLimits, readInput, textWithin } from '../input/read-input.js';
import { unreadable } from '../input/unreadable.js';

/** Time limit of a download of fixtures. */
const timeoutMs = 10_000;

/**
 * @param from a file or a URL
 * @throws {CannotStart | BadFixtures}
 */
export async function loadFixtures(from: string): Promise<Fixtures> {
  const isUrl = /^https?:/i.test(from);
  if (isUrl && withoutUserInfo(from) !== from) {
    throw new CannotStart(
      `The URL of the fixtures contains a user name or a password, which are not sent. Write ${withoutUserInfo(from)}`,
    );
  }
  const text = await (isUrl ? download(from) : readInput(from, inputLimits.fixtures)).catch(
    (error: Error) => {
      throw new CannotStart(`Cannot read the fixtures. ${unreadable(from, error)}`);
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

async function download(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  const { status, headers } = response;
  // The types of lib.dom do not know that it is iterable.
  const body = response.body as (ReadableStream & AsyncIterable<Uint8Array>) | null;
  try {
    if (status >= 300 && status < 400) {
      const location = redactPlaces(headers.get('location') ?? '');
      throw new Error(`it redirects to ${location}; give that URL if you trust it`);
    }
    if (!response.ok) throw new Error(`the server responded with status ${status}`);
    return body === null ? '' : await textWithin(inputLimits.fixtures, body);
  } finally {
    await body?.cancel().catch(() => undefined);
  }
}
