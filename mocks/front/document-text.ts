import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Reads the OpenAPI document of the package. */
export function documentText(format: 'yaml' | 'json'): Promise<string> {
  // Resolved by package name, which finds the built document from any module.
  return readFile(createRequire(import.meta.url).resolve(`cloud-cost-contract/openapi.${format}`), 'utf8');
}
