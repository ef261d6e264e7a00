// @ts-check
// Writes the document's examples from the responses of the mock. `npm run examples`.
import { exampleFiles } from './lib/examples.mjs';
import { importSources } from './lib/import-sources.mjs';
import { root } from './lib/paths.mjs';
import { putFiles } from './lib/replace-tree.mjs';
import { requireBuild } from './lib/require-build.mjs';

requireBuild('src/generated/operations.ts');
const { createMock } = await importSources("export { createMock } from './mocks/create-mock.ts';");
putFiles(root, await exampleFiles(createMock));
