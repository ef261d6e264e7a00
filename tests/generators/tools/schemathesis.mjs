// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonVersion } from '../lib/version.mjs';

/** Not about the server: links lead to operations that are left out of a run. */
const linksLeftOut = 'Missing Open API links';

/** @type {import('../lib/tool.mjs').Tool} */
export const schemathesis = {
  name: 'Schemathesis',
  version: pythonVersion('schemathesis'),
  kind: 'other',
  document: '3.1',
  setting:
    '`--exclude-checks positive_data_acceptance`: some rules span parameters; a hook that gives each request its own `Idempotency-Key`',
  async run({ document, url, apiKey, folder, copyProgram, exec }) {
    const program = await copyProgram('schemathesis');
    const [whole, events] = [join(folder, 'schemathesis.json'), join(folder, 'schemathesis.ndjson')];
    const args = [
      ...['run', document, '--url', url, '-H', `Authorization: Bearer ${apiKey}`],
      ...['--seed', '1', '--max-examples', '50', '--generation-database', ':memory:', '--no-color'],
      ...['--exclude-checks', 'positive_data_acceptance'],
      ...['--report', 'json,ndjson', '--report-json-path', whole, '--report-ndjson-path', events],
    ];
    const env = { SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: program };
    const output = await exec('schemathesis', args, { env }).catch(
      (/** @type {Error} */ { message }) => message,
    );
    if (!existsSync(whole)) throw new Error(`Schemathesis wrote no report: ${output}`);
    const report = JSON.parse(readFileSync(whole, 'utf8'));
    const warnings = [...new Set([...failures(readFileSync(events, 'utf8')), ...errors(report)])];
    return {
      result: `${report.test_cases.generated} requests${warnings.length === 0 ? ', no failure' : ''}`,
      warnings,
    };
  },
};

/** @param {any} report */
function errors(report) {
  return report.errors
    .map((/** @type {any} */ { title, type }) => title ?? type)
    .filter((/** @type {string} */ name) => name !== linksLeftOut);
}

/** @param {string} ndjson one event per line */
function* failures(ndjson) {
  for (const line of ndjson.split('\n')) {
    if (!line.includes('"failure_info"')) continue;
    const { checks = {} } = JSON.parse(line).ScenarioFinished?.recorder ?? {};
    for (const { failure_info: info } of Object.values(checks).flat()) {
      if (!info) continue;
      const { operation, type, message } = info.failure;
      yield `${operation} ${type}: ${message}`;
    }
  }
}
