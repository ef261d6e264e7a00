import type { Waiver } from '../../conformance/engine/judge/waiver-book.js';
import type { CheckOptions } from '../options/shared-options.js';
import { inputLimits, readNamed } from './read-input.js';

/**
 * The options of the suite that select checks and operations.
 *
 * @throws {CannotStart | BadWaivers}
 */
export async function selectionOf({ only = [], skip = [], waivers, ...flags }: CheckOptions) {
  const { operation: operations = [], tag: tags = [], path: paths = [] } = flags;
  const { excludeOperation = [], excludeTag = [], excludePath = [] } = flags;
  const exclude = { operations: excludeOperation, tags: excludeTag, paths: excludePath };
  return {
    ...{ only, skip, scope: { operations, tags, paths, exclude } },
    ...(waivers && { waivers: await loadWaivers(waivers) }),
  };
}

async function loadWaivers(files: readonly string[]): Promise<readonly Waiver[]> {
  if (files.length === 0) return [];
  // Loaded here, because most runs have no waivers, and the parser of YAML takes a tenth of the time to start.
  const { readWaivers } = await import('../../conformance/suite/waivers.js');
  const waivers = await Promise.all(
    files.map(async (file) => readWaivers(await readNamed('the waivers', file, inputLimits.waivers), file)),
  );
  return waivers.flat();
}
