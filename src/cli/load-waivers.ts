import { readFile } from 'node:fs/promises';
import { CannotStart } from '../../conformance/cannot-start.js';
import { readWaivers, type Waiver } from '../../conformance/waivers.js';

/** @throws {CannotStart | BadWaivers} */
export async function loadWaivers(file: string): Promise<readonly Waiver[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CannotStart(`The waivers at ${file} cannot be read: ${error.message}.`);
  });
  return readWaivers(text, file);
}
