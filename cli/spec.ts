import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CommandIo } from './command.js';

/** Prints the built OpenAPI document. */
export async function runSpec(
  { format }: { format: 'yaml' | 'json' },
  { stdout }: CommandIo,
): Promise<number> {
  // By the package's own name, which leads to what was built, wherever this module is.
  const path = createRequire(import.meta.url).resolve(`cloud-cost-contract/openapi.${format}`);
  const text = await readFile(path, 'utf8');
  stdout.writeRaw(format === 'json' ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text);
  return 0;
}
