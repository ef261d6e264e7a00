import type { Waiver } from '../../conformance/engine/judge/waiver-book.js';
import { readWaivers } from '../../conformance/suite/run.js';
import { inputLimits, readNamed } from './read-input.js';

/** @throws {CannotStart | BadWaivers} */
export async function loadWaivers(files: readonly string[]): Promise<readonly Waiver[]> {
  const waivers = await Promise.all(
    files.map(async (file) => readWaivers(await readNamed('the waivers', file, inputLimits.waivers), file)),
  );
  return waivers.flat();
}
