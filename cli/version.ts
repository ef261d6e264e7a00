import { createRequire } from 'node:module';
import { suiteVersion } from '../conformance/suite/version.js';
import { document } from '../src/generated/document.js';

/** Returns the versions of the package, the contract and the suite. */
export function versions(): string {
  const { version } = createRequire(import.meta.url)('cloud-cost-contract/package.json');
  return `cost-contract ${version}, contract ${document.info.version}, suite ${suiteVersion}\n`;
}
