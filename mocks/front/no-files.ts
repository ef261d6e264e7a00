import { document } from '../../src/generated/document.js';

/** Stands in for `document-text.ts` where there are no files: in JSON, which is YAML as well. */
export async function documentText(): Promise<string> {
  return JSON.stringify(document);
}
