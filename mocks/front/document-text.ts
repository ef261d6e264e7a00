import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { documentText as documentInMemory } from './no-files.js';

/** The documents of the package. */
export type DocumentFile = 'openapi.yaml' | 'openapi.json';

/** Reads the OpenAPI document of the package. A program that bundles the package has no such file, but the document. */
export async function documentText(file: DocumentFile): Promise<string> {
  try {
    // Resolved by package name, which finds the built document from any module.
    return await readFile(createRequire(import.meta.url).resolve(`cloud-cost-contract/${file}`), 'utf8');
  } catch {
    return documentInMemory();
  }
}
