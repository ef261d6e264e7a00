// @ts-check
// Writes the document's examples from the responses of the mock. `npm run examples`.

import { importSources } from './lib/build/import-sources.mjs';
import { putFiles } from './lib/build/replace-tree.mjs';
import { requireBuild } from './lib/build/require-build.mjs';
import { exampleFiles } from './lib/document/examples.mjs';
import { root } from './lib/paths.mjs';

requireBuild('src/generated/operations.ts');
const { createMock } = await importSources("export { createMock } from './mocks/create-mock.ts';");
putFiles(root, await exampleFiles(createMock));
