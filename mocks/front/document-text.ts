import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The OpenAPI document as the package has it. */
export function documentText(format: 'yaml' | 'json'): Promise<string> {
  // By the package's own name, which leads to what was built, wherever this module is.
  return readFile(createRequire(import.meta.url).resolve(`cloud-cost-contract/openapi.${format}`), 'utf8');
}
