import { CannotStart } from '../conformance/cannot-start.js';
import type { Waiver } from '../conformance/waiver-book.js';
import { readWaivers } from '../conformance/waivers.js';
import { inputLimits, readInput } from './read-input.js';
import { unreadable } from './unreadable.js';

/** @throws {CannotStart | BadWaivers} */
export async function loadWaivers(file: string): Promise<readonly Waiver[]> {
  const text = await readInput(file, inputLimits.waivers).catch((error: Error) => {
    throw new CannotStart(`Cannot read the waivers. ${unreadable(file, error)}`);
  });
  return readWaivers(text, file);
}
