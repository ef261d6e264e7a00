// @ts-check
// Writes the document's examples from the responses of the mock, and bundles the document with them. `npm run examples`.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { importSources } from './lib/build/import-sources.mjs';
import { putFiles } from './lib/build/replace-tree.mjs';
import { exampleFiles, placeholderFiles } from './lib/document/examples.mjs';
import { root } from './lib/paths.mjs';

const bundle = () =>
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--generated-only'], { stdio: 'inherit' });

putFiles(root, placeholderFiles());
bundle();
const { createMock } = await importSources("export { createMock } from './mocks/create-mock.ts';");
putFiles(root, await exampleFiles(createMock));
bundle();
