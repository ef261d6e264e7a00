import type { Waiver } from '../../conformance/engine/judge/waiver-book.js';
import { inputLimits, readNamed } from './read-input.js';

/** @throws {CannotStart | BadWaivers} */
export async function loadWaivers(files: readonly string[]): Promise<readonly Waiver[]> {
  if (files.length === 0) return [];
  // Loaded here, because most runs have no waivers, and the parser of YAML takes a tenth of the time to start.
  const { readWaivers } = await import('../../conformance/suite/waivers.js');
  const waivers = await Promise.all(
    files.map(async (file) => readWaivers(await readNamed('the waivers', file, inputLimits.waivers), file)),
  );
  return waivers.flat();
}
