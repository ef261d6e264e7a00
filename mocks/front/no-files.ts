import { document } from '../../src/generated/document.js';

/** Replaces `document-text.ts` in browsers and bundles. Returns JSON, which is also valid YAML. */
export async function documentText(): Promise<string> {
  return JSON.stringify(document);
}
