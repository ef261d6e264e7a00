import type { Waiver } from '../../conformance/engine/judge/waiver-book.js';
import { readWaivers } from '../../conformance/suite/run.js';
import { inputLimits, readNamed } from './read-input.js';

/** @throws {CannotStart | BadWaivers} */
export async function loadWaivers(file: string): Promise<readonly Waiver[]> {
  const text = await readNamed('the waivers', file, inputLimits.waivers);
  return readWaivers(text, file);
}
