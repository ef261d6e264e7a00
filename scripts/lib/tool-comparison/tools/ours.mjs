// @ts-check
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../paths.mjs';
import { runProgram } from '../run-program.mjs';

let suiteHash = '';

/** @type {import('../tool.mjs').Tool} */
export const ours = {
  id: 'ours',
  name: 'cost-contract verify',
  settings:
    'cost-contract verify <url> --api-key <caller> --api-key <second caller> --api-key <spare> --profile strict',
  rateLimit: 600,
  seeds: [1],
  async prepare() {
    suiteHash = hashOfScripts(join(root, 'dist/conformance'));
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  },
  buildId: () => suiteHash,
  async run({ url, apiKeys, fixtures, profile = 'strict', folder }) {
    const output = join(folder, 'verify.json');
    const fixturesPath = join(folder, 'fixtures.json');
    if (fixtures) writeFileSync(fixturesPath, JSON.stringify(fixtures));
    const run = await runProgram(process.execPath, [
      join(root, 'dist/cli/main.js'),
      ...['verify', url, '--profile', profile, '--reporter', 'json', '--output', output],
      ...apiKeys.flatMap((key) => ['--api-key', key]),
      ...(fixtures ? ['--fixtures', fixturesPath] : []),
    ]);
    if (run.code !== 0 && run.code !== 1 && run.code !== 3) {
      throw new Error(`verify exited with ${run.code}: ${run.output}`);
    }
    const report = JSON.parse(readFileSync(output, 'utf8'));
    return {
      findings: report.results
        .filter((/** @type {any} */ { status }) => status === 'failed' || status === 'errored')
        .map((/** @type {any} */ { id, operation }) => (operation ? `${id} ${operation}` : id)),
      requests: Object.values(report.requests).reduce((sum, count) => sum + count, 0),
      seconds: run.seconds,
    };
  },
};

/** @param {string} folder */
function hashOfScripts(folder) {
  const hash = createHash('sha256');
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (path.endsWith('.js')) hash.update(readFileSync(join(folder, path), 'utf8'));
  }
  return hash.digest('hex');
}
