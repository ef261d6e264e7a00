import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The documents of the package. */
export type DocumentFile = 'openapi.yaml' | 'openapi.json';

/** Reads the OpenAPI document of the package. */
export function documentText(file: DocumentFile): Promise<string> {
  // Resolved by package name, which finds the built document from any module.
  return readFile(createRequire(import.meta.url).resolve(`cloud-cost-contract/${file}`), 'utf8');
}
