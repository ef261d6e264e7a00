// @ts-check
// Measures which random mutants of the mock's dataset the suite catches. See README.md.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { requireBuild } from '../../scripts/lib/build/require-build.mjs';
import { withBlocks } from '../../scripts/lib/pages/blocks.mjs';
import { bundleEvaluator } from './lib/bundles.mjs';
import { dataBlocks, mutationBlocks } from './lib/report.mjs';
import { Runner } from './lib/runner.mjs';
import { idOf, sampled } from './lib/sample.mjs';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    resume: { type: 'boolean', default: false },
    shard: { type: 'string', default: '0/1' },
    report: { type: 'boolean', default: false },
    data: { type: 'boolean', default: false },
    output: { type: 'string', default: '' },
  },
});
requireBuild('src/generated/operations.ts');
/** Not committed: the page is what people read. */
const resultsFile = (/** @type {boolean} */ data) =>
  here(`../../.mutation/results${data ? '-data' : ''}.json`);
const output = values.output || resultsFile(values.data);

if (values.report) {
  const page = here('../../docs/mutation.md');
  const blocks = {
    ...mutationBlocks(stored(resultsFile(false))),
    ...dataBlocks(stored(resultsFile(true))),
  };
  writeFileSync(page, withBlocks(readFileSync(page, 'utf8'), blocks));
  process.exit();
}

/** @typedef {{ id: string, kind: string, outcome: string } & Record<string, any>} Result */

/** Scenarios, writes, and reading of files are not what computes the figures of a bill. */
const isOfBill = (/** @type {string} */ file) =>
  !/^(seed-data|export|tags|recommendations|repo-bindings|webhooks)\/|scenario|(read|load)-|inventory|renewal|recommendation/.test(
    file,
  );

const isVisible = (/** @type {Result} */ { outcome }) => ['standard', 'strict', 'survived'].includes(outcome);

/** @param {string} [file] @returns {{ seed: string, mutants: number, results: Result[] }} */
function stored(file = output) {
  if (!existsSync(file)) {
    console.error(`${file} does not exist. Run the mutants first, for --report also those of --data.`);
    process.exit(2);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** With `--resume`, results of the stored run are reused, except those of survivors. */
const before = values.resume ? stored() : { seed: values.seed, results: [] };
const known = new Map(
  before.results.filter(({ outcome }) => outcome !== 'survived').map((result) => [result.id, result]),
);
const [shard = 0, shards = 1] = values.shard.split('/').map(Number);
const all = sampled(before.seed, values.file).filter(({ file }) => !values.data || isOfBill(file));
const mutants = all.filter((_, index) => index % shards === shard);
const wanted = Number(values.count);

// DuckDB is found from a folder in node_modules.
mkdirSync(here('../../node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(here('../../node_modules/.cache/mutation-'));
/** @type {Result[]} */
const results = [];
let next = 0;
let visible = 0;

/** @param {Runner} runner */
async function work(runner) {
  await runner.start();
  while (next < mutants.length && visible < wanted) {
    const index = next++;
    const mutant = /** @type {import('./lib/points.mjs').Mutant} */ (mutants[index]);
    const id = idOf(mutant);
    const { kind } = mutant;
    const result = /** @type {Result} */ (known.get(id) ?? { id, kind, ...(await runner.evaluate(mutant)) });
    results[index] = result;
    if (isVisible(result)) visible += 1;
    save();
    console.log(`${visible}/${index + 1} ${result.outcome.padEnd(12)} ${result.id}`);
  }
}

try {
  const evaluator = join(folder, 'evaluator.mjs');
  await bundleEvaluator(evaluator, values.data);
  const runners = Array.from(
    { length: Number(values.workers) },
    (_, index) => new Runner({ folder, evaluator, name: `mutant-${index}` }),
  );
  await Promise.all(runners.map(work));
  summarize(save());
  for (const runner of runners) runner.close();
} finally {
  rmSync(folder, { recursive: true });
}

function save() {
  const merged = results.filter(Boolean);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(
    output,
    `${JSON.stringify({ seed: before.seed, mutants: all.length, results: merged }, null, 1)}\n`,
  );
  return merged;
}

/** @param {Result[]} merged */
function summarize(merged) {
  const count = (/** @type {string} */ wanted) => merged.filter(({ outcome }) => outcome === wanted).length;
  const [standard, strict, survived] = [count('standard'), count('strict'), count('survived')];
  console.log(
    `${standard + strict + survived} visible mutants of ${merged.length}: ` +
      `${standard} caught in the standard profile, ${standard + strict} in the strict one.`,
  );
}
