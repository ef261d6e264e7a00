// @ts-check
// Runs other OpenAPI tools with the document, and writes the table of docs/openapi-tools.md. `npm run test:generators`;
// `-- --only <part of a name>` runs some tools and writes nothing. Requires Node.js 22.18, Python, Java and Go.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from '../../scripts/lib/options.mjs';
import { withBlocks } from '../../scripts/lib/pages/blocks.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { contextOf, installTools } from './lib/context.mjs';
import { toolTable } from './lib/table.mjs';
import { tools } from './tools/index.mjs';

const { only } = optionsOf({ only: '' });
const selected = tools.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
if (selected.length === 0) {
  console.error(`No tool is named '${only}'. Known tools: ${tools.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

await installTools();
const { createMock } = await import(join(root, 'dist/mocks/index.js'));
/** @type {import('./lib/table.mjs').Row[]} */
const rows = [];
for (const tool of selected) {
  // A step of the clients reads an account that is not measured.
  const scenario = tool.kind === 'client' ? 'unmeasured' : 'default';
  const mock = await createMock({ rateLimit: 1_000_000, scenario });
  const url = await mock.listen({ port: 0 });
  const start = performance.now();
  try {
    const outcome = await tool.run(contextOf(tool, { url, apiKey: 'ccc_test_caller' }));
    rows.push({ tool, ...outcome });
  } catch (error) {
    rows.push({ tool, error: /** @type {Error} */ (error).message });
  } finally {
    await mock.close();
  }
  const { error, warnings = [], result } = /** @type {any} */ (rows.at(-1));
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${error ? '✗' : '✓'} ${tool.name} ${tool.version} (${seconds} s): ${error ?? result}`);
  for (const warning of warnings) console.log(`  warning: ${warning}`);
}

if (only === '') {
  const page = join(root, 'docs/openapi-tools.md');
  writeFileSync(page, withBlocks(readFileSync(page, 'utf8'), { tools: toolTable(rows) }));
}
process.exit(rows.some(({ error, warnings = [] }) => error || warnings.length > 0) ? 1 : 0);
