// @ts-check
// Runs this suite and other tools on the same faulty and correct servers. Writes docs/comparison.json and the figures of
// docs/comparison.md. `npm run compare`. Results are cached in .tool-comparison/, so that a run can be resumed;
// `--fresh` discards them.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBlocks } from './lib/blocks.mjs';
import { importSources } from './lib/import-sources.mjs';
import { optionsOf } from './lib/options.mjs';
import { root } from './lib/paths.mjs';
import { comparisonBlocks, comparisonText } from './lib/tool-comparison/comparison-page.mjs';
import { openResults } from './lib/tool-comparison/results.mjs';
import { Runner } from './lib/tool-comparison/runner.mjs';
import { ours } from './lib/tool-comparison/tools/ours.mjs';
import { prism } from './lib/tool-comparison/tools/prism.mjs';
import { schemathesis } from './lib/tool-comparison/tools/schemathesis.mjs';

const options = optionsOf({ fresh: false, only: '', every: 1, minutes: 1_000_000 });
const tools = [ours, schemathesis, prism];
const sources = await importSources(`
export { faultyServersByArea } from './tests/faulty-servers/index.ts';
export { idOf, onBreak } from './tests/faulty-servers/faulty-server.ts';
export { independentBase, listening, listeningMockBase } from './tests/faulty-servers/base.ts';
export { serve } from './tests/support/serve.ts';
export { start } from './tests/independent/start.ts';
`);
/** @type {import('./lib/tool-comparison/runner.mjs').Job[]} */
const all = Object.entries(sources.faultyServersByArea).flatMap(([area, defects]) =>
  defects.map((/** @type {any} */ defect, /** @type {number} */ number) => ({
    id: sources.idOf(defect),
    area,
    defect,
    number,
    tools: tools.filter((tool) => !tool.isSlow || number % options.every === 0),
  })),
);
const selected = all.filter(({ id, area }) => ['', id, area].includes(options.only));
if (selected.length === 0) {
  console.error(`Unknown faulty server or area '${options.only}'. Run npm run serve:faulty for a list.`);
  process.exit(2);
}

const folder = join(root, '.tool-comparison');
mkdirSync(folder, { recursive: true });
if (options.fresh) rmSync(join(folder, 'results.json'), { force: true });
const document = readFileSync(join(root, 'dist/openapi.json'), 'utf8');
const sha256 = createHash('sha256').update(document).digest('hex');
const results = openResults(join(folder, 'results.json'));
const runner = await Runner.open({ tools, sources, folder, once: results.once, sha256 });
try {
  const clean = await runner.runOnCleanServers();
  const rows = await runner.runOnFaultyServers(selected, Date.now() + options.minutes * 60_000);
  if (options.only === '') {
    const comparison = {
      date: new Date().toISOString().slice(0, 10),
      node: process.versions.node,
      document: { version: JSON.parse(document).info.version, sha256 },
      tools: tools.map(({ id, name, settings }) => ({
        id,
        name,
        settings,
        version: String(runner.versions[id]),
      })),
      cost: await runner.costs(),
      left_out: selected.length - rows.length,
      every: options.every,
      clean,
      faulty_servers: rows,
    };
    const page = join(root, 'docs/comparison.md');
    writeFileSync(join(root, 'docs/comparison.json'), comparisonText(comparison));
    writeFileSync(page, withBlocks(readFileSync(page, 'utf8'), comparisonBlocks(comparison)));
    console.log('Wrote docs/comparison.json and docs/comparison.md.');
  }
} finally {
  await runner.close();
}
